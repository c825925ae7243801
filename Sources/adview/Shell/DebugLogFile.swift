import Glibc

/// The file that the ladybug writes to; when it grows large it becomes the previous one.
struct DebugLogFile: ~Copyable {
  /// A file larger than this is set aside, in bytes.
  static let largest = 1 << 20
  /// How many files are kept beside the newest one.
  static let kept = 2

  let path: String?
  private var file: Int32 = -1
  private var size = 0
  private var hasFailed = false

  init(folder: String?) {
    path = folder.map { $0 + "/debug.log" }
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Appends lines, and says what went wrong, once.
  mutating func append(_ lines: [String]) -> String? {
    guard !hasFailed else { return nil }
    guard let path else {
      return fail("neither XDG_STATE_HOME nor HOME is an absolute path")
    }
    if file < 0, let problem = start(path) { return fail(problem) }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    if size > 0, size + bytes.count > Self.largest {
      close(file)
      file = -1
      rotate(path)
      if let problem = start(path) { return fail(problem) }
    }
    do {
      try Descriptor(number: file).write(bytes)
    } catch {
      return fail(FileProblem(path: path, error: error).description)
    }
    size += bytes.count
    return nil
  }

  private mutating func start(_ path: String) -> String? {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    do {
      try StandardFolders.make(folder)
    } catch {
      return error.description
    }
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return FileProblem(path: path, error: .last).description }
    var facts = stat()
    size = fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
    do {
      // The lines count from the beginning of their session; this one says when that was.
      let mark = Array("== adview, \(WallClock.text("%Y-%m-%dT%H:%M:%SZ"))\n".utf8)
      try Descriptor(number: file).write(mark)
      size += mark.count
    } catch {
      return FileProblem(path: path, error: error).description
    }
    return nil
  }

  private func rotate(_ path: String) {
    for number in stride(from: Self.kept, to: 1, by: -1) {
      rename("\(path).\(number - 1)", "\(path).\(number)")
    }
    rename(path, "\(path).1")
  }

  /// The screen goes on without the file.
  private mutating func fail(_ reason: String) -> String {
    hasFailed = true
    return "the debug log is not written to a file: \(reason)"
  }
}
