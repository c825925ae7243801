internal import AdRendering
package import AdSessions

/// Two reports for people: which metrics are better or worse, in a clause and as a table.
package struct ComparisonText {
  /// The metrics that are better and those that are worse, by their names.
  package let better: [String]
  package let worse: [String]
  /// What differs in words, the important first: `blank time 62 → 10 pt·s is better, requests 2 → 4 is worse`.
  package let clause: String
  /// A line for each metric: its name, both numbers, their unit, and which is better.
  package let table: String

  package init(from before: MetricsReport, to after: MetricsReport) {
    let comparison = MetricsComparison(
      names: [], before: before, after: after)
    let rows = Metric.ofRuns([before, after]).map(comparison.row)
    better = rows.filter { $0.change == .better }.map(\.metric.name)
    worse = rows.filter { $0.change == .worse }.map(\.metric.name)
    func words(_ change: MetricComparison) -> [String] {
      let all = rows.filter { $0.change == change }
      var parts = all.prefix(Self.maxNamed).map { row in
        "\(row.metric.name) \(row.before.value) → \(row.after.value.with(unit: row.unit))"
      }
      guard !parts.isEmpty else { return [] }
      if all.count > parts.count { parts.append((all.count - parts.count).counted("other")) }
      return ["\(parts.listed()) \(parts.count == 1 ? "is" : "are") \(change.word)"]
    }
    clause = (words(.better) + words(.worse)).joined(separator: "; ")
    table = rows.map { "\($0.metric.name.padded(to: 16)) \($0.columns)\n" }.joined()
  }

  private static let maxNamed = 3
}
