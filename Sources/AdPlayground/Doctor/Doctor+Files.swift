import Glibc

extension Doctor {
  func fileFindings() -> [Finding] {
    let folders = StandardFolders(environment: environment)
    let settings = SettingsFile(folder: folders.configuration)
    return [
      file(
        "settings", settings.path, "XDG_CONFIG_HOME", isDamaged: settings.isDamaged,
        isReplaced: true),
      file("debug log", DebugLogFile(folder: folders.state).path, "XDG_STATE_HOME"),
    ]
  }

  private func file(
    _ name: String, _ path: String?, _ variable: String, isDamaged: Bool = false,
    isReplaced: Bool = false
  ) -> Finding {
    guard let path else {
      return .note(
        name, "not kept: neither \(variable) nor HOME is an absolute path",
        "set HOME to your home folder")
    }
    if isDamaged {
      return .note(
        name, "is not valid: \(path)",
        "fix it; the playground will set it aside and start without one")
    }
    let obstacle = isReplaced ? Self.obstacle(toReplacing: path) : Self.obstacle(toWriting: path)
    guard let obstacle else { return .ok(name, path) }
    return .note(
      name, "cannot be written: \(obstacle)",
      "make it writable, or set \(variable) to another folder")
  }

  /// Why no file can take a file's place, its missing folders made first; the folder is that of the file behind a link.
  static func obstacle(toReplacing path: String) -> String? {
    guard let place = resolvedPath(path) else { return obstacle(toWriting: path) }
    let folder = Folder.of(place)
    return access(folder, W_OK | X_OK) == 0 ? nil : problem(folder, errno)
  }

  /// Why a file cannot be written, its missing folders made first; `nil` if nothing is in the way.
  static func obstacle(toWriting path: String) -> String? {
    if access(path, F_OK) == 0 { return access(path, W_OK) == 0 ? nil : problem(path, errno) }
    var folder = path
    while folder.contains("/") {
      folder = Folder.of(folder)
      var facts = stat()
      if stat(folder, &facts) == 0 {
        guard facts.st_mode & S_IFMT == S_IFDIR else { return problem(folder, ENOTDIR) }
        return access(folder, W_OK | X_OK) == 0 ? nil : problem(folder, errno)
      }
      guard errno == ENOENT || errno == ENOTDIR else { return problem(folder, errno) }
      if folder == "/" { break }
    }
    return problem(path, ENOENT)
  }

  private static func problem(_ path: String, _ number: Int32) -> String {
    "\(path): \(SystemError(number: number))"
  }
}
