import AdEngine
import AdRendering
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct TuningStudyTests {
  private static let sessions = [TuningSession].random

  private func report(
    _ objective: Objective = .value, _ present: LazyLoadingSettings? = .standard,
    tries: [LazyLoadingSettings] = [], sessions: [TuningSession] = sessions
  ) -> TuningReport { results(objective, present, tries: tries, sessions: sessions).report }

  private func results(
    _ objective: Objective, _ present: LazyLoadingSettings? = .standard,
    tries: [LazyLoadingSettings] = [], sessions: [TuningSession] = sessions
  ) -> (report: TuningReport, map: TuningMap) {
    var study = TuningStudy(
      fetches: [0, 200, 400, 1000], displays: [0, 100, 400], objective: objective,
      present: present, tries: tries, sessions: sessions.count)
    let sessions = sessions.map { $0.under(present) }
    for session in sessions { study.add(session) }
    let report = study.report { details in for session in sessions { details.add(session) } }
    return (report, study.map)
  }

  private func mean(
    _ settings: LazyLoadingSettings?, _ value: (MetricsReport) -> Double
  ) -> Double {
    Self.sessions.reduce(0) { $0 + value($1.report(under: settings)) } / Double(Self.sessions.count)
  }

  @Test func `each row is the mean of the engine's runs`() throws {
    let tried = try LazyLoadingSettings(600, 150)
    let unloading = try LazyLoadingSettings(600, 150, unload: 700)
    let report = report(tries: [tried, unloading])
    #expect(report.rows.prefix(3).map(\.role) == [.present, .tried, .tried])
    #expect(report.sessions == 40)
    #expect(!report.isTraced)
    for row in report.rows {
      for metric in Metric.tuned {
        let expected = mean(row.settings) { metric.value(in: $0) }
        let estimate = try #require(row.metrics[metric])
        #expect(abs(estimate.mean - expected) <= 1e-9 * max(1, expected), "\(row.role) \(metric)")
        #expect(
          estimate.interval.map { $0.lowerBound <= expected && expected <= $0.upperBound } == true)
      }
      #expect(abs(row.value.mean - mean(row.settings, Objective.value.value)) < 1e-9)
    }
    #expect(report.rows[2].isOpen == nil, "its unloading is not that of the grid")
  }

  @Test func `the sums on a lattice of 120 settings are those of the runs, to the unit`() throws {
    let sessions = Self.sessions.prefix(16)
    var study = TuningStudy(
      fetches: (0..<20).map { Double($0) * 70 }, displays: [0, 33, 90, 150, 220, 400],
      objective: .value, present: try LazyLoadingSettings(700, 90), sessions: sessions.count)
    for session in sessions { study.add(session) }
    let map = study.map
    #expect(map.grid.count == 120)
    for (column, number) in map.pairs.enumerated() {
      let (fetch, display) = map.grid[number]
      let settings = try LazyLoadingSettings(fetch, display)
      let reports = sessions.map { $0.report(under: settings) }
      for (metric, sums) in map.sums {
        let sum = reports.reduce(0) { $0 + metric.units(in: $1) }
        #expect(sums[column] == sum, "\(fetch)/\(display) \(metric)")
      }
    }
  }

  @Test func `the best setting is the one that runs of all settings find`() throws {
    for objective in [Objective.value, Objective(costs: [.view: 1])] {
      let (report, map) = results(objective)
      let best = mean(map.settings(map.best), objective.value)
      for fetch in [0.0, 200, 400, 800, 1000] {
        for display in [0.0, 100, 200, 400] where display <= fetch {
          let value = mean(try LazyLoadingSettings(fetch, display), objective.value)
          #expect(value <= best + 1e-9, "\(fetch)/\(display)")
        }
      }
      #expect(map.isOpen(map.best) == nil, "40 sessions tell no settings apart")
      #expect(report.map.compared == 16)
      #expect(report.map.open == nil)
    }
  }

  @Test func `a page without lazy loading is compared with thresholds`() throws {
    let report = report(.value, nil)
    let present = try #require(report.rows.first)
    #expect(present.settings == nil && present.isOpen == nil)
    #expect(abs((present.metrics[.requests]?.mean ?? 0) - mean(nil) { Double($0.requests) }) < 1e-9)
  }

  @Test func `text and JSON say the same, and only what is known`() throws {
    let all = report(tries: [try LazyLoadingSettings(600, 150)])
    let text = all.text(origin: "40 sessions")
    #expect(text.hasPrefix("Keep 800/200 for now: 40 sessions are too few for a verdict"))
    #expect(text.contains("40 sessions, ") && text.contains("600/150 instead of 800/200"))
    #expect(!text.contains("oracle"), "an estimate may be exceeded")
    #expect(!text.contains("every number is exact"))
    let json = try JSONReader.read(Array(all.json().utf8))
    #expect(json["exact"] == .flag(false))
    #expect(json["verdict"] == .text(all.verdict) && json["decision"] == .text("tooFewSessions"))
    #expect(json["recommended"]?["fetch"] == .number(800), "the present setting is kept")
    guard case .list(let settings)? = json["settings"]
    else { throw TestSupportError("no settings") }
    #expect(settings.count == 2 && settings[1]["fetch"] == .number(600))
    let mean = try #require(all.rows[1].metrics[.viewable]).mean
    #expect(settings[1]["perSession"]?["viewable"] == .number(mean))

    let traced = Self.sessions.filter { (try? SessionTrace($0)) != nil }
    let exact = report(sessions: traced)
    #expect(exact.isTraced)
    #expect(exact.text(origin: "x").contains("every number is exact"))
    #expect(exact.fates.values.reduce(0, +) == exact.slotCount)

    let single = try #require(traced.first { $0.setup.slots.count == 1 })
    let one = report(sessions: [single]).text(origin: "1 session")
    let words = one.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasPrefix("Keep 800/200 for now: 1 session is too few for a verdict"))
    #expect(words.contains("1 session, 1 slot.") && !words.contains("cannot tell settings apart"))
  }
}
