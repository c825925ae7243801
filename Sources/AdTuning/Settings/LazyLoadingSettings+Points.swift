package import AdEngine

/// A percentage of the viewport's height as what it comes to in points in the sessions' viewport.
extension LazyLoadingSettings {
  /// Whether none of the three thresholds depends on the viewport.
  package var isInPoints: Bool {
    [fetchThreshold, displayThreshold, unloadThreshold].allSatisfy(\.isInPoints)
  }

  package func inPoints(for viewport: Size) -> LazyLoadingSettings {
    guard !isInPoints || auction.settings?.threshold.isInPoints == false else { return self }
    let (ahead, behind) = (distances(in: viewport), distances(in: viewport, behind: true))
    let change = LazyLoadingChange(
      fetchThreshold: fetchThreshold.inPoints(ahead.fetch, behind.fetch),
      displayThreshold: displayThreshold.inPoints(ahead.display, behind.display),
      unloadThreshold: unloadThreshold.inPoints(ahead.unload, behind.unload), mobileScaling: 1,
      auction: auction.inPoints { distance(of: $0, in: viewport) })
    return (try? applying(change)) ?? .standard
  }

  /// Whether a run under other thresholds can be told from the gaps that it compared, its rules being what they are.
  var isPlain: Bool { obstacle == nil && !unloadThreshold.isDirectional }

  /// The settings that a trace follows: the margin across the page is none of a page whose slots fit the viewport.
  private static let traced: Set = [
    "fetchThreshold", "displayThreshold", "unloadThreshold", "unloadingEnabled", "mobileScaling",
    "horizontalMargin",
  ]

  /// What keeps a session's numbers from being known without a run, whatever the thresholds: a setting no trace knows.
  var obstacle: SessionTrace.TraceError? {
    let (own, standard) = (LazyLoadingChange(to: self), LazyLoadingChange(to: .standard))
    let field = SettingField.all.first {
      !Self.traced.contains($0.key) && !$0.isSame(own, standard)
    }
    return switch field?.key {
    case nil: nil
    case "requests": .singleRequest
    case "auction": .auctions
    case "fetchAfter": .waiting
    default: .otherSettings
    }
  }

  /// The fetch and the display threshold; `nil` where one is not in points, or its sides differ.
  var pair: (fetch: Double, display: Double)? {
    guard let fetch = fetchThreshold.points, let display = displayThreshold.points else {
      return nil
    }
    return (fetch, display)
  }

  /// The fetch threshold of settings in points, ahead where the sides differ.
  package var fetchPoints: Double { fetchThreshold.ahead.distance(height: 0) }

  /// The display threshold of settings in points, ahead where the sides differ.
  package var displayPoints: Double { displayThreshold.ahead.distance(height: 0) }

  /// The unload threshold of settings in points, ahead where the sides differ.
  package var unloadPoints: Double { unloadThreshold.ahead.distance(height: 0) }

  /// Settings in points whose unload threshold is on no side below the fetch threshold, as the engine counts it (D20).
  package var unloadingOutsideFetch: LazyLoadingSettings {
    guard unloadingEnabled, isInPoints else { return self }
    func larger(_ side: KeyPath<Threshold, Threshold.Side>) -> Threshold.Side {
      let (unload, fetch) = (unloadThreshold[keyPath: side], fetchThreshold[keyPath: side])
      return fetch.distance(height: 0) > unload.distance(height: 0) ? fetch : unload
    }
    let threshold = Threshold.directional(ahead: larger(\.ahead), behind: larger(\.behind))
    return (try? applying(LazyLoadingChange(unloadThreshold: threshold))) ?? self
  }
}

extension AuctionRule {
  fileprivate func inPoints(_ distance: (Threshold.Side) -> Double) -> AuctionRule {
    guard let settings else { return self }
    let threshold = settings.threshold.inPoints(
      distance(settings.threshold.ahead), distance(settings.threshold.behind))
    let own = try? AuctionSettings(
      threshold: threshold, timeout: settings.timeout, expires: settings.expires)
    return .before(own ?? settings)
  }
}

extension Threshold {
  /// The distance in points, where it is one on both sides.
  var points: Double? {
    guard !isDirectional, case .points(let distance) = ahead else { return nil }
    return distance
  }

  /// Farther than any slot of a page is.
  static let anyDistance = 1e9

  fileprivate var isInPoints: Bool {
    [ahead, behind].allSatisfy { side in
      if case .points = side { true } else { false }
    }
  }

  fileprivate func inPoints(_ ahead: Double, _ behind: Double) -> Threshold {
    func points(_ distance: Double) -> Side { .points(min(distance, Self.anyDistance)) }
    return isDirectional
      ? .directional(ahead: points(ahead), behind: points(behind)) : Threshold(points(ahead))
  }
}
