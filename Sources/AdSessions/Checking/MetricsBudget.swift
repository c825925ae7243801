import AdRendering

/// What metrics may come to, written `late<20%,wasted<=2`.
package struct MetricsBudget: Hashable, Sendable {
  /// One bound: a metric, how it is compared, and the limit.
  package struct Bound: Hashable, Sendable {
    fileprivate let key: String
    fileprivate let comparison: Comparison
    fileprivate let limit: Double
    /// Whether the limit is a percentage.
    fileprivate let isPercent: Bool
    /// The metric's name in words.
    fileprivate let label: String
  }

  fileprivate enum Comparison: String, CaseIterable {
    // Longer ones first: `<=` begins with `<`.
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"

    func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .atLeast: value >= limit
      case .below: value < limit
      case .above: value > limit
      }
    }
  }

  private let bounds: [Bound]

  /// The short names of the metrics.
  package static var names: [String] { BudgetName.all.map(\.name) }

  /// The keys that can be written instead.
  private static let keys = MetricsReport().bounded.map(\.key)

  /// Why a text is no budget, as a sentence.
  package struct ReadingError: Error, Hashable, Sendable {
    package let sentence: String
  }

  /// Reads bounds that commas separate.
  package init(_ text: String) throws(ReadingError) {
    var bounds: [Bound] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part.count(where: { "<>".contains($0) }) < 2 else {
        throw ReadingError(
          sentence: "\"\(part.description.scrubbed)\": expected ',' between bounds")
      }
      bounds.append(try Self.bound(part.filter { $0 != " " }))
    }
    self.bounds = bounds
  }

  private static func bound(_ text: String) throws(ReadingError) -> Bound {
    guard
      let (comparison, place) = Comparison.allCases.lazy.compactMap({ comparison in
        text.firstRange(of: comparison.rawValue).map { (comparison, $0) }
      }).first
    else {
      throw ReadingError(
        sentence: "expected bounds such as late<20%,wasted<=2, found \"\(text.scrubbed)\"")
    }
    let name = String(text[..<place.lowerBound])
    let short = BudgetName.all.first { $0.name == name }
    guard short != nil || keys.contains(name) else {
      let near = DidYouMean.suggestion(for: name, among: names + keys)
      let advice =
        near.map { "did you mean \"\($0)\"?" }
        ?? "expected one of \(names.joined(separator: ", "))"
      throw ReadingError(sentence: "unknown metric \"\(name.scrubbed)\"; \(advice)")
    }
    let written = text[place.upperBound...]
    let isPercent = written.hasSuffix("%")
    guard let limit = WrittenNumber.real(isPercent ? written.dropLast() : written) else {
      throw ReadingError(
        sentence: "\(name.scrubbed): expected a number, found \"\(written.description.scrubbed)\"")
    }
    let rate = short?.rate ?? (name.hasSuffix("Rate") ? name : nil)
    guard let key = isPercent ? rate : short?.key ?? name else {
      throw ReadingError(sentence: "\(name): is not a rate; expected a number without %")
    }
    return Bound(
      key: key, comparison: comparison, limit: limit, isPercent: isPercent,
      label: short?.label ?? name)
  }

  /// The bounds that a report breaks, each in words: `late renders 33 %, budget < 20 %`.
  ///
  /// A rate of nothing breaks no bound.
  package func broken(by report: MetricsReport) -> [String] {
    let numbers = report.bounded
    return bounds.compactMap { bound in
      guard let number = numbers.first(where: { $0.key == bound.key })?.value else { return nil }
      let value = bound.isPercent ? number * 100 : number
      guard !bound.comparison.holds(value, bound.limit) else { return nil }
      let found = value.budgetText
      let unit = bound.isPercent ? " %" : ""
      let limit = "\(bound.comparison.rawValue) \(bound.limit.budgetText)\(unit)"
      return "\(bound.label) \(found)\(unit), budget \(limit)"
    }
  }
}

extension Double {
  /// The number, with two digits behind the point where it is not whole.
  fileprivate var budgetText: String { text(digits: self == rounded() ? 0 : 2) }
}

/// A short name of a metric: the key of its number, and with a percentage, of its rate.
private struct BudgetName {
  let name: String
  let key: String
  let rate: String?
  /// The metric's name as in the article on metrics.
  let label: String

  static let all = [
    BudgetName("requests", "requests"), BudgetName("failed", "failed", "failureRate"),
    BudgetName("wasted", "wastedFetches", "wastedFetchRate", "wasted requests"),
    BudgetName("late", "lateRenders", "lateRenderRate", "late renders"),
    BudgetName("blank", "blankExposure", nil, "blank time"),
    BudgetName("lead", "leadTimeP50", nil, "lead time"),
    BudgetName("viewable", "viewable", "viewableRate"),
    BudgetName("near", "cameNear", "nearRate", "came near"),
    BudgetName("unfinished", "unfinished"),
    BudgetName("notPresented", "notPresented", nil, "not presented"),
    BudgetName("wastedRenders", "wastedRenders", "wastedRenderRate", "wasted renders"),
    BudgetName("live", "liveAdsPeak", nil, "live ads"),
    BudgetName("liveTime", "liveAdSeconds", nil, "live time"),
    BudgetName("reloads", "refetches", nil, "reload churn"),
    BudgetName("shift", "shiftScore", nil, "layout shift"),
    BudgetName("worstShift", "worstShift", nil, "worst shift"),
    BudgetName("firstAd", "timeToFirstAd", nil, "first ad"),
    BudgetName("rendered", "rendered"), BudgetName("impressed", "impressed"),
    BudgetName("auctions", "auctions"),
    BudgetName("timeouts", "auctionTimeouts", "auctionTimeoutRate", "bid time-outs"),
    BudgetName("expired", "expiredBids", "expiredBidRate", "expired bids"),
  ]

  private init(_ name: String, _ key: String, _ rate: String? = nil, _ label: String? = nil) {
    (self.name, self.key, self.rate, self.label) = (name, key, rate, label ?? name)
  }
}

extension MetricsReport {
  /// The numbers that can have a bound; JSON has the failures by reason.
  fileprivate var bounded: [(key: String, value: Double?)] {
    numbers + [
      ("auctionTimeoutRate", auctionTimeoutRate), ("expiredBidRate", expiredBidRate),
      ("failed", Double(failed)), ("failures", Double(failed)), ("failureRate", failureRate),
    ]
  }
}
