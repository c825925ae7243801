import AdEngine
import AdLab
import AdRendering
import AdSessions
import Glibc
import Playground

/// The settings that outlive the program: one small JSON file, and beside it the person's choice as `IABTCF_*` keys, as
/// an app keeps them for every SDK in it.
///
/// It is read again before it is replaced, so that two playgrounds that run at once do not undo each other's changes
/// of different settings. A file that cannot be understood is set aside, never deleted.
struct SettingsFile {
  let path: String?
  /// The file of the keys.
  let keysPath: String?
  /// What this program has read or written last.
  private var known = PlaygroundSettings()

  init(folder: String?) {
    path = folder.map { $0 + "/settings.json" }
    keysPath = folder.map { $0 + "/iabtcf.json" }
  }

  /// Reads the settings, and says what was wrong with them.
  mutating func load() -> (settings: PlaygroundSettings, problem: String?) {
    var problems: [String] = []
    do {
      known = try readSettings()
    } catch {
      problems.append(error.description)
    }
    do {
      try readKeys(into: &known)
    } catch {
      problems.append(error.description)
    }
    return (known, problems.isEmpty ? nil : problems.joined(separator: "; "))
  }

  /// Writes the settings that differ from those known before, and says what went wrong.
  mutating func save(_ settings: PlaygroundSettings) -> String? {
    guard let path, let folder = path.lastIndex(of: "/").map({ String(path[..<$0]) }) else {
      return "settings are not kept: neither XDG_CONFIG_HOME nor HOME is an absolute path"
    }
    do throws(FileProblem) {
      try StandardFolders.make(folder)
    } catch {
      return "settings are not kept: \(error)"
    }
    // One at a time reads and replaces them; where folders cannot be locked it goes without.
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0 { flock(lock, LOCK_EX) }
    defer { if lock >= 0 { close(lock) } }
    var current = known
    do throws(UnreadableSettings) {
      current = try readSettings()
    } catch {
      // What is there and was not set aside is never overwritten.
      guard error.isSetAside else { return error.description }
    }
    var isChosenAnew = settings.consent != known.consent || settings.regulation != known.regulation
    do throws(UnreadableSettings) {
      try readKeys(into: &current)
    } catch {
      guard error.isSetAside else { return error.description }
      isChosenAnew = true
    }
    if settings.isDebugEnabled != known.isDebugEnabled {
      current.isDebugEnabled = settings.isDebugEnabled
    }
    if isChosenAnew {
      current.consent = settings.consent
      current.regulation = settings.regulation
    }
    current.lab = current.lab.applying(PreloadChange(from: known.lab, to: settings.lab))
    do {
      // The choice first: without it, the word in the settings must not count again. A link to settings that are kept
      // elsewhere stays one.
      if isChosenAnew, let keysPath {
        let keys = StoredConsent(regulation: current.regulation, choice: current.consent)
        try WholeFile.write(keys.bytes, to: resolvedPath(keysPath) ?? keysPath)
      }
      try WholeFile.write(Self.bytes(of: current), to: resolvedPath(path) ?? path)
      // Not before: what could not be written is still to be written next time.
      known = settings
      return nil
    } catch {
      return "settings are not kept: \(error)"
    }
  }

  /// Whether the settings, and the keys, cannot be understood; nothing is set aside.
  func damage() -> (settings: Bool, keys: Bool) {
    func holds(_ path: String?, _ canRead: ([UInt8]) -> Bool) -> Bool {
      guard let path, let bytes = (try? WholeFile.read(path)) ?? nil else { return true }
      return canRead(bytes)
    }
    return (
      !holds(path) { Self.settings(in: $0) != nil },
      !holds(keysPath) { (try? StoredConsent($0)) != nil }
    )
  }

  private func readSettings() throws(UnreadableSettings) -> PlaygroundSettings {
    guard let path, let bytes = try bytes(of: path) else { return PlaygroundSettings() }
    guard let settings = Self.settings(in: bytes) else { throw setAside(path) }
    return settings
  }

  /// The settings in the bytes of the file, if they can be understood; one that is absent has its default.
  private static func settings(in bytes: [UInt8]) -> PlaygroundSettings? {
    guard case .object(let stored)? = try? JSONReader.read(bytes),
      let lab = PreloadSettings(stored: stored)
    else { return nil }
    var settings = PlaygroundSettings(
      isDebugEnabled: false, consent: .status(.unset), lab: lab)
    switch stored["isDebugEnabled"] {
    case nil, .null: break
    case .flag(let isEnabled): settings.isDebugEnabled = isEnabled
    default: return nil
    }
    switch stored["consent"] {
    case nil, .null: break
    case .text(let word):
      guard let status = ConsentStatus(rawValue: word) else { return nil }
      settings.consent = .status(status)
    default: return nil
    }
    return settings
  }

  /// The settings as the bytes of the file; a choice that is a TC string is in the keys.
  private static func bytes(of settings: PlaygroundSettings) -> [UInt8] {
    var stored = settings.lab.stored
    stored["isDebugEnabled"] = .flag(settings.isDebugEnabled)
    if case .status(let status) = settings.consent { stored["consent"] = .text(status.rawValue) }
    return Array((JSONValue.object(stored).lines().joined(separator: "\n") + "\n").utf8)
  }

  /// Takes the choice from the keys, where they hold one.
  private func readKeys(into settings: inout PlaygroundSettings) throws(UnreadableSettings) {
    guard let keysPath, let bytes = try bytes(of: keysPath) else { return }
    let stored: StoredConsent
    do throws(UnreadableConsent) {
      stored = try StoredConsent(bytes)
    } catch {
      throw setAside(keysPath)
    }
    settings.regulation = stored.regulation
    if stored.choice.string != nil { settings.consent = stored.choice }
  }

  private func bytes(of path: String) throws(UnreadableSettings) -> [UInt8]? {
    do {
      return try WholeFile.read(path)
    } catch {
      throw UnreadableSettings(
        description: "settings cannot be read: \(error)", isSetAside: false)
    }
  }

  /// Moves a file that cannot be understood to a name that is free.
  private func setAside(_ path: String) -> UnreadableSettings {
    for number in 1...99 {
      let place = "\(path).unreadable" + (number == 1 ? "" : ".\(number)")
      if link(path, place) == 0, unlink(path) == 0 {
        return UnreadableSettings(
          description: "settings could not be understood and were set aside: \(place)",
          isSetAside: true)
      }
    }
    return UnreadableSettings(
      description: "settings could not be understood: \(path)", isSetAside: false)
  }

  private struct UnreadableSettings: Error {
    let description: String
    let isSetAside: Bool
  }
}
