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
    /// How many sessions it would take to tell it from the best.
    package var sessionsNeeded: Int?
    /// What it has more than the present settings; `nil` for these.
    package var change: [TuningMetric: Estimate]?
  }

  /// A point of the best trade between viewable ads and wasted requests.
  package struct Trade: Hashable, Sendable {
    package var fetch: Double
    package var display: Double
    /// Means a session.
    package var wasted: Double
    package var viewable: Double
  }

  /// A slot and what would bring back the ads that it loses under the present settings.
  package struct SlotReport: Hashable, Sendable {
    package var name: String
    package var unit: String
    package var lost: Int
    /// The fetch threshold that would bring back half of them, and nine of ten, in points.
    package var half: Double
    package var nineOfTen: Double
  }

  /// A session that loses viewable ads under the present settings.
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
  /// How many slots came to each end under the present settings, in the sessions of which that is known.
  package let fates: [SlotFate: Int]
  package let lateBy: ClosedRange<Int64>?
  /// The slots that lose most, and the sessions.
  package let slots: [SlotReport]
  package let worst: [SessionReport]

  /// How many slots and sessions are listed.
  private static let listed = 10

  /// Whether every number comes from a trace, or from runs under every pair of thresholds that is compared.
  package var isTraced: Bool { obstacles.isEmpty }

  init(
    details: SettingDetails, roles: [Role], ranking: BestSettings, grid: SettingGrid,
    pairs: [Int], columns: [Int?], objective: Objective, sums: [TuningMetric: [Int64]], seed: UInt64
  ) {
    sessions = details.sums.count
    slotCount = details.slotCount
    drawnAnswers = details.drawnAnswers
    obstacles = details.obstacles
    self.objective = objective
    let metrics = TuningMetric.allCases
    let width = SettingDetails.columnsPerSetting
    let estimates = details.sums.estimates(seed: seed)
    let changes = details.sums.mapped(columns: roles.count * metrics.count) { sums, column in
      let (row, metric) = column.quotientAndRemainder(dividingBy: metrics.count)
      return sums[row * width + metric] - sums[metric]
    }.estimates(seed: seed)
    let bestRow = roles.firstIndex(of: .best) ?? 0
    let toBest = details.sums.mapped(columns: roles.count) { sums, row in
      sums[row * width + width - 1] - sums[bestRow * width + width - 1]
    }.estimates(seed: seed)
    rows = roles.indices.map { index in
      let own = estimates[(index * width)..<((index + 1) * width)]
      let column = columns[index]
      let difference = column.map { ranking.deficits[$0].negated } ?? toBest[index]
      let change = changes[(index * metrics.count)..<((index + 1) * metrics.count)]
      return Row(
        role: roles[index], settings: details.settings[index],
        metrics: Dictionary(uniqueKeysWithValues: zip(metrics, own)),
        value: own.last ?? Estimate(mean: 0, interval: nil), toBest: difference,
        isOpen: column.map { ranking.isOpen[$0] },
        sessionsNeeded: column.flatMap(ranking.sessionsNeeded),
        change: index == 0 ? nil : Dictionary(uniqueKeysWithValues: zip(metrics, change)))
    }
    oracle = Dictionary(
      uniqueKeysWithValues: metrics.enumerated().map { ($1, details.oracle.mean($0)) })
    compared = pairs.count
    let members = pairs.indices.filter { ranking.isOpen[$0] }
    open = members.count
    let fetches = members.map { grid[pairs[$0]].fetch }
    let displays = members.map { grid[pairs[$0]].display }
    openFetch = (fetches.min() ?? 0)...(fetches.max() ?? 0)
    openDisplay = (displays.min() ?? 0)...(displays.max() ?? 0)
    frontier = Self.frontier(grid, pairs, sums, sessions: details.sums.count)
    fates = details.losses.fates
    lateBy = details.losses.lateBy
    slots = details.losses.slots.map { name, loss in
      SlotReport(
        name: name, unit: loss.unit, lost: loss.fetches.count,
        half: loss.fetches.quantile(50), nineOfTen: loss.fetches.quantile(90))
    }.sorted { ($1.lost, $0.name) < ($0.lost, $1.name) }.prefix(Self.listed).map { $0 }
    worst = details.losses.sessions.sorted { left, right in
      (right.lost, right.blank, left.name) < (left.lost, left.blank, right.name)
    }.prefix(Self.listed).map {
      SessionReport(name: $0.name, lost: $0.lost, viewable: $0.viewable, blank: $0.blank)
    }
  }

  /// The settings that no other beats in both viewable ads and wasted requests, from the fewest wasted requests on; of
  /// equal ones the one with the smallest thresholds.
  private static func frontier(
    _ grid: SettingGrid, _ pairs: [Int], _ sums: [TuningMetric: [Int64]], sessions: Int
  ) -> [Trade] {
    guard let wasted = sums[.wastedFetches], let viewable = sums[.viewable] else { return [] }
    let order = pairs.indices.sorted { left, right in
      (wasted[left], -viewable[left], left) < (wasted[right], -viewable[right], right)
    }
    var most = Int64.min
    return order.compactMap { index in
      guard viewable[index] > most else { return nil }
      most = viewable[index]
      let (fetch, display) = grid[pairs[index]]
      return Trade(
        fetch: fetch, display: display, wasted: Double(wasted[index]) / Double(sessions),
        viewable: Double(viewable[index]) / Double(sessions))
    }
  }
}

extension Estimate {
  /// The estimate of the opposite number.
  fileprivate var negated: Estimate {
    Estimate(mean: -mean, interval: interval.map { -$0.upperBound ... -$0.lowerBound })
  }
}

extension [Double] {
  /// The number that this percentage of the numbers does not exceed (nearest rank).
  fileprivate func quantile(_ percentage: Int) -> Double {
    let sorted = sorted()
    return sorted[Swift.max(1, (sorted.count * percentage + 99) / 100) - 1]
  }
}
