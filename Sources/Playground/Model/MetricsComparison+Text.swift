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

  package init(from before: MetricsReport, to after: MetricsReport, megabytesPerAd: Double = 10) {
    let comparison = MetricsComparison(
      names: [], before: before, after: after, megabytesPerAd: megabytesPerAd)
    let hasAuctions = before.auctions + after.auctions > 0
    let rows = (hasAuctions ? Metric.all : Metric.ofEveryPage).filter { $0 != .memory }
      .map(comparison.row)
    better = rows.filter { $0.change == .better }.map(\.metric.name)
    worse = rows.filter { $0.change == .worse }.map(\.metric.name)
    func words(_ change: MetricComparison) -> [String] {
      let parts = rows.filter { $0.change == change }.prefix(Self.maxNamed).map { row in
        "\(row.metric.name) \(row.before.value) → \(row.after.value) \(row.unit)"
          .withoutTrailingBlanks
      }
      guard let last = parts.last else { return [] }
      let verb = parts.count == 1 ? "is" : "are"
      let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
      return ["\(list) \(verb) \(change.word)"]
    }
    clause = (words(.better) + words(.worse)).joined(separator: "; ")
    table = rows.map { "\($0.metric.name.padded(to: 16)) \($0.columns)\n" }.joined()
  }

  /// How many metrics are named on either side.
  private static let maxNamed = 3
}
