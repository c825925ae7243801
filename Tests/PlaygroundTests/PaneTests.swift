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
      #expect(wide.model.viewer.focus == focus)
      #expect(!wide.model.viewer.isZoomed, "there is room for it")
    }
    var narrow = player(columns: 60, rows: 16)
    narrow.press("5")
    #expect(narrow.model.viewer.isZoomed)
    #expect(narrow.screen.contains("blank time"))
    narrow.press(.escape)
    #expect(!narrow.model.viewer.isZoomed)
    narrow.press("6")
    #expect(narrow.screen.contains("the debug log is closed"))
  }

  @Test func `Esc puts the article back in its place, and then selects nothing`() {
    var player = player().pressing("n", "+")
    #expect(player.model.viewer.isZoomed)
    player.press(.escape)
    #expect(!player.model.viewer.isZoomed && player.model.visit.pages.top.selection != nil)
    player.press(.escape)
    #expect(player.model.visit.pages.top.selection == nil)
  }

  @Test func `a pane without a place beside the others is left with the whole screen`() {
    var narrow = player(columns: 60, rows: 16)
    narrow.press("5", "+")
    #expect(narrow.model.viewer.focus == .article && !narrow.model.viewer.isZoomed)
    var wide = player()
    wide.press("2", "+")
    #expect(wide.screen.contains("the thresholds pane shows all it has"))
    #expect(!wide.model.viewer.isZoomed)
  }

  @Test func `Tab visits all panes that are on the screen`() {
    var player = player().pressing("b")
    var seen: [Viewer.Focus] = []
    repeat {
      seen.append(player.model.viewer.focus)
      player.press(.tab)
    } while player.model.viewer.focus != .article && seen.count < 20
    let thresholds = ThresholdKind.allCases.map { Viewer.Focus.threshold($0) }
    let others: [Viewer.Focus] = [.slots, .timeline, .metrics].filter {
      player.model.layout.rect(of: $0).height > 0
    }
    #expect(others.count > 1)
    #expect(seen == [.article] + thresholds + others + [.log])
  }

  @Test func `the whole screen for a pane changes nothing that is decided`() {
    for digit in ["1", "3", "4", "5"] as [Character] {
      var player = player()
      let history = player.model.visit.history.events.count
      let viewport = player.model.visit.run.engine.viewport
      player.press(.character(digit), "+")
      #expect(player.model.viewer.isZoomed)
      #expect(player.model.visit.run.engine.viewport == viewport)
      player.press("+")
      #expect(!player.model.viewer.isZoomed)
      #expect(player.model.visit.history.events.count == history)
      #expect(player.canvas[0, 1] != Cell(" ", style: .plain))
    }
  }

  @Test func `a slot is chosen without scrolling the page, explained, and gone to`() {
    var player = player()
    let position = player.position
    player.press("3", .down, .down, .down, .down)
    let slot = player.model.top.selectedSlot
    #expect(slot != nil && player.position == position)
    player.press("w")
    #expect((player.model.overlay as? WhyOverlay)?.slot == slot, "even out of view")
    player.press(.escape, .enter)
    #expect(player.model.viewer.focus == .article)
    #expect(player.position != position)
  }

  @Test func `the lists are searched as the article is`() {
    var player = player().pressing("3", "/")
    for character in "mobile_7" as String { player.press(.character(character)) }
    player.press(.enter)
    #expect(player.model.top.selectedSlot == 6)
    #expect(player.screen.contains("1 of 1"))
    player.press("5", "/")
    for character in "CLS" as String { player.press(.character(character)) }
    player.press(.escape, "/")
    for character in "resize" as String { player.press(.character(character)) }
    player.press(.enter)
    #expect(Metric.ofEveryPage[player.model.viewer.metrics.list.selected] == .shiftScore)
    player.press(.enter)
    #expect((player.model.overlay as? MetricsOverlay)?.metric(in: player.model) == .shiftScore)
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
    var options = PlaygroundOptions()
    options.overrides.viewport = Size(width: 390, height: 100)
    let player = Player(
      testPage(ads: 1, paragraphs: 0, block: "size: 320x200\ncreative: { size: 320x300 }"),
      columns: 120, rows: 40, options: options
    ).waiting(400)
    #expect(player.model.visit.pages.top.layout.frame(ofSlot: 0).size.height == 300)
    #expect(player.model.visit.report.shiftScore == 0)
    #expect(!player.screen.contains("↕ shift") && !player.screen.contains("layout shift:"))
  }

  @Test func `the log holds what happened before it was opened`() {
    var player = player().pressing(.pageDown).waiting(3000)
    #expect(!player.requests.contains { if case .log = $0 { true } else { false } })
    player.press("b")
    let log = player.model.visit.log.entries.map(\.text)
    #expect(log.contains { $0.contains("opened page.md") })
    #expect(log.contains { $0.contains("fetch, generation 1") })
  }

  @Test func `what covers the page is searched, and copied`() throws {
    var player = player(columns: 80, rows: 24).pressing("?", "/")
    for character in "ladybug" as String { player.press(.character(character)) }
    #expect(player.screen.contains("open or close the debug log"))
    player.press(.escape, "/")
    for character in "page" as String { player.press(.character(character)) }
    player.press(.enter)
    let first = player.model.viewer.search?.current
    player.press("n")
    #expect(player.model.viewer.search?.current != first)
    player.press("N")
    #expect(player.model.viewer.search?.current == first)
    _ = player.takeRequests()
    player.press("y")
    guard case .copy(let text)? = player.takeRequests().first
    else { throw TestSupportError("nothing is copied") }
    #expect(text.hasPrefix("AdView: keys\n") && text.contains("open or close the debug log"))
    player.press(.escape)
    #expect(player.model.overlay == nil && player.model.viewer.search == nil)
  }

  @Test func `the metrics are searched by their definitions`() {
    var player = player(columns: 80, rows: 24).pressing("M", "/")
    for character in "web-vitals" as String { player.press(.character(character)) }
    player.press(.escape, "/")
    for character in "moved" as String { player.press(.character(character)) }
    player.press(.enter)
    #expect((player.model.overlay as? MetricsOverlay)?.metric(in: player.model) == .shiftScore)
  }

  @Test func `an ad's plug-ins are sections that open and fold, the winner first`() throws {
    var player = player(columns: 100, rows: 40).pressing("i")
    let lines = { (player: Player) in player.overlayBox?.lines.map(\.text) ?? [] }
    #expect(lines(player).first == "▾ winner and price")
    let headings = lines(player).filter { $0.hasPrefix("▸ ") }
    #expect(headings.count == 7, "\(headings)")
    let count = lines(player).count
    player.press(.end, .enter)
    #expect(lines(player).count > count)
    player.press(.left)
    #expect(lines(player).count == count)
    player.press("a")
    #expect(!lines(player).contains { $0.hasPrefix("▸ ") })
    player.press("a")
    #expect(lines(player).count == 8)
    player.press("/")
    for character in "seatbid" as String { player.press(.character(character)) }
    #expect(player.screen.contains("seatbid"), "what was folded is found")
    player.press(.enter, .escape)
    #expect(player.model.overlay == nil)
  }

  @Test func `at the end of a replay its figures stand over it, and keys do what they do`() throws {
    var player = Player(
      Model(
        .session(try demoReplay("slow-network.jsonl")), options: PlaygroundOptions(),
        settings: PlaygroundSettings(), columns: 80, rows: 24, at: 0))
    player.wait(60_000, shows: "blank time")
    #expect(player.overlayBox?.lines.contains { $0.key == "failed" } == true)
    let text = try #require(player.model.closingText)
    #expect(text.contains("late renders"))
    player.press("q")
    #expect(player.takeRequests().contains(.quit))
    player.press(.escape)
    #expect(player.model.overlay == nil)
    player.press(" ")
    #expect(player.model.visit.time == .start)
    let begun = try #require(player.model.closingText)
    #expect(begun.contains(", up to 0:00\n"), "\(begun)")
    #expect(!text.contains("up to"))
  }
}
