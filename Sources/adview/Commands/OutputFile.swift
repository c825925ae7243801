import Glibc

/// Files that a command was asked to write.
enum OutputFile {
  /// Writes a file, whole or not at all; `-` is standard output.
  ///
  /// What is there and no ordinary file, such as a pipe or a device, is written to and not replaced. A link stays one.
  static func write(
    _ bytes: [UInt8], to path: String, _ console: Console
  ) throws(CommandFailure) {
    if path == "-" {
      try console.write(bytes)
      return
    }
    var facts = stat()
    do throws(FileProblem) {
      if stat(path, &facts) != 0 {
        try WholeFile.write(bytes, to: path, isShared: true)
      } else if facts.st_mode & S_IFMT == S_IFREG {
        try WholeFile.write(bytes, to: resolvedPath(path) ?? path, isShared: true)
      } else {
        try pour(bytes, into: path)
      }
    } catch {
      switch error.error.number {
      case EISDIR, ENOENT, ENOTDIR: throw .noInput("\(error)")
      default: throw .inputOutput("\(error)")
      }
    }
  }

  private static func pour(_ bytes: [UInt8], into path: String) throws(FileProblem) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileProblem(path: path, error: .last) }
    defer { close(file) }
    do {
      try Descriptor(number: file).write(bytes)
    } catch {
      throw FileProblem(path: path, error: error)
    }
  }
}
