import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What a person reads first where there is little room: changes before what stayed, figures at the end, nothing cut
/// without a sign.
@Suite struct FiguresTests {
  private static func replay(_ name: String, columns: Int = 80, rows: Int = 24) throws -> Player {
    Player(try demoReplay(name), columns: columns, rows: rows)
  }

  private static func lastRow(_ player: Player) -> String {
    player.screen.split(separator: "\n").last.map(String.init) ?? ""
  }

  // MARK: - What if

  @Test(arguments: [[Key.end, "f", "1", "2", "0", "0"], [.end, "f", "2", "5", "0", "0", .enter]])
  func `in a replay the figures answer while a threshold moves, and after`(keys: [Key]) throws {
    var player = try Self.replay("slow-network.jsonl")
    for key in keys { player.press(key) }
    #expect(
      player.rows(with: "blank time").contains { $0.contains(" → ") && $0.contains("better") })
    player.press("b")
    #expect(player.rows(with: "blank time").contains { $0.contains(" → ") }, "beside the log, too")
    // One row less, and there is no room for both.
    player.send(.resized(columns: 80, rows: 23))
    let row = Self.lastRow(player)
    #expect(row.contains("blank ") && row.contains(" → ") && row.contains(" better"), "\(row)")
    #expect(row.contains(" M all "), "\(row)")
  }

  @Test func `undoing changes compares nothing`() throws {
    var player = Player(try demoPage("harbour.md"))
    player.press("J", wait: 900)
    for digit in ["1", "3"] as [Key] { player.press("f", digit, "0", "0", .enter) }
    #expect(player.model.comparison != nil)
    for fetch in ["100", "800"] {
      player.press("z", shows: "undone: back to fetch \(fetch)")
      #expect(player.model.comparison == nil)
    }
    player.press("f", "1", "0", "0", .enter)
    #expect(player.model.comparison != nil)
    player.press("Z")
    #expect(player.model.comparison == nil && player.engine.lazyLoading?.pair == "800/200")
    player.press("z", shows: "undone: back to fetch 100")
  }

  @Test func `in a replay, too, what changes nothing is no step to undo`() throws {
    var player = try Self.replay("slow-network.jsonl", columns: 120, rows: 40)
    player.press("Z", shows: "these are the recording's own thresholds")
    player.press("z", shows: "no change of the thresholds to undo")
    player.press("f", "1", "0", "0", .enter, "Z")
    player.press("Z", shows: "these are the recording's own thresholds")
    player.press("z", shows: "undone: back to fetch 100")
  }

  @Test func `what changes nothing is said to change nothing`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 60).pressing("J").waiting(900)
    player.press("f", .right)
    #expect(Self.lastRow(player).contains("no metric changes so far"))
  }

  @Test func `numbers that are compared stand in columns`() throws {
    var player = try Self.replay("slow-network.jsonl", columns: 120, rows: 40)
    player.press(.end, "f", "2", "5", "0", "0", .enter, "M")
    let texts = try #require(player.overlayBox).lines.filter { $0.text.contains(" → ") }.map(\.text)
    #expect(texts.count == player.model.metrics.count)
    #expect(Set(texts.map { text in text.prefix { $0 != "→" }.count }).count == 1, "\(texts)")
  }

  @Test func `the metrics keep their width whichever is explained`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 120, rows: 40).pressing("M")
    var edges: Set<String> = []
    for _ in player.model.metrics {
      let line = player.rows(with: "┌ metrics ─").last ?? ""
      edges.insert(String(line.split(separator: "┌ metrics ").last ?? ""))
      player.press(.down)
    }
    #expect(edges.count == 1, "\(edges)")
  }

  // MARK: - Judged in time

  @Test func `a viewable rate is poor when no ad can mend it any more, and not before`() {
    var report = MetricsReport()
    (report.rendered, report.viewable, report.notViewableYet) = (5, 0, 5)
    let early = Metric.viewableRate.reading(report)
    #expect(!early.isPoor && early.note.contains("5 to come"))
    report.notViewableYet = 0
    let late = Metric.viewableRate.reading(report)
    #expect(late.isPoor && !late.note.contains("to come"))
    // One ad of four would decide.
    report.rendered = 4
    #expect(!Metric.viewableRate.reading(report).isPoor)
  }

  @Test func `ads that were not seen for long enough have a slot to blame`() throws {
    var player = Player(testPage(ads: 8, paragraphs: 3), columns: 120, rows: 40)
    for _ in 0..<8 { player.press(.pageDown, wait: 300) }
    player.wait(3000)
    let report = player.report
    #expect(report.rendered > report.viewable)
    #expect(player.model.slotToBlame(for: .viewableRate) != nil)
  }

  // MARK: - The end of a replay

  @Test(arguments: [[Key.end], Array(repeating: Key.shiftRight, count: 12)])
  func `the figures come at the end, however one gets there`(keys: [Key]) throws {
    var player = try Self.replay("unloading.jsonl")
    for key in keys { player.press(key) }
    #expect(player.overlay is ClosingOverlay)
    let card = try #require(ClosingCard(player.model))
    let reloads = try #require(card.rows.first { $0.metric == .refetches })
    #expect(reloads.text.hasPrefix("     1"), "a slot was fetched again: the point of this demo")
    player.press(.left)
    #expect(!(player.overlay is ClosingOverlay))
  }

  @Test func `thresholds that a session changes are named with when they came into force`() throws {
    var player = try Self.replay("slow-network.jsonl", columns: 120, rows: 40)
    let page = HTMLReplay(
      replaying: player.model, name: "slow-network", theme: Theme(.light, .direct))
    #expect(page?.html.contains("fetch 800, 2500 from 0:21.7") == true)
    player.press(.end)
    let script = try #require(player.replay?.script)
    #expect(script.words(of: .fetch, until: player.time) == "800, 2500 from 0:21.7")
    #expect(script.words(of: .fetch, until: Instant(milliseconds: 20_000)) == "800")
    player.press("f", "1", "2", "0", "0", .enter, .escape)
    player.shows("recorded fetch 800, 2500 from 0:21.7")
  }

  @Test func `at 80 columns the place that jumps comes into view when it jumps`() throws {
    var player = try Self.replay("layout-shift.jsonl")
    player.press(.shiftRight, .shiftRight, .shiftRight)
    let page = player.model
    let shift = try #require(page.visit.pages.top.timeline.lastMarked(at: page.visit.time))
    let edge = page.visit.pages.top.layout.frame(ofSlot: shift.slot).maxY - shift.points
    #expect(page.paneTop < edge && edge < page.paneTop + page.shownHeight)
    #expect(
      page.maxPeek > 0 && page.viewer.article.peek > 0,
      "the pane has no room for all of the viewport")
  }

  @Test func `a threshold that takes another along, or is held back, says so`() {
    var player = Player(testPage(), columns: 120, rows: 40)
    player.press("d", "5", "0", "0", "0", shows: "fetch moves along, 800 → 5000")
    player.press(.escape, "f", "9", times: 6, shows: "set here is at most 20000 pt")
    player.press(.enter, shows: "at most 20000 pt")
    #expect(player.lazyLoading?.fetchThreshold == 20_000)
  }

  @Test func `a zone that nothing is unloaded in is named`() throws {
    var player = Player(
      testPage(front: "lazyLoad: { unloadThreshold: 1000, unloadingEnabled: true }"), columns: 120,
      rows: 40)
    player.press("P", "2", shows: "nothing is unloaded nearer than that")
    player.press(.escape, shows: "unload zone = fetch")
  }

  @Test func `counters that were reset say since when they count`() {
    var player = Player(testPage(), columns: 120, rows: 40).waiting(12_000)
    player.press("0", .down, shows: " from 0:12 ")
    player.press("f", "0", shows: "since opening")
    player.press(.escape, ":", typing: "reset")
    #expect(player.paletteEntries.first?.name.contains("reset the metrics") == true)
  }

  // MARK: - Words

  @Test func `an ad that stands in no slot is called what a slot is called`() throws {
    let player = Player(try demoPage("lighthouse.md"), columns: 120, rows: 40).waiting(6000)
    #expect(player.screen.contains("screen banner") && player.screen.contains("· ● rendered"))
    #expect(!player.screen.contains("impressed"))
    // One page: what is counted besides its slots are ads, not pages.
    player.shows(" all ads ", hides: "all pages")
  }

  @Test func `what is seen has its colour in the log, and is not said twice`() throws {
    let player = Player(testPage(), columns: 120, rows: 40).pressing("b").waiting(4000)
    let entry = try #require(player.log.last { $0.seen == .viewable })
    #expect(entry.text.contains("◉ viewable  in view long enough (MRC)"))
    let (canvas, log) = (player.canvas, player.layout.log)
    let cells = (log.row..<log.endRow).flatMap { row in
      (log.column..<log.endColumn).map { canvas[$0, row] }
    }
    #expect(cells.contains { $0.base == "◉" && $0.style == SeenState.viewable.style })
  }

  @Test func `a notice that has no room for its end says so`() throws {
    var player = Player(testPage())
    player.send(.notice(String(repeating: "word ", count: 120)))
    #expect(Self.lastRow(player).hasSuffix(" …"), "\(Self.lastRow(player))")
    player.send(.notice("short"))
    #expect(!Self.lastRow(player).contains("…"))
  }
}
