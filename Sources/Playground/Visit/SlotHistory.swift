internal import AdEngine
internal import AdRendering

/// The states of a slot, as the engine has published them.
struct SlotHistory: Hashable, Sendable {
  var load = AdLoadState.notLoaded
  var loadSince = Instant.start
  var ad = AdViewState.uninitialized
  var adSince = Instant.start
  var failure: AdFailure?
  /// Why the ad that is there could not be presented, if it could not be.
  var presentationError: AdRenderingError?
  /// When its ad was delivered.
  var loadedAt: Instant?
  /// How many lines its ad has printed.
  var printCount = 0

  mutating func release(at time: Instant) {
    ad = .uninitialized
    adSince = time
    failure = nil
    presentationError = nil
    printCount = 0
    loadedAt = nil
  }
}

/// A slot that is taking a new height on the screen; the engine and the layout have it already.
struct ResizeAnimation: Hashable, Sendable {
  /// How long it takes, in milliseconds (`S1.24`).
  static let duration: Int64 = 200
  /// In milliseconds.
  static let frame: Int64 = 33

  var slot: Int
  var from: Double
  var to: Double
  var start: Instant

  /// How much of the change has still to come at an instant, in points: eased in and out.
  func rest(at now: Instant) -> Double {
    let progress = min(1, max(0, Double(now - start) / Double(Self.duration)))
    let eased = progress < 0.5 ? 2 * progress * progress : 1 - 2 * (1 - progress) * (1 - progress)
    return (from - to) * (1 - eased)
  }

  func isOver(at now: Instant) -> Bool { now - start >= Self.duration }
}
