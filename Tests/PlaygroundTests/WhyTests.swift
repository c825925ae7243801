import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct WhyTests {
  private func explained(
    _ page: String, columns: Int = 100, rows: Int = 30, consent: ConsentChoice = .granted
  ) -> Player {
    Player(
      page, columns: columns, rows: rows,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: consent)
    ).pressing(.escape)
  }

  @Test func `why tells the chain of causes over the article, with all else beside it`() throws {
    var player = explained(try demoPage("harbour.md")).waiting(300)
    player.press(.down, times: 30, wait: 5000)
    while player.selectedSlot == nil { player.press("n") }
    player.press("w", golden: "why-100x30")
    #expect(player.model.highlightedSlot == player.selectedSlot)
  }

  @Test func `without a selected ad the nearest is explained and lit as if it were selected`() {
    var player = explained(testPage(ads: 6), columns: 120, rows: 40).waiting(2000).pressing("w")
    #expect(player.selectedSlot == nil)
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
    #expect(player.screen.contains("refreshed: it was viewable for long"), "\(player.screen)")
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

  @Test(
    arguments: [
      ("w", "this page has no ads to explain"), ("i", "this page has no ads"),
      ("o", "this page has no ads"), ("C", "this page has no ads"), (.enter, "nothing is selected"),
      ("T", "no ads on this page: there is nothing to tune"),
    ] as [(Key, String)])
  func `on a page without ads the keys that are about one say so`(key: Key, words: String) {
    var options = PlaygroundOptions()
    options.ads = .every(1_000_000)
    let player = Player("# No ads\n", options: options).pressing(key)
    #expect(player.notice?.contains(words) == true, "\(player.notice ?? "")")
    #expect(player.overlay == nil && !player.model.isTuningOpen)
  }

  @Test func `what covered the page about an ad is gone on another page`() {
    for key: Key in ["w", .enter] {
      var player = explained(testPage()).pressing("n", "n", key)
      player.open()
      #expect(player.overlay == nil)
    }
  }

  @Test(.tags(.sweep))
  func `the chain that is kept agrees with the states on the screen after any keys`() {
    for seed in 1...Sweep.rounds(30) {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Player(
        testPage(ads: 6, front: "lazyLoad: { unloadingEnabled: true }"), columns: 100, rows: 30)
      for _ in 0..<60 { player.press(random.key(), wait: Int64(random.number(0...400))) }
      for slot in player.page.slots.indices {
        let chain = CauseChain(
          of: SlotID(slot), in: player.events,
          from: player.page.initialSetup.engine, at: player.time)
        let states = chain.links.compactMap { link -> AdLoadState? in
          switch link.cause {
          case .decided(let state, _, _, _): state
          case .requestedAlong: .fetched
          default: nil
          }
        }
        #expect((states.last ?? .notLoaded) == player.page.slots[slot].load, "seed \(seed)")
        let moments = chain.links.map(\.at)
        #expect(moments == moments.sorted(), "seed \(seed)")
      }
    }
  }
}
