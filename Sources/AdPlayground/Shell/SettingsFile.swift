import AdEngine
import AdLab
import AdRendering
import Playground

/// The settings that outlive the program: one small JSON file, and beside it the user's choice as `IABTCF_*` keys, as
/// an app keeps them for every SDK in it.
///
/// It is read again before it is replaced, so that two playgrounds that run at once do not undo each other's changes
/// of different settings. A file that cannot be understood is set aside, never deleted.
struct SettingsFile {
  let path: String?
  let keysPath: String?
  /// What this program has read or written last.
  private var known = PlaygroundSettings()
  /// The values in the file as they were written: other programs and versions may want what is beside the settings.
  private var written: [String: JSONText] = [:]
  /// What was beside the keys.
  private var otherKeys: [String: JSONText] = [:]

  /// No file of settings or keys is longer, in bytes.
  static let maxLength = 1 << 20

  init(folder: String?) {
    path = folder.map { $0 + "/settings.json" }
    keysPath = folder.map { $0 + "/iabtcf.json" }
  }

  mutating func load() -> (settings: PlaygroundSettings, problem: String?) {
    var problems: [String] = []
    for path in [path, keysPath].compactMap({ $0 }) { WholeFile.removeLeftovers(of: path) }
    do {
      known = try readSettings()
    } catch {
      problems.append(error.description)
    }
    do {
      var settings = known
      try readKeys(into: &settings)
      known = settings
    } catch {
      problems.append(error.description)
    }
    return (known, problems.isEmpty ? nil : problems.joined(separator: "; "))
  }

  /// Writes the settings that differ from those known before, and says what went wrong.
  mutating func save(_ settings: PlaygroundSettings) -> String? {
    guard let path else {
      return "settings are not kept: neither XDG_CONFIG_HOME nor HOME is an absolute path"
    }
    let folder = Folder.of(path)
    do throws(FileError) {
      try StandardFolders.make(folder)
      // One at a time reads and replaces them.
      let lock = try FolderLock(folder)
      let problem = saveLocked(settings, path)
      extendLifetime(lock)
      return problem
    } catch {
      return "settings are not kept: \(error)"
    }
  }

  /// The same, while no other program reads or replaces them.
  private mutating func saveLocked(_ settings: PlaygroundSettings, _ path: String) -> String? {
    var current = known
    do throws(SettingsFileError) {
      current = try readSettings()
    } catch {
      // What is there and was not set aside is never overwritten.
      guard error.isSetAside else { return error.description }
    }
    var isChoiceNew = settings.consent != known.consent || settings.regulation != known.regulation
    do throws(SettingsFileError) {
      try readKeys(into: &current)
    } catch {
      guard error.isSetAside else { return error.description }
      isChoiceNew = true
    }
    if settings.isDebugEnabled != known.isDebugEnabled {
      current.isDebugEnabled = settings.isDebugEnabled
    }
    if isChoiceNew {
      current.consent = settings.consent
      current.regulation = settings.regulation
    }
    current.lab = current.lab.applying(PreloadChange(from: known.lab, to: settings.lab))
    do {
      // The choice first: without it, the word in the settings must not count again. A link to settings that are kept
      // elsewhere stays one.
      if isChoiceNew, let keysPath {
        let keys = StoredConsent(
          regulation: current.regulation, choice: current.consent, others: otherKeys)
        try WholeFile.write(keys.bytes, to: resolvedPath(keysPath) ?? keysPath)
      }
      try WholeFile.write(bytes(of: current), to: resolvedPath(path) ?? path)
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
      guard let path else { return true }
      do throws(FileError) {
        return try FileSource.contents(of: path, atMost: Self.maxLength).map(canRead) ?? true
      } catch {
        // What the system says is said of writing, too.
        return error.number != nil
      }
    }
    return (
      !holds(path) { Self.stored(in: $0).flatMap { Self.settings(in: $0.fields) } != nil },
      !holds(keysPath) { (try? StoredConsent($0)) != nil }
    )
  }

  private mutating func readSettings() throws(SettingsFileError) -> PlaygroundSettings {
    written = [:]
    guard let path, let bytes = try bytes(of: path) else { return PlaygroundSettings() }
    guard let stored = Self.stored(in: bytes), let settings = Self.settings(in: stored.fields)
    else { throw setAside(path) }
    written = stored.texts
    return settings
  }

  private static func stored(
    in bytes: [UInt8]
  ) -> (fields: [String: JSONValue], texts: [String: JSONText])? {
    (try? JSONReader.object(bytes)) ?? nil
  }

  /// The settings in the object of the file, if they can be understood; one that is absent has its default.
  private static func settings(in stored: [String: JSONValue]) -> PlaygroundSettings? {
    guard let lab = PreloadSettings(stored: stored) else { return nil }
    var settings = PlaygroundSettings(isDebugEnabled: false, consent: .status(.unset), lab: lab)
    switch stored[DebugSettings.key] {
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
  private func bytes(of settings: PlaygroundSettings) -> [UInt8] {
    var stored = written.merging(settings.lab.stored.mapValues { .value($0) }) { $1 }
    stored[DebugSettings.key] = .flag(settings.isDebugEnabled)
    stored["consent"] = nil
    if case .status(let status) = settings.consent { stored["consent"] = .text(status.rawValue) }
    return StoredConsent.bytes(stored.sorted { $0.key < $1.key })
  }

  /// Takes the choice from the keys, where they hold one.
  private mutating func readKeys(
    into settings: inout PlaygroundSettings
  ) throws(SettingsFileError) {
    otherKeys = [:]
    guard let keysPath, let bytes = try bytes(of: keysPath) else { return }
    let stored: StoredConsent
    do throws(ConsentFileError) {
      stored = try StoredConsent(bytes)
    } catch {
      throw setAside(keysPath)
    }
    otherKeys = stored.others
    settings.regulation = stored.regulation
    if stored.choice.string != nil { settings.consent = stored.choice }
  }

  private func bytes(of path: String) throws(SettingsFileError) -> [UInt8]? {
    do {
      return try FileSource.contents(of: path, atMost: Self.maxLength)
    } catch {
      throw SettingsFileError(description: "settings cannot be read: \(error)", isSetAside: false)
    }
  }

  /// Moves a file that cannot be understood to a name that is free.
  private func setAside(_ path: String) -> SettingsFileError {
    let place = WholeFile.setAside(path, as: "unreadable")
    let words = place.map { " and were set aside: \($0)" } ?? ": \(path)"
    return SettingsFileError(
      description: "settings are not valid" + words, isSetAside: place != nil)
  }

  private struct SettingsFileError: Error {
    let description: String
    let isSetAside: Bool
  }
}
