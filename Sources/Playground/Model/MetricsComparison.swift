internal import AdSessions

/// Two reports that are compared: as recorded and as decided now, or under the thresholds in force and under others.
struct MetricsComparison {
  /// What is compared: `fetch 800 → 600`, or `recorded → now`.
  let title: String
  let before: MetricsReport
  let after: MetricsReport
  let megabytesPerAd: Double

  /// What a reader notices first, then what it costs, then the rest.
  private static let order: [Metric] = {
    let first: [Metric] = [
      .blankTime, .lateRenders, .viewableRate, .wastedRequests, .requests, .layoutShift, .leadTime,
    ]
    return first + Metric.all.filter { !first.contains($0) }
  }()

  /// A metric under both: its numbers, their unit, and which is better.
  struct Row {
    let metric: Metric
    let before: Metric.Reading
    let after: Metric.Reading
    let change: Metric.Change

    var unit: String { after.unit.isEmpty ? before.unit : after.unit }
    var isSame: Bool { before.value == after.value }

    /// Both numbers in columns of their own, so that the rows of a list are aligned.
    var columns: String {
      let values = [before, after].map { $0.value.leftPadded(to: 6) }.joined(separator: " → ")
      return "\(values) \(unit.padded(to: 4)) \(change.word)".withoutTrailingBlanks
    }

    /// The change in a few words, with `mark` for which is better.
    func words(_ mark: String) -> String {
      let values = "\(metric.shortName) \(before.value) → \(after.value)"
      return [values, unit == "%" ? unit : "", mark].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  func row(_ metric: Metric) -> Row {
    Row(
      metric: metric, before: metric.reading(before, megabytesPerAd: megabytesPerAd),
      after: metric.reading(after, megabytesPerAd: megabytesPerAd),
      change: metric.change(from: before, to: after))
  }

  /// What is other, the most important first; as many as so many cells have room for, and at least one.
  func words(fitting cells: Int = .max) -> String {
    let rows = Self.order.map(row).filter { !$0.isSame }
    guard let first = rows.first else { return "no metric changes so far" }
    var parts = rows.map { $0.words($0.change.word) }
    while parts.count > 1, Glyphs.cells(parts.joined(separator: Self.separator)) > cells {
      parts.removeLast()
    }
    let words = parts.joined(separator: Self.separator)
    return Glyphs.cells(words) > cells ? first.words(first.change.mark) : words
  }

  private static let separator = " · "
}
