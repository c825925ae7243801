import AdEngine
import Glibc
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// The settings that outlive the program.
@Suite struct SettingsFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `of two playgrounds that run at once, neither undoes what the other set`() throws {
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

  @Test func `saved at the same moment, each setting keeps its last value`() async throws {
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

  // MARK: - The user's choice

  private func agreed(_ vendors: [Int] = [755]) -> ConsentChoice {
    var store = ConsentStore(vendors: vendors)
    store.becomeReady()
    store.setUserAgreeToAll(on: 20_000)
    return store.choice
  }

  @Test func `a choice is kept as its TC string, and read at the next start`() throws {
    var file = SettingsFile(folder: folder.path)
    _ = file.load()
    let settings = PlaygroundSettings(
      isDebugEnabled: true, consent: agreed(), regulation: .none)
    #expect(file.save(settings) == nil)
    let string = try #require(settings.consent.string)
    #expect(try folder.text("settings.json").contains("\"consent\": \"\(string.text)\""))
    var other = SettingsFile(folder: folder.path)
    #expect(other.load().settings == settings)
    // A withdrawal takes the string away.
    #expect(other.save(PlaygroundSettings(isDebugEnabled: true)) == nil)
    #expect(try folder.text("settings.json").contains("\"consent\": \"unset\""))
    var third = SettingsFile(folder: folder.path)
    #expect(third.load().settings == PlaygroundSettings(isDebugEnabled: true))
  }

  @Test(arguments: [
    "{", "[]", "{\"consent\": 7}", "{\"consent\": \"CAAA\"}", "{\"regulation\": true}",
    "{\"regulation\": \"mars\"}", "", "\u{0}",
  ])
  func `settings that cannot be understood are set aside, never deleted`(text: String) throws {
    try folder.write(text, "settings.json")
    var file = SettingsFile(folder: folder.path)
    let (settings, problem) = file.load()
    #expect(settings == PlaygroundSettings())
    #expect(problem?.contains("settings.json.unreadable") == true)
    #expect(try folder.text("settings.json.unreadable") == text)
    #expect(folder.names == ["settings.json.unreadable"])
  }
}
