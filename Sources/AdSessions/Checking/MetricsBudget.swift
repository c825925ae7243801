import AdRendering

/// What metrics may come to, written `late<20%,wasted<=2`.
package struct MetricsBudget: Hashable, Sendable {
  /// One bound: a metric, how it is compared, and the limit.
  package struct Bound: Hashable, Sendable {
    fileprivate let metric: BudgetMetric
    fileprivate let comparison: Comparison
    fileprivate let limit: Double
    fileprivate let isRate: Bool
    /// As it was written.
    package let text: String
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
  package static var names: [String] { BudgetMetric.allCases.map(\.rawValue) }

  /// Why a text is no budget, as a sentence.
  package struct ReadingError: Error, Hashable, Sendable {
    package let sentence: String
  }

  /// Reads bounds that commas separate.
  package init(_ text: String) throws(ReadingError) {
    var bounds: [Bound] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
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
    guard let metric = BudgetMetric(name: name) else {
      let near = DidYouMean.suggestion(for: name, among: BudgetMetric.allNames)
      let advice =
        near.map { "did you mean \"\($0)\"?" }
        ?? "expected one of \(names.joined(separator: ", "))"
      throw ReadingError(sentence: "unknown metric \"\(name.scrubbed)\"; \(advice)")
    }
    let written = text[place.upperBound...]
    let isRate = written.hasSuffix("%")
    guard let limit = WrittenNumber.real(isRate ? written.dropLast() : written) else {
      throw ReadingError(
        sentence: "\(name.scrubbed): expected a number, found \"\(written.description.scrubbed)\"")
    }
    guard metric.allows(rate: isRate) else {
      throw ReadingError(
        sentence: isRate
          ? "\(name): is no share of anything; expected a number without %"
          : "\(name): expected a percentage, such as \(name)\(comparison.rawValue)50%")
    }
    return Bound(
      metric: metric, comparison: comparison, limit: limit, isRate: isRate, text: text)
  }

  /// The bounds that a report breaks, each in words: `late 33 %, expected late<20%`.
  ///
  /// A rate of nothing breaks no bound.
  package func broken(by report: MetricsReport) -> [String] {
    bounds.compactMap { bound in
      guard let value = bound.metric.value(in: report, isRate: bound.isRate),
        !bound.comparison.holds(value, bound.limit)
      else { return nil }
      let number = value == value.rounded() ? value.text(digits: 0) : value.text(digits: 2)
      return "\(bound.metric.rawValue) \(number)\(bound.isRate ? " %" : ""), expected \(bound.text)"
    }
  }
}

/// A metric that can have a bound: its short name, which stands for the count and, with a percentage, for the rate.
private enum BudgetMetric: String, CaseIterable {
  case requests, failed, wasted, late, blank, lead, viewable, shown, unfinished
  case wastedRenders, live, liveTime, reloads, shift, worstShift, firstAd, rendered, impressed

  /// By its short name, or by its key in the JSON of a report.
  init?(name: String) {
    if let own = BudgetMetric(rawValue: name) {
      self = own
    } else if let own = Self.allCases.first(where: { $0.keys.contains(name) }) {
      self = own
    } else {
      return nil
    }
  }

  static var allNames: [String] { allCases.flatMap { [$0.rawValue] + $0.keys } }

  var keys: [String] {
    switch self {
    case .requests, .unfinished, .rendered, .impressed, .wastedRenders, .worstShift: []
    case .failed: ["failures"]
    case .wasted: ["wastedFetches"]
    case .late: ["lateRenders"]
    case .blank: ["blankExposure"]
    case .lead: ["leadTimeP50"]
    case .viewable: ["viewableRate"]
    case .shown: ["showRate"]
    case .live: ["liveAdsPeak"]
    case .liveTime: ["liveAdSeconds"]
    case .reloads: ["refetches"]
    case .shift: ["shiftScore"]
    case .firstAd: ["timeToFirstAd"]
    }
  }

  func allows(rate: Bool) -> Bool {
    switch self {
    case .failed, .wasted, .late, .viewable, .shown, .wastedRenders: true
    default: !rate
    }
  }

  func value(in report: MetricsReport, isRate: Bool) -> Double? {
    func value(_ count: Int, _ rate: Double?) -> Double? {
      isRate ? rate.map { $0 * 100 } : Double(count)
    }
    return switch self {
    case .requests: Double(report.requests)
    case .failed: value(report.failed, report.failureRate)
    case .wasted: value(report.wastedFetches, report.wastedFetchRate)
    case .late: value(report.lateRenders, report.lateRenderRate)
    case .blank: report.blankExposure
    case .lead: report.leadTime(percentile: 50).map(Double.init)
    case .viewable: value(report.viewable, report.viewableRate)
    case .shown: value(report.shown, report.showRate)
    case .unfinished: Double(report.unfinished)
    case .wastedRenders: value(report.wastedRenders, report.wastedRenderRate)
    case .live: Double(report.liveAdsPeak)
    case .liveTime: report.liveAdSeconds
    case .reloads: Double(report.refetches)
    case .shift: report.shiftScore
    case .worstShift: report.worstShift
    case .firstAd: report.timeToFirstAd.map(Double.init)
    case .rendered: Double(report.rendered)
    case .impressed: Double(report.impressed)
    }
  }
}
