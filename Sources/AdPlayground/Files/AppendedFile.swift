import Glibc

/// A file that lines are appended to; of what cannot be written whole nothing stays.
struct AppendedFile: ~Copyable {
  let path: String
  /// Whether there was no such file before.
  let isNew: Bool
  private(set) var size: Int
  private let descriptor: Descriptor

  /// Opens a file at its end, and makes it if there is none.
  init(_ path: String, mode: mode_t) throws(FileError) {
    // Does not wait, should it be a pipe.
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    var isNew = true
    var number = retrying { open(path, flags | O_CREAT | O_EXCL, mode) }
    if number < 0, errno == EEXIST {
      isNew = false
      number = retrying { open(path, flags) }
      // A link that leads to nothing yet.
      if number < 0, errno == ENOENT { number = retrying { open(path, flags | O_CREAT, mode) } }
    }
    guard number >= 0 else { throw FileError(path: path, error: .last) }
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(number)
      throw FileError(path: path, reason: .notOrdinary)
    }
    self.path = path
    self.isNew = isNew
    size = Int(facts.st_size)
    descriptor = Descriptor(number: number)
  }

  deinit { close(descriptor.number) }

  /// Appends bytes, all of them or none.
  mutating func append(_ bytes: [UInt8]) throws(FileError) {
    do {
      try descriptor.write(bytes)
      size += bytes.count
    } catch {
      _ = retrying { ftruncate(descriptor.number, off_t(size)) }
      throw FileError(path: path, error: error)
    }
  }

  /// The same in a file that other programs append to as well, one at a time.
  mutating func appendAmongOthers(_ bytes: [UInt8]) throws(FileError) {
    _ = retrying { flock(descriptor.number, LOCK_EX) }
    defer { _ = flock(descriptor.number, LOCK_UN) }
    updateSize()
    try append(bytes)
  }

  /// Keeps other programs from appending to the file; false when one does so already.
  mutating func lock() throws(FileError) -> Bool {
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw FileError(path: path, error: .last) }
      return false
    }
    // Another program may have appended, and ended, since the file was opened.
    updateSize()
    return true
  }

  private mutating func updateSize() {
    var facts = stat()
    if fstat(descriptor.number, &facts) == 0 { size = Int(facts.st_size) }
  }

  /// Whether it still is this file that the path leads to.
  var isInPlace: Bool {
    var facts = stat()
    return fstat(descriptor.number, &facts) == 0 && FileIdentity(path) == FileIdentity(facts)
  }

  /// What others have done to the file; `nil` while all of it was appended here.
  var change: FileChange? {
    var facts = stat()
    guard isInPlace, fstat(descriptor.number, &facts) == 0 else { return .replaced }
    return Int(facts.st_size) == size ? nil : .overwritten
  }

  /// Takes the file away if nothing is in it.
  borrowing func discardIfEmpty() {
    var facts = stat()
    if fstat(descriptor.number, &facts) == 0, facts.st_size == 0, isInPlace { unlink(path) }
  }

  /// Gives a file another name, if it is there, in place of what has that name; returns whether it could be done.
  @discardableResult
  static func rename(_ path: String, to other: String) -> Bool { Glibc.rename(path, other) == 0 }
}
