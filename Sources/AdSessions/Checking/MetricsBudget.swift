import AdRendering

/// Limits of metrics, written `late<20%,wasted<=2`.
package struct MetricsBudget: Hashable, Sendable {
  package struct Bound: Hashable, Sendable {
    /// The count, or with a percentage its rate.
    fileprivate let metric: Metric
    fileprivate let comparison: Comparison
    fileprivate let limit: Double
    fileprivate let isPercent: Bool
    /// The metric's name, also where its rate is bounded.
    fileprivate let name: String
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

  /// What can be bounded, by its name in a budget; rates also by their keys.
  package static let names = bounded.filter { !$0.isRate }.map(\.budgetName)

  private static let bounded = Metric.allCases.filter {
    ![.notSeenYet, .liveAds, .memory].contains($0)
  }

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
    guard let metric = Metric(budgetName: name) else {
      let near = DidYouMean.suggestion(for: name, among: names + Self.bounded.map(\.rawValue))
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
    guard !isPercent || metric.isRate || metric.definition.rate != nil else {
      throw ReadingError(sentence: "\(name): is not a rate; expected a number without %")
    }
    return Bound(
      metric: isPercent ? metric.definition.rate ?? metric : metric, comparison: comparison,
      limit: limit, isPercent: isPercent, name: metric.name)
  }

  /// The bounds that a report breaks, each in words: `late renders 33%, budget < 20%`; a rate of nothing breaks none.
  package func broken(by report: MetricsReport) -> [String] {
    bounds.compactMap { bound in
      guard let number = bound.metric.definition.value(report) else { return nil }
      let value = bound.isPercent ? number * 100 : number
      guard !bound.comparison.holds(value, bound.limit) else { return nil }
      let found = value.budgetText
      let unit = bound.isPercent ? "%" : ""
      let limit = "\(bound.comparison.rawValue) \(bound.limit.budgetText)\(unit)"
      return "\(bound.name) \(found)\(unit), budget \(limit)"
    }
  }
}

extension Metric {
  /// The short name, or a name of two words, as one word; elsewhere the key.
  fileprivate var budgetName: String {
    guard name.split(separator: " ").count < 3 else { return rawValue }
    return shortName.split(separator: " ").enumerated()
      .map {
        $0.offset == 0
          ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
      }.joined()
  }

  /// The metric of this key, else the count of this name or short name, written as one word.
  fileprivate init?(budgetName word: String) {
    if let metric = Metric(rawValue: word == "failures" ? "failed" : word) {
      self = metric
      return
    }
    let found = Metric.allCases.first { metric in
      !metric.isRate && metric != .liveAds
        && [metric.shortName, metric.name].contains { $0.filter { $0 != " " } == word.lowercased() }
    }
    guard let found else { return nil }
    self = found
  }
}

extension Double {
  /// The number, with two digits behind the point where it is not whole.
  fileprivate var budgetText: String { text(digits: self == rounded() ? 0 : 2) }
}
