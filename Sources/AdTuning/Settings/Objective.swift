package import AdSessions

/// What a setting is worth: a weighted sum of metrics, chosen before any result is seen.
package struct Objective: Hashable, Sendable {
  /// What is counted, and what one of it is worth; costs are negative.
  package let terms: [Term]

  /// A metric and what one of it is worth.
  package struct Term: Hashable, Sendable {
    package var metric: Metric
    package var weight: Double
  }

  /// Viewable ads, less what requests and blank time cost.
  ///
  /// A viewable ad stays in view for 7.4 s on the mobile web (Integral Ad Science, Media Quality Report H1 2018, US). An ad
  /// 250 pt high that is blank all this time is 1,860 pt·s; that it is worth one ad makes 0.5 for 1,000 pt·s. No price of
  /// a request is published: 0.08 says that twelve of them outweigh one viewable ad.
  package static let value = Objective(costs: usualCosts)

  /// The prices of ``value``.
  package static let usualCosts: [Price: Double] = [.view: 1, .request: 0.08, .blank: 0.5]

  package enum Price: String, CaseIterable, Hashable, Sendable {
    /// The worth of a viewable ad.
    case view
    case request
    /// The cost of a wasted request, on top of a request's.
    case wasted
    case late
    /// The cost of 1,000 pt·s of blank time.
    case blank
    /// The cost of an ad·s of live time.
    case live

    var metric: Metric {
      switch self {
      case .view: .viewable
      case .request: .requests
      case .wasted: .wastedFetches
      case .late: .lateRenders
      case .blank: .blankExposure
      case .live: .liveAdSeconds
      }
    }
  }

  /// Makes an objective of prices; what is not named is free.
  package init(costs: [Price: Double]) {
    terms = Price.allCases.compactMap { price in
      guard let cost = costs[price], cost != 0 else { return nil }
      let perOne = price == .blank ? cost / 1000 : cost
      return Term(metric: price.metric, weight: price == .view ? perOne : -perOne)
    }
  }

  package func value(of report: MetricsReport) -> Double {
    terms.reduce(0) { $0 + $1.weight * $1.metric.value(in: report) }
  }

  /// What one viewable ad more or less changes, the event that a small sample lacks; 1 where viewable ads are worth nothing.
  var step: Double {
    let weight = terms.first { $0.metric == .viewable }?.weight ?? 0
    return weight == 0 ? 1 : weight.magnitude
  }
}
