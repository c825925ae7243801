import TestSupport
import Testing

@testable import Playground

/// The picture in the README is the program's own screen.
@Suite struct ReadmeTests {
  @Test func `the picture in the README is what the demo page looks like`() throws {
    var player = Player(try demoPage("home.md"), columns: 120, rows: 40)
    for _ in 0..<4 { player.press("J", wait: 1200) }
    player.press("f", .shiftLeft, times: 6, after: 2000)
    let title =
      "AdView with its demo page: article, map, thresholds, slots, timeline, and the metrics now and under another threshold"
    #expect(player.screen.contains("what if 800/200 → 200/200") && player.screen.contains(" worse"))
    expectGolden(player.canvas.svg(Theme(.dark, .direct), title: title), "readme.svg")
    #expect(
      try Project.text(of: "README.md").contains(
        "![\(title)](Tests/PlaygroundTests/Goldens/readme.svg)"))
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `the second thing to try shows what it saves and costs`(columns: Int, rows: Int) throws {
    let step = try #require(
      try Project.text(of: "README.md").split(separator: "\n").first { $0.hasPrefix("2. ") })
    #expect(step.contains("`J`") && step.contains("`f` `1` `0` `0`"), "\(step)")
    var player = Player(
      try demoPage("home.md"), columns: columns, rows: rows, settings: PlaygroundSettings())
    player.press("a", after: 1000, wait: 1000)
    player.press("J", wait: 1500)
    player.press("f", "1", "0", "0")
    #expect(player.rows(with: "blank time").contains { $0.contains("worse") })
    #expect(player.rows(with: "requests").contains { $0.contains("better") })
    #expect(player.screen.contains("what if 800/200 → 100/100"))
    player.press(.enter, shows: "800/200 → 100/100 (now)")
  }
}
