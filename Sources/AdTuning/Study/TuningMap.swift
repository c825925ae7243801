package import AdEngine

/// What sessions come to under each pair of thresholds that is compared, and which pairs cannot be distinguished from the
/// best one.
package struct TuningMap: Sendable {
  /// A pair of thresholds by the places of both in the grid's lists.
  package typealias Cell = SettingGrid.Cell

  package let grid: SettingGrid
  /// How many sessions were added.
  package let sessions: Int
  package let objective: Objective
  /// What the thresholds of a pair are put into.
  private let base: LazyLoadingSettings
  /// The numbers of the pairs on the grid; a column is a pair's place among them.
  let pairs: [Int]
  /// The columns of the grid's numbers; `nil` where there is no pair.
  private let columns: [Int?]
  let ranking: BestSettings
  /// The sum of each metric over the sessions for each column, in the metric's units.
  let sums: [TuningMetric: [Int64]]
  /// The column with the fewest requests of those that cannot be distinguished from the best.
  let frugal: Int
  /// The settings that no other beats in both viewable ads and wasted requests, from the fewest wasted requests on; of
  /// equal ones the one with the smallest thresholds.
  package let frontier: [TuningReport.Trade]
  /// The least and the most mean of each metric a session, in the metric's own unit.
  private let ranges: [TuningMetric: ClosedRange<Double>]
  /// The least and the most of what ``toBest(_:)`` says.
  package let toBestRange: ClosedRange<Double>

  init(
    _ grid: SettingGrid, _ values: GroupedSums, _ sums: [TuningMetric: [Int64]],
    objective: Objective, base: LazyLoadingSettings, seed: UInt64
  ) {
    self.grid = grid
    self.objective = objective
    self.base = base
    self.sums = sums
    sessions = values.count
    pairs = grid.valid
    var columns = [Int?](repeating: nil, count: grid.count)
    for (column, number) in pairs.enumerated() { columns[number] = column }
    self.columns = columns
    let requests = sums[.requests] ?? []
    let ranking = BestSettings(
      of: values, preference: requests.map(Double.init), step: objective.step, seed: seed)
    self.ranking = ranking
    frugal =
      pairs.indices.filter { ranking.isOpen[$0] }.min { left, right in
        (requests[left], -values.mean(left)) < (requests[right], -values.mean(right))
      } ?? ranking.best
    let count = Double(max(1, values.count))
    frontier = Self.frontier(grid, pairs, sums, count)
    var ranges: [TuningMetric: ClosedRange<Double>] = [:]
    for (metric, sums) in sums {
      guard let least = sums.min(), let most = sums.max() else { continue }
      ranges[metric] = Double(least) / metric.units / count...Double(most) / metric.units / count
    }
    self.ranges = ranges
    let deficits = ranking.deficits.map(\.mean)
    toBestRange = -(deficits.max() ?? 0)...(-(deficits.min() ?? 0))
  }

  private static func frontier(
    _ grid: SettingGrid, _ pairs: [Int], _ sums: [TuningMetric: [Int64]], _ sessions: Double
  ) -> [TuningReport.Trade] {
    guard let wasted = sums[.wastedFetches], let viewable = sums[.viewable] else { return [] }
    let order = pairs.indices.sorted { left, right in
      (wasted[left], viewable[right], left) < (wasted[right], viewable[left], right)
    }
    var most: Int64?
    return order.compactMap { index in
      if let most, viewable[index] <= most { return nil }
      most = viewable[index]
      let (fetch, display) = grid[pairs[index]]
      return TuningReport.Trade(
        fetch: fetch, display: display, wasted: Double(wasted[index]) / sessions,
        viewable: Double(viewable[index]) / sessions)
    }
  }

  // MARK: - Cells

  /// The best pair of the sample.
  package var best: Cell { grid.cell(pairs[ranking.best]) }
  /// Of the pairs that cannot be distinguished from the best, the one with the fewest requests.
  package var fewestRequests: Cell { grid.cell(pairs[frugal]) }

  /// The cells that are pairs.
  package var cells: [Cell] { pairs.map(grid.cell) }

  /// How many pairs were compared.
  package var compared: Int { pairs.count }
  /// How many of them cannot be distinguished from the best.
  package var open: Int { ranking.isOpen.count { $0 } }
  /// The thresholds of those, in points.
  package var openFetch: ClosedRange<Double> { openRange { $0.fetch } }
  package var openDisplay: ClosedRange<Double> { openRange { $0.display } }

  private func openRange(_ threshold: ((fetch: Double, display: Double)) -> Double)
    -> ClosedRange<Double>
  {
    let thresholds = pairs.indices.filter { ranking.isOpen[$0] }.map { threshold(grid[pairs[$0]]) }
    return (thresholds.min() ?? 0)...(thresholds.max() ?? 0)
  }

  /// The cell of settings that are on the grid; their unloading has to be that of the grid.
  package func cell(of settings: LazyLoadingSettings) -> Cell? {
    guard !settings.fetchThreshold.isDirectional, !settings.displayThreshold.isDirectional,
      settings.unloadingEnabled == base.unloadingEnabled,
      !settings.unloadingEnabled || settings.unloadPoints == base.unloadPoints,
      let number = grid.number(fetch: settings.fetchPoints, display: settings.displayPoints)
    else { return nil }
    return grid.cell(number)
  }

  /// The settings of a cell; `nil` where display would be above fetch.
  package func settings(_ cell: Cell) -> LazyLoadingSettings? {
    column(cell).flatMap(settings(ofColumn:))
  }

  func settings(ofColumn column: Int) -> LazyLoadingSettings? {
    let (fetch, display) = grid[pairs[column]]
    return try? base.applying(
      LazyLoadingChange(fetchThreshold: .points(fetch), displayThreshold: .points(display)))
  }

  func column(_ cell: Cell) -> Int? {
    guard grid.fetches.indices.contains(cell.fetch), grid.displays.indices.contains(cell.display)
    else { return nil }
    return columns[grid.number(cell)]
  }

  // MARK: - What a cell comes to

  /// The mean of a metric a session, in the metric's own unit; `nil` for no pair, and for a metric that is neither shown
  /// nor part of the objective.
  package func mean(_ metric: TuningMetric, _ cell: Cell) -> Double? {
    guard let column = column(cell), let sums = sums[metric] else { return nil }
    return Double(sums[column]) / metric.units / Double(max(1, sessions))
  }

  /// The value of a cell less the best one's, a session.
  package func toBest(_ cell: Cell) -> Estimate? {
    column(cell).map { ranking.deficits[$0].negated }
  }

  /// Whether a cell cannot be distinguished from the best.
  package func isOpen(_ cell: Cell) -> Bool? { column(cell).map { ranking.isOpen[$0] } }

  /// The least and the most mean of a metric; `nil` for one that was not counted.
  package func range(of metric: TuningMetric) -> ClosedRange<Double>? { ranges[metric] }

  // MARK: - Rows

  /// The rows of a report: the present settings, those that are tried, the best of the sample, and, where it is another,
  /// the one with the fewest requests of those that cannot be distinguished from it.
  package func rows(
    present: LazyLoadingSettings?, tries: [LazyLoadingSettings]
  ) -> [SettingRow] {
    var rows = [SettingRow(.present, present)] + tries.map { SettingRow(.tried, $0) }
    rows.append(SettingRow(.best, settings(best)))
    if fewestRequests != best { rows.append(SettingRow(.fewestRequests, settings(fewestRequests))) }
    return rows
  }
}

extension Estimate {
  /// The estimate of the opposite number.
  var negated: Estimate {
    Estimate(mean: -mean, interval: interval.map { -$0.upperBound ... -$0.lowerBound })
  }
}
