import Glibc

/// A file open for reading, the only way in; opening waits for nothing and takes no terminal.
struct FileSource: ~Copyable {
  /// What may be opened.
  enum Kind {
    /// Files alone: what a page, a session or a folder names, and what the program keeps.
    case ordinary
    /// Pipes, terminals and devices too: what a user names. A pipe is waited for.
    case any
  }

  let path: String
  let identity: FileIdentity
  /// How many bytes an ordinary file had when it was opened; 0 for anything else.
  let size: Int
  private let descriptor: Descriptor
  private let isOwned: Bool
  /// Whether it is an ordinary file, which others may append to.
  let isOrdinary: Bool

  init(_ path: String, _ kind: Kind) throws(FileError) {
    let number = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard number >= 0 else { throw FileError(path: path, error: .last) }
    var facts = stat()
    guard fstat(number, &facts) == 0 else {
      let error = SystemError.last
      close(number)
      throw FileError(path: path, error: error)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: isOrdinary = true
    case S_IFDIR:
      close(number)
      throw FileError(path: path, reason: .folder)
    default:
      guard kind == .any else {
        close(number)
        throw FileError(path: path, reason: .notOrdinary)
      }
      isOrdinary = false
    }
    self.path = path
    size = isOrdinary ? Int(facts.st_size) : 0
    identity = FileIdentity(facts)
    descriptor = Descriptor(number: number)
    isOwned = true
  }

  /// Reads what is open already and stays so, such as standard input.
  init(open number: Int32, name: String) {
    var facts = stat()
    isOrdinary = fstat(number, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    path = name
    size = isOrdinary ? Int(facts.st_size) : 0
    identity = FileIdentity(facts)
    descriptor = Descriptor(number: number)
    isOwned = false
  }

  /// Reads what the program holds in memory.
  init(_ bytes: [UInt8], name: String) throws(FileError) {
    let number = try Self.temporary(bytes, name)
    var facts = stat()
    _ = fstat(number, &facts)
    (path, size, identity) = (name, bytes.count, FileIdentity(facts))
    (descriptor, isOwned, isOrdinary) = (Descriptor(number: number), true, true)
  }

  private static func temporary(_ bytes: [UInt8], _ name: String) throws(FileError) -> Int32 {
    guard let file = tmpfile() else { throw FileError(path: name, error: .last) }
    defer { fclose(file) }
    let number = dup(fileno(file))
    do throws(SystemError) {
      guard number >= 0 else { throw SystemError.last }
      try Descriptor(number: number).write(bytes)
    } catch {
      close(number)
      throw FileError(path: name, error: error)
    }
    lseek(number, 0, SEEK_SET)
    return number
  }

  deinit { if isOwned { close(descriptor.number) } }

  /// The next bytes; none at the end.
  borrowing func read(atMost count: Int = 1 << 16) throws(FileError) -> [UInt8] {
    // A pipe without a writer is at its end only after a writer has closed it.
    if isOwned, !isOrdinary { descriptor.wait(for: POLLIN) }
    do throws(SystemError) {
      return try descriptor.read(atMost: count, waiting: !isOwned || !isOrdinary)
    } catch {
      // Some files of the system look ordinary and have nothing to say until something happens.
      if error.number == EAGAIN { throw FileError(path: path, reason: .notOrdinary) }
      throw FileError(path: path, error: error)
    }
  }

  /// All that is left; nothing is read beyond `limit` bytes.
  borrowing func contents(atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try read()
      if chunk.isEmpty { return bytes }
      bytes += chunk
      guard bytes.count <= limit else {
        throw FileError(path: path, reason: .tooLong(limit: limit))
      }
    }
  }

  /// What is in an ordinary file; `nil` if there is none.
  static func contents(of path: String, atMost limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileSource(path, .ordinary).contents(atMost: limit)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Locks the file with others who only read; false when another program writes to it.
  borrowing func lockShared() -> Bool {
    !isOwned || flock(descriptor.number, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Where the next byte stands, to go back to; `nil` when the file cannot be read twice.
  var place: off_t? {
    guard isOrdinary else { return nil }
    let place = lseek(descriptor.number, 0, SEEK_CUR)
    return place < 0 ? nil : place
  }

  borrowing func goBack(to place: off_t) throws(FileError) {
    guard lseek(descriptor.number, place, SEEK_SET) == place else {
      throw FileError(path: path, error: .last)
    }
  }
}

extension FileSource {
  /// The descriptor to wait for; of an ordinary file, which never has to be waited for, -1.
  var waitingDescriptor: Int32 { isOrdinary ? -1 : descriptor.number }

  /// Whether bytes, or the end, can be read without waiting.
  var hasNews: Bool { descriptor.wait(for: POLLIN, atMost: 0) }

  /// What became of a file that is read as it grows; `tail` are the last bytes read, which a file that was cut has no more.
  func change(after tail: [UInt8]) -> FileChange? {
    guard let place else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: tail.count) { buffer, filled in
      let start = place - off_t(tail.count)
      filled = max(0, pread(descriptor.number, buffer.baseAddress, tail.count, start))
    }
    if bytes != tail { return .overwritten }
    return isOwned && FileIdentity(path) != identity ? .replaced : nil
  }
}

/// What may become of a file that is read or written as it grows.
enum FileChange: String {
  /// It does not hold what was read or written any more.
  case overwritten = "was cut short or overwritten"
  /// Its path leads to another file, or to none.
  case replaced = "was replaced or taken away"
}

/// Which file it is, under whatever name.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  init(_ facts: stat) {
    device = facts.st_dev
    number = facts.st_ino
  }

  /// The file at the end of a path; `nil` when there is none.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }
}
