internal import AdEngine

/// One of the three distances that can be tuned.
package enum ThresholdKind: String, CaseIterable, Sendable {
  /// The distance at which a slot is fetched.
  case fetch
  /// The distance at which a slot is displayed.
  case display
  /// The distance beyond which a slot is unloaded.
  case unload
}

extension LazyLoadingSettings {
  /// The largest threshold that can be set by hand, in points; a page may have a larger one of its own.
  static let maxThreshold = 20_000.0

  /// The settings in words, distances in points.
  var words: String {
    "fetch \(fetchThreshold.points) display \(displayThreshold.points)"
      + " unload \(unloadThreshold.points) unloading \(unloadingEnabled ? "on" : "off")"
  }

  subscript(kind: ThresholdKind) -> Double {
    switch kind {
    case .fetch: fetchThreshold
    case .display: displayThreshold
    case .unload: unloadThreshold
    }
  }

  /// These settings with one threshold set to `points`; it pushes its neighbour where it would pass it.
  ///
  /// Display is pushed down by fetch and pushes fetch up. Unload stands alone: below fetch it counts as fetch.
  func setting(_ kind: ThresholdKind, to points: Double) -> LazyLoadingSettings {
    let points = max(0, min(points, max(Self.maxThreshold, self[kind])))
    var change = LazyLoadingChange()
    switch kind {
    case .fetch:
      change.fetchThreshold = points
      change.displayThreshold = min(displayThreshold, points)
    case .display:
      change.displayThreshold = points
      change.fetchThreshold = max(fetchThreshold, points)
    case .unload:
      change.unloadThreshold = points
    }
    return (try? applying(change)) ?? self
  }
}
