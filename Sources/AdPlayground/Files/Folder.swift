import Glibc

enum Folder {
  static func isThere(_ path: String, throughLinks: Bool = true) -> Bool {
    var facts = stat()
    let status = throughLinks ? stat(path, &facts) : lstat(path, &facts)
    return status == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder with one of these endings, sorted and up to a limit; hidden ones are left out.
  static func names(
    in path: String, endingIn endings: [String] = [""], atMost limit: Int = .max
  ) throws(FileError) -> [String] {
    var names: [String] = []
    try read(path) { name in
      if endings.contains(where: name.hasSuffix), !name.hasPrefix(".") { names.append(name) }
      return names.count < limit
    }
    return names.sorted()
  }

  /// A folder and all folders in it, not through links; what cannot be read is left out.
  static func tree(_ path: String) -> [String] {
    let names = (try? names(in: path)) ?? []
    return [path]
      + names.map { "\(path)/\($0)" }.filter { isThere($0, throughLinks: false) }.flatMap(tree)
  }

  /// Hands over the names in a folder as long as it is wanted.
  static func read(_ path: String, _ take: (String) -> Bool) throws(FileError) {
    guard let folder = opendir(path) else { throw FileError(path: path, error: .last) }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard take(name) else { return }
    }
  }

  /// Makes what was renamed in a folder last; folders that cannot be opened or written through are left alone.
  static func synchronize(_ path: String) throws(FileError) {
    let folder = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    defer { close(folder) }
    if retrying({ fsync(folder) }) != 0, errno != EINVAL, errno != EROFS {
      throw FileError(path: path, error: .last)
    }
  }

  /// Makes a new folder where temporary files are (`TMPDIR`), which only the user can look into.
  static func makeTemporary() throws(FileError) -> String {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/adview-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(path: place, error: .last) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a folder with all that is in it, as far as that goes; links are not followed.
  static func remove(_ path: String) {
    if isThere(path, throughLinks: false) {
      try? read(path) { name in
        if name != ".", name != ".." { remove("\(path)/\(name)") }
        return true
      }
    }
    _ = Glibc.remove(path)
  }

  static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func lastName(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}

/// One program at a time: a folder that is locked as long as this lives.
struct FolderLock: ~Copyable {
  /// How long the lock is waited for, in milliseconds.
  private static let patience = 1000

  private let folder: Int32

  /// Locks a folder, if folders can be locked; throws when another program holds it for longer than a second.
  init(_ path: String) throws(FileError) {
    folder = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    for _ in 0..<Self.patience {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      poll(nil, 0, 1)
    }
    close(folder)
    throw FileError(path: path, reason: .locked)
  }

  deinit { if folder >= 0 { close(folder) } }
}

/// The path without symbolic links in it; `nil` when there is nothing at it.
func resolvedPath(_ path: String) -> String? {
  guard let place = realpath(path, nil) else { return nil }
  defer { free(place) }
  return String(cString: place)
}
