package import AdEngine
import AdSessions

/// The setting that is handed on where the user names none.
extension TuningMap {
  /// Of the settings that cannot be distinguished from the best and are no worse than the present ones in the sample, by
  /// their value, their viewable ads and their blank time, the one with the fewest requests; of equal ones the present ones.
  ///
  /// A few sessions distinguish nothing, and the fewest requests of all settings are those of the worst.
  package func export(over present: LazyLoadingSettings?) -> Cell {
    let now = present.flatMap(cell).flatMap(column)
    func sum(_ metric: TuningMetric, _ column: Int) -> Int64 { sums[metric]?[column] ?? 0 }
    func deficit(_ column: Int) -> Double { ranking.deficits[column].mean }
    func isNoWorse(_ column: Int) -> Bool {
      guard let now else { return true }
      return sum(.viewable, column) >= sum(.viewable, now)
        && sum(.blankExposure, column) <= sum(.blankExposure, now)
    }
    func order(_ column: Int) -> (Int64, Double, Int) {
      (sum(.requests, column), deficit(column), column == now ? 0 : 1)
    }
    let limit = (now.map(deficit) ?? 0) + 1e-9
    let open = pairs.indices.filter { ranking.isOpen[$0] && deficit($0) <= limit }
    let safe = open.filter(isNoWorse)
    let chosen = (safe.isEmpty ? open : safe).min { order($0) < order($1) } ?? ranking.best
    return grid.cell(pairs[chosen])
  }

  /// What a setting comes to, beside the present ones, and how sure that is.
  package func remark(exporting cell: Cell, over present: LazyLoadingSettings?) -> String {
    let (fetch, display) = grid[grid.number(cell)]
    var remark =
      "fetch \(fetch.points) / display \(display.points) comes to \(words(cell)) a session"
    if let present = present.flatMap(self.cell), present != cell {
      remark += "; the present setting to \(words(present))"
    }
    return remark
      + ". With \(sessions) session\(sessions == 1 ? "" : "s") \(open) of \(compared) settings cannot be distinguished"
      + " from the best"
  }

  private func words(_ cell: Cell) -> String {
    func mean(_ metric: TuningMetric, _ digits: Int) -> String {
      (self.mean(metric, cell) ?? 0).text(digits: digits)
    }
    return "\(mean(.requests, 2)) requests, \(mean(.viewable, 2)) viewable,"
      + " \(mean(.blankExposure, 0)) pt·s blank"
  }
}
