import Glibc

/// Files that are there whole, or as they were before: a temporary file takes the place of the old one.
enum WholeFile {
  /// Reads a file; `nil` if there is none.
  ///
  /// - Throws: The system's message when there is one that cannot be read.
  static func read(_ path: String) throws(FileProblem) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileProblem(path: path, error: .last)
    }
    defer { close(file) }
    do {
      var bytes: [UInt8] = []
      while true {
        let chunk = try Descriptor(number: file).read(atMost: 4096)
        if chunk.isEmpty { return bytes }
        bytes += chunk
      }
    } catch {
      throw FileProblem(path: path, error: error)
    }
  }

  /// Replaces what is in a file that is there; its name, symbolic links to it and its permissions stay.
  ///
  /// - Throws: The system's message; the old file is then as it was.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
    guard let place = resolvedPath(path) else { throw FileProblem(path: path, error: .last) }
    try write(bytes, to: place, isShared: true)
  }

  /// Replaces a file; with `isShared` it is one for others to read too, and one that is there keeps its permissions.
  ///
  /// - Throws: The system's message; the old file is then as it was.
  static func write(
    _ bytes: [UInt8], to path: String, isShared: Bool = false
  ) throws(FileProblem) {
    // A name that is free: what is there already may be a link that somebody else has put there.
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    let mode: mode_t = isShared ? 0o666 : 0o600
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw FileProblem(path: path, error: .last) }
    var facts = stat()
    if isShared, stat(path, &facts) == 0 { _ = fchmod(file, facts.st_mode & 0o777) }
    do throws(SystemError) {
      defer { close(file) }
      try Descriptor(number: file).write(bytes)
      guard fsync(file) == 0 else { throw SystemError.last }
    } catch {
      unlink(temporary)
      throw FileProblem(path: path, error: error)
    }
    guard rename(temporary, path) == 0 else {
      let error = SystemError.last
      unlink(temporary)
      throw FileProblem(path: path, error: error)
    }
  }
}

/// Why a file could not be read or written.
struct FileProblem: Error, CustomStringConvertible {
  let path: String
  let error: SystemError

  var description: String { "\(path): \(error)" }
}
