import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// The panes: focus, whole screen, choice and search in each; the timeline's stretch; the log that was kept.
@Suite struct PaneTests {
  private func player(columns: Int = 120, rows: Int = 40, ads: Int = 9) -> Player {
    Player(testPage(ads: ads), columns: columns, rows: rows).waiting(1000)
  }

  @Test func `the log's words for settings name every one that is not the standard's`() throws {
    let changes = [
      LazyLoadingChange(mobileScaling: 2), LazyLoadingChange(requests: .single),
      LazyLoadingChange(fetchAfter: 300), LazyLoadingChange(horizontalMargin: 40),
      LazyLoadingChange(unloadingEnabled: true), LazyLoadingChange(fetchThreshold: 900),
    ]
    for change in changes {
      let settings = try LazyLoadingSettings.standard.applying(change)
      #expect(settings.words != LazyLoadingSettings.standard.words)
    }
  }

  @Test func `each pane has its digit, and one without room has the whole screen`() {
    var wide = player()
    let focuses: [(Key, Viewer.Focus)] = [
      ("2", .threshold(.fetch)), ("3", .slots), ("4", .timeline), ("5", .metrics), ("1", .article),
    ]
    for (key, focus) in focuses {
      wide.press(.escape, key)
      #expect(wide.focus == focus)
      #expect(!wide.model.viewer.isZoomed, "there is room for it")
    }
    var narrow = player(columns: 60, rows: 16).pressing("5")
    #expect(narrow.model.viewer.isZoomed)
    #expect(narrow.screen.contains("blank time"))
    narrow.press(.escape)
    #expect(!narrow.model.viewer.isZoomed)
    narrow.press("6", shows: "the debug log is closed")
  }

  @Test func `Esc puts the article back in its place, and then selects nothing`() {
    var player = player().pressing("n", "+")
    #expect(player.model.viewer.isZoomed)
    player.press(.escape)
    #expect(!player.model.viewer.isZoomed && player.page.selection != nil)
    player.press(.escape)
    #expect(player.page.selection == nil)
  }

  @Test func `a pane without a place beside the others is left with the whole screen`() {
    let narrow = player(columns: 60, rows: 16).pressing("5", "+")
    #expect(narrow.focus == .article && !narrow.model.viewer.isZoomed)
    let wide = player().pressing("2", "+")
    #expect(wide.screen.contains("the thresholds pane shows all it has"))
    #expect(!wide.model.viewer.isZoomed)
  }

  @Test func `Tab visits all panes that are on the screen`() {
    var player = player().pressing("b")
    var seen: [Viewer.Focus] = []
    repeat {
      seen.append(player.focus)
      player.press(.tab)
    } while player.focus != .article && seen.count < 20
    let thresholds = ThresholdKind.allCases.map { Viewer.Focus.threshold($0) }
    let others: [Viewer.Focus] = [.slots, .timeline, .metrics].filter {
      player.layout.rect(of: $0).height > 0
    }
    #expect(others.count > 1)
    #expect(seen == [.article] + thresholds + others + [.log])
  }

  @Test func `the whole screen for a pane changes nothing that is decided`() {
    for digit in ["1", "3", "4", "5"] as [Character] {
      var player = player()
      let history = player.events.count
      let viewport = player.engine.viewport
      player.press(.character(digit), "+")
      #expect(player.model.viewer.isZoomed)
      #expect(player.engine.viewport == viewport)
      player.press("+")
      #expect(!player.model.viewer.isZoomed)
      #expect(player.events.count == history)
      #expect(player.canvas[0, 1] != Cell(" ", style: .plain))
    }
  }

  @Test func `a slot is chosen without scrolling the page, explained, and gone to`() {
    var player = player()
    let position = player.position
    player.press("3", .down, .down, .down, .down)
    let slot = player.selectedSlot
    #expect(slot != nil && player.position == position)
    player.press("w")
    #expect((player.overlay as? WhyOverlay)?.slot == slot, "even out of view")
    player.press(.escape, .enter)
    #expect(player.focus == .article)
    #expect(player.position != position)
  }

  @Test func `the lists are searched as the article is`() {
    var player = player().pressing("3", "/", typing: "mobile_7", then: .enter)
    #expect(player.selectedSlot == 6)
    player.shows("1 of 1")
    player.press("5", "/", typing: "CLS", then: .escape, "/")
    player.press(typing: "resize", then: .enter)
    #expect(Metric.ofEveryPage[player.model.viewer.metrics.list.selected] == .shiftScore)
    player.press(.enter)
    #expect((player.overlay as? MetricsOverlay)?.metric(in: player.model) == .shiftScore)
  }

  @Test func `the timeline goes back to the beginning, stands there, and follows again`() {
    var player = player().waiting(120_000).pressing("4")
    #expect(!player.screen.contains("╷0:00"))
    player.press(.home, shows: "╷0:00")
    player.wait(5000)
    #expect(player.screen.contains("╷0:00"), "it stands")
    player.press(.end)
    #expect(player.model.viewer.timeline.first == nil)
    player.press("]", "]", shows: "100 ms a cell")
    for _ in 0..<20 { player.press("[") }
    #expect(player.screen.contains("10000 ms a cell"))
  }

  @Test func `a layout shift is marked on the timeline and for a while in the article`() {
    var player = Player(
      testPage(ads: 2, paragraphs: 1, block: "size: 320x100\ncreative: { size: 320x300 }"),
      columns: 120, rows: 40)
    player.wait(400, shows: "layout shift: all below moved 200 pt down")
    #expect(player.screen.contains("↕ shift"), "the legend of the timeline")
    player.wait(3000, shows: "↕", hides: "layout shift: all below")
  }

  @Test func `what moves only below the viewport is no layout shift, as in the metric`() {
    let player = Player(
      testPage(ads: 1, paragraphs: 0, block: "size: 320x200\ncreative: { size: 320x300 }"),
      columns: 120, rows: 40, viewport: Size(width: 390, height: 100)
    ).waiting(400)
    #expect(player.page.layout.frame(ofSlot: 0).size.height == 300)
    #expect(player.report.shiftScore == 0)
    player.shows(hides: "↕ shift", "layout shift:")
  }

  @Test func `the log holds what happened before it was opened`() {
    var player = player().pressing(.pageDown).waiting(3000)
    #expect(!player.requests.contains { if case .log = $0 { true } else { false } })
    player.press("b")
    let log = player.log.map(\.text)
    #expect(log.contains { $0.contains("opened page.md") })
    #expect(log.contains { $0.contains("fetch, generation 1") })
  }

  @Test func `what covers the page is searched, and copied`() throws {
    var player = player(columns: 80, rows: 24)
    player.press("?", "/", typing: "ladybug", shows: "open or close the debug log")
    player.press(.escape, "/", typing: "page", then: .enter)
    let first = player.search?.current
    player.press("n")
    #expect(player.search?.current != first)
    player.press("N")
    #expect(player.search?.current == first)
    player.press("y")
    let text = try #require(player.takeRequests().compactMap(\.copied).first)
    #expect(text.hasPrefix("AdView: keys\n") && text.contains("open or close the debug log"))
    player.press(.escape)
    #expect(player.overlay == nil && player.search == nil)
  }

  @Test func `the metrics are searched by their definitions`() {
    var player = player(columns: 80, rows: 24).pressing("M", "/", typing: "web-vitals")
    player.press(.escape, "/", typing: "moved", then: .enter)
    #expect((player.overlay as? MetricsOverlay)?.metric(in: player.model) == .shiftScore)
  }

  @Test func `an ad's plug-ins are sections that open and fold, the winner first`() {
    var player = player(columns: 100, rows: 40).pressing("i")
    func lines() -> [String] { player.overlayBox?.lines.map(\.text) ?? [] }
    #expect(lines().first == "▾ winner and price")
    #expect(lines().count { $0.hasPrefix("▸ ") } == 7, "\(lines())")
    let count = lines().count
    player.press(.end, .enter)
    #expect(lines().count > count)
    player.press(.left)
    #expect(lines().count == count)
    player.press("a")
    #expect(!lines().contains { $0.hasPrefix("▸ ") })
    player.press("a")
    #expect(lines().count == 8)
    // What was folded is found.
    player.press("/", typing: "seatbid", shows: "seatbid")
    player.press(.enter, .escape)
    #expect(player.overlay == nil)
  }

  @Test func `at the end of a replay its figures stand over it, and keys do what they do`() throws {
    var player = Player(try demoReplay("slow-network.jsonl"))
    player.wait(60_000, shows: "blank time")
    #expect(player.overlayBox?.lines.contains { $0.key == "failed" } == true)
    let text = try #require(player.model.closingText)
    #expect(text.contains("late renders"))
    player.press("q")
    #expect(player.takeRequests().contains(.quit))
    player.press(.escape)
    #expect(player.overlay == nil)
    player.press(" ")
    #expect(player.time == .start)
    let begun = try #require(player.model.closingText)
    #expect(begun.contains(", up to 0:00\n"), "\(begun)")
    #expect(!text.contains("up to"))
  }
}
