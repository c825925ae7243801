package import AdEngine

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

  /// What differs in other settings, in words: `fetch 800 → 600`; of the thresholds those of some kinds.
  package func words(
    to new: LazyLoadingSettings, of kinds: [ThresholdKind] = ThresholdKind.allCases
  ) -> String {
    var changes = kinds.filter { self[$0] != new[$0] }.map {
      "\($0.rawValue) \(self[$0].words) → \(new[$0].words)"
    }
    if unloadingEnabled != new.unloadingEnabled {
      changes.append("unloading \(new.unloadingEnabled ? "on" : "off")")
    }
    if fetchAfter != new.fetchAfter {
      changes.append("fetch after \(fetchAfter) → \(new.fetchAfter) ms")
    }
    if horizontalMargin != new.horizontalMargin {
      changes.append(
        "horizontal margin \(horizontalMargin.points) → \(new.horizontalMargin.points)")
    }
    if requests != new.requests { changes.append(new.requests.words) }
    if auction != new.auction { changes.append(new.auction.words) }
    if mobileScaling != new.mobileScaling {
      changes.append("× \(mobileScaling.points) → \(new.mobileScaling.points) on a phone")
    }
    return changes.joined(separator: ", ")
  }

  subscript(kind: ThresholdKind) -> Threshold {
    switch kind {
    case .fetch: fetchThreshold
    case .display: displayThreshold
    case .unload: unloadThreshold
    }
  }

  /// What 100 % come to, in points: the viewport's height, on a phone times ``LazyLoadingSettings/mobileScaling``.
  func fullPercentage(in viewport: Size) -> Double { distance(of: .percent(100), in: viewport) }

  /// What a threshold comes to by itself, in points, at most ``maxThreshold`` where it is any distance.
  func points(_ kind: ThresholdKind, in viewport: Size) -> Double {
    let ahead = self[kind].ahead
    return ahead == .unlimited ? Self.maxThreshold : distance(of: ahead, in: viewport)
  }

  /// Sets one threshold; display and fetch push each other, unload stands alone: below fetch it counts as fetch.
  func setting(
    _ kind: ThresholdKind, to side: Threshold.Side, in viewport: Size
  ) -> LazyLoadingSettings {
    var threshold = Threshold(limited(side, kind, in: viewport))
    // What is set is the side ahead; where the sides differ, the other one stays.
    if self[kind].isDirectional { threshold.behind = self[kind].behind }
    var change = LazyLoadingChange()
    switch kind {
    case .fetch:
      change.fetchThreshold = threshold
      if passes(displayThreshold, threshold, in: viewport) { change.displayThreshold = threshold }
    case .display:
      change.displayThreshold = threshold
      if passes(threshold, fetchThreshold, in: viewport) { change.fetchThreshold = threshold }
    case .unload:
      change.unloadThreshold = threshold
    }
    return (try? applying(change)) ?? self
  }

  /// These settings with the side behind of one threshold set; display is pushed down by fetch and pushes fetch up.
  func setting(
    _ kind: ThresholdKind, behind side: Threshold.Side, in viewport: Size
  ) -> LazyLoadingSettings {
    let side = limited(side, kind, in: viewport)
    func isBeyond(_ other: Threshold.Side) -> Bool {
      distance(of: side, in: viewport) > distance(of: other, in: viewport)
    }
    var change = LazyLoadingChange()
    let fetch = Threshold.directional(ahead: fetchThreshold.ahead, behind: side)
    let display = Threshold.directional(ahead: displayThreshold.ahead, behind: side)
    switch kind {
    case .fetch:
      change.fetchThreshold = fetch
      if !isBeyond(displayThreshold.behind) { change.displayThreshold = display }
    case .display:
      change.displayThreshold = display
      if isBeyond(fetchThreshold.behind) { change.fetchThreshold = fetch }
    case .unload:
      change.unloadThreshold = .directional(ahead: unloadThreshold.ahead, behind: side)
    }
    return (try? applying(change)) ?? self
  }

  private func passes(_ display: Threshold, _ fetch: Threshold, in viewport: Size) -> Bool {
    let isFarther =
      distance(of: display.ahead, in: viewport) > distance(of: fetch.ahead, in: viewport)
    // Without a viewport percentages are no distances, and still in order.
    return isFarther
      || (try? LazyLoadingSettings(fetchThreshold: fetch, displayThreshold: display)) == nil
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
  /// What is given, in words: `fetch 1200 pt, display 50 %`.
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

  /// The threshold with its unit: `800 pt`, `200 %`, `any distance`.
  var sentence: String {
    isDirectional ? "\(ahead.sentence) ahead and \(behind.sentence) behind" : ahead.sentence
  }

  /// The threshold as a user writes it: `800`, `200 %`, `any`.
  var words: String { isDirectional ? "\(ahead.words)/\(behind.words)" : ahead.words }
}

extension Threshold.Side {
  /// The distance with its unit: `800 pt`, `200 %`, `any distance`.
  var sentence: String {
    switch self {
    case .points: "\(words) pt"
    case .percent: words
    case .unlimited: "any distance"
    }
  }

  /// The distance as a user writes it: `800`, `200 %`, `any`.
  var words: String {
    switch self {
    case .points(let points): points.points
    case .percent(let percent): "\(percent.points) %"
    case .unlimited: "any"
    }
  }
}

extension AuctionRule {
  /// Whether auctions are held, and from where: `auction 300 %, at most 1000 ms`.
  var words: String {
    guard let settings else { return "no auctions" }
    return "auction \(settings.threshold.words), at most \(settings.timeout) ms"
  }
}
