import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct MetricsPaneTests {
  @Test func `failures have a row in the colour of a warning, and the time after is not blank`() {
    var player = Player(
      testPage(ads: 6, front: "adServer: { latency: 100ms, noFillRate: 1 }"), columns: 120, rows: 40
    ).waiting(2000)
    let report = player.report
    #expect(report.failed == report.requests && report.failed > 0)
    let reading = Metric.failed.reading(report)
    #expect(reading.isPoor && reading.note.contains("no fill"))
    #expect(player.screen.contains("failed               \(report.failed)"))
    player.wait(20_000)
    #expect(player.report.blankExposure == report.blankExposure)
  }

  @Test func `a request is not wasted before its slot is passed, or the session ends`() throws {
    var player = Player(testPage(ads: 6, paragraphs: 6), columns: 120, rows: 40).waiting(2000)
    let first = player.report
    #expect(first.wastedFetches == 0 && first.notSeenYet > 0)
    #expect(player.screen.contains("not seen yet         \(first.notSeenYet)"))
    // A jump over the slots: none of them was in view.
    player.press("G", wait: 100)
    let passed = player.report
    #expect(passed.wastedFetches >= first.notSeenYet)
    player.press("g", wait: 100)
    player.press("k")
    let whole = player.model.visit.run.report
    #expect(whole.notSeenYet == 0, "once it is over there is nothing to come")
  }

  @Test func `the metrics are the page's own, with the total beside them`() {
    var player = Player(testPage(ads: 6), columns: 120, rows: 40).pressing("G").waiting(3000)
    let first = player.report
    #expect(player.model.visit.wholeReport == nil)
    player.open("q.md", testPage(ads: 6))
    player.wait(3000)
    let (second, whole) = (player.report, player.model.visit.wholeReport)
    #expect(second.requests > 0 && first.requests > 0)
    #expect(whole?.requests == first.requests + second.requests)
    player.shows("all pages \(whole?.requests ?? 0)", " this page ")
  }

  @Test func `what stands beside the figure of all ads is of all ads`() throws {
    let front = "adServer: { noFillRate: 0.4, latency: 50ms }\nscreenBanner: banner"
    var player = Player(testPage(ads: 6, front: front), columns: 200, rows: 60)
    for _ in 0..<6 { player.press(.pageDown, wait: 1500) }
    let whole = try #require(player.model.visit.wholeReport)
    #expect(whole.requests > player.report.requests)
    player.press("M")
    for metric in player.model.metrics {
      let reading = metric.reading(whole)
      guard !reading.note.isEmpty else { continue }
      let line = player.wholeOverlay?.lines.first { $0.key?.dropFirst() ?? "" == metric.name }
      let text = try #require(line).text
      #expect(text.hasSuffix(" · \(reading.note)") && text.contains("all ads \(reading.value)"))
    }
    #expect(whole.failures.reduce(0, +) == whole.failed)
  }

  @Test func `counting can begin again, and what was before is not counted any more`() {
    var player = Player(testPage(ads: 8, paragraphs: 4), columns: 120, rows: 40).pressing(.pageDown)
    player.wait(3000)
    let live = player.report.liveAds
    player.press("0")
    let reset = player.report
    #expect((reset.requests, reset.rendered, reset.viewable, reset.duration) == (0, 0, 0, 0))
    #expect(reset.blankExposure == 0 && reset.liveAdSeconds == 0 && reset.distance == 0)
    #expect(reset.liveAds == live, "ads that are there go on to cost memory")
    player.wait(5000)
    let later = player.report
    #expect((later.requests, later.viewable, later.wastedFetches) == (0, 0, 0))
    #expect(later.liveAdSeconds == Double(live) * 5)
    player.press("G", wait: 3000)
    #expect(player.report.requests > 0)
    #expect(player.report.cameNear <= player.report.requests)
  }

  /// Goes through the metrics after `M`, and expects what each is about.
  private func expectExplained(_ metrics: [Metric], _ player: inout Player) throws {
    for (number, metric) in metrics.enumerated() {
      if number > 0 { player.press(.down) }
      // The chosen one is on the screen.
      player.shows("▸" + metric.name)
      let lines = try #require(player.overlayBox).lines
      #expect(lines.contains { $0.key == "▸" + metric.name })
      #expect(lines.contains { $0.text.hasSuffix(metric.explanation) }, "\(metric)")
      for words in [metric.band?.words, metric.direction.words].compactMap(\.self) {
        #expect(lines.contains { $0.text.contains(words) }, "\(metric)")
      }
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (40, 10)])
  func `M explains each metric: direction, band and slot to blame`(columns: Int, rows: Int) throws {
    var player = Player(try demoPage("market.md"), columns: columns, rows: rows).pressing(.pageDown)
    player.press("M", after: 3000)
    try expectExplained(Metric.ofEveryPage, &player)
    player.press("q")
    #expect(player.overlay == nil)
  }

  @Test func `M explains the metrics of auctions where there are any, and no others`() throws {
    let page = testPage(front: "auction: { latency: 300ms }", block: "size: 320x240")
    var player = Player(page, columns: 120, rows: 40)
    player.press("M", after: 3000)
    #expect(player.model.metrics.suffix(3) == [.auctions, .auctionTimeouts, .expiredBids])
    try expectExplained(player.model.metrics, &player)
  }

  @Test func `Enter goes to the slot that has cost most`() throws {
    // The third answer takes longest, and its box is in view meanwhile.
    var player = Player(
      testPage(ads: 6, paragraphs: 2, front: "adServer: { latency: 2s }"), columns: 120, rows: 40)
    for _ in 0..<4 { player.press(.pageDown, wait: 700) }
    player.press("M", after: 6000)
    while Metric.ofEveryPage[player.model.viewer.overlays.last?.list.selected ?? 0]
      != .blankExposure
    {
      player.press(.down)
    }
    let slot = try #require(player.model.slotToBlame(for: .blankExposure))
    let name = player.page.name(of: SlotID(slot))
    #expect(player.screen.contains("worst: \(name)"))
    player.press(.enter)
    #expect(player.overlay == nil)
    #expect(player.selectedSlot == slot)
    let frame = player.page.layout.frame(ofSlot: slot)
    #expect(player.engine.viewport.gap(to: frame) <= 0)
  }

  @Test(arguments: 1...20)
  func `blame adds up to the metrics`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let front = """
      adServer: { seed: \(seed), latency: 100ms..3s, noFillRate: 0.2 }
      lazyLoad: { unloadingEnabled: true }
      """
    var player = Player(testPage(ads: 8, paragraphs: 3, front: front), columns: 120, rows: 40)
    for number in 0..<30 {
      if number == 12, seed.isMultiple(of: 2) { player.press("0") }
      player.press(random.number(0...3) == 0 ? .pageUp : .pageDown)
      player.wait(Int64(random.number(20...2500)))
    }
    let visit = player.model.visit
    for isOver in [true, false] {
      let report = visit.run.pageReport(at: visit.run.now, isOver: isOver)
      let blame = visit.run.blame(player.page.initialSetup, visit.historyOfPage, isOver: isOver)
      func sum(_ metric: Metric) -> Double { blame.costs[metric]?.values.reduce(0, +) ?? 0 }
      #expect(abs(sum(.blankExposure) / 1000 - report.blankExposure) < 1e-6)
      #expect(sum(.failed) == Double(report.failed))
      #expect(sum(.lateRenders) == Double(report.lateRenders))
      #expect(sum(.refetches) == Double(report.refetches))
      #expect(abs(sum(.shiftScore) - report.shiftScore) < 1e-9)
      #expect(sum(.wastedFetches) == Double(report.wastedFetches))
      #expect(sum(.wastedRenders) == Double(report.wastedRenders))
    }
  }
}
