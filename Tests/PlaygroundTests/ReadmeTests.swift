import TestSupport
import Testing

@testable import Playground

/// The picture in the README is the program's own screen.
@Suite struct ReadmeTests {
  @Test func `the picture in the README is what the demo page looks like`() throws {
    var player = Player(try demoPage("home.md"), columns: 120, rows: 40)
    for _ in 0..<4 {
      player.press("J")
      player.wait(1200)
    }
    player.wait(2000)
    player.press("f")
    player.press(.shiftLeft, times: 6)
    let title =
      "AdView with its demo page: article, map, thresholds, slots, timeline, and the metrics now and under another threshold"
    #expect(player.screen.contains("fetch 800 → 200") && player.screen.contains(" worse"))
    expectGolden(player.canvas.svg(Theme(.dark, .direct), title: title), "readme.svg")
    #expect(
      try Project.text(of: "README.md").contains(
        "![\(title)](Tests/PlaygroundTests/Goldens/readme.svg)"))
  }
}
