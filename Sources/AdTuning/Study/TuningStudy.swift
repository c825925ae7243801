package import AdEngine
package import AdSessions

/// Compares settings over sessions: add each session, then ask for the report.
package struct TuningStudy: SessionCounting {
  package let grid: SettingGrid
  package let objective: Objective
  /// The settings that the page has now; `nil` where it has no lazy loading.
  package let present: LazyLoadingSettings?
  /// More settings that the report has a row for.
  package let tries: [LazyLoadingSettings]
  package let seed: UInt64

  private let pairs: [Int]
  private let metrics: [Metric]
  /// What each pair is worth, in groups of sessions.
  private var values: GroupedSums
  /// The sum of each metric over the sessions for each pair, in the metric's units.
  private var sums: [Metric: [Int64]] = [:]

  /// Makes a study under the unload settings of `present`; its thresholds and those of the tries are added to the grid.
  package init(
    fetches: [Double], displays: [Double], objective: Objective, present: LazyLoadingSettings?,
    tries: [LazyLoadingSettings] = [], sessions: Int, seed: UInt64 = 1
  ) {
    grid = SettingGrid(
      fetches: fetches, displays: displays, including: [present].compactMap { $0 } + tries)
    (self.objective, self.present, self.tries, self.seed) = (objective, present, tries, seed)
    pairs = grid.valid
    metrics = Self.metrics(of: objective)
    values = GroupedSums(columns: pairs.count, sessions: sessions)
  }

  /// The metrics that are counted for an objective, in the order of their cases.
  package static func metrics(of objective: Objective) -> [Metric] {
    Metric.tuned.filter { metric in
      Metric.compared.contains(metric) || objective.terms.contains { $0.metric == metric }
    }
  }

  /// A session's metrics under every pair.
  package struct Counts: Sendable {
    fileprivate let response: SessionResponse
    fileprivate let key: UInt64
  }

  package func counts(of session: TuningSession) -> Counts {
    Counts(response: SessionResponse.of(session, on: grid, metrics).0, key: session.key)
  }

  package mutating func add(_ counts: Counts) {
    var worth = [Double](repeating: 0, count: pairs.count)
    for metric in metrics {
      let units = counts.response[metric]
      let weight = objective.terms.first { $0.metric == metric }.map { $0.weight / metric.units }
      // Taken out, so that it is not looked up for every pair.
      var own = sums.removeValue(forKey: metric) ?? Array(repeating: 0, count: pairs.count)
      for (index, number) in pairs.enumerated() {
        own[index] += units[number]
        if let weight { worth[index] += weight * Double(units[number]) }
      }
      sums[metric] = own
    }
    values.add(worth, key: counts.key)
  }

  /// The value of the sessions that were added under every pair of thresholds.
  package var map: TuningMap {
    TuningMap(grid, values, sums, objective: objective, present: present, seed: seed)
  }

  /// What the sessions say of the settings; `add` adds all of those again that were added to the study.
  package func report(_ add: (inout SettingDetails) -> Void) -> TuningReport {
    let map = map
    var details = details(of: map.rows(present: present, tries: tries))
    add(&details)
    return TuningReport(details, map)
  }

  /// Begins to count all metrics of rows, the present ones first; `subject` is the row whose losses are counted.
  package func details(of rows: [SettingRow], subject: Int = 0) -> SettingDetails {
    SettingDetails(
      rows, subject: subject, objective: objective, sessions: values.count, present: present)
  }
}

/// Which settings are compared, and by what.
package struct TuningPlan: Hashable, Sendable {
  /// The fetch and the display thresholds, in points; of the pairs those count whose display is not above their fetch.
  package var fetches = Array(stride(from: 0.0, through: 2550, by: 50))
  package var displays = TuningPlan.usualDisplays
  /// What the best setting has most of; it is chosen before anything is looked at.
  package var objective = Objective.value
  /// How long answers take instead; `nil` leaves it as the page or the recording has it.
  package var latency: Latency?
  /// The seed of the simulated readers and of the resamples.
  package var seed: UInt64 = 1

  package init() {}

  /// Display thresholds make a difference where they are small.
  package static let usualDisplays: [Double] = [0, 25, 50, 100, 150, 200, 300, 400, 600, 800]
}
