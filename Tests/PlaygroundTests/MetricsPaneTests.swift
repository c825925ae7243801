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
    let report = player.model.visit.report
    #expect(report.failed == report.requests && report.failed > 0)
    let reading = Metric.failed.reading(report)
    #expect(reading.isPoor && reading.note.contains("no fill"))
    #expect(player.screen.contains("failed               \(report.failed)"))
    player.wait(20_000)
    #expect(player.model.visit.report.blankExposure == report.blankExposure)
  }

  @Test func `a request is not wasted before its slot is passed, or the session ends`() throws {
    var player = Player(testPage(ads: 6, paragraphs: 6), columns: 120, rows: 40).waiting(2000)
    let first = player.model.visit.report
    #expect(first.wastedFetches == 0 && first.notSeenYet > 0)
    #expect(player.screen.contains("not seen yet         \(first.notSeenYet)"))
    // A jump over the slots: none of them was in view.
    player.press("G", wait: 100)
    let passed = player.model.visit.report
    #expect(passed.wastedFetches >= first.notSeenYet)
    player.press("g", wait: 100)
    player.press("k")
    let whole = player.model.visit.run.report
    #expect(whole.notSeenYet == 0, "once it is over there is nothing to come")
  }

  @Test func `the metrics are the page's own, with the total beside them`() {
    func file(_ name: String) -> PageFile {
      PageFile(location: name, name: name, bytes: Array(testPage(ads: 6).utf8))
    }
    var player = Player(testPage(ads: 6), columns: 120, rows: 40).pressing("G").waiting(3000)
    let first = player.model.visit.report
    #expect(player.model.visit.wholeReport == nil)
    player.send(.opened(file("q.md")))
    player.wait(3000)
    let second = player.model.visit.report
    let whole = player.model.visit.wholeReport
    #expect(second.requests > 0 && second.requests < first.requests + second.requests)
    #expect(whole?.requests == first.requests + second.requests)
    player.shows("all pages \(whole?.requests ?? 0)", " this page ")
  }

  @Test func `what stands beside the figure of all ads is of all ads`() throws {
    var player = Player(
      testPage(
        ads: 6, paragraphs: 4,
        front: "adServer: { noFillRate: 0.4, latency: 50ms }\nscreenBanner: banner"),
      columns: 200, rows: 60)
    for _ in 0..<6 {
      player.press(.pageDown, wait: 1500)
    }
    let whole = try #require(player.model.visit.wholeReport)
    #expect(whole.requests > player.model.visit.report.requests)
    for metric in player.model.metrics {
      let reading = metric.reading(whole)
      guard !reading.note.isEmpty else { continue }
      player.press("M")
      let text = player.wholeOverlay?.lines.first { $0.key?.dropFirst() ?? "" == metric.name }?.text
      #expect(
        text?.hasSuffix(" · \(reading.note)") == true
          && text?.contains("all ads \(reading.value)") == true, "\(text ?? "")")
      player.press(.escape)
    }
    #expect(whole.failures.reduce(0, +) == whole.failed)
  }

  @Test func `counting can begin again, and what was before is not counted any more`() {
    var player = Player(testPage(ads: 8, paragraphs: 4), columns: 120, rows: 40).pressing(.pageDown)
    player.wait(3000)
    let live = player.model.visit.report.liveAds
    player.press("0")
    let reset = player.model.visit.report
    #expect((reset.requests, reset.rendered, reset.viewable, reset.duration) == (0, 0, 0, 0))
    #expect(reset.blankExposure == 0 && reset.liveAdSeconds == 0 && reset.distance == 0)
    #expect(reset.liveAds == live, "ads that are there go on to cost memory")
    player.wait(5000)
    let later = player.model.visit.report
    #expect((later.requests, later.viewable, later.wastedFetches) == (0, 0, 0))
    #expect(later.liveAdSeconds == Double(live) * 5)
    player.press("G", wait: 3000)
    #expect(player.model.visit.report.requests > 0)
    #expect(player.model.visit.report.cameNear <= player.model.visit.report.requests)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (40, 10)])
  func `M explains each metric with its direction, its band and the slot to blame`(
    columns: Int, rows: Int
  ) throws {
    var player = Player(try demoPage("market.md"), columns: columns, rows: rows).pressing(.pageDown)
    player.press("M", after: 3000)
    for (number, metric) in Metric.ofEveryPage.enumerated() {
      if number > 0 { player.press(.down) }
      let box = try #require(player.overlayBox)
      #expect(box.lines.contains { $0.key == "▸" + metric.name })
      #expect(box.lines.contains { $0.text.hasSuffix(metric.explanation) })
      if let band = metric.band {
        #expect(box.lines.contains { $0.text.contains(band.words) })
      }
      if let words = metric.direction.words {
        #expect(box.lines.contains { $0.text.contains(words) })
      }
      // The chosen one is on the screen.
      #expect(player.screen.contains("▸" + metric.name))
    }
    player.press("q")
    #expect(player.model.overlay == nil)
  }

  @Test func `M explains the metrics of auctions where there are any, and no others`() throws {
    var player = Player(
      testPage(front: "auction: { latency: 300ms }", block: "size: 320x240"), columns: 120, rows: 40
    )
    player.press("M", after: 3000)
    let metrics = player.model.metrics
    #expect(metrics.suffix(3) == [.auctions, .auctionTimeouts, .expiredBids])
    for (number, metric) in metrics.enumerated() {
      if number > 0 { player.press(.down) }
      let box = try #require(player.overlayBox)
      #expect(box.lines.contains { $0.key == "▸" + metric.name })
      #expect(box.lines.contains { $0.text.hasSuffix(metric.explanation) })
    }
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
    let name = player.model.visit.pages.top.name(of: SlotID(slot))
    #expect(player.screen.contains("worst: \(name)"))
    player.press(.enter)
    #expect(player.model.overlay == nil)
    #expect(player.model.top.selectedSlot == slot)
    let frame = player.model.visit.pages.top.layout.frame(ofSlot: slot)
    #expect(player.model.visit.run.engine.viewport.gap(to: frame) <= 0)
  }

  @Test func `blame adds up to the metrics`() {
    for seed in 1...20 {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Player(
        testPage(
          ads: 8, paragraphs: 3,
          front: "adServer: { seed: \(seed), latency: 100ms..3s, noFillRate: 0.2 }\n"
            + "lazyLoad: { unloadingEnabled: true }"), columns: 120, rows: 40)
      for number in 0..<30 {
        if number == 12, seed.isMultiple(of: 2) { player.press("0") }
        player.press(random.number(0...3) == 0 ? .pageUp : .pageDown)
        player.wait(Int64(random.number(20...2500)))
      }
      let page = player.model
      for isOver in [true, false] {
        let report = page.visit.run.pageReport(at: page.visit.run.now, isOver: isOver)
        let blame = page.visit.run.blame(
          page.visit.pages.top.initialSetup, page.visit.historyOfPage, isOver: isOver)
        func sum(_ metric: Metric) -> Double { blame.costs[metric]?.values.reduce(0, +) ?? 0 }
        #expect(abs(sum(.blankExposure) / 1000 - report.blankExposure) < 1e-6)
        #expect(sum(.failed) == Double(report.failed), "seed \(seed)")
        #expect(sum(.lateRenders) == Double(report.lateRenders), "seed \(seed)")
        #expect(sum(.refetches) == Double(report.refetches), "seed \(seed)")
        #expect(abs(sum(.shiftScore) - report.shiftScore) < 1e-9, "seed \(seed)")
        #expect(sum(.wastedFetches) == Double(report.wastedFetches), "seed \(seed)")
        #expect(sum(.wastedRenders) == Double(report.wastedRenders), "seed \(seed)")
      }
    }
  }
}
