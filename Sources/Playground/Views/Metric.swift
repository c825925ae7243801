internal import AdSessions

/// What the metrics pane shows, in its order.
enum Metric: CaseIterable {
  case requests, wastedRequests, blankTime, lateRenders, leadTime
  case liveAds, memory, viewableRate, reloadChurn, layoutShift
  // What follows is shown where there is more room.
  case showRate, wastedRenders, firstAd

  /// How many there is always room for where the pane is shown.
  static let essential = 10

  /// A number with its unit, and what else is known about it; the note may be empty.
  struct Reading: Hashable {
    var value: String
    var unit = ""
    var note = ""
  }

  var name: String {
    switch self {
    case .requests: "requests"
    case .wastedRequests: "wasted requests"
    case .blankTime: "blank time"
    case .lateRenders: "late renders"
    case .leadTime: "lead time"
    case .liveAds: "live ads"
    case .memory: "memory"
    case .viewableRate: "viewable rate"
    case .reloadChurn: "reload churn"
    case .layoutShift: "layout shift"
    case .showRate: "show rate"
    case .wastedRenders: "wasted renders"
    case .firstAd: "first ad"
    }
  }

  /// The name where there is little room.
  var shortName: String {
    switch self {
    case .requests, .liveAds, .memory, .firstAd: name
    case .wastedRequests: "wasted"
    case .blankTime: "blank"
    case .lateRenders: "late"
    case .leadTime: "lead"
    case .viewableRate: "viewable"
    case .reloadChurn: "reloads"
    case .layoutShift: "shift"
    case .showRate: "shown"
    case .wastedRenders: "unseen"
    }
  }

  /// What is counted, in a sentence.
  var explanation: String {
    switch self {
    case .requests: "how often an ad was asked for"
    case .wastedRequests: "requests whose slot has not come into view while their ad was wanted"
    case .blankTime:
      "the height of slots in view without a rendered ad, summed over time (pt·s); not while consent is awaited"
    case .lateRenders: "ads that were rendered after their slot had come into view"
    case .leadTime:
      "how long before it came into view the middle one of all ads was ready; negative: too late"
    case .liveAds: "ads that are rendered and not released now, and the most there ever were"
    case .memory: "live ads times what one takes (--ad-memory), and that summed over time (MB·s)"
    case .viewableRate: "of all rendered ads, those in view for long enough to count (MRC)"
    case .reloadChurn: "how often a slot was fetched again after it had been unloaded"
    case .layoutShift:
      "for each resize in view, the share of the viewport that moved times how far it moved, summed"
    case .showRate: "of the ads asked for, how many came within the display threshold"
    case .wastedRenders: "rendered ads that have not come into view"
    case .firstAd: "when the first ad was rendered, since the session began"
    }
  }

  /// What the report says, with so many megabytes for a live ad.
  func reading(_ report: MetricsReport, megabytesPerAd: Double) -> Reading {
    switch self {
    case .requests:
      let rate = report.requestsPer1000Points.map { "\(Self.decimals($0, 1)) per 1000 pt" }
      return Reading(value: Self.count(report.requests), note: rate ?? "")
    case .wastedRequests:
      return Reading(
        value: Self.count(report.wastedFetches),
        note: Self.percent(report.wastedFetchRate, "requests"))
    case .blankTime:
      return Reading(value: Self.number(report.blankExposure), unit: "pt·s")
    case .lateRenders:
      let seen = report.leadTimes.count
      return Reading(
        value: Self.count(report.lateRenders),
        note: seen > 0 ? "of \(Self.count(seen)) in view" : "")
    case .leadTime:
      guard let median = report.leadTime(percentile: 50) else { return Reading(value: "–") }
      let ends = [5, 95].compactMap { report.leadTime(percentile: $0) }.map(Self.seconds)
      return Reading(
        value: Self.seconds(median), unit: "s",
        note: ends.first == ends.last ? "" : ends.joined(separator: "…") + " s")
    case .liveAds:
      return Reading(
        value: Self.count(report.liveAds), note: "at most \(Self.count(report.liveAdsPeak))")
    case .memory:
      return Reading(
        value: Self.number(Double(report.liveAds) * megabytesPerAd), unit: "MB",
        note: Self.number(report.liveAdSeconds * megabytesPerAd) + " MB·s")
    case .viewableRate:
      return Self.rate(report.viewableRate, report.viewable, of: report.rendered, "rendered")
    case .reloadChurn:
      return Reading(value: Self.count(report.refetches))
    case .layoutShift:
      let worst = "worst \(Self.decimals(report.worstShift, 2))"
      return Reading(
        value: Self.decimals(report.shiftScore, 2), note: report.shifts > 0 ? worst : "")
    case .showRate:
      return Self.rate(report.showRate, report.shown, of: report.requests, "fetched")
    case .wastedRenders:
      return Reading(
        value: Self.count(report.wastedRenders),
        note: Self.percent(report.wastedRenderRate, "rendered"))
    case .firstAd:
      guard let time = report.timeToFirstAd else { return Reading(value: "–") }
      return Reading(value: Self.seconds(time), unit: "s")
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

  private static func seconds(_ milliseconds: Int64) -> String {
    decimals(Double(milliseconds) / 1000, 1)
  }

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
