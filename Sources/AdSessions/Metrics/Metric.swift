/// A number measured in a session, by its key in JSON, in budgets and in the tables of `tune`.
///
/// A new one is a field of ``MetricsReport``, a case, a row of ``definition``, and one of the article "Metrics".
package enum Metric: String, CaseIterable, Sendable {
  case requests, requestsPer1000Points, failed, failureRate, wastedFetches, wastedFetchRate
  case notSeenYet, unfinished, notPresented
  case blankExposure, lateRenders, lateRenderRate
  case leadTimeP50, leadTimeP5, leadTimeP95, leadTimes
  case liveAds, liveAdsPeak, liveAdSeconds, memory
  case viewableRate, viewable, impressed, rendered, wastedRenders, wastedRenderRate
  case cameNear, nearRate, refetches, refreshes
  case shiftScore, shifts, worstShift, timeToFirstAd
  case fetched, displayed
  case auctions, auctionTimeouts, auctionTimeoutRate, expiredBids, expiredBidRate
  case distance, duration

  /// What the field takes for good and for poor.
  package struct Band: Hashable, Sendable {
    package let good: Double
    package let poor: Double
    /// In words, with who says so.
    package let words: String
  }

  /// What is known of a metric.
  package struct Definition: Sendable {
    package let name: String
    /// The name where there is little room, and in budgets.
    package let shortName: String
    /// Which way is better.
    package let direction: MetricComparison.Direction
    package let quantity: MetricComparison.Quantity
    /// What is counted, in a sentence; for the metrics of the pane.
    package let explanation: String
    package let band: Band?
    /// The rate that belongs to a count.
    package let rate: Metric?
    /// Where it is a number in the JSON of a report.
    package let json: JSONPresence
    /// The number; `nil` for a rate of nothing.
    package let value: @Sendable (MetricsReport) -> Double?

    package enum JSONPresence: Sendable {
      case always
      /// Where auctions were held.
      case withAuctions
      /// Where ads were refreshed.
      case withRefreshes
      /// It is part of another field, or a matter of the screen.
      case never

      func isShown(in report: MetricsReport) -> Bool {
        switch self {
        case .always: true
        case .withAuctions: report.auctions > 0
        case .withRefreshes: report.refreshes > 0
        case .never: false
        }
      }
    }

    fileprivate init(
      _ name: String, short: String? = nil, _ direction: MetricComparison.Direction = .none,
      _ quantity: MetricComparison.Quantity = .count, rate: Metric? = nil,
      json: JSONPresence = .always, band: Band? = nil, counts explanation: String = "",
      _ value: @escaping @Sendable (MetricsReport) -> Double?
    ) {
      self.name = name
      shortName = short ?? name
      (self.direction, self.quantity, self.explanation) = (direction, quantity, explanation)
      (self.band, self.rate, self.json, self.value) = (band, rate, json, value)
    }

    fileprivate init(
      _ name: String, short: String? = nil, _ count: any KeyPath<MetricsReport, Int> & Sendable,
      _ direction: MetricComparison.Direction = .none, rate: Metric? = nil,
      json: JSONPresence = .always, counts explanation: String = ""
    ) {
      self.init(name, short: short, direction, rate: rate, json: json, counts: explanation) {
        Double($0[keyPath: count])
      }
    }
  }

  package var definition: Definition {
    switch self {
    case .requests:
      Definition("requests", \.requests, .less, counts: "how often an ad was requested")
    case .requestsPer1000Points:
      Definition("requests per 1000 pt", .less) { $0.requestsPer1000Points }
    case .failed:
      Definition(
        "failed", \.failed, .less, rate: .failureRate, json: .never,
        counts: "requests that ended without an ad: no fill, network, timeout, server error")
    case .failureRate:
      Definition("failure rate", .less, .percent(of: .max), json: .never) { $0.failureRate }
    case .wastedFetches:
      Definition(
        "wasted requests", short: "wasted", \.wastedFetches, .less, rate: .wastedFetchRate,
        counts:
          "requests whose slot was scrolled past, unloaded or left at the session's end without having been in view"
      )
    case .wastedFetchRate:
      Definition("wasted request rate", .less, .percent(of: .max)) { $0.wastedFetchRate }
    case .notSeenYet:
      Definition(
        "not seen yet", short: "not seen", \.notSeenYet, json: .never,
        counts: "requests whose slot has not been in view and may still be")
    case .unfinished:
      Definition(
        "unfinished", short: "pending", \.unfinished,
        counts: "requests that were not answered by now")
    case .notPresented: Definition("not presented", \.notPresented, .less)
    case .blankExposure:
      Definition(
        "blank time", short: "blank", .less, .pointSeconds,
        counts:
          "the height of empty boxes in view that wait for an ad, summed over time (pt·s); not while consent is awaited, and not after an answer without an ad"
      ) { $0.blankExposure }
    case .lateRenders:
      Definition(
        "late renders", short: "late", \.lateRenders, .less, rate: .lateRenderRate,
        counts: "ads that were rendered after their slot had come into view")
    case .lateRenderRate:
      Definition("late render rate", .less, .percent(of: .max)) { $0.lateRenderRate }
    case .leadTimeP50:
      Definition(
        "lead time", short: "lead", .more, .milliseconds,
        counts:
          "how long before it came into view an ad was rendered, median (of an even number the lower); negative: the box was in view first"
      ) { $0.leadTime(percentile: 50).map(Double.init) }
    case .leadTimeP5:
      Definition("lead time, 5%", .more, .milliseconds) {
        $0.leadTime(percentile: 5).map(Double.init)
      }
    case .leadTimeP95:
      Definition("lead time, 95%", .less, .milliseconds) {
        $0.leadTime(percentile: 95).map(Double.init)
      }
    case .leadTimes: Definition("ads with a lead time", \.leadTimes.count)
    case .liveAds:
      Definition(
        "live ads", \.liveAds, .less, json: .never,
        counts: "ads that are rendered and not released now, and the most there ever were")
    case .liveAdsPeak: Definition("live ads", short: "live", \.liveAdsPeak, .less)
    case .liveAdSeconds: Definition("live time", .less) { $0.liveAdSeconds }
    case .memory:
      Definition(
        "memory", \.liveAds, .less, json: .never,
        counts:
          "live ads times 10 MB each, which is no measurement, and that summed over time (MB·s)")
    case .viewableRate:
      Definition(
        "viewable rate", short: "view %", .more, .percent(of: .max),
        band: Band(good: 70, poor: 50, words: "good from 70%, poor below 50% (IAB)"),
        counts: "of all rendered ads, those in view for long enough to count (MRC)"
      ) { $0.viewableRate }
    case .viewable:
      Definition(
        "viewable ads", short: "viewable", \.viewable, .more, rate: .viewableRate,
        counts: "rendered ads that were in view for long enough to count (MRC)")
    case .impressed: Definition("impressed", \.impressed, .more)
    case .rendered: Definition("rendered", \.rendered)
    case .wastedRenders:
      Definition(
        "wasted renders", short: "renders", \.wastedRenders, .less, rate: .wastedRenderRate,
        counts: "rendered ads that were not in view before they were passed or released")
    case .wastedRenderRate:
      Definition("wasted render rate", .less, .percent(of: .max)) { $0.wastedRenderRate }
    case .cameNear:
      Definition("came near", short: "near", \.cameNear, .more, rate: .nearRate)
    case .nearRate:
      Definition(
        "near rate", short: "near", .more, .percent(of: .max),
        counts:
          "of the requests, those whose slot came within the display threshold: near, not necessarily seen"
      ) { $0.nearRate }
    case .refetches:
      Definition(
        "repeat requests", short: "repeats", \.refetches, .less,
        counts:
          "requests for a slot that had been requested before: unloaded, reloaded, or put back")
    case .refreshes:
      Definition(
        "refreshes", \.refreshes, json: .withRefreshes,
        counts: "requests for ads that take the place of others in view (refresh)")
    case .shiftScore:
      Definition(
        "layout shift", short: "shift", .less, .score,
        band: Band(
          good: 0.1, poor: 0.25, words: "good up to 0.1, poor above 0.25 (web-vitals, CLS)"),
        counts:
          "for each resize in view, the share of the viewport that moved times how far, in the worst burst"
      ) { $0.shiftScore }
    case .shifts: Definition("layout shifts", \.shifts, .less)
    case .worstShift: Definition("worst shift", .less, .score) { $0.worstShift }
    case .timeToFirstAd:
      Definition(
        "first ad", .less, .milliseconds,
        counts: "when the first ad was rendered, since the session began"
      ) { $0.timeToFirstAd.map(Double.init) }
    case .fetched: Definition("slots fetched", short: "fetched", \.fetched)
    case .displayed: Definition("slots displayed", short: "displayed", \.displayed)
    case .auctions:
      Definition(
        "auctions", \.auctions, .less, json: .withAuctions,
        counts: "how often an auction was held before a request")
    case .auctionTimeouts:
      Definition(
        "bid time-outs", short: "timeouts", \.auctionTimeouts, .less, rate: .auctionTimeoutRate,
        json: .withAuctions,
        counts: "auctions that ended without bids, by their time-out")
    case .auctionTimeoutRate:
      Definition("bid time-out rate", .less, .percent(of: .max), json: .never) {
        $0.auctionTimeoutRate
      }
    case .expiredBids:
      Definition(
        "expired bids", short: "expired", \.expiredBids, .less, rate: .expiredBidRate,
        json: .withAuctions,
        counts: "auctions whose bids were too old when their slot was to be requested")
    case .expiredBidRate:
      Definition("expired bid rate", .less, .percent(of: .max), json: .never) { $0.expiredBidRate }
    case .distance: Definition("distance") { $0.distance }
    case .duration: Definition("duration", .none, .milliseconds) { Double($0.duration) }
    }
  }
}

extension Metric {
  package var name: String { definition.name }
  package var shortName: String { definition.shortName }
  package var explanation: String { definition.explanation }
  package var direction: MetricComparison.Direction { definition.direction }
  package var band: Band? { definition.band }

  var isRate: Bool {
    if case .percent = definition.quantity { true } else { false }
  }

  /// The number that is compared: a rate in percent, blank time in whole point seconds, a score in hundredths.
  package func amount(_ report: MetricsReport) -> Double? {
    let definition = definition
    return definition.value(report).map { value in
      switch definition.quantity {
      case .percent: value * 100
      case .pointSeconds: value.rounded()
      case .score: (value * 100).rounded() / 100
      case .count, .milliseconds: value
      }
    }
  }

  /// How many things a rate is of; `nil` where the metric is no rate of the pane.
  package func count(_ report: MetricsReport) -> Int? {
    switch self {
    case .viewableRate: report.rendered
    case .nearRate, .failureRate: report.requests
    default: nil
    }
  }

  /// Whether the metric is a rate that in one of the reports is of so few things that it is not compared.
  package func isOfFew(in reports: [MetricsReport]) -> Bool {
    reports.compactMap(count).contains { $0 < MetricComparison.fewest }
  }

  package func compare(_ old: MetricsReport, with new: MetricsReport) -> MetricComparison {
    // Where less is requested, less fails: number and share have to go the same way.
    if self == .failed {
      let number = MetricComparison(
        from: Double(old.failed), to: Double(new.failed), .less, in: .count)
      return Metric.failureRate.compare(old, with: new) == number ? number : .same
    }
    // A rate that rises as fewer ads are rendered is no gain.
    if self == .viewableRate, old.viewable == new.viewable { return .same }
    // A median of other ads: one more or less would decide.
    let leads = [old, new].map(\.leadTimes.count)
    if self == .leadTimeP50, leads[0] != leads[1], min(leads[0], leads[1]) < MetricComparison.fewest
    {
      return .same
    }
    if self == .liveAds || self == .memory { return Metric.liveAdsPeak.compare(old, with: new) }
    guard let before = amount(old), let after = amount(new) else { return .same }
    let quantity: MetricComparison.Quantity =
      isRate ? .percent(of: min(count(old) ?? .max, count(new) ?? .max)) : definition.quantity
    return MetricComparison(from: before, to: after, direction, in: quantity)
  }
}
