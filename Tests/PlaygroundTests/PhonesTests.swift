import AdEngine
import AdRendering
import AdSessions
import Testing

@testable import Playground

/// What is in view as on phones, beside the timeline of a large screen.
@Suite struct PhonesTests {
  @Test func `one phone shows the page, two show it under a threshold that is tried`() throws {
    var player = Player.scrolled(columns: 200, rows: 60)
    player.shows(" now 800/200", "f and the arrows show", "another threshold here")
    player.press("f", "0", then: .down, wait: 100)
    let whatIf = try #require(player.whatIf)
    let engines = whatIf.engines
    // Both follow the same reader, each by its own decisions.
    #expect(engines.before.viewport == player.engine.viewport)
    #expect(engines.after.viewport.minY == player.engine.viewport.minY)
    #expect(engines.after.lazyLoading?.fetchThreshold == .points(0))
    for slot in 0..<10 {
      let now = player.engine.status(of: SlotID(slot))
      #expect(engines.before.status(of: SlotID(slot))?.adState == now?.adState)
    }
    player.shows(" 800/200  ", " 0/0", whatIf.then.requests.counted("request"))
    #expect(player.rows(with: "╭").count == 1 && player.rows(with: "╮").count == 1)
    #expect(player.rows(with: "╭")[0].ranges(of: "╭").count == 2)
    player.press(.escape, .escape, then: .down, wait: 100, shows: " now 800/200")
  }

  @Test(arguments: [(80, 24), (120, 40), (160, 50)])
  func `smaller screens have none`(columns: Int, rows: Int) {
    let player = Player.scrolled(columns: columns, rows: rows)
    #expect(player.layout.phones.height == 0 && !player.screen.contains("╭"))
  }

  @Test(arguments: [
    Size(width: 320, height: 568), Size(width: 744, height: 1133), Size(width: 844, height: 390),
  ])
  func `a phone, a tablet and the other way round stay in their place`(size: Size) {
    let player = Player(testPage(ads: 10, paragraphs: 6), columns: 200, rows: 60, viewport: size)
    #expect(player.layout.phones.width > 0)
    #expect(player.rows(with: "╭").count + player.rows(with: "╰").count == 2)
    player.shows("blank 0 pt·s")
  }

  @Test func `a phone of one column has no room for lines of text`() {
    let player = Player(
      testPage(ads: 10, paragraphs: 6), columns: 200, rows: 60,
      viewport: Size(width: 100, height: 5000))
    #expect(player.rows(with: "╭─╮").count == 1)
  }
}
