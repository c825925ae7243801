import AdEngine
import AdLab
import AdSessions
import Testing

@testable import Playground

/// The preload lab on the screen.
@Suite struct LabScreenTests {
  static let sizes = [(80, 24), (120, 40), (200, 60), (60, 16), (40, 10)]

  @Test(arguments: sizes)
  func `the lab looks as it should at every size`(columns: Int, rows: Int) {
    var player = labPlayer(columns, rows, [.waitForCompletionEvent: false, .autoPresent: false])
    player.press("f", wait: 7_500)
    player.press("f", wait: 1_000)
    let name = "lab-\(columns)x\(rows)"
    expectGolden(player.canvas, name)
    guard (columns, rows) == (80, 24) else { return }
    expectGolden(player.canvas.looks(Theme(.dark, .palette)), "looks/lab.txt")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `the settings look as they should`(columns: Int, rows: Int) {
    let player = labPlayer(columns, rows, [.preload: false]).pressing("s", .down, times: 4)
    expectGolden(player.canvas, "lab-settings-\(columns)x\(rows)")
  }

  @Test func `the lab at work, and empty, looks as it should`() {
    var player = labPlayer(80, 24, [:], unit: "display_300_250")
    expectGolden(player.canvas, "lab-empty-80x24")
    player.press("f", wait: 3_000, golden: "lab-preloading-80x24")
  }

  @Test func `a replay of the lab shows its captions`() throws {
    let player = Player(try Self.replay(columns: 80, rows: 24)).waiting(2_500)
    expectGolden(player.canvas, "lab-replay-80x24")
  }

  static func replay(columns: Int, rows: Int) throws -> Model {
    let (header, lines) = try readSession(demoPage("preload-early.jsonl"))
    let replay = LabReplay(try LabScript(header, lines: lines), name: "preload-early.jsonl")
    return Model(
      .lab(replay), options: PlaygroundOptions(), settings: PlaygroundSettings(), columns: columns,
      rows: rows, at: 0)
  }

  // MARK: -

  @Test func `S2.5 the bar has exactly three buttons, and the second one changes`() {
    var player = labPlayer(120, 40, [.autoPresent: false])
    func bar() -> String {
      String(player.screen.split(separator: "\n", omittingEmptySubsequences: false)[38])
        .split(separator: " ").joined(separator: " ")
    }
    #expect(bar() == "Reset [ f Fetch ] [ s Settings ]")
    player.press("f")
    #expect(bar() == "[ r Reset ] Fetching… [ s Settings ]")
    player.wait(1_300)
    #expect(bar() == "[ r Reset ] Preloading… [ s Settings ]")
    player.wait(2_000)
    #expect(bar() == "[ r Reset ] [ f Present ] [ s Settings ]")
    player.press("f")
    #expect(bar() == "[ r Reset ] Fetch [ s Settings ]")
    player.press("r")
    #expect(bar() == "Reset [ f Fetch ] [ s Settings ]")
  }

  @Test func `S2.25 the status says how far it is`() {
    var player = labPlayer(120, 40)
    #expect(player.screen.contains("○ no ad"))
    player.press("f", wait: 200, shows: "◌ fetching  0.2 s")
    player.wait(1_500, shows: "◐ preloading", "of at most 30.0 s")
    player.wait(3_000, shows: "● presented")
  }

  @Test func `what was early is said in words`() {
    var player = labPlayer(80, 24, [.autoPresent: false]).pressing("f")
    player.wait(4_000, shows: "EARLY, unseen")
    player.press("f", wait: 3_000, shows: "▼ presented", "EARLY by ")
  }

  @Test func `every state has a word of its own and a glyph`() {
    #expect(Set(PreloadState.allCases.map(\.words)).count == PreloadState.allCases.count)
    #expect(PreloadState.allCases.allSatisfy { !LabLook($0).glyph.isEmpty })
  }

  @Test(arguments: 0..<10)
  func `no size and no key breaks the screen`(seed: Int) {
    var player = labPlayer(60 + seed, 12 + seed)
    player.pressAnyKeys(90, seed: seed, backBy: "L") { $0.isLabOpen }
  }
}
