import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct LayoutTests {
  private func forEachLayout(_ body: (ScreenLayout, Int, String) -> Void) {
    for columns in [40, 51, 57, 58, 70, 79, 80, 81, 99, 116, 120, 141, 161, 162, 163, 200, 250] {
      for rows in Array(10...50) + [60, 80] {
        for isLogOpen in [false, true] {
          for slots in [0, 1, 2, 5, 30, 10_000] {
            let layout = ScreenLayout(
              columns: columns, rows: rows, articleColumns: 48, isLogOpen: isLogOpen,
              slotCount: slots)
            body(layout, slots, "\(columns)×\(rows), log \(isLogOpen), \(slots) slots")
          }
        }
      }
    }
  }

  private func panes(_ layout: ScreenLayout) -> [Rect] {
    [
      layout.title, layout.article, layout.map, layout.thresholds, layout.slots, layout.timeline,
      layout.metrics, layout.thresholdLine, layout.log, layout.footer,
    ].filter { $0.width > 0 && $0.height > 0 }
  }

  @Test func `panes lie on the screen and never over one another`() {
    forEachLayout { layout, _, name in
      let panes = panes(layout)
      for (index, pane) in panes.enumerated() {
        if pane.clipped(to: layout.screen) != pane { Issue.record("\(name): \(pane)") }
        for other in panes[(index + 1)...] {
          let common = pane.clipped(to: other)
          if common.width > 0, common.height > 0 { Issue.record("\(name): \(pane) and \(other)") }
        }
      }
    }
  }

  @Test func `panes fold in one order: metrics, timeline, slots, the map`() {
    forEachLayout { layout, slots, name in
      // Under all other panes the metrics have a room of their own.
      let isUnder = layout.metrics.row == layout.map.endRow && layout.metrics.height > 0
      if layout.metrics.height > 0, slots > 0, !isUnder {
        #expect(layout.timeline.height > 0, "\(name)")
      }
      if layout.timeline.height > 0 { #expect(layout.slots.height > 0, "\(name)") }
      if layout.slots.height > 0 { #expect(layout.map.width > 0, "\(name)") }
      #expect((layout.map.width > 0) != (layout.mapStrip.width > 0), "\(name)")
      #expect((layout.thresholds.width > 0) != (layout.thresholdLine.width > 0), "\(name)")
    }
  }

  @Test func `a pane that is shown has room for what it is to show`() {
    forEachLayout { layout, slots, name in
      if layout.thresholds.height > 0 { #expect(layout.thresholds.height >= 5, "\(name)") }
      if layout.slots.height > 0 { #expect(layout.slots.inside.height >= 1, "\(name)") }
      if layout.metrics.height > 0 { #expect(layout.metrics.inside.height >= 5, "\(name)") }
      if layout.timeline.height > 0 {
        let shown = min(slots, layout.slots.inside.height)
        #expect(shown >= min(slots, 3), "\(name)")
        #expect(layout.timeline.inside.height >= 1 + shown, "\(name)")
      }
    }
  }

  @Test func `80 by 24 cells show the metrics that a threshold trades, and sliders`() throws {
    var player = Player(try demoPage("home.md")).pressing("J").waiting(3000)
    for metric in [Metric.blankExposure, .lateRenders, .wastedFetches, .viewable] {
      #expect(player.screen.contains("│ \(metric.name) "), "\(metric.name)")
    }
    for kind in ThresholdKind.allCases {
      #expect(try #require(player.layout.sliderBar(of: kind)).width >= 8)
    }
    #expect(!player.rows(with: "└").contains { $0.contains("…") })
    player.press("b")
    #expect(player.layout.metrics.height > 0 && player.layout.log.height > 0)
  }

  // MARK: - The metrics pane

  @Test(.tags(.sweep), arguments: Sweep.sample(Array(22...150), every: 7))
  func `no word and no number of the metrics is cut`(width: Int) throws {
    let player = Player(try demoPage("home.md"), columns: 120, rows: 40).pressing("J").waiting(5000)
    var canvas = Canvas(width: width, height: Metric.ofEveryPage.count + 2)
    MetricsView(model: player.model).draw(on: &canvas, in: canvas.bounds)
    let lines = canvas.text.split(separator: "\n").dropFirst()
    let report = player.report
    for (metric, line) in zip(Metric.ofEveryPage, lines) {
      let reading = metric.reading(report)
      let name = width < 32 ? metric.shortName : metric.name
      let words = line.split(separator: " ").map(String.init)
      #expect(line.contains(name))
      #expect(words.contains { $0.hasPrefix(reading.value) }, "\(line)")
      #expect(line.contains(reading.unit))
      #expect(!line.contains("…") || line.contains(reading.note.prefix(7)), "\(line)")
    }
    #expect(canvas.fault == nil)
  }

  @Test func `every number fits its column, however large it becomes`() {
    var report = MetricsReport()
    for number in [0, 7, 999, 1000, 99_999, 100_000, 1_234_567, 2_000_000_000, Int(Int32.max)] {
      report.requests = number
      report.wastedFetches = number
      report.blankExposure = Double(number)
      report.lateRenders = number
      report.leadTimes = [Int64(-number)]
      report.liveAds = number
      report.viewable = number
      report.rendered = number
      report.refetches = number
      report.shiftScore = Double(number) / 7
      report.timeToFirstAd = Int64(number)
      for metric in Metric.ofEveryPage {
        let reading = metric.reading(report)
        #expect(Glyphs.cells(reading.value) <= 6, "\(metric.name) \(reading.value)")
        #expect(Glyphs.cells(reading.unit) <= 4)
        #expect(Glyphs.cells(metric.shortName) <= 8 && Glyphs.cells(metric.name) <= 15)
      }
    }
  }

  @Test func `the help explains every metric and every shade`() {
    for metric in Metric.ofEveryPage {
      let line = HelpText.lines.first { $0.key == metric.name }
      #expect(line?.text.hasPrefix(metric.explanation) == true)
    }
    for state in SeenState.allCases {
      let line = HelpText.lines.first { $0.key == "\(state.glyph) \(state.word)" }
      #expect(line?.text == state.explanation)
    }
  }

  @Test func `memory is the live ads, 10 MB each`() {
    let player = Player(testPage(), columns: 120, rows: 50).waiting(3000)
    let report = player.model.visit.run.report
    let reading = Metric.memory.reading(report)
    #expect(report.liveAds > 0)
    #expect(reading.value == String(report.liveAds * 10) && reading.unit == "MB")
    player.shows(reading.note)
  }
}
