package import AdEngine
package import AdSessions

/// Settings compared over sessions: means a session, how sure they are, and the verdict.
package struct TuningReport: Sendable {
  /// Why a setting has a row.
  package enum Role: String, Hashable, Sendable {
    case present
    case tried
    /// A setting that is as good as the best and better than the present one.
    case recommended
  }

  /// A setting and its numbers, means a session.
  package struct Row: Sendable {
    package var role: Role
    /// `nil` is no lazy loading.
    package var settings: LazyLoadingSettings?
    package var metrics: [Metric: Estimate]
    package var value: Estimate
    /// Its value less the best one's, for the grid's settings together; `nil` if it is not compared.
    package var toBest: Estimate?
    /// Whether it is as good as the best within sampling error; `nil` of a setting that is not among those that are compared.
    package var isOpen: Bool?
    /// What differs from the present settings; `nil` for these.
    package var change: Change?
  }

  /// How a setting differs from the present ones.
  package struct Change: Sendable {
    package var metrics: [Metric: Estimate]
    package var value: Estimate
    /// The verdict on it: everything that calls a setting better or worse says this.
    package var standing: Standing
  }

  /// A slot and what would bring back the ads that it loses under the settings of the subject.
  package struct SlotReport: Hashable, Sendable {
    package var name: String
    package var unit: String
    package var lost: Int
    /// The fetch threshold that would bring back half of them, and nine of ten, in points.
    package var half: Double
    package var nineOfTen: Double
  }

  package let sessions: Int
  /// All settings that were compared.
  package let map: TuningMap
  /// Whether the present settings are the defaults, since those of the page are not known.
  package var isPresentAssumed = false
  /// The present settings of the sessions, in points, where each is counted under its own.
  package var presents: [LazyLoadingSettings] = []
  /// The price of 1,000 viewable ads, in any currency; `nil` where it was not given.
  package var cpm: Double?
  /// What the sessions were run under beside what they say themselves, such as `latency x2`.
  package var conditions: [String] = []
  /// The fetch thresholds that, with the display threshold of the recommended or present setting, are as good as the best.
  package let openRun: ClosedRange<Double>?
  package let slotCount: Int
  /// How many slots had no recorded answer, so that one was drawn.
  package let drawnAnswers: Int
  /// How many sessions the engine was run for, since there is no trace of them, by the reason.
  package let obstacles: [SessionTrace.TraceError: Int]
  package let rows: [Row]
  /// Means a session.
  package let oracle: [Metric: Double]
  /// How many slots came to each end under the settings of the subject, in the sessions of which that is known.
  package let fates: [SlotFate: Int]
  package let lateBy: ClosedRange<Int64>?
  /// The slots that lose most, and the sessions.
  package let slots: [SlotReport]
  package let worst: [SessionLoss]

  /// How many slots and sessions are listed.
  private static let listed = 10

  /// Whether the setting that is recommended or kept is the best in each quarter of the sessions, too.
  var isStable: Bool { map.star != nil }

  /// Whether every number comes from a trace, or from runs under every pair of thresholds that is compared.
  package var isTraced: Bool { obstacles.isEmpty }

  /// Makes a report of what was counted of a few settings, all sessions having been added, and of all pairs.
  package init(_ details: SettingDetails, _ map: TuningMap) {
    self.init(
      details.rows, sums: details.sums, oracle: details.oracle, metrics: Metric.tuned, map,
      slotCount: details.slotCount, drawnAnswers: details.drawnAnswers,
      obstacles: details.obstacles, losses: details.losses)
  }

  init(
    _ settings: [SettingRow], sums: GroupedSums, oracle oracleSums: GroupedSums,
    metrics: [Metric], _ map: TuningMap, slotCount: Int, drawnAnswers: Int,
    obstacles: [SessionTrace.TraceError: Int], losses: Losses
  ) {
    let sessions = sums.count
    (self.sessions, self.slotCount, self.drawnAnswers) = (sessions, slotCount, drawnAnswers)
    (self.obstacles, self.map) = (obstacles, map)
    let width = metrics.count + 1
    let events = metrics.map(\.event) + [RareEvent(size: map.objective.step)]
    let all = settings.indices.flatMap { _ in events }
    let estimates = sums.estimates(all)
    let changes = sums.mapped(columns: all.count) { $0[$1] - $0[$1 % width] }.estimates(all)
    rows = settings.enumerated().map { index, row in
      let own = estimates[(index * width)..<((index + 1) * width)]
      let cell = row.settings.flatMap(map.cell)
      let change = Array(changes[(index * width)..<((index + 1) * width)])
      return Row(
        role: row.role, settings: row.settings,
        metrics: Dictionary(uniqueKeysWithValues: zip(metrics, own.map(\.notNegative))),
        value: own[index * width + width - 1],
        toBest: cell.flatMap(map.toBest),
        isOpen: cell.flatMap(map.isOpen),
        change: index == 0
          ? nil
          : Change(
            metrics: Dictionary(uniqueKeysWithValues: zip(metrics, change)),
            value: change[width - 1],
            standing: Standing(
              change[width - 1], over: estimates[width - 1].mean, sessions: sessions)))
    }
    openRun = (map.recommendation ?? settings.first?.settings.flatMap(map.cell))
      .flatMap(map.openRun)
    oracle = Dictionary(
      uniqueKeysWithValues: metrics.enumerated().map { ($1, oracleSums.mean($0)) })
    fates = losses.fates
    lateBy = losses.lateBy
    slots = losses.slots.map { name, loss in
      SlotReport(
        name: name, unit: loss.unit, lost: loss.fetches.count,
        half: loss.fetches.quantile(50), nineOfTen: loss.fetches.quantile(90))
    }.sorted { ($1.lost, $0.name) < ($0.lost, $1.name) }.prefix(Self.listed).map { $0 }
    let worst = losses.sessions.sorted { left, right in
      (right.lost, right.blank, left.name) < (left.lost, left.blank, right.name)
    }
    self.worst = Array(worst.prefix(Self.listed))
  }
}

extension [Double] {
  /// The number that this percentage of the numbers does not exceed (nearest rank).
  fileprivate func quantile(_ percentage: Int) -> Double {
    let sorted = sorted()
    return sorted[Swift.max(1, (sorted.count * percentage + 99) / 100) - 1]
  }
}
