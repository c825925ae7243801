internal import AdSessions

/// What a change of the thresholds would have cost and saved, had it been made when the page was opened.
struct ThresholdBill: Hashable, Sendable {
  /// What the metrics would be under the thresholds before the change.
  let before: MetricsReport
  /// What they would be under the new ones.
  let after: MetricsReport

  /// The bill in words: `requests 14 → 11 · wasted 3 → 1 · blank +120 pt·s`.
  var words: String { parts.joined(separator: Self.separator) }

  /// The bill in words, as many of its numbers as so many cells have room for, the first ones first.
  func words(fitting cells: Int) -> String {
    var parts = parts
    while !parts.isEmpty, Glyphs.cells(parts.joined(separator: Self.separator)) > cells {
      parts.removeLast()
    }
    return parts.joined(separator: Self.separator)
  }

  private static let separator = " · "

  private var parts: [String] {
    let blank = (after.blankExposure - before.blankExposure).rounded()
    let sign = blank < 0 ? "" : blank > 0 ? "+" : "±"
    return [
      "requests \(before.requests) → \(after.requests)",
      "wasted \(before.wastedFetches) → \(after.wastedFetches)",
      "blank \(sign)\(blank.points) pt·s",
    ]
  }
}
