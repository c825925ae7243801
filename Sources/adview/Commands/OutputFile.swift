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
        try WholeFile.write(bytes, to: endOfLinks(path), isShared: true)
      } else if facts.st_mode & S_IFMT == S_IFREG {
        try WholeFile.write(bytes, to: resolvedPath(path) ?? path, isShared: true)
      } else {
        try pour(bytes, into: path)
      }
    } catch {
      switch error.error.number {
      case EISDIR, ENOENT, ENOTDIR, ELOOP: throw .noInput("\(error)")
      default: throw .inputOutput("\(error)")
      }
    }
  }

  /// Where a link leads at whose end there is nothing yet; a path that is no link stays as it is.
  private static func endOfLinks(_ path: String) throws(FileProblem) -> String {
    var place = path
    // The system follows as many.
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(place, &target, Int(PATH_MAX))
      guard length >= 0 else { return place }
      let name = String(
        decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
      place = name.hasPrefix("/") ? name : folder + name
    }
    throw FileProblem(path: path, error: SystemError(number: ELOOP))
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
