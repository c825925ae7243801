package import AdEngine
package import AdRendering

/// What a session was worth and what it cost: the numbers of `Metrics` at one instant, in the words of its article.
package struct MetricsReport: Hashable, Sendable {
  /// The provider of the ads, where a plug-in has them (`S3.27`).
  package var provider: String?
  /// How long the session lasted, in milliseconds.
  package var duration: Int64 = 0
  /// How far the page was scrolled, up and down together, in points; getting to the first position does not count.
  package var distance = 0.0

  /// How often the world was asked for an ad.
  package var requests = 0
  /// How often an auction was held.
  package var auctions = 0
  /// Auctions that ended without bids, by their time-out.
  package var auctionTimeouts = 0
  /// Auctions whose bids were too old when their slot was to be requested.
  package var expiredBids = 0
  /// How often a slot became `fetched`.
  package var fetched = 0
  /// How often a slot became `displayed`; like `fetched` it is about distance, and happens while consent is awaited too.
  package var displayed = 0
  /// Requests whose slot was `displayed` before their generation, or the session, ended.
  package var cameNear = 0
  /// Requests whose slot was never in view before their generation, or the session, ended.
  package var wastedFetches = 0
  /// Requests whose slot was not in view and still may be, while the session goes on; 0 once it is over.
  package var notSeenYet = 0
  /// Requests that were not answered by the end.
  package var unfinished = 0
  /// Ads that were loaded and could not be presented.
  package var notPresented = 0
  /// Rendered ads that are not viewable and still may become so, while the session goes on; 0 once it is over.
  package var notViewableYet = 0
  package var rendered = 0
  /// Rendered ads that were never in view before their generation, or the session, ended.
  package var wastedRenders = 0
  /// Ads that were at least half in view once.
  package var impressed = 0
  /// Ads that were in view for long enough (MRC).
  package var viewable = 0
  /// Requests that ended without an ad, for each reason in the order of `AdFailure.allCases`.
  package var failures = [Int](repeating: 0, count: AdFailure.allCases.count)

  /// How long before its slot came into view each ad was rendered, in milliseconds, in ascending order; negative when after it.
  ///
  /// A slot comes into view at the first instant after the request at which it is; one that was in view then, when that stretch
  /// began, the former ad went or ads first might load, the latest of these.
  package var leadTimes: [Int64] = []
  /// Ads that were rendered after their slot had come into view.
  package var lateRenders = 0
  /// Of these, ads whose slot came into view long after they might have been requested: a higher threshold helps these alone.
  package var lateArrivals = 0
  /// The height in view of slots that wait for an ad, summed over slots and time, in point seconds; not while consent holds
  /// all ads back, and not after an answer without an ad.
  package var blankExposure = 0.0
  /// The rendered ads that are alive.
  package var liveAds = 0
  /// The maximum number of rendered ads alive at the same instant.
  package var liveAdsPeak = 0
  /// The time that rendered ads were alive, summed over the ads, in seconds.
  package var liveAdSeconds = 0.0
  /// The requests for slots that had been requested before: unloaded, reloaded, or taken out and put back.
  package var refetches = 0
  /// The requests for ads that take the place of others in view (`refresh`).
  package var refreshes = 0
  /// How often a resize moved something in view.
  package var shifts = 0
  /// The sum of the scores of the worst burst of these shifts, on the worst page (CLS of web-vitals); a score is the share of the
  /// viewport below the slot's old or new bottom, the higher one, times the distance as a share of the viewport's height, at most 1.
  package var shiftScore = 0.0
  /// The highest score of a single shift.
  package var worstShift = 0.0
  /// When the first ad was rendered, in milliseconds since the beginning.
  package var timeToFirstAd: Int64?
  /// The largest gap at which a slot became `fetched`, in points: no other fetch threshold from this one up to the
  /// run's own changes anything, as long as the zone beyond which slots are unloaded is the same.
  package var farthestFetched = -Double.infinity
  /// The largest gap at which a slot became `displayed`, in points; the same holds for the display threshold.
  package var farthestDisplayed = -Double.infinity

  /// Makes a report of a session in which nothing happened.
  package init() {}

  /// Requests for each 1,000 points scrolled.
  package var requestsPer1000Points: Double? {
    distance > 0 ? Double(requests) * 1000 / distance : nil
  }
  /// Came near, of all requests, 0…1.
  package var nearRate: Double? { share(cameNear, of: requests) }
  /// Wasted of all requests, 0…1.
  package var wastedFetchRate: Double? { share(wastedFetches, of: requests) }
  /// Wasted of all rendered ads, 0…1.
  package var wastedRenderRate: Double? { share(wastedRenders, of: rendered) }
  /// Viewable of rendered, 0…1.
  package var viewableRate: Double? { share(viewable, of: rendered) }
  /// Late of all rendered ads that came into view, 0…1.
  package var lateRenderRate: Double? { share(lateRenders, of: leadTimes.count) }

  /// Auctions without bids by their time-out of all auctions, 0…1.
  package var auctionTimeoutRate: Double? { share(auctionTimeouts, of: auctions) }
  /// Auctions with bids that were too old of all auctions, 0…1.
  package var expiredBidRate: Double? { share(expiredBids, of: auctions) }

  /// The requests that ended without an ad.
  package var failed: Int { failures.reduce(0, +) }
  /// Failed of all requests, 0…1.
  package var failureRate: Double? { share(failed, of: requests) }

  /// The requests that ended for this reason.
  package func failures(_ reason: AdFailure) -> Int {
    AdFailure.allCases.firstIndex(of: reason).map { failures[$0] } ?? 0
  }

  /// The lead time that this percentage of the ads did not exceed (nearest rank), in milliseconds.
  package func leadTime(percentile: Int) -> Int64? {
    guard !leadTimes.isEmpty else { return nil }
    let rank = (leadTimes.count * percentile + 99) / 100
    return leadTimes[min(max(rank, 1), leadTimes.count) - 1]
  }

  private func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}

extension MetricsReport {
  /// What is added up over pages and sessions.
  static let counts: [any WritableKeyPath<MetricsReport, Int> & Sendable] = [
    \.requests, \.auctions, \.auctionTimeouts, \.expiredBids, \.fetched, \.displayed, \.cameNear,
    \.wastedFetches, \.notSeenYet, \.unfinished, \.notPresented, \.notViewableYet, \.rendered,
    \.wastedRenders, \.impressed, \.viewable, \.lateRenders, \.lateArrivals, \.liveAds, \.refetches,
    \.refreshes, \.shifts,
  ]

  /// Adds what was counted on another page of the same session, or in another session.
  package mutating func add(_ other: MetricsReport) {
    for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
    for index in failures.indices { failures[index] += other.failures[index] }
    duration = max(duration, other.duration)
    distance += other.distance
    leadTimes = (leadTimes + other.leadTimes).sorted()
    blankExposure += other.blankExposure
    liveAdSeconds += other.liveAdSeconds
    // Each page counts those that are alive on the others.
    liveAdsPeak = max(liveAdsPeak, other.liveAdsPeak)
    shiftScore = max(shiftScore, other.shiftScore)
    worstShift = max(worstShift, other.worstShift)
    farthestFetched = max(farthestFetched, other.farthestFetched)
    farthestDisplayed = max(farthestDisplayed, other.farthestDisplayed)
    timeToFirstAd = [timeToFirstAd, other.timeToFirstAd].compactMap { $0 }.min()
  }

  /// The metrics that are numbers in JSON, by their keys in alphabetical order.
  private static let metricsInJSON = Metric.allCases.map { ($0.rawValue, $0.definition) }
    .filter { $0.1.json != .never }.sorted { $0.0 < $1.0 }

  /// The report as one line of JSON, keys in alphabetical order; a rate of nothing is `null`.
  package var json: String { JSONText.object(fields).json }

  package var fields: JSONText.Fields {
    let failed = AdFailure.allCases.sorted { $0.rawValue < $1.rawValue }
      .map { ($0.rawValue, JSONText.number(failures($0))) }
    var fields = Self.metricsInJSON.filter { $0.1.json.isShown(in: self) }
      .map { ($0.0, JSONText.optional($0.1.value(self))) }
    fields.append(("failures", .object(failed)))
    if let provider { fields.append(("provider", .text(provider))) }
    return fields.sorted { $0.0 < $1.0 }
  }
}
