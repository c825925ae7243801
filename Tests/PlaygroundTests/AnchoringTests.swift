import AdEngine
import AdSessions
import Testing

@testable import Playground

/// What is read stays where it is on the screen while ads above it change their heights (`S0.57`).
@Suite struct AnchoringTests {
  /// Ten ads that come 200 points higher than their slots, after two seconds.
  private func player(_ front: String = "") -> Player {
    Player(
      testPage(
        ads: 10, paragraphs: 6, front: "adServer: { latency: 2s..2s }\n" + front,
        block: "size: 320x50\ncreative: { size: 320x250 }"), columns: 100, rows: 40)
  }

  /// The rows of the article that hold text.
  private func article(_ player: Player) -> [String] {
    player.screen.split(separator: "\n").dropFirst(2).prefix(20).map { String($0.prefix(50)) }
  }

  @Test func `the lines of the text stay where they are when an ad above them grows`() throws {
    var player = player().pressing(.pageDown, .pageDown).waiting(100)
    let (before, position) = (article(player), player.position)
    player.wait(2500)
    #expect(player.engine.scrollAdjustment > 0)
    #expect(player.position == position + player.engine.scrollAdjustment)
    // The rows above the first ad in view, which moves what is below it.
    let kept = before.prefix { !$0.contains("╌") && !$0.contains("▛") }
    #expect(kept.count >= 5, "\(before)")
    #expect(article(player).prefix(kept.count) == kept)
  }

  @Test func `a page that does not anchor lets them jump`() {
    var player = player("scrollAnchoring: false\n").pressing(.pageDown, .pageDown).waiting(100)
    let position = player.position
    player.wait(2500)
    #expect(player.position == position)
    #expect(player.report.shifts > 0)
  }

  @Test func `it is switched in the list of what can be chosen`() {
    var player = player().pressing("O")
    player.press(typing: "scroll anchoring off", shows: "text moves when an ad above it grows")
    player.press(.enter, shows: "scroll anchoring off")
    #expect(!player.engine.scrollAnchoring)
  }

  @Test func `a fling goes on from the line that it had reached`() {
    var player = player().pressing(.pageDown, .pageDown).waiting(1900).pressing("J")
    var last = player.position - player.engine.scrollAdjustment
    var steps: [Double] = []
    for _ in 0..<120 {
      player.wait(16)
      let now = player.position - player.engine.scrollAdjustment
      steps.append(now - last)
      last = now
    }
    #expect(player.engine.scrollAdjustment > 0)
    // 2,000 points a second are 32 in a frame.
    #expect(steps.allSatisfy { $0 > -1 && $0 < 40 }, "\(steps)")
  }

  @Test func `a live visit is recorded and replayed to the same position`() throws {
    var player = player()
    player.send(.recordingStarted(file: "s.jsonl", pages: ["page.md"]))
    player.press(.pageDown, .pageDown, wait: 3000)
    let history = player.engine
    #expect(history.scrollAdjustment > 0)
    let lines = player.takeRequests().flatMap { request -> [UInt8] in
      if case .record(let bytes) = request { bytes } else { [] }
    }
    let text = String(decoding: lines, as: UTF8.self)
    #expect(text.contains(#""scrollAnchoring":true"#))
    #expect(text.contains(#""scrollBy":200}}"#))
  }
}
