import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// A replay under other settings: what was recorded stands beside what is decided now.
@Suite struct SideBySideTests {
  private static var wider: PlaygroundOptions {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 1600
    options.overrides.lazyLoading.displayThreshold = 0
    return options
  }

  private static func playBeside(columns: Int, rows: Int) throws -> Player {
    let options = wider
    return Player(
      Model(
        .session(try demoReplay("thresholds.jsonl", options: options)), options: options,
        settings: PlaygroundSettings(), columns: columns, rows: rows, at: 0))
  }

  @Test func `under other settings the recorded course stands beside the new one, at any moment`()
    throws
  {
    var beside = try Self.playBeside(columns: 120, rows: 40)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let moment = Instant(milliseconds: Int64(random.number(0...18_000)))
      beside.press(" ")
      var seeker = beside.model
      seeker.seek { $0.seek(to: moment) }
      var recorded = Player(
        Model(
          .session(try demoReplay("thresholds.jsonl")), options: PlaygroundOptions(),
          settings: PlaygroundSettings(), columns: 80, rows: 24, at: 0)
      ).model
      recorded.visit.advance(to: moment)
      let course = try #require(seeker.visit.replay?.recorded)
      for slot in 0..<4 {
        #expect(
          course.timeline(ofPage: 1)?.state(ofSlot: slot, at: moment)
            == recorded.visit.pages.top.timeline.state(ofSlot: slot, at: moment), "\(moment)")
      }
      #expect(course.report(isOver: true) == recorded.visit.run.report, "\(moment)")
      beside = Player(seeker)
    }
    let page = beside.model
    #expect(page.visit.replay?.recorded?.report(isOver: true) != page.visit.run.report)
  }

  @Test func `without settings from outside there is nothing beside a replay`() throws {
    #expect(try demoReplay("thresholds.jsonl").recorded == nil)
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
    #expect(player.model.layout.metrics.height == 0)
    #expect(Footer(player.model).hints.contains { $0.commands == [.openMetrics] })
    player.press("M", shows: "metrics: recorded 800/200…200/0")
    let recorded = try #require(player.model.visit.replay?.recorded?.report(isOver: true))
    let now = player.model.visit.run.report
    #expect(recorded != now)
    let blank = [recorded, now].map { $0.blankExposure.rounded().points }
    #expect(player.screen.contains("▸blank time          \(blank[0]) →    \(blank[1])"))
    // The last of them is reached by scrolling.
    player.press(.down, times: Metric.ofEveryPage.count)
    #expect(player.screen.contains(Metric.ofEveryPage.last?.name ?? ""))
    player.press(.escape)
    #expect(player.model.overlay == nil)
  }

  @Test(arguments: [(80, 40), (80, 60)])
  func `no digit of the metrics is cut where there is room for one number alone`(
    columns: Int, rows: Int
  ) throws {
    let player = try Self.playBeside(columns: columns, rows: rows).pressing(.end, .escape)
    let blank = player.model.visit.run.report.blankExposure.rounded().points
    #expect(player.screen.contains("blank    →   \(blank) "), "\(player.screen)")
  }

  @Test func `where the pane has room the footer does not speak of it`() throws {
    let player = try Self.playBeside(columns: 120, rows: 40).pressing(.end)
    #expect(player.model.layout.metrics.height > 0)
    #expect(!Footer(player.model).hints.contains { $0.commands == [.openMetrics] })
  }
}
