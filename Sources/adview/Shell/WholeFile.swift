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
      throw FileProblem(path: path, error: errno)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw FileProblem(path: path, error: errno)
      }
    }
  }

  /// Replaces a file; with `isShared` it is one for others to read too, and one that is there keeps its permissions.
  ///
  /// - Throws: The system's message; the old file is then as it was.
  static func write(
    _ bytes: [UInt8], to path: String, isShared: Bool = false
  ) throws(FileProblem) {
    let temporary = "\(path).\(getpid()).new"
    let mode: mode_t = isShared ? 0o666 : 0o600
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw FileProblem(path: temporary, error: errno) }
    var facts = stat()
    if isShared, stat(path, &facts) == 0 { _ = fchmod(file, facts.st_mode & 0o777) }
    let isWritten = append(bytes, to: file) && fsync(file) == 0
    let error = errno
    close(file)
    guard isWritten else {
      unlink(temporary)
      throw FileProblem(path: path, error: error)
    }
    guard rename(temporary, path) == 0 else {
      let error = errno
      unlink(temporary)
      throw FileProblem(path: path, error: error)
    }
  }

  /// Writes all bytes to an open file; `errno` says why when it fails.
  static func append(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Why a file could not be read or written.
struct FileProblem: Error, CustomStringConvertible {
  let path: String
  let error: Int32

  var description: String { "\(path): \(String(cString: strerror(error)))" }
}
