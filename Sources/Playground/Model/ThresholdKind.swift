internal import AdEngine
internal import AdSessions

/// One of the three distances that can be tuned.
package enum ThresholdKind: String, CaseIterable, Sendable {
  case fetch
  case display
  /// The distance beyond which a slot is unloaded.
  case unload
}

extension LazyLoadingSettings {
  /// The largest threshold that can be set by hand, in points; a page may have a larger one of its own.
  static let maxThreshold = 20_000.0

  var words: String {
    "fetch \(fetchThreshold.words) display \(displayThreshold.words)"
      + " unload \(unloadThreshold.words) unloading \(unloadingEnabled ? "on" : "off")"
      + (requests == .each ? "" : " \(requests.words)")
      + (fetchAfter == 0 ? "" : " fetch after \(fetchAfter) ms")
      + (mobileScaling == Self.standard.mobileScaling
        ? "" : " × \(mobileScaling.points) on a phone")
      + (horizontalMargin == 0 ? "" : " horizontal margin \(horizontalMargin.points)")
      + (auction == .off ? "" : " \(auction.words)")
  }

  subscript(kind: ThresholdKind) -> Threshold {
    switch kind {
    case .fetch: fetchThreshold
    case .display: displayThreshold
    case .unload: unloadThreshold
    }
  }

  /// What 100% come to, in points: the viewport's height, on a phone times ``LazyLoadingSettings/mobileScaling``.
  func fullPercentage(in viewport: Size) -> Double { distance(of: .percent(100), in: viewport) }

  /// What a threshold comes to by itself, in points, at most ``maxThreshold`` where it is any distance.
  func points(_ kind: ThresholdKind, in viewport: Size) -> Double {
    let ahead = self[kind].ahead
    return ahead == .unlimited ? Self.maxThreshold : distance(of: ahead, in: viewport)
  }

  /// Sets a side of one threshold, that ahead or that behind; the other one stays where they differ.
  ///
  /// Display and fetch push each other, side by side; unload stands alone: below fetch it counts as fetch.
  func setting(
    _ kind: ThresholdKind, to side: Threshold.Side, behind isBehind: Bool = false,
    in viewport: Size
  ) -> LazyLoadingSettings {
    let side = limited(side, kind, in: viewport)
    let old = self[kind]
    let own =
      isBehind
      ? .directional(ahead: old.ahead, behind: side)
      : old.isDirectional ? .directional(ahead: side, behind: old.behind) : Threshold(side)
    var change = LazyLoadingChange()
    switch kind {
    case .fetch: change.fetchThreshold = own
    case .display: change.displayThreshold = own
    case .unload: change.unloadThreshold = own
    }
    return (try? overridden(by: change, in: viewport)) ?? self
  }

  /// A threshold of at least nothing and at most the largest that can be set by hand, or its own where that is larger.
  private func limited(
    _ side: Threshold.Side, _ kind: ThresholdKind, in viewport: Size
  ) -> Threshold.Side {
    let most = max(Self.maxThreshold, points(kind, in: viewport))
    switch side {
    case .points(let points): return .points(max(0, min(points, most)))
    case .percent(let percent):
      guard distance(of: side, in: viewport) > most else { return .percent(max(0, percent)) }
      return .percent((most / distance(of: .percent(1), in: viewport)).rounded(.down))
    case .unlimited: return side
    }
  }
}

extension AdRequests {
  var words: String {
    switch self {
    case .each: "a request for each ad"
    case .single: "single request"
    }
  }
}

extension LazyLoadingChange {
  /// What is given, in words: `fetch 1200 pt, display 50%`.
  var words: String {
    let thresholds: [(ThresholdKind, Threshold?)] = [
      (.fetch, fetchThreshold), (.display, displayThreshold), (.unload, unloadThreshold),
    ]
    let parts =
      thresholds.compactMap { kind, threshold in
        threshold.map { "\(kind.rawValue) \($0.sentence)" }
      } + [unloadingEnabled.map { "unloading \($0 ? "on" : "off")" }].compactMap { $0 }
    return parts.joined(separator: ", ")
  }
}

extension Threshold {
  /// Whether it is no distance at all.
  var isZero: Bool { ahead == .points(0) || ahead == .percent(0) }

  /// The threshold with its unit: `800 pt`, `200%`, `any distance`.
  var sentence: String {
    isDirectional ? "\(ahead.sentence) ahead and \(behind.sentence) behind" : ahead.sentence
  }

  /// The threshold as a user writes it: `800`, `200%`, `any`.
  var words: String { isDirectional ? "\(ahead.words)/\(behind.words)" : ahead.words }
}

extension Threshold.Side {
  /// The distance with its unit: `800 pt`, `200%`, `any distance`.
  var sentence: String {
    switch self {
    case .points: "\(words) pt"
    case .percent: words
    case .unlimited: "any distance"
    }
  }

  /// The distance as a user writes it: `800`, `200%`, `any`.
  var words: String {
    switch self {
    case .points(let points): points.points
    case .percent(let percent): "\(percent.points)%"
    case .unlimited: "any"
    }
  }
}

extension AuctionRule {
  /// Whether auctions are held, and from where: `auction 300%, at most 1000 ms`.
  var words: String {
    guard let settings else { return "no auctions" }
    return "auction \(settings.threshold.words), at most \(settings.timeout) ms"
  }
}
