internal import AdEngine
internal import AdRendering

/// What has become of one slot, as far as the engine has told.
struct SlotHistory: Hashable, Sendable {
  var load = AdLoadState.notLoaded
  var loadSince = Instant.start
  var ad = AdViewState.uninitialized
  var adSince = Instant.start
  var failure: AdFailure?
  /// Why the ad that is there could not be presented, if it could not be.
  var presentationError: AdRenderingError?

  /// Takes note that the ad was released.
  mutating func release(at moment: Instant) {
    ad = .uninitialized
    adSince = moment
    failure = nil
    presentationError = nil
  }
}

/// A slot that is taking a new height on the screen; the engine and the layout have it already.
struct ResizeAnimation: Hashable, Sendable {
  /// How long it takes, in milliseconds (`S1.24`).
  static let duration: Int64 = 200
  /// Milliseconds between two frames.
  static let frame: Int64 = 33

  var slot: Int
  var from: Double
  var to: Double
  var start: Instant

  /// How much of the change has still to come at a moment, in points: eased in and out.
  func rest(at now: Instant) -> Double {
    let progress = min(1, max(0, Double(now - start) / Double(Self.duration)))
    let eased =
      progress < 0.5 ? 2 * progress * progress : 1 - 2 * (1 - progress) * (1 - progress)
    return (from - to) * (1 - eased)
  }

  func isOver(at now: Instant) -> Bool { now - start >= Self.duration }
}
