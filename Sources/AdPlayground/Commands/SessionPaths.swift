import AdEngine
import Glibc

/// Where sessions are, and how they get to their pages.
enum SessionPaths {
  /// The sessions in a folder and its folders (`.jsonl`) by name, or the file; not what is hidden or behind links.
  static func sessions(at path: String) throws(CommandError) -> [Found] {
    guard path != "-", Folder.isThere(path) else { return [Found(path: path, isNamed: true)] }
    let found = try restating(try find(in: path), as: CommandError.file)
    guard !found.isEmpty else {
      throw .noInput("\(path): there are no sessions (*.jsonl) in this folder")
    }
    return found
  }

  private static func find(in folder: String) throws(FileError) -> [Found] {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var found: [Found] = []
    for name in try Folder.names(in: folder) {
      if isSession(named: name) {
        found.append(Found(path: start + name, isNamed: false))
      } else if Folder.isThere(start + name, throughLinks: false) {
        found += try find(in: start + name)
      }
    }
    return found
  }

  static func isSession(named name: String) -> Bool { name.hasSuffix(".jsonl") }

  /// Whether it is a pipe, a terminal or a device, which can be read only once.
  static func isStream(_ path: String) -> Bool {
    var facts = stat()
    return path == "-"
      || (stat(path, &facts) == 0 && ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT))
  }

  struct Found {
    let path: String
    /// Whether a user has named it, not only its folder.
    let isNamed: Bool

    /// Its path from the folder that it was found in.
    func name(in folder: String) -> String {
      String(path.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
    }

    /// Opens it; what only lies in a folder must be an ordinary file.
    func open(_ console: Console) throws(CommandError) -> InputFile {
      isNamed ? try InputFile(path, console) : try InputFile(linked: path, console)
    }
  }

  /// A path without folders that it leaves again, to be read by people; links are not followed.
  static func shortened(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      let leaves = part == ".." && !["..", "", nil].contains(parts.last)
      if leaves { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The path to `file` from the folder of `other`, or as it was given; `nil` when there is nothing at one of them.
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
