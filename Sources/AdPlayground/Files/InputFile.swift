import AdEngine
import AdRendering
import AdSessions
import Glibc

/// A file, or standard input, that a command reads from its beginning.
struct InputFile: ~Copyable {
  let name: String
  /// The folder that paths inside the file start from; `nil` is the current one.
  let folder: String?
  let source: FileSource
  /// Whether it is a file that an app has added to the program, and none on disk.
  let isAdded: Bool

  /// Opens the file at `path`, which may be a pipe; `-` is standard input.
  init(_ path: String, _ console: Console) throws(CommandError) {
    try self.init(path, .any, console)
  }

  /// Opens what a page, a session or a folder names, if it is an ordinary file: a pipe would keep the user waiting.
  init(linked path: String, _ console: Console) throws(CommandError) {
    // A file of that name, not standard input.
    try self.init(path == "-" ? "./-" : path, .ordinary, console)
  }

  private init(_ path: String, _ kind: FileSource.Kind, _ console: Console) throws(CommandError) {
    if path == "-" {
      name = "standard input"
      folder = nil
      source = FileSource(open: console.input, name: name)
      isAdded = false
    } else {
      let demo = BuiltInDemo.sessions.first { $0.location == path }
      name = demo?.name ?? path
      folder =
        demo != nil ? DocumentLibrary.builtIn : path.lastIndex(of: "/").map { String(path[...$0]) }
      let added = console.app.files.first { $0.name == path && access(path, F_OK) != 0 }
      isAdded = added != nil
      do throws(FileError) {
        if let bytes = added?.bytes ?? demo?.bytes {
          source = try FileSource(bytes, name: path)
        } else {
          source = try FileSource(path, kind)
        }
      } catch {
        throw Self.failure("opened")(error)
      }
    }
    console.noteInput(source.identity, at: name)
  }

  /// Keeps others from recording into the file while it is open: what takes its place would not get the rest.
  borrowing func keepFromRecording() throws(CommandError) {
    guard source.lockShared() else {
      throw .unavailable("\(name): is being recorded; end the recording, then update it")
    }
  }

  /// How a file that is compressed by gzip begins (RFC 1952).
  static let gzipMark: [UInt8] = [0x1F, 0x8B]

  /// The next bytes of the file; none at its end.
  borrowing func read(atMost count: Int = 1 << 16) throws(CommandError) -> [UInt8] {
    let bytes = try restating(try source.read(atMost: count), as: Self.failure("read"))
    // Where it begins; of a pipe that is not known.
    if bytes.starts(with: Self.gzipMark), (place ?? bytes.count) == bytes.count {
      throw .data("\(name): is compressed (gzip); expand it, as with 'gunzip'")
    }
    return bytes
  }

  /// The first bytes of the file, enough for `isSession` to tell what it is; none of an empty file.
  borrowing func readBeginning() throws(CommandError) -> [UInt8] {
    try SessionReader.beginning { () throws(CommandError) in try read() }
  }

  /// The rest of the file, or a little more than `limit` bytes of it: the caller reports that it is too long.
  borrowing func readAll(beyond limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// The rest of a page; throws when it is a session, no text, or longer than a page may be: some files never end.
  borrowing func readPage(after beginning: [UInt8] = []) throws(CommandError) -> [UInt8] {
    var bytes = try beginning.isEmpty ? readBeginning() : beginning
    try refuseWebPage(beginningWith: bytes)
    if isSession(beginningWith: bytes) {
      throw .data("\(name): is a session, not a page; 'adview play' replays it")
    }
    var chunk = bytes
    while !chunk.isEmpty {
      if let end = chunk.firstIndex(of: 0) {
        let line = Self.line(at: bytes.count - chunk.count + end, in: bytes)
        throw .data(
          "\(name):\(line): is not text (it holds a NUL byte): a page is Markdown in UTF-8")
      }
      guard bytes.count <= Page.maxLength else {
        let line = Self.line(at: Page.maxLength, in: bytes)
        throw .data(
          "\(name):\(line): is too long for a page: expected at most \(Page.maxLength >> 20) MiB")
      }
      chunk = try read()
      bytes += chunk
    }
    return bytes
  }

  /// Whether the file, which begins with these bytes, is meant to be a session: by what is in it, or by its name.
  borrowing func isSession(beginningWith bytes: [UInt8]) -> Bool {
    SessionReader.isSession(beginningWith: bytes) || SessionPaths.isSession(named: name)
  }

  // MARK: - A file that grows

  /// What has become of it since these bytes, the last ones, were read.
  func change(after tail: [UInt8]) -> FileChange? { source.change(after: tail) }

  /// Where the next byte stands, to go back to; `nil` when the file cannot be read twice.
  var place: off_t? { source.place }

  borrowing func goBack(to place: off_t) throws(CommandError) {
    try restating(try source.goBack(to: place), as: Self.failure("read again"))
  }

  /// The line that a byte is on, from 1.
  private static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Refuses a web page, which is neither Markdown nor a session, and says what makes one of it.
  borrowing func refuseWebPage(beginningWith bytes: [UInt8]) throws(CommandError) {
    let text = bytes[ByteOrderMark.length(in: bytes)...].drop { $0 <= 0x20 }.prefix(9)
    let start = String(decoding: text, as: UTF8.self).lowercased()
    if ["<!doctype", "<html", "<?xml"].contains(where: start.hasPrefix) {
      throw .data("\(name): is a web page (HTML); \(Self.advice)")
    }
  }

  private static let advice =
    "a web page is recorded by 'adview record', or in its own browser by 'adview recorder'"

  /// The pages and sessions of a folder that was given instead of a file, if there are any.
  private static func choice(in folder: String) -> String {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    let names = ((try? Folder.names(in: folder)) ?? [])
      .filter { $0.hasSuffix(".md") || SessionPaths.isSession(named: $0) }
    guard !names.isEmpty else { return "" }
    let rest = names.count > 4 ? ", …" : ""
    return "; pages and sessions in it: "
      + names.prefix(4).map { start + $0 }.joined(separator: ", ") + rest
  }

  private static func failure(_ verb: String) -> (FileError) -> CommandError {
    { problem in
      switch problem.reason {
      case .folder: return .noInput("\(problem)\(choice(in: problem.path))")
      case .system where problem.path.contains("://"):
        return .noInput("\(problem.path): is an address, not a file; \(advice)")
      default: break
      }
      let failure = CommandError.file(problem)
      guard failure.code == EX_IOERR, case .system(let error) = problem.reason else {
        return failure
      }
      return .inputOutput("\(problem.path): cannot be \(verb): \(error)")
    }
  }
}
