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

  deinit {
    if isOwned, descriptor.number >= 0 { close(descriptor.number) }
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

  /// The rest of a page, and no more of it than a page may have: some files never end.
  borrowing func readPage(after beginning: [UInt8] = []) throws(CommandFailure) -> [UInt8] {
    var bytes = beginning
    while bytes.count <= Page.longest {
      let chunk = try read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }
}
