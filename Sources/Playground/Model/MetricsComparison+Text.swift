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
    var rows = (hasAuctions ? Metric.all : Metric.ofEveryPage).filter { $0 != .memory }
      .map { Line($0.name, comparison.row($0)) }
    let rate = rows.firstIndex { $0.name == Metric.viewableRate.name } ?? rows.endIndex
    rows.insert(Line("viewable ads", before.viewable, after.viewable, .more), at: rate)
    better = rows.filter { $0.change == .better }.map(\.name)
    worse = rows.filter { $0.change == .worse }.map(\.name)
    func words(_ change: MetricComparison) -> [String] {
      let parts = rows.filter { $0.change == change }.prefix(Self.maxNamed).map { row in
        "\(row.name) \(row.before) → \(row.after) \(row.unit)".withoutTrailingBlanks
      }
      guard let last = parts.last else { return [] }
      let verb = parts.count == 1 ? "is" : "are"
      let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
      return ["\(list) \(verb) \(change.word)"]
    }
    clause = (words(.better) + words(.worse)).joined(separator: "; ")
    table = rows.map(\.text).joined()
  }

  /// How many metrics are named on either side.
  private static let maxNamed = 3
}

/// A metric of two reports in words.
private struct Line {
  let name: String
  let before: String
  let after: String
  let unit: String
  let change: MetricComparison

  init(_ name: String, _ row: MetricsComparison.Row) {
    self.name = name
    (before, after, unit, change) = (row.before.value, row.after.value, row.unit, row.change)
  }

  /// A number that no pane shows.
  init(_ name: String, _ old: Int, _ new: Int, _ direction: MetricComparison.Direction) {
    self.name = name
    (before, after, unit) = ("\(old)", "\(new)", "")
    change = MetricComparison(from: Double(old), to: Double(new), direction, in: .count)
  }

  var text: String {
    "\(name.padded(to: 16)) \(change.columns(before, after, unit))\n"
  }
}
