import AdEngine
import Glibc
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// The settings that outlive the program.
@Suite struct SettingsFileTests {
  @Test func `of two playgrounds that run at once, neither undoes what the other set`() throws {
    let folder = try TemporaryFolder()
    var first = SettingsFile(folder: folder.path)
    var second = SettingsFile(folder: folder.path)
    _ = first.load()
    _ = second.load()
    #expect(first.save(PlaygroundSettings(isDebugEnabled: true)) == nil)
    #expect(second.save(PlaygroundSettings(consent: .denied)) == nil)
    #expect(first.save(PlaygroundSettings(isDebugEnabled: true, consent: .granted)) == nil)
    #expect(second.save(PlaygroundSettings(isDebugEnabled: true, consent: .denied)) == nil)
    #expect(second.save(PlaygroundSettings(isDebugEnabled: false, consent: .denied)) == nil)
    var third = SettingsFile(folder: folder.path)
    let (settings, problem) = third.load()
    #expect(settings == PlaygroundSettings(isDebugEnabled: false, consent: .granted))
    #expect(problem == nil)
  }

  @Test func `a link to settings that are kept elsewhere stays a link`() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(symlink(elsewhere.path + "/kept.json", folder.path + "/settings.json") == 0)
    try WholeFile.write(Array("{}\n".utf8), to: elsewhere.path + "/kept.json")
    var file = SettingsFile(folder: folder.path)
    #expect(file.save(PlaygroundSettings(isDebugEnabled: true)) == nil)
    var facts = stat()
    #expect(lstat(folder.path + "/settings.json", &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
    let kept = try #require(
      try FileSource.contents(of: elsewhere.path + "/kept.json", atMost: 1 << 20))
    #expect(String(decoding: kept, as: UTF8.self).contains("\"isDebugEnabled\": true"))
  }

  @Test func `what could not be written once is written the next time`() throws {
    let folder = try TemporaryFolder()
    var file = SettingsFile(folder: folder.path)
    _ = file.load()
    // A folder in the file's place: no file can take it.
    #expect(mkdir(folder.path + "/settings.json", 0o700) == 0)
    #expect(file.save(PlaygroundSettings(isDebugEnabled: true)) != nil)
    #expect(rmdir(folder.path + "/settings.json") == 0)
    #expect(file.save(PlaygroundSettings(isDebugEnabled: true)) == nil)
    var again = SettingsFile(folder: folder.path)
    #expect(again.load().settings.isDebugEnabled)
  }

  @Test func `saving at the same moment, each setting keeps the last value given to it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path
    await withTaskGroup { group in
      group.addTask {
        var file = SettingsFile(folder: path)
        for count in 1...201 {
          #expect(file.save(PlaygroundSettings(isDebugEnabled: count % 2 == 1)) == nil)
        }
      }
      group.addTask {
        var file = SettingsFile(folder: path)
        for count in 1...201 {
          let consent: ConsentChoice = count % 2 == 1 ? .denied : .unset
          #expect(file.save(PlaygroundSettings(consent: consent)) == nil)
        }
      }
    }
    var file = SettingsFile(folder: path)
    #expect(file.load().settings == PlaygroundSettings(isDebugEnabled: true, consent: .denied))
  }

  // MARK: - The IABTCF keys

  private func agreed(_ vendors: [Int] = [755]) -> ConsentChoice {
    var store = ConsentStore(vendors: vendors)
    store.becomeReady()
    store.setUserAgreeToAll(on: 20_000)
    return store.choice
  }

  private func text(_ path: String?) throws -> String {
    let path = try #require(path)
    let bytes = try FileSource.contents(of: path, atMost: 1 << 20)
    return String(decoding: try #require(bytes), as: UTF8.self)
  }

  @Test func `a choice is kept as the keys that SDKs look for, and read at the next start`() throws
  {
    let folder = try TemporaryFolder()
    var file = SettingsFile(folder: folder.path)
    _ = file.load()
    let settings = PlaygroundSettings(isDebugEnabled: true, consent: agreed())
    #expect(file.save(settings) == nil)
    let string = try #require(settings.consent.string)
    let keys = try text(file.keysPath)
    #expect(keys.contains("\"IABTCF_TCString\": \"\(string.text)\""))
    #expect(keys.contains("\"IABTCF_gdprApplies\": 1"))
    #expect(keys.contains("\"IABTCF_PurposeConsents\": \"111111111110000000000000\""))
    #expect(!(try text(file.path)).contains("consent"), "one place says it")
    var other = SettingsFile(folder: folder.path)
    #expect(other.load().settings == settings)
    // A withdrawal takes the keys away.
    #expect(other.save(PlaygroundSettings(isDebugEnabled: true)) == nil)
    #expect(!(try text(file.keysPath)).contains("TCString"))
    var third = SettingsFile(folder: folder.path)
    #expect(third.load().settings == PlaygroundSettings(isDebugEnabled: true))
  }

  @Test func `no law, and what was chosen before it, are both kept`() throws {
    let folder = try TemporaryFolder()
    var file = SettingsFile(folder: folder.path)
    let settings = PlaygroundSettings(consent: agreed(), regulation: .none)
    #expect(file.save(settings) == nil)
    #expect((try text(file.keysPath)).contains("\"IABTCF_gdprApplies\": 0"))
    var other = SettingsFile(folder: folder.path)
    #expect(other.load().settings == settings)
  }

  @Test(arguments: [
    "{", "[]", "{\"IABTCF_TCString\": 7}", "{\"IABTCF_TCString\": \"CAAA\"}",
    "{\"IABTCF_gdprApplies\": true}", "{\"IABTCF_gdprApplies\": 2}", "", "\u{0}",
  ])
  func `keys that cannot be understood are set aside, and the settings stay`(text: String) throws {
    let folder = try TemporaryFolder()
    var file = SettingsFile(folder: folder.path)
    #expect(file.save(PlaygroundSettings(isDebugEnabled: true, consent: .denied)) == nil)
    let keysPath = try #require(file.keysPath)
    try WholeFile.write(Array(text.utf8), to: keysPath)
    var other = SettingsFile(folder: folder.path)
    let (settings, problem) = other.load()
    #expect(settings.isDebugEnabled)
    #expect(settings.consent == .denied)
    #expect(problem?.contains("iabtcf.json.unreadable") == true)
    #expect(
      try FileSource.contents(of: keysPath + ".unreadable", atMost: 1 << 20) == Array(text.utf8),
      "never deleted")
    #expect(try FileSource.contents(of: keysPath, atMost: 1 << 20) == nil)
  }

  @Test func `what an app writes beside the keys of the framework does not matter`() throws {
    let folder = try TemporaryFolder()
    let file = SettingsFile(folder: folder.path)
    let string = try #require(agreed().string)
    let keysPath = try #require(file.keysPath)
    try WholeFile.write(
      Array("{\"IABTCF_TCString\":\"\(string.text)\",\"mine\":[1]}".utf8), to: keysPath)
    var other = SettingsFile(folder: folder.path)
    let (settings, problem) = other.load()
    #expect(settings.consent == .tcString(string))
    #expect(problem == nil)
  }
}
