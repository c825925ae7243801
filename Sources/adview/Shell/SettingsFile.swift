import AdEngine
import AdSessions
import FoundationEssentials
import Glibc
import Playground

/// The settings that outlive the program: one small JSON file.
///
/// It is read again before it is replaced, so that two playgrounds that run at once do not undo each other's changes
/// of different settings. A file that cannot be understood is set aside, never deleted.
struct SettingsFile {
  /// What stands in the file; a setting that is absent has its default.
  private struct Stored: Codable {
    var isDebugEnabled: Bool?
    var consent: String?
    var lab = StoredLab()

    private enum CodingKeys: String, CodingKey {
      case isDebugEnabled, consent
    }

    init(isDebugEnabled: Bool?, consent: String?, lab: StoredLab) {
      self.isDebugEnabled = isDebugEnabled
      self.consent = consent
      self.lab = lab
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      isDebugEnabled = try values.decodeIfPresent(Bool.self, forKey: .isDebugEnabled)
      consent = try values.decodeIfPresent(String.self, forKey: .consent)
      // The lab's settings lie beside the others, each under the key of its own that the seed gives it.
      lab = try StoredLab(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(isDebugEnabled, forKey: .isDebugEnabled)
      try values.encodeIfPresent(consent, forKey: .consent)
      try lab.encode(to: encoder)
    }
  }

  let path: String?
  /// What this program has read or written last.
  private var known = PlaygroundSettings()

  init(folder: String?) {
    path = folder.map { $0 + "/settings.json" }
  }

  /// Reads the settings, and says what was wrong with them.
  mutating func load() -> (settings: PlaygroundSettings, problem: String?) {
    do {
      known = try read()
      return (known, nil)
    } catch {
      return (known, error.description)
    }
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
    var current: PlaygroundSettings
    do throws(UnreadableSettings) {
      current = try read()
    } catch {
      // What is there and was not set aside is never overwritten.
      guard error.isSetAside else { return error.description }
      current = known
    }
    if settings.isDebugEnabled != known.isDebugEnabled {
      current.isDebugEnabled = settings.isDebugEnabled
    }
    if settings.consent != known.consent { current.consent = settings.consent }
    current.lab = current.lab.applying(PreloadChange(from: known.lab, to: settings.lab))
    known = settings
    let stored = Stored(
      isDebugEnabled: current.isDebugEnabled, consent: current.consent.rawValue,
      lab: StoredLab(current.lab))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    do {
      try WholeFile.write([UInt8](try encoder.encode(stored)) + [0x0A], to: path)
      return nil
    } catch {
      return "settings are not kept: \(error)"
    }
  }

  private func read() throws(UnreadableSettings) -> PlaygroundSettings {
    guard let path else { return PlaygroundSettings() }
    let bytes: [UInt8]?
    do {
      bytes = try WholeFile.read(path)
    } catch {
      throw UnreadableSettings(
        description: "settings cannot be read: \(error)", isSetAside: false)
    }
    guard let bytes else { return PlaygroundSettings() }
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      let consent = ConsentStatus(rawValue: stored.consent ?? ConsentStatus.unset.rawValue)
    else {
      throw setAside(path)
    }
    return PlaygroundSettings(
      isDebugEnabled: stored.isDebugEnabled ?? false, consent: consent,
      lab: stored.lab.settings)
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
