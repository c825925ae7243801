import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

/// The verdict of a report: one for the sentence, the table and the JSON, and the same for every seed.
@Suite struct VerdictTests {
  private func report(
    readers: Int, seed: UInt64, _ present: (Double, Double), tries: [(Double, Double)] = [],
    _ objective: Objective = .value
  ) throws -> (TuningReport, TuningMap) {
    let layout = PageLayout.ofAds(8)
    let setup = try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides())
    var study = TuningStudy(
      fetches: Array(stride(from: 0.0, through: 2000, by: 200)), displays: [0, 100, 200, 400],
      objective: objective, present: try LazyLoadingSettings(present.0, present.1),
      tries: try tries.map { try LazyLoadingSettings($0.0, $0.1) }, sessions: readers, seed: seed)
    let sessions = (0..<readers).map {
      TuningSession(reader: $0, of: layout, setup, leaves: 0.1...1, seed: seed)
        .under(.thresholds(fetch: present.0, display: present.1))
    }
    for session in sessions { study.add(session) }
    return (study.report { details in for session in sessions { details.add(session) } }, study.map)
  }

  @Test func `fewer than fifty sessions give no verdict`() throws {
    let (report, _) = try report(readers: 20, seed: 1, (800, 200), tries: [(0, 0)])
    #expect(report.decision == .tooFewSessions)
    #expect(report.rows[1].change?.standing == .unknown)
    #expect(
      report.verdict
        == "Keep 800/200 for now: 20 sessions are too few for a verdict, which takes at least 50.")
  }

  @Test func `the rows that are called recommended are the verdict's`() throws {
    let (report, map) = try report(readers: 60, seed: 1, (0, 0), tries: [(700, 150), (1000, 100)])
    let chosen = try #require(report.chosen)
    #expect(map.recommendation != nil && report.decision == .use)
    let rows = report.text(origin: "x").split(separator: "\n").filter {
      $0.hasPrefix("recommended")
    }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.contains(" \(chosen.name) ") }, "\(rows)")
  }

  @Test(.tags(.sweep))
  func `verdicts of several seeds agree, or say that the sessions cannot tell`() throws {
    for tried in [(600.0, 200.0), (1200, 200), (0, 0)] {
      var standings: Set<Standing> = []
      for seed in 1...(Sweep.isDeep ? 6 : 2) {
        let (report, map) = try report(readers: 60, seed: UInt64(seed), (800, 200), tries: [tried])
        standings.insert(try #require(report.rows[1].change?.standing))
        if let star = map.star.flatMap(map.settings) {
          #expect(star == (report.chosen ?? report.rows[0]).settings, "one recommendation")
        }
      }
      #expect(!standings.isSuperset(of: [.better, .worse]), "\(tried): \(standings)")
    }
  }

  @Test func `a difference that a larger sample finds lies in the interval of a smaller one`()
    throws
  {
    let changes = try [60, Sweep.isDeep ? 400 : 200].map { readers in
      let (report, _) = try report(readers: readers, seed: 1, (800, 200), tries: [(600, 200)])
      return try #require(report.rows[1].change)
    }
    for metric in [Metric.requests, .viewable] {
      let larger = try #require(changes[1].metrics[metric])
      #expect(changes[0].metrics[metric]?.interval?.contains(larger.mean) == true, "\(metric)")
    }
    #expect(changes[0].value.interval?.contains(changes[1].value.mean) == true)
  }

  @Test func `sentence, table and JSON say the same of a setting`() throws {
    for (present, tried) in [
      ((0.0, 0.0), (1200.0, 200.0)), ((1200, 200), (0, 0)), ((800, 200), (800, 150)),
    ] {
      let (report, _) = try report(readers: 80, seed: 2, present, tries: [tried])
      let standing = try #require(report.rows[1].change?.standing)
      let text = report.text(origin: "80 readers")
      #expect(text.hasPrefix(report.verdict.prefix(20)), "the verdict comes first")
      #expect(text.contains("]  \(standing.words)\n"), "\(text)")
      let json = report.json()
      switch standing {
      case .better:
        #expect(report.verdict.hasPrefix("Use ") && json.contains(#""isBetter":true"#))
        #expect(report.verdict.contains("beyond sampling error with 80 sessions (95%)"))
      case .worse:
        #expect(report.verdict.hasPrefix("Keep ") && json.contains(#""isBetter":false"#))
        #expect(report.verdict.contains("it is worth less, beyond sampling error"))
      case .same, .unknown:
        #expect(report.verdict.hasPrefix("Keep ") && json.contains(#""isBetter":null"#))
      }
    }
  }

  @Test func `a difference is that of the two numbers that are shown`() {
    #expect(TuningReport.difference(-508.4, to: 3666.6, 0) == -509)
    #expect(TuningReport.difference(0.4, to: 10, 0) == 0.4)
  }

  @Test func `a setting is recommended only where it is better than the present one`() throws {
    let (late, _) = try report(readers: 80, seed: 1, (0, 0))
    #expect(late.chosen?.role == .recommended && late.decision == .use, "\(late.verdict)")
    let settings = try #require(late.chosen?.settings)
    let (again, map) = try report(
      readers: 80, seed: 1, (settings.fetchPoints, settings.displayPoints))
    #expect(again.decision == .keep && map.recommendation == nil, "\(again.verdict)")
    #expect(again.rows.count == 1)
    #expect(again.verdict.hasPrefix("Keep \(again.rows[0].name): "))
  }

  @Test func `differences below a percent are about the same`() {
    func standing(_ mean: Double, _ width: Double, sessions: Int = 100) -> Standing {
      Standing(
        Estimate(mean: mean, interval: (mean - width)...(mean + width)), over: 10,
        sessions: sessions)
    }
    #expect(standing(0.05, 0.01) == .same)
    #expect(standing(0.02, 0.05) == .same)
    #expect(standing(0.02, 0.5) == .unknown)
    #expect(standing(0.2, 0.1) == .better)
    #expect(standing(-0.2, 0.1) == .worse)
    #expect(standing(-0.2, 0.1, sessions: 49) == .unknown)
  }

  @Test func `blank time counts`() {
    // An ad of 250 pt that is blank for as long as a viewable ad is usually in view is worth that ad.
    let weight = Objective.value.terms.first { $0.metric == .blankExposure }?.weight ?? 0
    #expect((0.9...1.1).contains(-weight * 250 * 7.43))
  }

  @Test func `thresholds that are assumed are not called those of now`() throws {
    var (report, _) = try report(readers: 60, seed: 1, (800, 200), tries: [(600, 200)])
    report.isPresentAssumed = true
    #expect(
      report.verdict.hasPrefix("Keep the default 800/200")
        || report.verdict.contains("instead of the default"))
    let text = report.text(origin: "x")
    #expect(text.contains("\ndefault ") && !text.contains("\nnow "))
    #expect(text.contains("--now sets yours"))
  }
}
