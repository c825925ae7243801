import AdEngine

/// The lazy-loading loop of S1 ("LazyLoadingManager.swift"), what the engine is measured against.
///
/// Three things differ in its favour: it reads no clock, appends to ``changes`` where the listing publishes the dictionary,
/// and has frames on the page, where a scroll moves every one of them.
final class SeedLoop {
  var adStates: [String: AdLoadState] = [:]
  var adUnitFrames: [String: SeedRect] = [:]
  var scrollViewBounds = SeedRect.zero
  /// What became of which ad since someone last emptied this.
  var changes: [(adId: String, state: AdLoadState)] = []

  var fetchThreshold = 800.0
  var displayThreshold = 200.0
  var unloadThreshold = 1600.0
  var unloadingEnabled = false

  /// When the timer of the trailing check fires, in seconds; `nil` where the listing has no timer.
  private(set) var throttleTimer: Double?
  private var lastUpdateTime = -Double.infinity
  private let throttleInterval = 0.067

  private var unloadCandidates: [String: Double] = [:]
  private let unloadStabilityDelay = 2.0

  func updateScrollViewBounds(_ bounds: SeedRect, at now: Double) {
    scrollViewBounds = bounds
    triggerVisibilityCheck(at: now)
  }

  func updateAdFrame(_ adId: String, frame: SeedRect, at now: Double) {
    adUnitFrames[adId] = frame
    triggerVisibilityCheck(at: now)
  }

  func fireThrottleTimer(at now: Double) {
    throttleTimer = nil
    lastUpdateTime = now
    checkAdVisibility(at: now)
  }

  private func triggerVisibilityCheck(at now: Double) {
    let timeSinceLastUpdate = now - lastUpdateTime
    if timeSinceLastUpdate >= throttleInterval {
      lastUpdateTime = now
      checkAdVisibility(at: now)
    } else {
      if throttleTimer == nil {
        let remainingTime = throttleInterval - timeSinceLastUpdate
        throttleTimer = now + remainingTime
      }
    }
  }

  func checkAdVisibility(at now: Double) {
    guard !scrollViewBounds.isEmpty else { return }

    let fetchZone = scrollViewBounds.insetBy(dx: 0, dy: -fetchThreshold)
    let displayZone = scrollViewBounds.insetBy(dx: 0, dy: -displayThreshold)
    let unloadZone = scrollViewBounds.insetBy(dx: 0, dy: -unloadThreshold)

    for (adId, adFrame) in adUnitFrames {
      let currentLoadState = adStates[adId] ?? .notLoaded
      var newState: AdLoadState?

      if currentLoadState == .notLoaded && adFrame.intersects(fetchZone) {
        newState = .fetched
        unloadCandidates.removeValue(forKey: adId)
      } else if currentLoadState == .fetched && adFrame.intersects(displayZone) {
        newState = .displayed
        unloadCandidates.removeValue(forKey: adId)
      } else if (currentLoadState == .fetched || currentLoadState == .displayed)
        && !adFrame.intersects(unloadZone) && unloadingEnabled
      {
        if unloadCandidates[adId] == nil {
          unloadCandidates[adId] = now
        } else if let candidateTime = unloadCandidates[adId],
          now - candidateTime >= unloadStabilityDelay
        {
          newState = .unloaded
          unloadCandidates.removeValue(forKey: adId)
        }
      } else {
        unloadCandidates.removeValue(forKey: adId)
      }

      if let newState, newState != currentLoadState {
        adStates[adId] = newState
        changes.append((adId, newState))
      }
    }
  }
}

/// As much of `CGRect` as the loop of S1 needs; touching rectangles do not intersect.
struct SeedRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  static let zero = SeedRect(x: 0, y: 0, width: 0, height: 0)

  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  func insetBy(dx: Double, dy: Double) -> SeedRect {
    SeedRect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  func intersects(_ other: SeedRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
