package import AdEngine
import AdRendering
package import AdSessions

/// The value of sessions under each pair of thresholds, and which pairs cannot be distinguished from the best.
package struct TuningMap: Sendable {
  /// A pair of thresholds by the places of both in the grid's lists.
  package typealias Cell = SettingGrid.Cell

  package let grid: SettingGrid
  package let sessions: Int
  package let objective: Objective
  /// The present settings, with whose rules all pairs are run; `nil` is no lazy loading.
  private let present: LazyLoadingSettings?
  /// The numbers of the pairs on the grid; a column is a pair's place among them.
  let pairs: [Int]
  /// The columns of the grid's numbers; `nil` where there is no pair.
  private let columns: [Int?]
  let ranking: BestSettings
  /// The sum of each metric over the sessions for each column, in the metric's units.
  let sums: [Metric: [Int64]]
  /// As good as the best and better than the present; `nil` to keep these, the best where they are no pair.
  package let recommendation: Cell?
  /// The pair to be recommended or kept, if each quarter of the sessions by itself names it best, too.
  package let star: Cell?
  /// The least and the most mean of each metric a session, in the metric's own unit.
  private let ranges: [Metric: ClosedRange<Double>]
  /// The least and the most of what ``toBest(_:)`` says.
  package let toBestRange: ClosedRange<Double>

  init(
    _ grid: SettingGrid, _ values: GroupedSums, _ sums: [Metric: [Int64]],
    objective: Objective, present: LazyLoadingSettings?, seed: UInt64
  ) {
    (self.grid, self.objective, self.present, self.sums) = (grid, objective, present, sums)
    sessions = values.count
    let pairs = grid.valid
    self.pairs = pairs
    var columns = [Int?](repeating: nil, count: grid.count)
    for (column, number) in pairs.enumerated() { columns[number] = column }
    self.columns = columns
    let requests = sums[.requests] ?? []
    let ranking = BestSettings(
      of: values, preference: requests.map(Double.init), step: objective.step, seed: seed)
    self.ranking = ranking
    let now = present.flatMap { grid.cell(of: $0, present) }.flatMap { columns[grid.number($0)] }
    let best = grid.cell(pairs[ranking.best])
    let isStable = ranking.isStable && values.count >= Standing.minSessions
    if let now {
      func isBetter(_ column: Int) -> Bool {
        let change = values.mapped(columns: 1) { sums, _ in sums[column] - sums[now] }
          .estimates([RareEvent(size: objective.step)])[0]
        return Standing(change, over: values.mean(now), sessions: values.count) == .better
      }
      // What needs no change is kept: of settings that are as good those with the display threshold of now.
      let display = grid.cell(pairs[now]).display
      let near = pairs.indices.filter {
        ranking.isOpen[$0] && grid.cell(pairs[$0]).display == display
      }.max { values.mean($0) < values.mean($1) }
      let choices = isStable ? [ranking.best] : [near, ranking.best].compactMap { $0 }
      let better = ranking.isOpen[now] ? nil : choices.first(where: isBetter)
      recommendation = better.map { grid.cell(pairs[$0]) }
      star = isStable && ranking.best == better ?? now ? best : nil
    } else {
      recommendation = best
      star = isStable ? best : nil
    }
    let count = Double(max(1, values.count))
    var ranges: [Metric: ClosedRange<Double>] = [:]
    for (metric, sums) in sums {
      guard let least = sums.min(), let most = sums.max() else { continue }
      ranges[metric] = Double(least) / metric.units / count...Double(most) / metric.units / count
    }
    self.ranges = ranges
    let deficits = ranking.deficits.map(\.mean)
    toBestRange = -(deficits.max() ?? 0)...(-(deficits.min() ?? 0))
  }

  // MARK: - Cells

  /// The best pair of the sample, which another sample need not have.
  package var best: Cell { grid.cell(pairs[ranking.best]) }

  package var cells: [Cell] { pairs.map(grid.cell) }

  package var compared: Int { pairs.count }

  /// How many of them cannot be distinguished from the best, and their thresholds in points; `nil` as in ``isOpen(_:)``.
  package var open: (count: Int, fetch: ClosedRange<Double>, display: ClosedRange<Double>)? {
    let open = cells.filter { isOpen($0) == true }
    let (fetches, displays) = (
      open.map { grid.fetches[$0.fetch] }, open.map { grid.displays[$0.display] }
    )
    guard let fetch = fetches.min(), let maxFetch = fetches.max(), let display = displays.min(),
      let maxDisplay = displays.max()
    else { return nil }
    return (open.count, fetch...maxFetch, display...maxDisplay)
  }

  /// The cell of settings that are on the grid; their unloading has to be that of the grid.
  package func cell(of settings: LazyLoadingSettings) -> Cell? { grid.cell(of: settings, present) }

  /// The fetch thresholds around a cell that, with its display threshold, are as good as the best within sampling error.
  package func openRun(around cell: Cell) -> ClosedRange<Double>? {
    func isOpen(_ fetch: Int) -> Bool {
      self.isOpen(Cell(fetch: fetch, display: cell.display)) == true
    }
    guard isOpen(cell.fetch) else { return nil }
    var (low, high) = (cell.fetch, cell.fetch)
    while isOpen(low - 1) { low -= 1 }
    while isOpen(high + 1) { high += 1 }
    return grid.fetches[low]...grid.fetches[high]
  }

  /// The settings of a cell; `nil` where display would be above fetch.
  package func settings(_ cell: Cell) -> LazyLoadingSettings? {
    column(cell).flatMap(settings(ofColumn:))
  }

  func settings(ofColumn column: Int) -> LazyLoadingSettings? {
    let (fetch, display) = grid[pairs[column]]
    return try? (present ?? .standard).applying(
      LazyLoadingChange(fetchThreshold: .points(fetch), displayThreshold: .points(display)))
  }

  func column(_ cell: Cell) -> Int? {
    guard grid.fetches.indices.contains(cell.fetch), grid.displays.indices.contains(cell.display)
    else { return nil }
    return columns[grid.number(cell)]
  }

  // MARK: - The value of a cell

  /// A metric's mean a session, in its own unit; `nil` for no pair and for one neither shown nor in the objective.
  package func mean(_ metric: Metric, _ cell: Cell) -> Double? {
    guard let column = column(cell), let sums = sums[metric] else { return nil }
    return Double(sums[column]) / metric.units / Double(max(1, sessions))
  }

  /// The thresholds of a cell and its metrics, in words; `blank` is what blank time is called.
  package func words(of cell: Cell, blank: String) -> String {
    let names: [(Metric, String)] = [
      (.viewable, "viewable"), (.requests, "requests"), (.wastedFetches, "wasted"),
      (.blankExposure, blank),
    ]
    let parts = names.compactMap { metric, name in
      mean(metric, cell).map { "\(name) \($0.text(digits: metric.digits))" }
    }
    let (fetch, display) = (grid.fetches[cell.fetch], grid.displays[cell.display])
    return "fetch \(fetch.points), display \(display.points): " + parts.joined(separator: ", ")
  }

  /// The value of a cell less the best one's, a session.
  package func toBest(_ cell: Cell) -> Estimate? {
    column(cell).map { ranking.deficits[$0].negated }
  }

  /// Whether there are enough sessions to tell settings apart.
  package var isSampleLarge: Bool { sessions >= Standing.minSessions }

  /// Whether a cell cannot be distinguished from the best; `nil` for no pair, and where too few sessions tell none apart.
  package func isOpen(_ cell: Cell) -> Bool? {
    isSampleLarge ? column(cell).map { ranking.isOpen[$0] } : nil
  }

  /// The least and the most mean of a metric; `nil` for one that was not counted.
  package func range(of metric: Metric) -> ClosedRange<Double>? { ranges[metric] }

  // MARK: - Rows

  package func rows(present: LazyLoadingSettings?, tries: [LazyLoadingSettings]) -> [SettingRow] {
    let best = recommendation.flatMap(settings)
    let isTried = tries.contains { $0.settingName == best?.settingName }
    return [SettingRow(.present, present)] + tries.map { SettingRow(.tried, $0) }
      + (isTried ? [] : [best].compactMap { $0 }.map { SettingRow(.recommended, $0) })
  }
}

extension SettingGrid {
  /// The cell of settings on the grid whose unloading is that of `rules`, or of the defaults.
  fileprivate func cell(of settings: LazyLoadingSettings, _ rules: LazyLoadingSettings?) -> Cell? {
    let rules = rules ?? .standard
    guard !settings.fetchThreshold.isDirectional, !settings.displayThreshold.isDirectional,
      settings.unloadingEnabled == rules.unloadingEnabled,
      !settings.unloadingEnabled || settings.unloadPoints == rules.unloadPoints
    else { return nil }
    return number(fetch: settings.fetchPoints, display: settings.displayPoints).map(cell)
  }
}

extension Estimate {
  var negated: Estimate {
    Estimate(mean: -mean, interval: interval.map { -$0.upperBound ... -$0.lowerBound })
  }
}

extension TuningMap {
  private var metrics: [Metric] { sums.keys.sorted { $0.rawValue < $1.rawValue } }

  /// A CSV line a setting: means, distance from the best and whether it can be distinguished.
  package var csv: String {
    let head =
      ["fetch", "display"] + metrics.map(\.rawValue)
      + ["toBest", "toBestLow", "toBestHigh", "isOpen"]
    var text = head.joined(separator: ",") + "\n"
    for cell in cells {
      let toBest = toBest(cell)
      var fields = [grid.fetches[cell.fetch].csv, grid.displays[cell.display].csv]
      fields += metrics.map { mean($0, cell)?.csv ?? "" }
      fields += [
        toBest?.mean.csv ?? "", toBest?.interval?.lowerBound.csv ?? "",
        toBest?.interval?.upperBound.csv ?? "", isOpen(cell).map { "\($0)" } ?? "",
      ]
      text += fields.joined(separator: ",") + "\n"
    }
    return text
  }
}

extension Double {
  /// The number in the shortest form that reads back the same.
  fileprivate var csv: String { JSONText.number(self).json }
}
