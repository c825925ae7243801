import AdEngine
import AdSessions
import Testing

@testable import Playground

/// Ads beside each other, and the carousel that they are where they are wider than the text.
@Suite struct CarouselTests {
  static func page(_ count: Int) -> String {
    let ads = (0..<count).map { number in
      "```ad\nunit: u\(number)\nsize: 300x250\(number > 0 ? "\nbeside: true" : "")\n```\n"
    }
    return
      "---\nadServer: { seed: 4, latency: 200ms }\n---\n# Market\n\n\(ads.joined(separator: "\n"))\nEnd\n"
  }

  private func player(_ count: Int) -> Player {
    Player(
      Self.page(count), columns: 120, rows: 40, settings: PlaygroundSettings(consent: .granted))
  }

  private func frame(_ player: Player, _ slot: Int) -> SlotFrame? {
    player.engine.status(of: SlotID(slot))?.frame
  }

  @Test func `an arrow moves the carousel by an ad, and what comes into view is requested`() {
    var player = player(4).waiting(1000)
    func states() -> [AdLoadState?] {
      (0..<4).map { player.engine.status(of: SlotID($0))?.loadState }
    }
    #expect(states() == [.displayed, .displayed, .notLoaded, .notLoaded])
    player.press(.right)
    #expect(frame(player, 0)?.x == -308 && frame(player, 1)?.x == 0)
    player.wait(100)
    #expect(states() == [.displayed, .displayed, .displayed, .notLoaded])
    player.press(.right, times: 3, shows: "this is the end of the carousel")
    // 4 × 300 and three columns are 840 points wider than the text.
    #expect(frame(player, 0)?.x == -840)
    player.press(.left)
    #expect(frame(player, 0)?.x == -616)
  }

  @Test func `a box that is cut has a mark at its edge, and its slot says where it is`() {
    var player = player(3).waiting(1000)
    player.shows("›", "beside", hides: "‹")
    player.press(.right, .right, shows: "‹")
  }

  @Test func `an ad beside the viewport is level with it, not in view`() {
    let slot = SlotID(0)
    let beside = CauseWords(slot: slot, load: .fetched, now: .start, hasColumn: true) { _ in "" }
    #expect(beside.text(of: .added(gap: 0)) == "on the page, level with the viewport")
    let below = CauseWords(slot: slot, load: .fetched, now: .start) { _ in "" }
    #expect(below.text(of: .added(gap: 0)) == "on the page, in view")
  }

  @Test func `one ad, and ads that fit beside each other, are no carousel`() {
    let player = player(1).pressing(.right)
    #expect(player.screen.contains("there is no carousel in view"))
    #expect(frame(player, 0)?.x == nil)
  }

  @Test func `why says that a slot waits beside the viewport, and what brought it into view`() {
    var player = player(3).waiting(1000).pressing("n", "n", "n", "w")
    #expect(player.screen.contains("beside the viewport"))
    player.press(.escape, .right, wait: 100)
    player.press("w", shows: "moved across from x 616 to 308")
  }
}
