/// Where sessions are, and how they get to their pages.
enum SessionPaths {
  /// The sessions at `path`: those of a folder, in the order of their names, or the file itself.
  ///
  /// A folder's sessions are the files in it whose names end in `.jsonl` or `.jsonl.gz`; folders in it are not looked into.
  static func sessions(at path: String) throws(CommandFailure) -> [Found] {
    guard path != "-", Folder.isThere(path) else { return [Found(path: path, isNamed: true)] }
    let names: [String]
    do throws(FileProblem) {
      names = try Folder.names(in: path, endingIn: ".jsonl", ".jsonl.gz")
    } catch {
      throw .file(error)
    }
    guard !names.isEmpty else {
      throw .noInput("\(path): there are no sessions (*.jsonl) in this folder")
    }
    let start = path.hasSuffix("/") ? path : path + "/"
    return names.map { Found(path: start + $0, isNamed: false) }
  }

  /// A file that should be a session.
  struct Found {
    let path: String
    /// Whether a person has named it, not only its folder.
    let isNamed: Bool

    /// Opens it; what only lies in a folder must be an ordinary file.
    func open(_ console: Console) throws(CommandFailure) -> InputFile {
      isNamed ? try InputFile(path, console) : try InputFile(linked: path, console)
    }
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
