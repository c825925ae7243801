package import AdEngine

package struct PreloadBanner: Hashable, Sendable {
  /// The size on the screen, in points.
  package let size: Size
  package let impressions: ImpressionReporting
  package var placement = PreloadPlacement.unattached
  var isImpressionCounted = false
}

/// How preloading ends if the creative says nothing.
package enum PreloadEnd: Hashable, Sendable {
  /// It is over at this time, loaded or not (`S2.17`).
  case constantTime(Instant)
  /// It is given up at this time, unless the completion event comes before (D39).
  case watchdog(Instant)

  package var time: Instant {
    switch self {
    case .constantTime(let time), .watchdog(let time): time
    }
  }
}

extension PreloadMachine.Phase {
  /// The banner, in the phases that have one; only they take another.
  package internal(set) var banner: PreloadBanner? {
    get {
      switch self {
      case .noAd, .fetching, .failed: nil
      case .preloading(let banner, _), .ready(let banner), .timedOut(let banner),
        .presented(let banner, _):
        banner
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .noAd, .fetching, .failed: break
      case .preloading(_, let end): self = .preloading(newValue, end)
      case .ready: self = .ready(newValue)
      case .timedOut: self = .timedOut(newValue)
      case .presented(_, let scriptAt): self = .presented(newValue, scriptAt: scriptAt)
      }
    }
  }
}

extension PreloadMachine {
  /// The phase as it is published and recorded, without what belongs to it.
  package var state: PreloadState {
    switch phase {
    case .noAd: .noAd
    case .fetching: .fetching
    case .failed: .failed
    case .preloading: .preloading
    case .ready: .ready
    case .timedOut: .timedOut
    case .presented: .presented
    }
  }

  /// Why no ad came, in the state ``PreloadState/failed``.
  package var failure: AdFailure? {
    if case .failed(let reason) = phase { reason } else { nil }
  }
}
