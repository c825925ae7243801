import Glibc

/// Reports when a file is replaced or written to; watches its folder, since most editors rename a new file into place.
struct FileWatch: ~Copyable {
  /// Readable when there is news; -1 where nothing can be watched.
  let descriptor: Int32
  private let name: String

  /// Watches the file at `path`; without one, or where it cannot be watched, nothing.
  init(_ path: String?, whileItGrows: Bool = false) {
    // What a link leads to is what editors write.
    let path = path.flatMap(resolvedPath) ?? path ?? ""
    name = Folder.lastName(of: path)
    guard !name.isEmpty else {
      descriptor = -1
      return
    }
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    let growth = whileItGrows ? IN_MODIFY | IN_MOVED_FROM | IN_DELETE : 0
    inotify_add_watch(descriptor, Folder.of(path), UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | growth))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the news, and returns whether any is about the file.
  func take() -> Bool {
    var isAboutFile = false
    let size = MemoryLayout<inotify_event>.size
    while let bytes = try? Descriptor(number: descriptor).readNow(atMost: 4096), !bytes.isEmpty {
      var position = 0
      while position + size <= bytes.count {
        let event = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        }
        let end = position + size + Int(event.len)
        guard end <= bytes.count else { break }
        let eventName = bytes[(position + size)..<end].prefix { $0 != 0 }
        if eventName.elementsEqual(name.utf8) { isAboutFile = true }
        position = end
      }
    }
    return isAboutFile
  }
}
