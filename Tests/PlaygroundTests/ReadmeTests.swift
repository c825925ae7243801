import TestSupport
import Testing

@testable import Playground

/// The picture in the README is the program's own screen.
@Suite struct ReadmeTests {
  @Test func `the picture in the README is what the demo page looks like`() throws {
    var player = Player(try demoPage("home.md"), columns: 100, rows: 30)
    player.press("b")
    player.press(.down, times: 8)
    player.wait(5000)
    let title = "AdView with its demo page: article, map, thresholds, slots, log"
    expectGolden(player.canvas.svg(Theme(.dark, .direct), title: title), "readme.svg")
    #expect(
      try Project.text(of: "README.md").contains(
        "![\(title)](Tests/PlaygroundTests/Goldens/readme.svg)"))
  }
}
