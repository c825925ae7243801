import AdEngine
import AdSessions
import Testing

@testable import Playground

/// What the playground lives through is what a run without a screen lives through.
@Suite struct RunTests {
  @Test func `what happened on a page can be run again, to the same decisions`() {
    for seed in 1...40 {
      var random = SeededKeys(seed: UInt64(seed))
      var player = Player(
        testPage(
          ads: random.number(1...8), front: "adServer: { seed: \(seed), noFillRate: 0.2 }"))
      let setup = player.model.pageSetup
      for _ in 0..<80 {
        let key = random.key()
        // Another page would begin another history.
        guard KeyMap.command(for: key, in: player.model.keyContext) != .back else { continue }
        player.press(key)
        player.wait(Int64(random.number(0...400)))
      }
      var again = SessionRun(setup, keepsHistory: true)
      for occurrence in player.model.history {
        guard case .input(let input) = occurrence.event, input.isPersons else { continue }
        again.give(input, at: occurrence.at)
      }
      again.advance(to: player.model.time)
      let history = again.takeHistory()
      #expect(history == player.model.history, "seed \(seed)")
      #expect(again.report == player.model.run.report)
    }
  }
}

extension Input {
  /// Whether a person, not the page or the world, is the cause.
  fileprivate var isPersons: Bool {
    switch self {
    case .slotAdded, .slotConstrained, .pageClosed, .woken: false
    default: !isFromWorld
    }
  }
}
