import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

/// How often the set that a sample names holds the setting that is best of all sessions.
///
/// The sessions are those of simulated readers of a page, each with answers of its own. All of them are the truth; a sample
/// is drawn from them with replacement. With `ADVIEW_DEEP` in the environment there are 40,000 of them, and the figures are
/// printed; it is meant for a release build (`.ci/deep sweeps`).
@Suite struct CoverageTests {
  private static let isDeep = Sweep.isDeep

  /// Settings that are compared.
  enum Compared: String, CaseIterable {
    case fetch = "fetch 0…2200 by 100, display 200 at most"
    case all = "all pairs that adview tune compares"

    fileprivate var grid: SettingGrid {
      switch self {
      case .fetch:
        SettingGrid(
          fetches: Array(stride(from: 0.0, through: 2200, by: 100)), displays: [0, 100, 200])
      case .all: SettingGrid(fetches: TuningPlan().fetches, displays: TuningPlan.usualDisplays)
      }
    }

    /// The numbers of the pairs on the grid.
    fileprivate var pairs: [Int] {
      switch self {
      case .fetch: grid.valid.filter { grid[$0].display == min(200, grid[$0].fetch) }
      case .all: grid.valid
      }
    }
  }

  /// What every setting is worth to every session.
  private struct Population {
    let rows: [[Double]]
    let means: [Double]
    /// The requests of each setting, all sessions together.
    let requests: [Double]
    /// The settings whose mean is that of the best.
    let best: [Int]

    init(_ sessions: Int, _ compared: Compared, _ objective: Objective) throws {
      let layout = PageLayout.ofAds(10)
      let setup = try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides())
      let (grid, pairs) = (compared.grid, compared.pairs)
      let metrics = Set(objective.terms.map(\.metric)).union([.requests])
      var requests = [Double](repeating: 0, count: pairs.count)
      rows = try (0..<sessions).map { number in
        let session = TuningSession(reader: number, of: layout, setup, leaves: 0.1...1, seed: 1)
        let trace = try SessionTrace(session)
        let response = SessionResponse(trace, on: grid, Array(metrics))
        for (column, pair) in pairs.enumerated() {
          requests[column] += Double(response[.requests][pair])
        }
        return pairs.map { pair in
          objective.terms.reduce(0) {
            $0 + $1.weight / $1.metric.units * Double(response[$1.metric][pair])
          }
        }
      }
      var means = [Double](repeating: 0, count: pairs.count)
      for row in rows { for column in row.indices { means[column] += row[column] } }
      self.means = means.map { $0 / Double(sessions) }
      self.requests = requests
      let most = self.means.max() ?? 0
      best = self.means.indices.filter { [means = self.means] in means[$0] >= most - 1e-9 }
    }
  }

  /// What samples of one size said.
  private struct Finding {
    /// The share of samples whose set holds the best setting.
    var kept = 0.0
    /// The share of the settings that are in the set, in the mean.
    var open = 0.0
    /// The share of samples whose own best is the best setting.
    var hit = 0.0
  }

  private func finding(
    _ population: Population, _ size: Int, samples: Int, step: Double
  ) -> Finding {
    var finding = Finding()
    var draw = SeededGenerator(seed: size)
    for sample in 0..<samples {
      var sums = GroupedSums(columns: population.means.count, sessions: size)
      for number in 0..<size { sums.add(draw.pick(population.rows), key: UInt64(number)) }
      let ranking = BestSettings(
        of: sums, preference: population.requests, step: step, seed: UInt64(sample))
      let share = 1 / Double(samples)
      if population.best.contains(where: { ranking.isOpen[$0] }) { finding.kept += share }
      if population.best.contains(ranking.best) { finding.hit += share }
      finding.open += share * Double(ranking.isOpen.count { $0 }) / Double(population.means.count)
    }
    return finding
  }

  @Test(arguments: Compared.allCases)
  func `the set that samples name holds the best setting of all sessions in 95% of them`(
    compared: Compared
  ) throws {
    guard Self.isDeep || compared == .fetch else { return }
    let objective = Objective.value
    let population = try Population(Self.isDeep ? 40_000 : 300, compared, objective)
    let samples = Self.isDeep ? (compared == .fetch ? 1000 : 200) : 20
    for size in Self.isDeep ? [50, 200, 1000] : [50] {
      let finding = finding(population, size, samples: samples, step: objective.step)
      if Self.isDeep {
        func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10)%" }
        print(
          "COVERAGE \(compared.rawValue): \(size) sessions: the best is in the set in"
            + " \(percent(finding.kept)) of \(samples) samples, the set has \(percent(finding.open)) of"
            + " \(population.means.count) settings, the sample's best is the best in \(percent(finding.hit))"
        )
      }
      #expect(finding.kept >= 0.95, "\(size) sessions")
      // The few settings are spread over the flat top of the curve, which takes more sessions.
      if size == 1000, compared == .all { #expect(finding.open <= 1.0 / 3) }
    }
  }
}
