import AdSessions
import Glibc

/// A file, or standard input, being read from its beginning.
struct InputFile: ~Copyable {
  /// What the file is called in sentences.
  let name: String
  /// The folder that paths inside the file start from; `nil` is the current one.
  let folder: String?
  private let descriptor: Descriptor
  private let isOwned: Bool

  /// Opens the file at `path`; `-` is standard input.
  init(_ path: String, _ console: Console) throws(CommandFailure) {
    guard path != "-" else {
      name = "standard input"
      folder = nil
      descriptor = Descriptor(number: console.input)
      isOwned = false
      return
    }
    name = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) }
    isOwned = true
    descriptor = Descriptor(number: open(path, O_RDONLY | O_CLOEXEC))
    guard descriptor.number >= 0 else {
      let error = SystemError.last
      switch error.number {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG:
        throw .noInput("\(path): \(error)")
      default:
        throw .inputOutput("\(path): cannot be opened: \(error)")
      }
    }
  }

  /// Opens what a page or a session names, if it is an ordinary file: a pipe or a device would keep the person waiting.
  init(linked path: String, _ console: Console) throws(CommandFailure) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG, facts.st_mode & S_IFMT != S_IFDIR
    {
      throw .noInput("\(path): is not an ordinary file")
    }
    // A file of that name, not standard input.
    try self.init(path == "-" ? "./-" : path, console)
  }

  deinit {
    if isOwned, descriptor.number >= 0 { close(descriptor.number) }
  }

  /// Makes sure that nobody records into the file as long as it is open.
  ///
  /// - Throws: A failure when somebody does: what takes the file's place would not get the rest of the recording.
  borrowing func keepFromRecording() throws(CommandFailure) {
    if isOwned, flock(descriptor.number, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw .unavailable("\(name): is being recorded; end the recording, then update it")
    }
  }

  /// The next bytes of the file; none at its end.
  borrowing func read(atMost count: Int = 1 << 16) throws(CommandFailure) -> [UInt8] {
    do {
      return try descriptor.read(atMost: count)
    } catch {
      if error.number == EISDIR { throw .noInput("\(name): is a folder, not a file") }
      throw .inputOutput("\(name): cannot be read: \(error)")
    }
  }

  /// The rest of a page.
  ///
  /// - Throws: A failure when it cannot be read, is a session, is no text, or is longer than a page may be: some files
  ///   never end.
  borrowing func readPage(after beginning: [UInt8] = []) throws(CommandFailure) -> [UInt8] {
    var bytes = try beginning.isEmpty ? read() : beginning
    if isSession(beginningWith: bytes) {
      throw .data("\(name): is a session, not a page; 'adview play' replays it")
    }
    var chunk = bytes
    while !chunk.isEmpty {
      // By the C library: some files are long.
      let holdsNUL = chunk.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { memchr($0, 0, bytes.count) } != nil
      }
      if holdsNUL {
        throw .data("\(name): is not text (it holds a NUL byte): a page is Markdown in UTF-8")
      }
      guard bytes.count <= Page.maxLength else {
        throw .data("\(name): is too long for a page: expected at most \(Page.maxLength >> 20) MiB")
      }
      chunk = try read()
      bytes += chunk
    }
    return bytes
  }

  /// Whether the file, which begins with these bytes, is meant to be a session: by what is in it, or by its name.
  borrowing func isSession(beginningWith bytes: [UInt8]) -> Bool {
    SessionReader.isSession(beginningWith: bytes) || name.hasSuffix(".jsonl")
  }

  /// Where the next byte stands, to go back to; `nil` when the file cannot be read twice.
  var place: off_t? {
    var facts = stat()
    guard fstat(descriptor.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let place = lseek(descriptor.number, 0, SEEK_CUR)
    return place < 0 ? nil : place
  }

  /// Goes back to a place of this file.
  borrowing func goBack(to place: off_t) throws(CommandFailure) {
    guard lseek(descriptor.number, place, SEEK_SET) == place else {
      throw .inputOutput("\(name): cannot be read again: \(SystemError.last)")
    }
  }
}
