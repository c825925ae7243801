import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct SeenStateTests {
  @Test func `near slots whose request consent holds back are empty, not displayed`() throws {
    var player = Player(
      try demoPage("home.md"), columns: 120, rows: 40, settings: PlaygroundSettings())
    player.press(.escape, wait: 2000, shows: "320×100 · ? no consent")
    let rows = rows(of: player, from: "slots")
    // The zone stands second, and nothing looks as if an ad were there.
    #expect(rows.first?.contains("? no consent") == true, "\(rows)")
    #expect(rows.first?.contains("displayed") == true && !rows.contains { $0.contains("●") })
  }

  @Test func `where there is little room what is seen is said, and the zone is not`() throws {
    let player = Player(try demoPage("home.md"), settings: PlaygroundSettings()).pressing(.escape)
    let rows = rows(of: player, from: "slots")
    #expect(rows.first?.contains("? no consent") == true, "\(rows)")
    #expect(!rows.contains { $0.contains("displayed") || $0.contains("fetched") })
  }

  @Test func `a request that ends without an ad says why, in the colour of a warning`() throws {
    let page = testPage(front: "adServer: { latency: 100ms, noFillRate: 1 }")
    var player = Player(page, columns: 120, rows: 40)
    player.wait(2000, shows: "× failed: no fill")
    let seen = player.page.seen(try #require(player.model.visit.status(ofSlot: 0)))
    #expect(seen == .failed && seen.style == Theme.warning)
    let narrow = rows(of: Player(page).waiting(2000), from: "slots")
    #expect(narrow.contains { $0.contains("× no fill") })
  }

  @Test func `green is an ad that was in view long enough, and nothing else`() {
    let green = SeenState.viewable.style
    #expect(SeenState.allCases.filter { $0.style == green } == [.viewable])
    for kind in ThresholdKind.allCases {
      #expect(Theme.zone(kind) != green)
      for ground in Theme.Background.allCases {
        for depth in ColorDepth.allCases where depth != .none {
          let theme = Theme(ground, depth)
          let isOther = theme.resolved(Theme.zone(kind)) != theme.resolved(green)
          #expect(isOther, "\(kind), \(ground), \(depth)")
        }
      }
    }
  }

  @Test func `states can be told by their glyphs alone, in ASCII too`() {
    for glyphs in [SeenState.allCases.map(\.glyph), SeenState.allCases.map(\.timelineGlyph)] {
      #expect(Set(glyphs).count == glyphs.count)
      let plain = glyphs.map { glyph in
        String(String.UnicodeScalarView(glyph.unicodeScalars.map(asciiStandIn)))
      }
      #expect(Set(plain).count == plain.count, "\(plain)")
    }
  }

  @Test func `every part of the screen shows the same`() throws {
    for seed in 1...10 {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Player(
        testPage(
          ads: 5, paragraphs: 2,
          front: "adServer: { seed: \(seed), noFillRate: 0.3, latency: 100ms..3s }\n"
            + "lazyLoad: { unloadingEnabled: true }"), columns: 120, rows: 40)
      for _ in 0..<12 {
        player.press(random.number(0...3) == 0 ? .pageUp : .pageDown)
        player.wait(Int64(random.number(0...1500)))
        let page = player.page
        let rows = self.rows(of: player, from: "slots")
        for slot in page.page.slots.indices {
          let status = try #require(player.model.visit.status(ofSlot: slot))
          let seen = page.seen(status)
          let past = try #require(page.timeline.state(ofSlot: slot, at: player.time))
          #expect(SeenState(past) == seen, "the timeline, seed \(seed)")
          #expect(rows[slot].contains(page.label(of: status)), "the pane, seed \(seed)")
          #expect(
            SlotDetails(model: player.model, slot: slot).box?.lines
              .contains { $0.key == "seen" && $0.text == page.label(of: status) } == true)
        }
      }
    }
  }

  @Test func `the log says what a person sees where that changes, and not again`() throws {
    let player = Player(testPage(), columns: 120, rows: 40).pressing("b", .pageDown).waiting(3000)
    let lines = player.log.filter { $0.slot == SlotID(1) }.map(\.text)
    let seen = lines.compactMap { line in
      SeenState.allCases.first { line.contains("  \($0.glyph) \($0.word)  ") }
    }
    let now = try #require(player.model.visit.status(ofSlot: 1))
    #expect(seen.count > 1 && zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 }, "\(lines)")
    #expect(seen.last == player.page.seen(now), "\(lines)")
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `the timeline has a legend, of its last states at least`(columns: Int, rows: Int) throws {
    var player = Player(try demoPage("market.md"), columns: columns, rows: rows).pressing(.end)
    player.wait(4000)
    let lines = player.screen.split(separator: "\n")
    let pane = lines.drop { !$0.contains("┌ timeline ") }.dropFirst()
    let rows = pane.prefix { !$0.contains("└ ") }.map { $0.split(separator: "││").last ?? "" }
    let edge = try #require(pane.first { $0.contains("└ ") })
    let marks = Set("·◐◆●◉×").filter { mark in rows.contains { $0.contains(mark) } }
    #expect(marks.count >= 3, "\(rows)")
    let inOrder = "·◐◆●◉×".filter(marks.contains)
    let explained = inOrder.filter { edge.contains($0) }
    let least = [80: 1, 120: marks.count - 1][columns] ?? marks.count
    #expect(explained.count >= least, "\(marks): \(edge)")
    #expect(inOrder.hasSuffix(explained), "\(marks): \(edge)")
  }

  /// The rows of the slots pane: those behind the frame's edge with its title.
  private func rows(of player: Player, from title: String) -> [String] {
    let lines = player.screen.split(separator: "\n").map(String.init)
    guard let top = lines.firstIndex(where: { $0.contains("┌ \(title) ") }) else { return [] }
    return lines[(top + 1)...].prefix { !$0.contains("└─") || $0.hasPrefix("└") }
      .map { $0.split(separator: "││").last.map(String.init) ?? "" }
  }
}
