import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What the page would have come to under other thresholds, beside what it came to.
@Suite struct WhatIfTests {
  @Test(arguments: [[Key.character("0")], Array(repeating: Key.shiftLeft, count: 8)])
  func `while a threshold moves both columns stand beside every metric`(keys: [Key]) throws {
    var player = Player.scrolled()
    #expect(player.whatIf == nil)
    player.press("f")
    for key in keys { player.press(key) }
    let whatIf = try #require(player.whatIf)
    let metrics = player.report
    #expect(whatIf.now.requests == metrics.requests)
    #expect(whatIf.now.blankExposure == metrics.blankExposure)
    #expect(whatIf.then.requests < whatIf.now.requests)
    #expect(whatIf.then.blankExposure > whatIf.now.blankExposure)
    player.shows(" what if 800/200 → 0/0 ", "display 200 → 0 with it")
    #expect(player.rows(with: "requests").contains { $0.contains("better") })
    #expect(player.rows(with: "late renders").contains { $0.contains("worse") })
    // A frame's worth of blank time is neither.
    #expect(!player.rows(with: "blank time").contains { $0.contains("worse") })
    // Nothing of that has happened.
    #expect(player.lazyLoading == .standard && player.report == metrics)
  }

  @Test func `changes of the thresholds are not followed by a comparison, however many`() {
    var player = Player.scrolled()
    let before = player.model.visit.history
    for _ in 0..<50 { player.press("x") }
    let after = player.model.visit.history
    #expect(after.events.count >= before.events.count + 50)
    #expect(after.followed(ofPage: 1).count == before.followed(ofPage: 1).count)
    #expect(before.followed(ofPage: 1).count > 40)
  }

  @Test func `exploring a threshold and leaving it alters no number`() {
    var player = Player.scrolled()
    let before = player.report
    player.press("f", .shiftRight, times: 4, then: .escape)
    player.press("u", .shiftLeft, .escape, "f", .escape, "z")
    #expect(player.report == before && player.lazyLoading == .standard)
  }

  @Test func `a comparison stays when the value is kept, goes on, and ends with Escape`() throws {
    var player = Player.scrolled().pressing("f", "3", "0", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 300)
    let kept = try #require(player.whatIf)
    player.press(.pageDown, wait: 2000)
    let later = try #require(player.whatIf)
    #expect(later.now.distance > kept.now.distance && later.then.distance == later.now.distance)
    #expect(player.screen.contains(" 800/200 → 300/200 (now) "))
    #expect(Footer(player.model).hints.contains { $0.word == "end comparison" })
    player.press(.escape)
    #expect(player.whatIf == nil)
    #expect(!player.screen.contains("800/200 → 300/200"))
    // The value stays.
    #expect(player.lazyLoading?.fetchThreshold == 300)
  }

  @Test(arguments: 1...8)
  func `both columns are what runs of the page under these thresholds report`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let front = """
      adServer: { seed: \(seed), latency: 100ms..2s, noFillRate: 0.2 }
      scrollAnchoring: \(seed % 2 == 0)
      """
    var player = Player(testPage(ads: 8, front: front), columns: 120, rows: 40)
    for _ in 0..<20 {
      player.press(random.number(0...4) == 0 ? .pageUp : .pageDown)
      player.wait(Int64(random.number(50...1200)))
    }
    player.press("f", "3", "0", "0")
    let whatIf = try #require(player.whatIf)
    var setup = player.page.initialSetup
    setup.engine.lazyLoading = whatIf.settings
    var run = SessionRun(setup)
    var adjustment = 0.0
    for event in player.events {
      switch event.content {
      case .input(.scrolled(let position)):
        run.scroll(to: position, recordedAdjustment: adjustment, at: event.at)
      case .effect(.resize(_, _, let points)): adjustment += points
      default: break
      }
    }
    run.advance(to: player.time)
    #expect(whatIf.then == run.report(at: player.time, isOver: false))
  }

  @Test func `where the metrics have no pane the footer says what would be`() throws {
    var player = Player.scrolled(columns: 60, rows: 24).pressing("f", "0")
    #expect(player.layout.metrics.height == 0)
    let row = try #require(player.screen.split(separator: "\n").last)
    #expect(row.contains("800/200 → 0/0: late 1 → 2"), "\(row)")
    player.press(.enter, shows: "800/200 → 0/0 (now): ")
    player.press("M", shows: "metrics: 800/200 → 0/0 (now)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `before anything came into view nothing is better or worse`(columns: Int, rows: Int) {
    var player = Player(testPage(ads: 10, paragraphs: 2), columns: columns, rows: rows)
    player.press("f", .shiftLeft, times: 7, after: 5000)
    #expect(player.lazyLoading == .standard && player.whatIf != nil)
    for key in [Key.enter, "M"] {
      player.shows("scroll first", hides: "better", "worse")
      player.press(key)
    }
    #expect(player.wholeOverlay?.title.contains("scroll first") == true)
    player.press(.escape, "J", times: 3, wait: 3000, hides: "scroll first")
    #expect(player.model.comparison?.words().contains("worse") == true)
  }

  @Test func `a rate of few ads stands as their number, and is neither better nor worse`() throws {
    var (before, after) = (MetricsReport(), MetricsReport())
    (before.rendered, before.viewable, after.rendered, after.viewable) = (2, 1, 1, 1)
    func row() -> MetricsComparison.Row {
      MetricsComparison(names: [], before: before, after: after)
        .row(.viewableRate)
    }
    #expect(row().columns == "1 of 2 → 1 of 1")
    #expect(row().change == .same)
    (before.rendered, before.viewable) = (12, 6)
    #expect(row().columns == "   50% → 1 of 1")
    (after.rendered, after.viewable) = (8, 8)
    #expect(row().columns == "    50 →    100 %    better")
  }

  @Test(arguments: [
    (7, 12, 8, 12, "  7/12 →   8/12      worse"), (1, 5, 0, 5, "1 of 5 → 0 of 5      better"),
    (700, 1200, 6, 9000, "   700 →      6      better"),
  ])
  func `failures stand with their requests, both in one form, and no digit is cut`(
    failed: Int, requests: Int, then: Int, others: Int, columns: String
  ) {
    var (before, after) = (MetricsReport(), MetricsReport())
    (before.failures[0], before.requests) = (failed, requests)
    (after.failures[0], after.requests) = (then, others)
    let comparison = MetricsComparison(names: [], before: before, after: after)
    #expect(comparison.row(.failed).columns == columns)
  }

  @Test func `what gets better stands beside what gets worse, however little room there is`() {
    var (before, after) = (MetricsReport(), MetricsReport())
    (before.blankExposure, after.blankExposure) = (62, 346)
    (before.lateRenders, after.lateRenders) = (1, 4)
    (before.requests, after.requests) = (9, 5)
    let comparison = MetricsComparison(names: ["what if"], before: before, after: after)
    #expect(comparison.words(fitting: 60) == "blank 62 → 346 worse · requests 9 → 5 better")
    #expect(comparison.words(fitting: 40) == "blank 62 → 346 ✗ · requests 9 → 5 ✓")
    #expect(comparison.sentence(fitting: 30) == "what if: blank 62 → 346 worse")
  }

  @Test func `the map shows the zone that is being tried, and the one in force as a ghost`() {
    var player = Player.scrolled()
    player.press("f", .shiftLeft, times: 4, shows: "╌╌")
    #expect(player.model.shownThresholds?.fetchThreshold == 400)
    player.press(.escape, hides: "╌╌│")
  }

  // MARK: - In a replay

  private static func replayed(columns: Int = 120, rows: Int = 40) throws -> Player {
    Player(try demoReplay("slow-network.jsonl"), columns: columns, rows: rows).pressing(.end)
  }

  @Test func `a threshold that moves in a replay decides it again, at the same instant`() throws {
    var player = try Self.replayed()
    let recorded = player.model.visit.run.report
    let time = player.time
    #expect(player.replay?.recorded == nil)
    player.press("f", "2", "5", "0", "0")
    #expect(player.time == time)
    let beside = try #require(player.replay?.recorded)
    #expect(beside.report(isOver: true) == recorded)
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 2500
    var direct = Player(
      try demoReplay("slow-network.jsonl", options: options), columns: 120, rows: 40,
      options: options)
    direct.press(.end)
    #expect(player.model.visit.run.report(at: time) == direct.model.visit.run.report(at: time))
    // The recording itself ends at 2500.
    #expect(player.screen.contains(" recorded 800/200…2500/200 → now 2500/200 "))
    player.press(.escape)
    #expect(player.replay?.recorded == nil)
    #expect(player.model.visit.run.report == recorded)
  }

  @Test func `what was recorded stays beside a threshold that is kept in a replay`() throws {
    var player = try Self.replayed().pressing("f", .shiftRight, .shiftRight, .enter)
    let kept = try #require(player.replay?.overrides.lazyLoading.fetchThreshold)
    #expect(player.screen.contains("recorded "))
    player.press("z")
    #expect(player.replay?.overrides == SettingOverrides())
    player.press("f", .shiftRight, .shiftRight, .enter, "x")
    #expect(player.replay?.overrides.lazyLoading.fetchThreshold == kept)
    #expect(player.replay?.overrides.lazyLoading.unloadingEnabled != nil)
    player.press("Z")
    #expect(player.replay?.overrides == SettingOverrides())
    #expect(player.replay?.recorded == nil)
  }

  @Test func `a replay that was decided again is played and stepped through as before`() throws {
    var player = try Self.replayed().pressing("f", "2", "0", "0", .enter, .end)
    let atEnd = player.model.visit.run.report
    player.press(.home, .right, times: 5, then: .end)
    #expect(player.model.visit.run.report == atEnd)
  }
}
