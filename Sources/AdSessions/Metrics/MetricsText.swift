import AdEngine
package import AdRendering

extension MetricsReport {
  /// The metrics that are numbers in JSON, by their keys in alphabetical order.
  private static let metricsInJSON = Metric.allCases.map { ($0.rawValue, $0.definition) }
    .filter { $0.1.json != .never }.sorted { $0.0 < $1.0 }

  /// The report as one line of JSON, keys in alphabetical order; a rate of nothing is `null`.
  package var json: String { JSONText.object(fields).json }

  /// The fields of the JSON.
  package var fields: JSONText.Fields {
    let failed = AdFailure.allCases.sorted { $0.rawValue < $1.rawValue }
      .map { ($0.rawValue, JSONText.number(failures($0))) }
    var fields = Self.metricsInJSON.filter { auctions > 0 || $0.1.json == .always }
      .map { ($0.0, JSONText.optional($0.1.value(self))) }
    fields.append(("failures", .object(failed)))
    return fields.sorted { $0.0 < $1.0 }
  }
}

extension MetricsReport {
  /// A line of the table: what, how much, and what that is in proportion.
  package struct Row: Hashable, Sendable {
    /// What was counted.
    package var label: String
    package var value: String
    /// The unit, a rate or a detail; may be empty.
    package var note: String
  }

  /// The report as rows for people, rounded.
  package var rows: [Row] {
    [
      Row(label: "duration", value: (Double(duration) / 1000).text(digits: 1), note: "s"),
      Row(label: "distance", value: distance.text(digits: 0), note: "pt"),
      Row(
        label: "requests", value: String(requests),
        note: requestsPer1000Points.map { "\($0.text(digits: 2)) per 1000 pt" } ?? ""),
      Row(
        label: "wasted requests", value: String(wastedFetches),
        note: percent(wastedFetchRate, "of requests, never in view")),
      Row(label: "failed", value: String(failed), note: failureNote),
      Row(
        label: "unfinished", value: String(unfinished),
        note: unfinished > 0 ? "not answered by the end" : ""),
    ] + withheldRows + [
      Row(label: "fetched", value: String(fetched), note: ""),
      Row(label: "displayed", value: String(displayed), note: ""),
      Row(
        label: "came near", value: String(cameNear),
        note: percent(nearRate, "of requests, within the display threshold")),
      Row(label: "reload churn", value: String(refetches), note: "after an unload"),
      Row(label: "rendered", value: String(rendered), note: ""),
      Row(
        label: "wasted renders", value: String(wastedRenders),
        note: percent(wastedRenderRate, "of rendered, never in view")),
      Row(label: "impressed", value: String(impressed), note: ""),
      Row(label: "viewable", value: String(viewable), note: percent(viewableRate, "of rendered")),
      Row(
        label: "late renders", value: String(lateRenders),
        note: percent(lateRenderRate, "of those in view")),
      Row(label: "lead time", value: milliseconds(leadTime(percentile: 50)), note: leadNote),
      Row(label: "blank time", value: blankExposure.text(digits: 0), note: "pt·s"),
      Row(label: "first ad", value: milliseconds(timeToFirstAd), note: unit(timeToFirstAd)),
      Row(
        label: "live ads", value: String(liveAdsPeak),
        note: "at most, \(liveAdSeconds.text(digits: 1)) ad·s"),
      Row(
        label: "layout shifts", value: String(shifts),
        note: "score \(shiftScore.text(digits: 3)), worst \(worstShift.text(digits: 3))"),
    ] + (auctions > 0 ? rowsOfAuctions : [])
  }

  private var rowsOfAuctions: [Row] {
    [
      Row(label: "auctions", value: String(auctions), note: "before requests"),
      Row(
        label: "bid time-outs", value: String(auctionTimeouts),
        note: percent(auctionTimeoutRate, "of auctions, without bids by then")),
      Row(
        label: "expired bids", value: String(expiredBids),
        note: percent(expiredBidRate, "of auctions, held again")),
    ]
  }

  /// What could not be presented, where there is any: most pages have no such ads.
  private var withheldRows: [Row] {
    notPresented > 0
      ? [Row(label: "not presented", value: String(notPresented), note: "loaded, and never shown")]
      : []
  }

  /// The share of requests that failed, and how many for each reason.
  package var failureNote: String {
    let reasons = AdFailure.allCases.filter { failures($0) > 0 }
      .map { "\(failures($0)) \($0.words)" }
    return ([percent(failureRate, "of requests")] + reasons).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// The rows as a table: labels to the left, numbers to the right, one line each.
  package var table: String {
    let rows = rows
    let label = rows.map(\.label.count).max() ?? 0
    let value = rows.map(\.value.count).max() ?? 0
    return rows.map { row in
      let line = row.label.leftAligned(in: label + 2) + row.value.rightAligned(in: value)
      return row.note.isEmpty ? line : line + " " + row.note
    }.joined(separator: "\n") + "\n"
  }

  private var leadNote: String {
    guard let low = leadTime(percentile: 5), let high = leadTime(percentile: 95) else { return "" }
    return "ms median, \(low)…\(high) ms from 5 to 95 %"
  }

  private func milliseconds(_ time: Int64?) -> String { time.map { String($0) } ?? "–" }
  private func unit(_ time: Int64?) -> String { time == nil ? "" : "ms" }

  private func percent(_ share: Double?, _ of: String) -> String {
    share.map { "\(($0 * 100).text(digits: 0)) % \(of)" } ?? ""
  }
}
