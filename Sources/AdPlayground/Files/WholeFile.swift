import AdRendering
import Glibc

/// Files that are there whole, or as they were before: a temporary file takes the place of the old one.
enum WholeFile {
  /// Replaces what is in a file; its name, links to it, its permissions and owner stay.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    guard let place = resolvedPath(path) else { throw FileError(path: path, error: .last) }
    try write(bytes, to: place, isShared: true)
  }

  /// Replaces a file; with `isShared` it is one for others to read too, and one that is there keeps its permissions.
  ///
  /// - Throws: The system's message; the old file is then as it was, unless it was the folder that could not be written
  ///   through after the new one had taken its place.
  static func write(_ bytes: [UInt8], to path: String, isShared: Bool = false) throws(FileError) {
    // What a first write left goes with the second: a folder of new files is not read for each of them.
    if access(path, F_OK) == 0 { removeLeftovers(of: path) }
    // A name that is free: what is there already may be a link of another user's.
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    let mode: mode_t = isShared ? 0o666 : 0o600
    let file = retrying {
      open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard file >= 0 else { throw FileError(path: path, error: .last) }
    // Marks it as no leftover.
    flock(file, LOCK_EX | LOCK_NB)
    var facts = stat()
    if stat(path, &facts) == 0 {
      if facts.st_uid != geteuid() || facts.st_gid != getegid() {
        _ = fchown(file, facts.st_uid, facts.st_gid)
      }
      if isShared { _ = fchmod(file, facts.st_mode & 0o777) }
    }
    defer { close(file) }
    do throws(SystemError) {
      try Descriptor(number: file).write(bytes)
      guard retrying({ fsync(file) }) == 0, retrying({ rename(temporary, path) }) == 0 else {
        throw SystemError.last
      }
    } catch {
      unlink(temporary)
      throw FileError(path: path, error: error)
    }
    try Folder.synchronize(Folder.of(path))
  }

  /// Moves a file to a name that is free, its own with an ending; `nil` when that cannot be done.
  static func setAside(_ path: String, as ending: String) -> String? {
    (1...99).lazy.map { "\(path).\(ending)" + ($0 == 1 ? "" : ".\($0)") }
      .first { link(path, $0) == 0 && unlink(path) == 0 }
  }

  /// Takes away what programs that were killed have left of a file they were about to replace.
  static func removeLeftovers(of path: String) {
    let folder = Folder.of(path)
    let start = Folder.lastName(of: path) + "."
    var leftovers: [String] = []
    try? Folder.read(folder) { name in
      if isLeftover(name, of: start) { leftovers.append("\(folder)/\(name)") }
      return true
    }
    for leftover in leftovers {
      let file = open(leftover, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(leftover) }
      close(file)
    }
  }

  /// Whether it is the name of a temporary file of a program that is no longer there.
  private static func isLeftover(_ name: String, of start: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(".new") else { return false }
    let numbers = name.dropFirst(start.count).dropLast(4)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, WrittenNumber.whole(numbers[1], in: 0...UInt32.max) != nil,
      let id = WrittenNumber.whole(numbers[0], in: 1...pid_t.max)
    else { return false }
    return kill(id, 0) != 0 && errno == ESRCH
  }
}
