import AdEngine

/// What a report says of each metric, for people: in the pane, in `M`, in the table of a run and on the closing card.
extension Metric {
  /// A number with its unit, and what else is known about it; the note may be empty.
  package struct Reading: Hashable {
    package var value: String
    package var unit = ""
    package var note = ""
    /// Whether it is to be looked at first: a failure, or a number that the field calls poor.
    package var isPoor = false

    /// Number and unit.
    package var amount: String { value.with(unit: unit) }

    /// Number, unit and note.
    package var text: String {
      note.isEmpty ? amount : amount + (note.hasPrefix("of ") ? " " : ", ") + note
    }
  }

  /// What a rendered ad is taken to need of a phone's memory: nothing here measures it.
  private static let megabytesPerAd = 10.0

  /// The metric's value in a report, in numbers of at most six cells.
  package func reading(_ report: MetricsReport) -> Reading {
    var reading = reading(report, NumberForm(isShort: true))
    if let band, let amount = attainable(report),
      count(report).map({ $0 >= MetricComparison.fewest }) != false
    {
      reading.isPoor = band.good < band.poor ? amount > band.poor : amount < band.poor
    }
    if self == .failed { reading.isPoor = report.failed > 0 }
    return reading
  }

  /// What stands for the metric beside another report's: failures with their requests, the most live ads, of a rate of few
  /// things the numbers.
  package func compared(
    _ report: MetricsReport, isFew: Bool
  ) -> Reading {
    switch self {
    case .liveAds:
      return Metric.liveAdsPeak.compared(report, isFew: isFew)
    case .memory:
      let most = Double(report.liveAdsPeak) * Self.megabytesPerAd
      return Reading(value: NumberForm(isShort: true).number(most), unit: "MB")
    case .failed where report.requests > 0:
      return Reading(value: "\(report.failed) of \(report.requests)")
    default:
      var reading = reading(report)
      guard isFew, let count = count(report), count > 0 else { return reading }
      let words = reading.note.split(separator: " ").prefix(3).joined(separator: " ")
      reading.value = words.count > 6 ? reading.amount : words
      reading.unit = ""
      return reading
    }
  }

  /// The number that is judged: while the session goes on, ads that may still become viewable are not held against it.
  private func attainable(_ report: MetricsReport) -> Double? {
    guard self == .viewableRate, report.rendered > 0 else { return amount(report) }
    return Double(report.viewable + report.notViewableYet) / Double(report.rendered) * 100
  }

  fileprivate func reading(
    _ report: MetricsReport, _ form: NumberForm
  ) -> Reading {
    let definition = definition
    guard let value = definition.value(report) else { return Reading(value: "–") }
    let (text, unit) =
      switch (self, definition.quantity) {
      case (.memory, _): (form.number(value * Self.megabytesPerAd), "MB")
      case (.duration, _): (form.decimals(value / 1000, 1), "s")
      case (.distance, _): (form.number(value), "pt")
      case (_, .count): (form.number(value), "")
      case (_, .milliseconds): (form.number(value), "ms")
      case (_, .pointSeconds): (form.number(value), "pt·s")
      case (_, .percent): (form.number(value * 100), "%")
      case (_, .score): (form.decimals(value, 2), "")
      }
    return Reading(value: text, unit: unit, note: note(report, form))
  }

  private func note(
    _ report: MetricsReport, _ form: NumberForm
  ) -> String {
    func percent(of whole: String) -> String {
      let share = definition.rate?.definition.value(report)
      return share.map { "\(form.number($0 * 100))% of \(whole)" } ?? ""
    }
    func count(_ count: Int, _ word: String) -> String { "\(form.number(Double(count))) \(word)" }
    switch self {
    case .requests:
      return report.requestsPer1000Points.map { "\(form.decimals($0, 1)) per 1000 pt" } ?? ""
    case .failed where report.failed > 0: return report.failureNote
    case .failed: return report.requests > 0 ? "of \(form.number(Double(report.requests)))" : ""
    case .notSeenYet: return report.requests > 0 ? "of " + count(report.requests, "requests") : ""
    case .wastedFetches, .cameNear: return percent(of: "requests")
    case .wastedRenders, .viewable: return percent(of: "rendered")
    case .auctionTimeouts, .expiredBids: return percent(of: "auctions")
    case .lateRenders:
      return report.leadTimes.isEmpty ? "" : "of " + count(report.leadTimes.count, "in view")
    case .leadTimeP50:
      let ends = [5, 95].compactMap { report.leadTime(percentile: $0) }
        .map { form.number(Double($0)) }
      return ends.first == ends.last ? "" : "90% in \(ends.joined(separator: "…")) ms"
    case .liveAds: return "at most \(form.number(Double(report.liveAdsPeak)))"
    case .liveAdsPeak: return "at most, \(form.decimals(report.liveAdSeconds, 1)) ad·s"
    case .memory: return form.number(report.liveAdSeconds * Self.megabytesPerAd) + " MB·s"
    case .viewableRate:
      let rate = "\(form.number(Double(report.viewable))) of " + count(report.rendered, "rendered")
      return rate + (report.notViewableYet > 0 ? ", \(report.notViewableYet) to come" : "")
    case .nearRate:
      return "\(form.number(Double(report.cameNear))) of " + count(report.requests, "came near")
    case .shiftScore: return report.shifts > 0 ? "worst \(form.decimals(report.worstShift, 2))" : ""
    default: return ""
    }
  }
}

extension MetricsReport {
  /// The metrics in the table of a run with their values; those that most pages have none of are left out where there are none.
  package var rows: [(metric: Metric, reading: Metric.Reading)] {
    // Viewable ads have their rate beside them.
    let metrics =
      Metric.ofRuns([self]).filter { $0 != .viewableRate }
      + (notPresented > 0 ? [.notPresented] : [])
      + [.fetched, .displayed, .rendered, .impressed, .distance, .duration]
    return metrics.map { ($0, $0.reading(self, NumberForm(isShort: false))) }
  }

  /// The rows as a table: a name, a number, its unit and what else is known of it, a line each.
  package var table: String {
    let rows = rows
    let name = rows.map(\.metric.name.count).max() ?? 0
    let value = rows.map(\.reading.value.count).max() ?? 0
    let provider = provider.map { "provider".leftAligned(in: name + 2) + $0 + "\n" } ?? ""
    return provider
      + rows.map { metric, reading in
        let line = metric.name.leftAligned(in: name + 2) + reading.value.rightAligned(in: value)
        return "\(line) \(reading.unit.leftAligned(in: 4))  \(reading.note)".withoutTrailingBlanks
      }.joined(separator: "\n") + "\n"
  }

  /// The share of requests that failed, and how many for each reason.
  var failureNote: String {
    let share = failureRate.map { ["\(($0 * 100).text(digits: 0))% of requests"] } ?? []
    let reasons = AdFailure.allCases.filter { failures($0) > 0 }
      .map { "\(failures($0)) \($0.words)" }
    return (share + reasons).joined(separator: ", ")
  }
}

/// How numbers are written: all of their digits, or at most six cells of them.
private struct NumberForm {
  let isShort: Bool

  func number(_ number: Double) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e5, "k")]
    guard isShort, let (unit, sign) = units.first(where: { abs(number) >= $0.0 }) else {
      return number.text(digits: 0)
    }
    return (number / (sign == "k" ? 1e3 : unit)).text(digits: 0) + sign
  }

  /// The number with `digits` fraction digits, whole where it is large and there is little room.
  func decimals(_ number: Double, _ digits: Int) -> String {
    isShort && abs(number) >= 1000 ? self.number(number) : number.text(digits: digits)
  }
}
