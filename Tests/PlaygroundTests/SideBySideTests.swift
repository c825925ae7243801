import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// A replay under other settings: what was recorded stands beside what is decided now.
@Suite struct SideBySideTests {
  private static func playBeside(columns: Int, rows: Int) throws -> Player {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 1600
    options.overrides.lazyLoading.displayThreshold = 0
    return Player(
      try demoReplay("thresholds.jsonl", options: options), columns: columns, rows: rows,
      options: options)
  }

  @Test func `at any moment the recorded course stands beside the one of other settings`() throws {
    var beside = try Self.playBeside(columns: 120, rows: 40)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let moment = Instant(milliseconds: Int64(random.number(0...18_000)))
      var seeker = beside.pressing(" ").model
      seeker.seek { $0.seek(to: moment) }
      var recorded = Player(try demoReplay("thresholds.jsonl")).model
      recorded.visit.advance(to: moment)
      let course = try #require(seeker.visit.replay?.recorded)
      let timeline = recorded.visit.pages.top.timeline
      for slot in 0..<4 {
        let state = course.timeline(ofPage: 1)?.state(ofSlot: slot, at: moment)
        #expect(state == timeline.state(ofSlot: slot, at: moment), "\(moment)")
      }
      #expect(course.report(isOver: true) == recorded.visit.run.report, "\(moment)")
      beside = Player(seeker)
    }
    let now = beside.model.visit.run.report
    #expect(beside.replay?.recorded?.report(isOver: true) != now)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `two courses side by side look as they should`(columns: Int, rows: Int) throws {
    let player = try Self.playBeside(columns: columns, rows: rows).waiting(9000).pressing(" ")
    expectGolden(player.canvas, "replay-beside-\(columns)x\(rows)")
  }

  @Test func `what there is no room for is counted, and what is in view is shown`() throws {
    let player = try Self.playBeside(columns: 80, rows: 24).pressing(.end, .escape)
    #expect(player.screen.contains("slots ───── 3 of 4") && player.screen.contains("── 2 of 4"))
    let slot = try #require(player.model.nearestSlot)
    #expect(player.screen.contains("││\(slot + 1) r ") && player.screen.contains("\(slot + 1)◉ "))
    // Where all of them are shown, only how many there are.
    let wide = try Self.playBeside(columns: 200, rows: 60)
    #expect(wide.screen.contains("─ 4 ┐") && !wide.screen.contains(" of 4 "))
  }

  @Test(arguments: [(80, 23, true), (40, 10, true), (40, 10, false)])
  func `the metrics can be seen where there is no room for their pane, and the footer says how`(
    columns: Int, rows: Int, isLogOpen: Bool
  ) throws {
    var player = try Self.playBeside(columns: columns, rows: rows)
    if isLogOpen { player.press("b") }
    player.press(.end)
    #expect(player.layout.metrics.height == 0)
    #expect(Footer(player.model).hints.contains { $0.commands == [.openMetrics] })
    player.press("M", shows: "metrics: recorded 800/200…200/0")
    let recorded = try #require(player.replay?.recorded?.report(isOver: true))
    let now = player.model.visit.run.report
    #expect(recorded != now)
    let blank = [recorded, now].map { $0.blankExposure.rounded().points }
    #expect(player.screen.contains("▸blank time          \(blank[0]) →    \(blank[1])"))
    // The last of them is reached by scrolling.
    player.press(.down, times: Metric.ofEveryPage.count, shows: Metric.ofEveryPage.last?.name ?? "")
    player.press(.escape)
    #expect(player.overlay == nil)
  }

  @Test(arguments: [(80, 40), (80, 60)])
  func `no digit is cut where one number alone has room`(columns: Int, rows: Int) throws {
    let player = try Self.playBeside(columns: columns, rows: rows).pressing(.end, .escape)
    let blank = player.model.visit.run.report.blankExposure.rounded().points
    #expect(player.screen.contains("blank    →   \(blank) "), "\(player.screen)")
  }

  @Test func `where the pane has room the footer does not speak of it`() throws {
    let player = try Self.playBeside(columns: 120, rows: 40).pressing(.end)
    #expect(player.layout.metrics.height > 0)
    #expect(!Footer(player.model).hints.contains { $0.commands == [.openMetrics] })
  }
}
