import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

/// Summaries of parts are added to the summary of the whole.
@Suite struct TuningSummaryTests {
  private static let sessions = [TuningSession].random

  private static func terms(
    engine: String = "1.0", page: String? = "ab", world: String = "page, seed 1",
    present: LazyLoadingSettings? = .standard, fetches: [Double] = [0, 200, 400, 1000],
    metrics: [Metric] = TuningStudy.metrics(of: .value)
  ) -> TuningSummary.Terms {
    TuningSummary.Terms(
      engine: engine, page: page, world: world, present: present, fetches: fetches,
      displays: [0, 100, 400], metrics: metrics)
  }

  private static func summary(_ sessions: some Sequence<TuningSession>) -> TuningSummary {
    var summary = TuningSummary(terms())
    for session in sessions { summary.add(session) }
    return summary
  }

  /// The summary as it is read from its line.
  private static func written(_ summary: TuningSummary) throws -> TuningSummary {
    try TuningSummary(line: Array(summary.line.utf8.dropLast()))
  }

  private static let whole = summary(sessions)

  @Test(arguments: 1...12)
  func `every split, order and merge gives the same bytes`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    var sessions = Self.sessions
    for place in sessions.indices.reversed() { sessions.swapAt(place, draw.number(0...place)) }
    // One of the parts holds nothing.
    var parts = [Self.summary([])]
    while !sessions.isEmpty {
      let count = min(sessions.count, draw.number(1...9))
      parts.append(Self.summary(sessions.prefix(count)))
      sessions.removeFirst(count)
    }
    while parts.count > 1 {
      // Any two are added, written and read on the way.
      var one = parts.remove(at: draw.number(0...(parts.count - 1)))
      let other = parts.remove(at: draw.number(0...(parts.count - 1)))
      try one.add(Self.written(other))
      parts.append(one)
    }
    #expect(parts[0].line == Self.whole.line)
    #expect(parts[0] == Self.whole)
  }

  @Test func `a summary says what one process counts`() throws {
    var study = TuningStudy(
      fetches: [0, 200, 400, 1000], displays: [0, 100, 400], objective: .value, present: .standard,
      sessions: Self.sessions.count)
    for session in Self.sessions { study.add(session) }
    let direct = study.map
    let map = try Self.whole.map(.value, seed: 1)
    #expect(map.sessions == 40 && map.compared == direct.compared)
    for cell in map.cells {
      for metric in TuningStudy.metrics(of: .value) {
        #expect(map.mean(metric, cell) == direct.mean(metric, cell))
      }
      let (one, other) = (map.toBest(cell)?.mean ?? .nan, direct.toBest(cell)?.mean ?? .nan)
      #expect(abs(one - other) < 1e-9)
    }
    let rows = [SettingRow(.present, .standard), SettingRow(.recommended, map.settings(map.best))]
    let report = Self.whole.report(rows, map)
    let expected = study.report { details in for session in Self.sessions { details.add(session) } }
    #expect(report.slotCount == expected.slotCount && report.obstacles == expected.obstacles)
    for metric in TuningStudy.metrics(of: .value) {
      let (one, other) = (report.rows[0].metrics[metric], expected.rows[0].metrics[metric])
      #expect(abs((one?.mean ?? .nan) - (other?.mean ?? .nan)) < 1e-6)
      #expect(one?.interval != nil)
      let oracles = (report.oracle[metric] ?? .nan, expected.oracle[metric] ?? .nan)
      #expect(abs(oracles.0 - oracles.1) < 1e-3, "\(metric)")
    }
    #expect(
      report.text(origin: "40 sessions").hasPrefix("Keep 800/200 for now: 40 sessions are too"))
  }

  @Test func `auctions of the present settings are written in points and read back`() throws {
    let sides = Threshold.directional(ahead: .percent(300), behind: .points(100))
    let auction = try AuctionSettings(threshold: sides, timeout: 700, expires: 9000)
    let present = try LazyLoadingSettings(auction: .before(auction))
      .inPoints(for: Size(width: 384, height: 800))
    let summary = TuningSummary(Self.terms(present: present))
    #expect(
      summary.line.contains(#""auction":{"threshold":{"ahead":2400,"behind":100},"timeout":700"#))
    let read = try Self.written(summary)
    #expect(read.terms.present == present && present.auction != .off)
  }

  @Test func `a page without lazy loading is compared as it is, not at thresholds of 0`() throws {
    let sessions = Self.sessions.prefix(12).map { $0.under(.off) }
    var summary = TuningSummary(Self.terms(present: nil))
    for session in sessions { summary.add(session) }
    summary = try Self.written(summary)
    let map = try summary.map(.value, seed: 1)
    let report = summary.report(map.rows(present: nil, tries: []), map)
    for metric in TuningStudy.metrics(of: .value) {
      let units = sessions.reduce(0) { $0 + metric.units(in: $1.report(under: nil)) }
      let mean = Double(units) / metric.units / Double(sessions.count)
      #expect(abs((report.rows[0].metrics[metric]?.mean ?? .nan) - mean) < 1e-6, "\(metric)")
    }
  }

  @Test func `what was counted otherwise is refused with a sentence`() throws {
    var unload = LazyLoadingSettings.standard
    unload = try LazyLoadingSettings(800, 200, unload: 1000)
    for (terms, sentence) in [
      (Self.terms(engine: "2.0"), "was counted by another version: expected 1.0, found 2.0"),
      (Self.terms(page: "cd"), "is of another page"), (Self.terms(page: nil), "is of another page"),
      (
        Self.terms(world: "x2, seed 1"),
        "has other answers: expected page, seed 1, found x2, seed 1"
      ),
      (Self.terms(present: nil), "has other present settings"),
      (Self.terms(present: unload), "has other present settings"),
      (Self.terms(fetches: [0, 100]), "compares other thresholds"),
      (Self.terms(metrics: [.requests, .viewable]), "counts other metrics"),
    ] {
      var summary = Self.whole
      do throws(TuningSummary.MergeError) {
        try summary.add(TuningSummary(terms))
        Issue.record("\(sentence) was not refused")
      } catch {
        #expect("\(error)" == sentence)
      }
      #expect(summary == Self.whole, "what is refused changes nothing")
    }
    #expect(throws: TuningSummary.MissingMetricError(metric: .liveAdSeconds)) {
      try Self.whole.map(Objective(costs: [.view: 1, .live: 1]), seed: 1)
    }
  }

  @Test func `a line that is no summary is refused, and any damage is read or refused`() throws {
    let summary = Self.summary(Self.sessions.prefix(3))
    #expect(try Self.written(summary).line == summary.line)
    let text = summary.line.dropLast()
    let line = Array(text.utf8)
    let damaged = [
      (#""engine""#, #""motor""#), (#""sessions":3"#, #""sessions":4"#), ("[0,200,", "[200,0,"),
      (#""fetchThreshold":800"#, #""fetchThreshold":801"#),
      (#""requests":[["#, #""requests":[[0,0,1],[0,0,1],["#),
      (#""requests":[["#, #""requests":[[3,2,9007199254740993],["#),
    ].map { text.replacing($0, with: $1) }
    let others = ["", "{}", "[]", #"{"adview":1}"#, #"{"tune":2}"#, #"{"tune":1}"#]
    for text in damaged.map(String.init) + others {
      #expect(throws: SessionLineError.self, "\(text.prefix(60))") {
        try TuningSummary(line: Array(text.utf8))
      }
    }
    var draw = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      var bytes = line
      for _ in 0..<draw.number(1...3) {
        bytes[draw.number(0...(bytes.count - 1))] = draw.pick(Array("0129-,[]{}\"e.".utf8))
      }
      if let summary = try? TuningSummary(line: bytes) {
        #expect(try Self.written(summary) == summary, "what is read is written the same")
      }
    }
  }
}
