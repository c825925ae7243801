import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct WhyTests {
  private func explained(
    _ page: String, columns: Int = 100, rows: Int = 30, isDebugEnabled: Bool = true,
    consent: ConsentChoice = .granted
  ) -> Player {
    var player = Player(
      page, columns: columns, rows: rows,
      settings: PlaygroundSettings(isDebugEnabled: isDebugEnabled, consent: consent))
    player.press(.escape)
    return player
  }

  @Test func `why tells the chain of causes over the article, log, map and slots beside it`() throws
  {
    var player = explained(try demoPage("harbour.md")).waiting(300)
    player.press(.down, times: 30, wait: 5000)
    while player.model.top.selectedSlot == nil { player.press("n") }
    player.press("w", golden: "why-100x30")
    #expect(player.model.highlightedSlot == player.model.top.selectedSlot)
  }

  @Test func `without a selected ad the nearest is explained and lit as if it were selected`() {
    var player = explained(testPage(ads: 6), columns: 120, rows: 40).waiting(2000).pressing("w")
    #expect(player.model.top.selectedSlot == nil)
    #expect(player.model.highlightedSlot == player.model.nearestSlot)
    let isLit = player.canvas.cells.contains { $0.base == "1" && $0.style == Theme.selected }
    #expect(isLit, "the slot's row or its mark on the map")
    player.press(.escape)
    #expect(player.model.highlightedSlot == nil)
  }

  @Test func `why names a collapse, a refresh to come and a refresh that was`() {
    let ad = "```ad\nunit: a\nsize: 300x100\n"
    let unsold = ad + "collapse: empty\ncreative: { fails: noFill, latency: 100ms }\n```\n"
    var player = explained(unsold, columns: 120, rows: 40).waiting(1000).pressing("w")
    #expect(player.screen.contains("collapsed without an ad"), "\(player.screen)")
    let sold = ad + "refresh: 30s\ncreative: { size: 300x100, latency: 100ms }\n```\n"
    player = explained(sold, columns: 120, rows: 40).waiting(5000).pressing("w")
    #expect(player.screen.contains("refreshed from 00:31.2"), "\(player.screen)")
    // Only what is drawn in motion, or due, wakes the screen.
    #expect((player.model.nextDeadline ?? 0) > 30_000)
    player.wait(27_000)
    #expect(
      player.screen.contains("refreshed: it was viewable for long"), "\(player.screen)")
  }

  @Test func `why says what consent holds back, and stays true when that changes`() {
    var player = explained(testPage(), consent: .unset).pressing("w")
    #expect(player.screen.contains("displayed, but consent is unset"))
    player.press(.escape, "c", "a", "w", shows: "consent granted under strict")
    #expect(player.screen.contains("ad requested, generation 1"))
    player.wait(400, shows: "answer after 100 ms")
  }

  @Test func `while an ad is explained the log shows its newest line, however far back that is`() {
    var player = explained(testPage(ads: 12, paragraphs: 6), columns: 120, rows: 30).waiting(1000)
    player.press("n", "n")
    // What is chosen is in view, so its newest line is driven away by others.
    player.press("x", times: 60)
    let isOwn = { (line: Substring) in line.contains("slot 1 mobile_1") && line.contains(" ad ") }
    #expect(!player.screen.split(separator: "\n").contains(where: isOwn))
    player.press("w")
    #expect(player.model.highlightedSlot == 0)
    #expect(player.screen.split(separator: "\n").contains(where: isOwn))
    player.press(.escape)
    #expect(!player.screen.split(separator: "\n").contains(where: isOwn))
  }

  @Test func `a page without ads has nothing to explain`() {
    var options = PlaygroundOptions()
    options.ads = .every(1_000_000)
    let player = Player("# No ads", options: options).pressing("w")
    #expect(player.screen.contains("this page has no ads to explain"))
  }

  @Test func `what covered the page about an ad is gone on another page`() {
    for key: Key in ["w", .enter] {
      var player = explained(testPage()).pressing("n", "n", key)
      player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array("# B".utf8))))
      #expect(player.model.overlay == nil)
    }
  }

  @Test func `the whole chain can be read on the smallest screen`() throws {
    var player = explained(testPage(), columns: 40, rows: 10, isDebugEnabled: false).waiting(3000)
    player.press("w")
    var seen = player.screen
    for _ in 0..<60 {
      player.press(.down)
      seen += player.screen
    }
    let box = try #require(player.overlayBox)
    for word in box.lines.flatMap({ $0.text.split(separator: " ") }) {
      #expect(seen.contains(word), "\(word) was never shown")
    }
  }

  @Test(.tags(.sweep))
  func `the chain that is kept agrees with the states on the screen after any keys`() {
    for seed in 1...Sweep.rounds(30) {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Player(
        testPage(ads: 6, front: "lazyLoad: { unloadingEnabled: true }"), columns: 100, rows: 30)
      for _ in 0..<60 { player.press(random.key(), wait: Int64(random.number(0...400))) }
      for slot in player.model.visit.pages.top.slots.indices {
        let chain = CauseChain(
          of: SlotID(slot), in: player.model.visit.history.events,
          from: player.model.visit.pages.top.initialSetup.engine, at: player.model.visit.time)
        let states = chain.links.compactMap { link -> AdLoadState? in
          switch link.cause {
          case .decided(let state, _, _, _): state
          case .requestedAlong: .fetched
          default: nil
          }
        }
        #expect(
          (states.last ?? .notLoaded) == player.model.visit.pages.top.slots[slot].load,
          "seed \(seed)")
        let moments = chain.links.map(\.at)
        #expect(moments == moments.sorted(), "seed \(seed)")
      }
    }
  }
}
