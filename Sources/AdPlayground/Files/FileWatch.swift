import Glibc

/// Reports when files are written to, replaced or removed; watches their folders, since most editors rename a new file into place.
struct FileWatch: ~Copyable {
  /// Readable when there is news; -1 where nothing can be watched.
  let descriptor: Int32
  private let names: Set<String>
  private let watchesSessions: Bool

  static let written = IN_CLOSE_WRITE | IN_MOVED_TO
  static let removed = IN_DELETE | IN_MOVED_FROM
  static let growing = IN_MODIFY

  /// Watches files, and in folders that are named all sessions; without any, or where nothing can be watched, nothing.
  init(_ paths: some Collection<String>, for news: Int32 = written) {
    // What a link leads to is what editors write.
    let paths = paths.filter { !$0.isEmpty }.map { resolvedPath($0) ?? $0 }
    let folders = paths.filter { Folder.isThere($0) }
    (names, watchesSessions) = (Set(paths.map(Folder.lastName)), !folders.isEmpty)
    descriptor = paths.isEmpty ? -1 : inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    for folder in Set(paths.map(Folder.of) + folders.flatMap(Folder.tree)) {
      inotify_add_watch(descriptor, folder, UInt32(news))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the news, and returns the name of a file that any is about.
  func take() -> String? {
    var changed: String?
    let size = MemoryLayout<inotify_event>.size
    while let bytes = try? Descriptor(number: descriptor).readNow(atMost: 4096), !bytes.isEmpty {
      var position = 0
      while position + size <= bytes.count {
        let event = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        }
        let end = position + size + Int(event.len)
        guard end <= bytes.count else { break }
        let name = bytes[(position + size)..<end].prefix { $0 != 0 }
        let written = String(decoding: name, as: UTF8.self)
        if names.contains(written) || watchesSessions && SessionPaths.isSession(named: written) {
          changed = changed ?? written
        }
        position = end
      }
    }
    return changed
  }
}
