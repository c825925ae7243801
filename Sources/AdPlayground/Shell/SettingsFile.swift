import AdEngine
import AdLab
import AdRendering
import Playground

/// The settings that outlive the program, in JSON: read again before it is replaced (two may run), set aside if damaged.
struct SettingsFile {
  private let path: String?
  /// What this program has read or written last.
  private var known = PlaygroundSettings()
  /// The values in the file as they were written: other programs and versions may want what is beside the settings.
  private var written: [String: JSONText] = [:]

  /// No file of settings is longer, in bytes.
  static let maxLength = 1 << 20

  init(folder: String?) { path = folder.map { $0 + "/settings.json" } }

  mutating func load() -> (settings: PlaygroundSettings, problem: String?) {
    if let path { WholeFile.removeLeftovers(of: path) }
    do {
      known = try readSettings()
      return (known, nil)
    } catch {
      return (known, error.description)
    }
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
    if settings.isDebugEnabled != known.isDebugEnabled {
      current.isDebugEnabled = settings.isDebugEnabled
    }
    if settings.consent != known.consent || settings.regulation != known.regulation {
      current.consent = settings.consent
      current.regulation = settings.regulation
    }
    current.lab = current.lab.applying(PreloadChange(from: known.lab, to: settings.lab))
    do {
      // A link to settings that are kept elsewhere stays one.
      try WholeFile.write(bytes(of: current), to: resolvedPath(path) ?? path)
      // Not before: what could not be written is still to be written next time.
      known = settings
      return nil
    } catch {
      return "settings are not kept: \(error)"
    }
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
    case .text(let text):
      if let status = ConsentStatus(rawValue: text) {
        settings.consent = .status(status)
      } else if let string = try? ConsentString(text) {
        settings.consent = .tcString(string)
      } else {
        return nil
      }
    default: return nil
    }
    switch stored["regulation"] {
    case nil, .null: break
    case .text(let text):
      guard let regulation = ConsentStore.Regulation(rawValue: text) else { return nil }
      settings.regulation = regulation
    default: return nil
    }
    return settings
  }

  /// The settings as the bytes of the file, one on each line.
  private func bytes(of settings: PlaygroundSettings) -> [UInt8] {
    var stored = written.merging(settings.lab.stored.mapValues { .value($0) }) { $1 }
    stored[DebugSettings.key] = .flag(settings.isDebugEnabled)
    switch settings.consent {
    case .status(let status): stored["consent"] = .text(status.rawValue)
    case .tcString(let string): stored["consent"] = .text(string.text)
    }
    stored["regulation"] = .text(settings.regulation.rawValue)
    let lines = stored.sorted { $0.key < $1.key }
      .map { "  \(JSONText.text($0.key).json): \($0.value.json)" }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  private func bytes(of path: String) throws(SettingsFileError) -> [UInt8]? {
    try restating(try FileSource.contents(of: path, atMost: Self.maxLength)) {
      (error: FileError) in
      SettingsFileError(description: "settings cannot be read: \(error)", isSetAside: false)
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
