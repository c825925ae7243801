internal import AdSessions

/// What the metrics pane shows, in its order: what a threshold is a trade of first.
enum Metric: Sendable {
  case blankTime, lateRenders, wastedRequests, viewableRate
  case requests, failed, notSeenYet, leadTime, liveAds, memory
  // What follows is shown where there is more room.
  case layoutShift, reloadChurn, wastedRenders, nearRate, firstAd, unfinished
  // What follows is shown where auctions are held.
  case auctions, auctionTimeouts, expiredBids

  /// What there is on every page.
  static let ofEveryPage: [Metric] = [
    .blankTime, .lateRenders, .wastedRequests, .viewableRate, .requests, .failed, .notSeenYet,
    .leadTime, .liveAds, .memory, .layoutShift, .reloadChurn, .wastedRenders, .nearRate,
    .firstAd, .unfinished,
  ]
  static let ofAuctions: [Metric] = [.auctions, .auctionTimeouts, .expiredBids]
  static let all = ofEveryPage + ofAuctions

  /// How many there is always room for where the pane is shown.
  static let essential = 10

  /// What the field takes for good and for poor.
  struct Band: Hashable {
    let good: Double
    let poor: Double
    /// In words, with who says so.
    let words: String
  }

  /// A number with its unit, and what else is known about it; the note may be empty.
  struct Reading: Hashable {
    var value: String
    var unit = ""
    var note = ""
    /// Whether it is to be looked at first: a failure, or a number that the field calls poor.
    var isPoor = false
  }

  var name: String {
    switch self {
    case .requests: "requests"
    case .failed: "failed"
    case .wastedRequests: "wasted requests"
    case .notSeenYet: "not seen yet"
    case .blankTime: "blank time"
    case .lateRenders: "late renders"
    case .leadTime: "lead time"
    case .liveAds: "live ads"
    case .memory: "memory"
    case .viewableRate: "viewable rate"
    case .reloadChurn: "reload churn"
    case .layoutShift: "layout shift"
    case .nearRate: "near rate"
    case .wastedRenders: "wasted renders"
    case .firstAd: "first ad"
    case .unfinished: "unfinished"
    case .auctions: "auctions"
    case .auctionTimeouts: "bid time-outs"
    case .expiredBids: "expired bids"
    }
  }

  /// The name where there is little room.
  var shortName: String {
    switch self {
    case .requests, .failed, .liveAds, .memory, .firstAd, .auctions: name
    case .wastedRequests: "wasted"
    case .notSeenYet: "not seen"
    case .blankTime: "blank"
    case .lateRenders: "late"
    case .leadTime: "lead"
    case .viewableRate: "viewable"
    case .reloadChurn: "reloads"
    case .layoutShift: "shift"
    case .nearRate: "near"
    case .wastedRenders: "renders"
    case .unfinished: "pending"
    case .auctionTimeouts: "no bids"
    case .expiredBids: "expired"
    }
  }

  /// What is counted, in a sentence.
  var explanation: String {
    switch self {
    case .requests: "how often an ad was requested"
    case .failed: "requests that ended without an ad: no fill, network, timeout, server error"
    case .wastedRequests:
      "requests whose slot was scrolled past, unloaded or left at the session's end without having been in view"
    case .notSeenYet: "requests whose slot has not been in view and may still be"
    case .blankTime:
      "the height of empty boxes in view that wait for an ad, summed over time (pt·s); not while consent is awaited, and not after an answer without an ad"
    case .lateRenders: "ads that were rendered after their slot had come into view"
    case .leadTime:
      "how long before it came into view an ad was ready, median; negative: the box was in view first"
    case .liveAds: "ads that are rendered and not released now, and the most there ever were"
    case .memory: "live ads times what one takes (--ad-memory), and that summed over time (MB·s)"
    case .viewableRate: "of all rendered ads, those in view for long enough to count (MRC)"
    case .reloadChurn: "how often a slot was fetched again after it had been unloaded"
    case .layoutShift:
      "for each resize in view, the share of the viewport that moved times how far, in the worst burst"
    case .nearRate:
      "of the requests, those whose slot came within the display threshold: near, not necessarily seen"
    case .wastedRenders: "rendered ads that were not in view before they were passed or released"
    case .firstAd: "when the first ad was rendered, since the session began"
    case .unfinished: "requests that were not answered by now"
    case .auctions: "how often an auction was held before a request"
    case .auctionTimeouts: "auctions that ended without bids, by their time-out"
    case .expiredBids: "auctions whose bids were too old when their slot was to be requested"
    }
  }

  var direction: MetricComparison.Direction {
    switch self {
    case .requests, .failed, .wastedRequests, .blankTime, .lateRenders, .liveAds, .memory,
      .layoutShift, .reloadChurn, .wastedRenders, .firstAd, .auctions, .auctionTimeouts,
      .expiredBids:
      .less
    case .leadTime, .viewableRate, .nearRate: .more
    case .notSeenYet, .unfinished: .none
    }
  }

  var band: Band? {
    switch self {
    case .viewableRate: Band(good: 70, poor: 50, words: "good from 70 %, poor below 50 % (IAB)")
    case .layoutShift:
      Band(good: 0.1, poor: 0.25, words: "good up to 0.1, poor above 0.25 (web-vitals, CLS)")
    default: nil
    }
  }

  /// What a slot has to have cost to be the one to blame.
  var cost: MetricsBlame.Cost? {
    switch self {
    case .failed: .failures
    case .wastedRequests: .wastedFetches
    case .notSeenYet: .notSeenYet
    case .blankTime: .blankExposure
    case .lateRenders: .lateRenders
    case .leadTime: .leadTime
    case .wastedRenders: .wastedRenders
    case .reloadChurn: .refetches
    case .layoutShift: .layoutShift
    case .viewableRate: .notViewable
    case .requests, .liveAds, .memory, .nearRate, .firstAd, .unfinished,
      .auctions, .auctionTimeouts, .expiredBids:
      nil
    }
  }

  /// The number that is compared, in the metric's unit; `nil` where there is none.
  func amount(_ report: MetricsReport) -> Double? {
    switch self {
    case .requests: Double(report.requests)
    case .failed: Double(report.failed)
    case .wastedRequests: Double(report.wastedFetches)
    case .notSeenYet: Double(report.notSeenYet)
    case .blankTime: report.blankExposure.rounded()
    case .lateRenders: Double(report.lateRenders)
    case .leadTime: report.leadTime(percentile: 50).map(Double.init)
    case .liveAds, .memory: Double(report.liveAds)
    case .viewableRate: report.viewableRate.map { $0 * 100 }
    case .reloadChurn: Double(report.refetches)
    case .layoutShift: (report.shiftScore * 100).rounded() / 100
    case .nearRate: report.nearRate.map { $0 * 100 }
    case .wastedRenders: Double(report.wastedRenders)
    case .firstAd: report.timeToFirstAd.map(Double.init)
    case .unfinished: Double(report.unfinished)
    case .auctions: Double(report.auctions)
    case .auctionTimeouts: Double(report.auctionTimeouts)
    case .expiredBids: Double(report.expiredBids)
    }
  }

  /// The number that is judged: while the session goes on, ads that may still become viewable are not held against it.
  private func attainable(_ report: MetricsReport) -> Double? {
    guard self == .viewableRate, report.rendered > 0 else { return amount(report) }
    return Double(report.viewable + report.notViewableYet) / Double(report.rendered) * 100
  }

  /// How many things a rate is of; `nil` where the metric is no rate.
  func count(_ report: MetricsReport) -> Int? {
    switch self {
    case .viewableRate: report.rendered
    case .nearRate: report.requests
    default: nil
    }
  }

  /// What a report is to another one by this metric.
  func compare(_ old: MetricsReport, with new: MetricsReport) -> MetricComparison {
    guard let before = amount(old), let after = amount(new) else { return .same }
    let quantity: MetricComparison.Quantity =
      switch self {
      case .blankTime: .pointSeconds
      case .leadTime, .firstAd: .milliseconds
      case .layoutShift: .score
      case .viewableRate, .nearRate: .percent(of: min(count(old) ?? 0, count(new) ?? 0))
      default: .count
      }
    return MetricComparison(from: before, to: after, direction, in: quantity)
  }

  /// What the report says, with so many megabytes for a live ad.
  func reading(_ report: MetricsReport, megabytesPerAd: Double) -> Reading {
    var reading = plainReading(report, megabytesPerAd)
    if let band, let amount = attainable(report),
      count(report).map({ $0 >= MetricComparison.fewest }) != false
    {
      reading.isPoor = band.good < band.poor ? amount > band.poor : amount < band.poor
    }
    if self == .failed { reading.isPoor = report.failed > 0 }
    return reading
  }

  private func plainReading(_ report: MetricsReport, _ megabytesPerAd: Double) -> Reading {
    switch self {
    case .requests:
      let rate = report.requestsPer1000Points.map { "\(Self.decimals($0, 1)) per 1000 pt" }
      return Reading(value: Self.count(report.requests), note: rate ?? "")
    case .failed:
      let whole = report.requests > 0 ? "of \(Self.count(report.requests))" : ""
      return Reading(
        value: Self.count(report.failed), note: report.failed > 0 ? report.failureNote : whole)
    case .wastedRequests:
      return Reading(
        value: Self.count(report.wastedFetches),
        note: Self.percent(report.wastedFetchRate, "requests"))
    case .notSeenYet:
      return Reading(
        value: Self.count(report.notSeenYet),
        note: report.requests > 0 ? "of \(Self.count(report.requests)) requests" : "")
    case .blankTime:
      return Reading(value: Self.number(report.blankExposure), unit: "pt·s")
    case .lateRenders:
      let seen = report.leadTimes.count
      return Reading(
        value: Self.count(report.lateRenders),
        note: seen > 0 ? "of \(Self.count(seen)) in view" : "")
    case .leadTime:
      guard let median = report.leadTime(percentile: 50) else { return Reading(value: "–") }
      let ends = [5, 95].compactMap { report.leadTime(percentile: $0) }.map(Self.milliseconds)
      return Reading(
        value: Self.milliseconds(median), unit: "ms",
        note: ends.first == ends.last ? "" : ends.joined(separator: "…") + " ms")
    case .liveAds:
      return Reading(
        value: Self.count(report.liveAds), note: "at most \(Self.count(report.liveAdsPeak))")
    case .memory:
      return Reading(
        value: Self.number(Double(report.liveAds) * megabytesPerAd), unit: "MB",
        note: Self.number(report.liveAdSeconds * megabytesPerAd) + " MB·s")
    case .viewableRate:
      var reading = Self.rate(
        report.viewableRate, report.viewable, of: report.rendered, "rendered")
      if report.notViewableYet > 0 { reading.note += ", \(report.notViewableYet) to come" }
      return reading
    case .reloadChurn:
      return Reading(value: Self.count(report.refetches))
    case .layoutShift:
      let worst = "worst \(Self.decimals(report.worstShift, 2))"
      return Reading(
        value: Self.decimals(report.shiftScore, 2), note: report.shifts > 0 ? worst : "")
    case .nearRate:
      return Self.rate(report.nearRate, report.cameNear, of: report.requests, "came near")
    case .wastedRenders:
      return Reading(
        value: Self.count(report.wastedRenders),
        note: Self.percent(report.wastedRenderRate, "rendered"))
    case .firstAd:
      guard let time = report.timeToFirstAd else { return Reading(value: "–") }
      return Reading(value: Self.milliseconds(time), unit: "ms")
    case .unfinished:
      return Reading(value: Self.count(report.unfinished))
    case .auctions:
      return Reading(value: Self.count(report.auctions))
    case .auctionTimeouts:
      return Reading(
        value: Self.count(report.auctionTimeouts),
        note: Self.percent(report.auctionTimeoutRate, "auctions"))
    case .expiredBids:
      return Reading(
        value: Self.count(report.expiredBids),
        note: Self.percent(report.expiredBidRate, "auctions"))
    }
  }

  // MARK: - Numbers in at most six cells

  private static func count(_ number: Int) -> String { self.number(Double(number)) }

  private static func number(_ number: Double) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e5, "k")]
    guard let (unit, sign) = units.first(where: { abs(number) >= $0.0 }) else {
      return number.rounded().points
    }
    return (number / (sign == "k" ? 1e3 : unit)).rounded().points + sign
  }

  private static func milliseconds(_ time: Int64) -> String { number(Double(time)) }

  private static func percent(_ share: Double?, _ whole: String) -> String {
    share.map { "\(number($0 * 100)) % of \(whole)" } ?? ""
  }

  private static func rate(_ rate: Double?, _ part: Int, of whole: Int, _ word: String) -> Reading {
    guard let rate else { return Reading(value: "–") }
    return Reading(
      value: number(rate * 100), unit: "%", note: "\(count(part)) of \(count(whole)) \(word)")
  }

  /// The number with so many digits behind the point, whole where it is large.
  private static func decimals(_ number: Double, _ digits: Int) -> String {
    guard abs(number) < 1000 else { return self.number(number) }
    let scale: Double = digits == 1 ? 10 : 100
    let units = Int((abs(number) * scale).rounded())
    let rest = String(units % Int(scale))
    let zeros = String(repeating: "0", count: digits - rest.count)
    return (number < 0 && units > 0 ? "−" : "") + "\(units / Int(scale)).\(zeros)\(rest)"
  }
}

extension MetricComparison {
  var word: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .same: ""
    }
  }

  var mark: String {
    switch self {
    case .better: "✓"
    case .worse: "✗"
    case .same: ""
    }
  }

  var style: Style {
    switch self {
    case .better: SeenState.viewable.style
    case .worse: Theme.warning
    case .same: Theme.text
    }
  }
}

extension MetricComparison.Direction {
  var words: String? {
    switch self {
    case .less: "less is better"
    case .more: "more is better"
    case .none: nil
    }
  }
}
