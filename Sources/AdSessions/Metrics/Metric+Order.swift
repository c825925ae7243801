/// The one order in which metrics stand, in panes, tables and reports: what a threshold is a trade of first.
extension Metric {
  /// The metrics of every page; the first ten wherever the pane is shown, the others where there is more room.
  package static let ofEveryPage: [Metric] = [
    .blankExposure, .lateRenders, .wastedFetches, .viewable, .requests, .viewableRate, .failed,
    .notSeenYet, .leadTimeP50, .liveAds, .memory, .shiftScore, .refetches, .wastedRenders,
    .nearRate, .timeToFirstAd, .unfinished,
  ]
  package static let ofPane = ofPane(hasAuctions: true, hasRefreshes: true)

  package static func ofPane(hasAuctions: Bool, hasRefreshes: Bool) -> [Metric] {
    ofEveryPage + (hasRefreshes ? [.refreshes] : [])
      + (hasAuctions ? [.auctions, .auctionTimeouts, .expiredBids] : [])
  }

  /// The metrics of the pane that apply to one of these runs: the most live ads there were among them; without memory, which is only
  /// estimated, and what may still be seen.
  package static func ofRuns(_ reports: [MetricsReport]) -> [Metric] {
    ofPane(
      hasAuctions: reports.contains { $0.auctions > 0 },
      hasRefreshes: reports.contains { $0.refreshes > 0 }
    ).filter { $0 != .memory && $0 != .notSeenYet }.map { $0 == .liveAds ? .liveAdsPeak : $0 }
  }
}
