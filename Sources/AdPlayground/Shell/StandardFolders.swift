import Glibc

/// Where a program keeps its files, by the XDG Base Directory Specification.
struct StandardFolders {
  /// Settings that a user made: `$XDG_CONFIG_HOME/adview`, else `~/.config/adview`.
  let configuration: String?
  /// What is worth keeping but not precious: `$XDG_STATE_HOME/adview`, else `~/.local/state/adview`.
  let state: String?

  init() {
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    func folder(_ variable: String, _ fallback: String) -> String? {
      // The specification wants paths that are not absolute ignored.
      if let own = environment(variable), own.hasPrefix("/") { return own + "/adview" }
      return home.map { "\($0)/\(fallback)/adview" }
    }
    configuration = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
  }

  static func make(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw FileError(path: path, error: .last) }
    }
  }
}
