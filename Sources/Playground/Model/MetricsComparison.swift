internal import AdSessions

/// Two reports that are compared: as recorded and as decided now, or under the thresholds before a change and under others.
struct MetricsComparison {
  /// From the longest name to the shortest: `what if 800/200 → 600/200`, `… (now)` once in force, or `recorded … → now …`.
  let names: [String]
  let before: MetricsReport
  let after: MetricsReport
  /// What has to happen before the two can differ: then neither is better.
  var condition: String?

  var title: String { names.first ?? "" }

  /// A metric under both: its numbers, their unit, and which is better.
  struct Row {
    let metric: Metric
    let before: Metric.Reading
    let after: Metric.Reading
    let change: MetricComparison
    /// Whether there is no difference to tell: noise is none.
    let isSame: Bool

    var unit: String { after.unit.isEmpty ? before.unit : after.unit }
    /// Both numbers in columns of their own, so that the rows of a list are aligned.
    var columns: String { change.columns(before.value, after.value, unit) }

    /// The change in a few words, with `mark` for which is better.
    func words(_ mark: String) -> String {
      let values = "\(metric.shortName) \(before.value) → \(after.value)"
      return values + (unit == "%" ? unit : "") + (mark.isEmpty ? "" : " \(mark)")
    }
  }

  func row(_ metric: Metric) -> Row {
    let isFew = metric.isOfFew(in: [before, after])
    let old = metric.compared(before, isFew: isFew)
    let new = metric.compared(after, isFew: isFew)
    let change = metric.compare(before, with: after)
    return Row(
      metric: metric, before: old, after: new, change: condition == nil ? change : .same,
      isSame: old.value == new.value || change == .same && metric.direction != .none && !isFew)
  }

  /// What differs, the most important first, and after it what goes the other way; as much as fits, and at least one.
  func words(fitting cells: Int = .max) -> String {
    if let condition = condition(fitting: cells) { return condition }
    var rows = Metric.ofPane.map(row).filter { !$0.isSame }
    guard let first = rows.first else { return "no metric changes so far" }
    if first.change != .same,
      let other = rows.firstIndex(where: { ![.same, first.change].contains($0.change) })
    {
      rows.insert(rows.remove(at: other), at: 1)
    }
    for mark in [\Row.change.word, \Row.change.mark] {
      var parts = rows.map { $0.words($0[keyPath: mark]) }
      while parts.count > 2, Glyphs.cells(parts.joined(separator: Self.separator)) > cells {
        parts.removeLast()
      }
      let words = parts.joined(separator: Self.separator)
      if Glyphs.cells(words) <= cells { return words }
    }
    let word = first.words(first.change.word)
    return Glyphs.cells(word) <= cells ? word : first.words(first.change.mark)
  }

  /// The same with what is compared; `nil` where there is no room for both.
  func sentence(fitting cells: Int) -> String? {
    names.lazy.map { "\($0): " + self.words(fitting: cells - Glyphs.cells($0) - 2) }
      .first { Glyphs.cells($0) <= cells }
  }

  /// What has to happen before the two can differ, in few words where there is little room.
  func condition(fitting cells: Int) -> String? {
    condition.map { Glyphs.cells($0) <= cells ? $0 : "scroll first" }
  }

  private static let separator = " · "
}

extension MetricComparison {
  /// Two numbers in columns of their own, their unit, and which is better.
  func columns(_ before: String, _ after: String, _ unit: String) -> String {
    let values = [before, after].counts(fitting: 6).map { $0.leftPadded(to: 6) }
      .joined(separator: " → ")
    return "\(values) \(unit.padded(to: 4)) \(word)".withoutTrailingBlanks
  }
}

extension [String] {
  /// Counts such as `7 of 12` in the longest form in which all of them fit so many cells: `7/12`, or 7.
  func counts(fitting cells: Int) -> [String] {
    let forms = [self, map { $0.replacing(" of ", with: "/") }]
    return forms.first { $0.allSatisfy { Glyphs.cells($0) <= cells } }
      ?? map { String($0.prefix { $0 != " " }) }
  }
}
