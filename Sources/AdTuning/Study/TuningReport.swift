package import AdEngine

/// What sessions say of settings: means a session, with what cannot be distinguished.
package struct TuningReport: Sendable {
  /// Why a setting has a row.
  package enum Role: String, Hashable, Sendable {
    case present
    case tried
    case best
    /// Of the settings that cannot be distinguished from the best, the one with the fewest requests.
    case fewestRequests
  }

  /// A setting and what it comes to.
  package struct Row: Sendable {
    package var role: Role
    /// `nil` is no lazy loading.
    package var settings: LazyLoadingSettings?
    package var metrics: [TuningMetric: Estimate]
    package var value: Estimate
    /// The value less the best setting's, for the settings of the grid all together.
    package var toBest: Estimate
    /// Whether it cannot be distinguished from the best; `nil` of a setting that is not among those that are compared.
    package var isOpen: Bool?
    /// How many sessions it would take to distinguish it from the best.
    package var sessionsNeeded: Int?
    /// What it has more than the present settings; `nil` for these.
    package var change: [TuningMetric: Estimate]?
    /// What its value is more than that of the present settings; `nil` for these.
    package var valueChange: Estimate?
    /// Whether its value is higher than that of the present settings with 95 % confidence, or lower; `nil` where that is
    /// not known.
    ///
    /// As among the settings of the map, one more session that gains a viewable ad and one that loses one are counted.
    package var isBetter: Bool?
  }

  /// A point of the best trade between viewable ads and wasted requests.
  package struct Trade: Hashable, Sendable {
    package var fetch: Double
    package var display: Double
    /// Means a session.
    package var wasted: Double
    package var viewable: Double
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

  /// A session that loses viewable ads under the settings of the subject.
  package struct SessionReport: Hashable, Sendable {
    package var name: String
    package var lost: Int
    /// The viewable ads of the oracle.
    package var viewable: Int
    /// In pt·s.
    package var blank: Double
  }

  package let sessions: Int
  package let slotCount: Int
  /// How many slots had no recorded answer, so that one was drawn.
  package let drawnAnswers: Int
  /// How many sessions the engine was run for, since there is no trace of them, by the reason.
  package let obstacles: [SessionTrace.TraceError: Int]
  package let objective: Objective
  package let rows: [Row]
  /// Means a session.
  package let oracle: [TuningMetric: Double]
  /// How many settings were compared, how many cannot be distinguished from the best, and their thresholds.
  package let compared: Int
  package let open: Int
  package let openFetch: ClosedRange<Double>
  package let openDisplay: ClosedRange<Double>
  package let frontier: [Trade]
  /// How many slots came to each end under the settings of the subject, in the sessions of which that is known.
  package let fates: [SlotFate: Int]
  package let lateBy: ClosedRange<Int64>?
  /// The slots that lose most, and the sessions.
  package let slots: [SlotReport]
  package let worst: [SessionReport]

  /// How many slots and sessions are listed.
  private static let listed = 10

  /// Whether every number comes from a trace, or from runs under every pair of thresholds that is compared.
  package var isTraced: Bool { obstacles.isEmpty }

  /// Makes a report of what was counted of a few settings, all sessions having been added, and of all pairs.
  package init(_ details: SettingDetails, _ map: TuningMap, seed: UInt64) {
    self.init(
      details.rows, sums: details.sums, oracle: details.oracle, metrics: TuningMetric.allCases, map,
      slotCount: details.slotCount, drawnAnswers: details.drawnAnswers,
      obstacles: details.obstacles, losses: details.losses, seed: seed)
  }

  /// Makes a report of sums: for each row those of the metrics and of the value, the present settings first.
  init(
    _ settings: [SettingRow], sums: GroupedSums, oracle oracleSums: GroupedSums,
    metrics: [TuningMetric], _ map: TuningMap, slotCount: Int, drawnAnswers: Int,
    obstacles: [SessionTrace.TraceError: Int], losses: Losses, seed: UInt64
  ) {
    sessions = sums.count
    self.slotCount = slotCount
    self.drawnAnswers = drawnAnswers
    self.obstacles = obstacles
    objective = map.objective
    let width = metrics.count + 1
    let count = settings.count
    let bestRow = settings.firstIndex { $0.role == .best } ?? 0
    // What each row comes to, its change, and its value less that of the best: all from the same resamples.
    let all = sums.mapped(columns: 2 * count * width + count) { sums, column in
      switch column / (count * width) {
      case 0: return sums[column]
      case 1:
        let own = column - count * width
        return sums[own] - sums[own % width]
      default:
        let row = column - 2 * count * width
        return sums[row * width + width - 1] - sums[bestRow * width + width - 1]
      }
    }.estimates(seed: seed)
    let estimates = all[..<(count * width)]
    let changes = Array(all[(count * width)..<(2 * count * width)])
    let toBest = Array(all[(2 * count * width)...])
    rows = settings.enumerated().map { index, row in
      let own = estimates[(index * width)..<((index + 1) * width)]
      let column = row.settings.flatMap(map.cell).flatMap(map.column)
      let difference = column.map { map.ranking.deficits[$0].negated } ?? toBest[index]
      let change = changes[(index * width)..<((index + 1) * width)]
      return Row(
        role: row.role, settings: row.settings,
        metrics: Dictionary(uniqueKeysWithValues: zip(metrics, own)),
        value: own.last ?? Estimate(mean: 0, interval: nil), toBest: difference,
        isOpen: column.map { map.ranking.isOpen[$0] },
        sessionsNeeded: column.flatMap(map.ranking.sessionsNeeded),
        change: index == 0 ? nil : Dictionary(uniqueKeysWithValues: zip(metrics, change)),
        valueChange: index == 0 ? nil : change.last,
        isBetter: index == 0
          ? nil : sums.isMore(index * width + width - 1, than: width - 1, map.objective.step))
    }
    oracle = Dictionary(
      uniqueKeysWithValues: metrics.enumerated().map { ($1, oracleSums.mean($0)) })
    compared = map.compared
    open = map.open
    openFetch = map.openFetch
    openDisplay = map.openDisplay
    frontier = map.frontier
    fates = losses.fates
    lateBy = losses.lateBy
    slots = losses.slots.map { name, loss in
      SlotReport(
        name: name, unit: loss.unit, lost: loss.fetches.count,
        half: loss.fetches.quantile(50), nineOfTen: loss.fetches.quantile(90))
    }.sorted { ($1.lost, $0.name) < ($0.lost, $1.name) }.prefix(Self.listed).map { $0 }
    worst = losses.sessions.sorted { left, right in
      (right.lost, right.blank, left.name) < (left.lost, left.blank, right.name)
    }.prefix(Self.listed).map {
      SessionReport(name: $0.name, lost: $0.lost, viewable: $0.viewable, blank: $0.blank)
    }
  }
}

extension [Double] {
  /// The number that this percentage of the numbers does not exceed (nearest rank).
  fileprivate func quantile(_ percentage: Int) -> Double {
    let sorted = sorted()
    return sorted[Swift.max(1, (sorted.count * percentage + 99) / 100) - 1]
  }
}
