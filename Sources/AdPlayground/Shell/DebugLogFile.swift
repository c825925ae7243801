/// The file that the ladybug writes to, as may other playgrounds; when it grows large it becomes the previous one.
struct DebugLogFile: ~Copyable {
  /// A file larger than this is set aside, in bytes.
  static let maxBytes = 1 << 20
  /// How many files are kept beside the newest one.
  static let kept = 2

  private let path: String?
  private var file: AppendedFile?
  private var hasFailed = false

  init(folder: String?) { path = folder.map { $0 + "/debug.log" } }

  /// Appends lines, and says what went wrong, once.
  mutating func append(_ lines: [String]) -> String? {
    guard !hasFailed else { return nil }
    guard let path else { return fail("neither XDG_STATE_HOME nor HOME is an absolute path") }
    do throws(FileError) {
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      // Another playground may have set it aside.
      if file?.isInPlace != true { file = try Self.start(path) }
      if let size = file?.size, size > 0, size + bytes.count > Self.maxBytes {
        guard Self.rotate(path) else { return fail("it is full, and cannot be set aside") }
        file = try Self.start(path)
      }
      try file?.appendAmongOthers(bytes)
      return nil
    } catch {
      return fail(error.description)
    }
  }

  private static func start(_ path: String) throws(FileError) -> AppendedFile {
    try StandardFolders.make(Folder.of(path))
    var file = try AppendedFile(path, mode: 0o600)
    // The lines count from the beginning of their session; this one says when that was.
    try file.appendAmongOthers(Array("== adview, \(WallClock.text("%Y-%m-%dT%H:%M:%SZ"))\n".utf8))
    return file
  }

  private static func rotate(_ path: String) -> Bool {
    for number in stride(from: Self.kept, to: 1, by: -1) {
      AppendedFile.rename("\(path).\(number - 1)", to: "\(path).\(number)")
    }
    return AppendedFile.rename(path, to: "\(path).1")
  }

  /// The screen goes on without the file.
  private mutating func fail(_ reason: String) -> String {
    hasFailed = true
    return "the debug log is not written to a file: \(reason)"
  }
}
