import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What the playground lives through is what a run without a screen lives through.
@Suite struct RunTests {
  @Test(arguments: 1...40)
  func `what happened on a page can be run again, to the same decisions`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var player = Player(
      testPage(ads: random.number(1...8), front: "adServer: { seed: \(seed), noFillRate: 0.2 }"))
    let setup = player.model.visit.pageSetup
    // Another page, and a replay on the tuning screen, would begin another history; and counting from now on is another
    // report.
    let others: [Command?] = [.back, .toggleTuning, .resetMetrics, .openChoices]
    for _ in 0..<80 {
      let key = random.key()
      guard !others.contains(KeyMap.command(for: key, in: player.model.keyContext)) else {
        continue
      }
      player.press(key, wait: Int64(random.number(0...400)))
    }
    var again = SessionRun(setup, keepsHistory: true)
    // The inputs of an instant are one step.
    var step: (at: Instant, inputs: [RunInput]) = (.start, [])
    for event in player.events {
      guard case .input(let input) = event.content, input.isPersons else { continue }
      if event.at != step.at {
        if !step.inputs.isEmpty { again.apply(step.inputs, at: step.at) }
        step = (event.at, [])
      }
      step.inputs.append(.input(input, page: 1))
    }
    if !step.inputs.isEmpty { again.apply(step.inputs, at: step.at) }
    again.advance(to: player.time)
    #expect(again.drainHistory() == player.events)
    #expect(again.report == player.model.visit.run.report)
  }

  @Test func `S1.24 a box grows in 200 ms, slowly at first and at last`() {
    let growing = ResizeAnimation(slot: 0, from: 100, to: 300, start: Instant(milliseconds: 1000))
    let rests = [900, 1000, 1050, 1100, 1150, 1200, 1300].map {
      growing.rest(at: Instant(milliseconds: $0))
    }
    #expect(rests == [-200, -200, -175, -100, -25, 0, 0])
    #expect(!growing.isOver(at: Instant(milliseconds: 1199)))
    #expect(growing.isOver(at: Instant(milliseconds: 1200)))
  }

  @Test func `D15 that a page is without lazy loading is logged once`() {
    var player = Player(testPage(front: "lazyLoad: off"), settings: .debugging)
    player.press(.pageDown, "r", "R", wait: 3000)
    let told = player.log.filter { $0.line.contains("without lazy loading") }
    #expect(told.count == 1)
  }

  @Test func `S0.38 the link at the end of the homepage opens the consent store`() throws {
    let player = Player(try demoPage("home.md")).pressing("G", "N", .enter)
    #expect(player.overlay is ConsentOverlay)
  }
}

extension Engine.Input {
  /// Whether a person, not the page or the world, is the cause.
  fileprivate var isPersons: Bool {
    switch self {
    case .slotAdded, .slotConstrained, .slotLazyLoadingChanged, .pageClosed, .woken: false
    default: !isFromWorld
    }
  }
}
