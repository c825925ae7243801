import Glibc

/// Where sessions are, and how they get to their pages.
enum SessionPaths {
  /// The paths of the sessions at `path`: those of a folder, in the order of their names, or the file itself.
  ///
  /// A folder's sessions are the files in it whose names end in `.jsonl`; folders in it are not looked into.
  static func sessions(at path: String) throws(CommandFailure) -> [String] {
    var facts = stat()
    guard path != "-", stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      return [path]
    }
    guard let folder = opendir(path) else {
      throw .inputOutput("\(path): cannot be opened: \(SystemError.last)")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".jsonl"), !name.hasPrefix(".") { names.append(name) }
    }
    guard !names.isEmpty else {
      throw .noInput("\(path): there are no sessions (*.jsonl) in this folder")
    }
    let start = path.hasSuffix("/") ? path : path + "/"
    return names.sorted().map { start + $0 }
  }

  /// The path that leads to `file` from the folder of another file; both may be anywhere.
  ///
  /// Without another file it is the path as it was given. `nil` when there is nothing at one of them.
  static func path(to file: String, fromFolderOf other: String?) -> String? {
    guard let other else { return file }
    let folder = other.lastIndex(of: "/").map { String(other[...$0]) } ?? "."
    guard let start = resolvedPath(folder), let end = resolvedPath(file) else { return nil }
    let from = start.split(separator: "/")
    let to = end.split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - common)
    return (up + to[common...]).joined(separator: "/")
  }
}
