import AdEngine
import AdSessions
import Testing

@testable import Playground

/// What cannot be done is said before anything is asked, and what was given up leaves no trace.
@Suite struct FirstRefusalTests {
  @Test func `what cannot be written into is refused before anything is asked`() {
    let file = PageFile(
      location: "-", name: "home.md", bytes: Array(testPage().utf8), isFile: false)
    let model = Model(
      .page(file), options: PlaygroundOptions(), settings: PlaygroundSettings(consent: .granted),
      columns: 80, rows: 24)
    let player = Player(model).pressing("x", "W")
    #expect(player.overlay == nil)
    #expect(player.notice == "home.md: is not a file of yours; open a copy to write to")
  }

  @Test func `leaving a search brings back the pane as it stood in the viewport`() {
    var player = Player(testPage(ads: 4), settings: .debugging).pressing(.end)
    let (top, peek) = (player.model.paneTop, player.model.viewer.article.peek)
    #expect(peek > 0)
    player.press("/", typing: "before ad 1")
    #expect(player.model.paneTop < top)
    player.press(.escape)
    #expect(player.model.paneTop == top && player.model.viewer.article.peek == peek)
  }
}
