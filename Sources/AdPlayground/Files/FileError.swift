import Glibc

/// Why a file could not be read or written.
struct FileError: Error, CustomStringConvertible {
  /// What is in the way.
  enum Reason {
    case system(SystemError)
    case folder
    /// It is a pipe, a device or a socket, or something that only looks like a file.
    case notOrdinary
    /// It is longer than this, in bytes.
    case tooLong(limit: Int)
    case locked
  }

  let path: String
  let reason: Reason

  init(path: String, reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  /// What the system says; a folder and a pipe without a reader are called by their names.
  init(path: String, error: SystemError) {
    self.path = path
    reason =
      switch error.number {
      case EISDIR: .folder
      case ENXIO: .notOrdinary
      default: .system(error)
      }
  }

  var description: String {
    switch reason {
    case .system(let error): "\(path): \(error)"
    case .folder: "\(path): is a folder, not a file"
    case .notOrdinary: "\(path): is not an ordinary file"
    case .tooLong(let limit): "\(path): is too long: expected at most \(limit) bytes"
    case .locked: "\(path): is locked by another program"
    }
  }

  var number: Int32? { if case .system(let error) = reason { error.number } else { nil } }
}

extension CommandError {
  /// A file could not be read or written, or is not what it should be.
  static func file(_ problem: FileError) -> CommandError {
    switch problem.reason {
    case .folder, .notOrdinary: return .noInput("\(problem)")
    case .tooLong: return .data("\(problem)")
    case .locked: return .unavailable("\(problem)")
    case .system(let error):
      switch error.number {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: return .noInput("\(problem)")
      default: return .inputOutput("\(problem)")
      }
    }
  }
}
