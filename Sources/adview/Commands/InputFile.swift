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
      guard bytes.count <= Page.longest else {
        throw .data("\(name): is too long for a page: expected at most \(Page.longest >> 20) MiB")
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

  /// Who answers the fetches of the session in this file; `nil` when it cannot be read twice.
  ///
  /// A session shows at its first answer, or at its end, who answers. Looking ahead for one spares the lines the wait
  /// and so the memory. What looks like the key of an answer on a line that is finished counts as one.
  borrowing func world() throws(CommandFailure) -> SessionWorld? {
    var facts = stat()
    guard isOwned, fstat(descriptor.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // What of the last chunk may be the beginning of an answer.
    let overlap = 64
    var kept = 0
    var offset: off_t = 0
    var isFound = false
    while true {
      let count = chunk.withUnsafeMutableBytes { bytes in
        pread(descriptor.number, bytes.baseAddress?.advanced(by: kept), bytes.count - kept, offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .simulated }
      offset += off_t(count)
      let end = kept + count
      var start = 0
      if !isFound, let place = Self.endOfAnswerKey(in: chunk[..<end]) {
        isFound = true
        start = place
      }
      if isFound {
        if chunk[start..<end].contains(UInt8(ascii: "\n")) { return .recorded }
        kept = 0
      } else {
        kept = min(end, overlap)
        for index in 0..<kept { chunk[index] = chunk[end - kept + index] }
      }
    }
  }

  /// Where the first key of an answer ends, its colon included.
  private static func endOfAnswerKey(in bytes: ArraySlice<UInt8>) -> Int? {
    let key = Array("\"world\"".utf8)
    // By hand: the library's search is generic and takes as long as reading the JSON.
    return bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + key.count < bytes.count {
        var end = 0
        while end < key.count, bytes[place + end] == key[end] { end += 1 }
        if end == key.count {
          end += place
          while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
          // A slot may be called by this word too, but no colon follows a value.
          if end < bytes.count, bytes[end] == UInt8(ascii: ":") { return end + 1 }
        }
        place += 1
      }
      return nil
    }
  }
}
