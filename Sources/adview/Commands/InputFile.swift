import AdSessions
import Glibc

/// A file, or standard input, being read from its beginning.
struct InputFile: ~Copyable {
  /// What the file is called in sentences.
  let name: String
  /// The folder that paths inside the file start from; `nil` is the current one.
  let folder: String?
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens the file at `path`; `-` is standard input.
  init(_ path: String, _ console: Console) throws(CommandFailure) {
    guard path != "-" else {
      name = "standard input"
      folder = nil
      descriptor = console.input
      isOwned = false
      return
    }
    name = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) }
    isOwned = true
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG:
        throw .noInput("\(path): \(systemMessage(errno))")
      default:
        throw .inputOutput("\(path): cannot be opened: \(systemMessage(errno))")
      }
    }
  }

  deinit {
    if isOwned, descriptor >= 0 { close(descriptor) }
  }

  /// The next bytes of the file; none at its end.
  borrowing func read(atMost count: Int = 1 << 16) throws(CommandFailure) -> [UInt8] {
    let descriptor = descriptor
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 {
          filled = count
          return
        }
        if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          problem = errno
          return
        }
      }
    }
    switch problem {
    case 0: return bytes
    case EISDIR: throw .noInput("\(name): is a folder, not a file")
    default: throw .inputOutput("\(name): cannot be read: \(systemMessage(problem))")
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
