internal import AdSessions

/// What the metrics pane shows, in its order: what a threshold is a trade of first.
extension Metric {
  /// What there is on every page; the first ten wherever the pane is shown, the others where there is more room.
  static let ofEveryPage: [Metric] = [
    .blankExposure, .lateRenders, .wastedFetches, .viewableRate, .requests, .failed, .notSeenYet,
    .leadTimeP50, .liveAds, .memory, .shiftScore, .refetches, .wastedRenders, .nearRate,
    .timeToFirstAd, .unfinished,
  ]
  /// With what there is where auctions are held.
  static let ofPane = ofEveryPage + [.auctions, .auctionTimeouts, .expiredBids]

  /// How many there is always room for where the pane is shown.
  static let essential = 10

  /// A number with its unit, and what else is known about it; the note may be empty.
  struct Reading: Hashable {
    var value: String
    var unit = ""
    var note = ""
    /// Whether it is to be looked at first: a failure, or a number that the field calls poor.
    var isPoor = false
  }

  /// The number that is judged: while the session goes on, ads that may still become viewable are not held against it.
  private func attainable(_ report: MetricsReport) -> Double? {
    guard self == .viewableRate, report.rendered > 0 else { return amount(report) }
    return Double(report.viewable + report.notViewableYet) / Double(report.rendered) * 100
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
    case .wastedFetches:
      return Reading(
        value: Self.count(report.wastedFetches),
        note: Self.percent(report.wastedFetchRate, "requests"))
    case .notSeenYet:
      return Reading(
        value: Self.count(report.notSeenYet),
        note: report.requests > 0 ? "of \(Self.count(report.requests)) requests" : "")
    case .blankExposure:
      return Reading(value: Self.number(report.blankExposure), unit: "pt·s")
    case .lateRenders:
      let seen = report.leadTimes.count
      return Reading(
        value: Self.count(report.lateRenders),
        note: seen > 0 ? "of \(Self.count(seen)) in view" : "")
    case .leadTimeP50:
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
    case .refetches:
      return Reading(value: Self.count(report.refetches))
    case .shiftScore:
      let worst = "worst \(Self.decimals(report.worstShift, 2))"
      return Reading(
        value: Self.decimals(report.shiftScore, 2), note: report.shifts > 0 ? worst : "")
    case .nearRate:
      return Self.rate(report.nearRate, report.cameNear, of: report.requests, "came near")
    case .wastedRenders:
      return Reading(
        value: Self.count(report.wastedRenders),
        note: Self.percent(report.wastedRenderRate, "rendered"))
    case .timeToFirstAd:
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
    default:
      return Reading(value: amount(report).map(Self.number) ?? "–")
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
