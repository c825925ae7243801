internal import AdSessions

/// What the metrics pane shows, in its order: what a threshold is a trade of first.
extension Metric {
  /// The metrics of every page; the first ten wherever the pane is shown, the others where there is more room.
  static let ofEveryPage: [Metric] = [
    .blankExposure, .lateRenders, .wastedFetches, .viewable, .requests, .viewableRate, .failed,
    .notSeenYet, .leadTimeP50, .liveAds, .memory, .shiftScore, .refetches, .wastedRenders,
    .nearRate, .timeToFirstAd, .unfinished,
  ]
  static let ofPane = ofEveryPage + [.refreshes, .auctions, .auctionTimeouts, .expiredBids]

  static func ofPane(hasAuctions: Bool, hasRefreshes: Bool) -> [Metric] {
    ofEveryPage + (hasRefreshes ? [.refreshes] : [])
      + (hasAuctions ? [.auctions, .auctionTimeouts, .expiredBids] : [])
  }

  /// How many there is always room for where the pane is shown.
  static let essential = 10
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
