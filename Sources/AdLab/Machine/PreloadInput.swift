package import AdEngine

/// An event that the machine may decide on.
package enum PreloadInput: Hashable, Sendable {
  /// Fetch was pressed: ask for one ad.
  case fetchRequested
  /// Present was pressed: show the banner that is ready or timed out.
  case presentRequested
  /// Reset was pressed: cancel the fetch, or delete the banner.
  case resetRequested
  case settingsChanged(PreloadChange)
  case answered(generation: Int, PreloadAnswer)
  case heard(generation: Int, CreativeEvent)
  /// A deadline that the machine had named was reached.
  case woken
}

/// The answer of the world to a fetch of the lab.
package enum PreloadAnswer: Hashable, Sendable {
  /// A banner of this size was delivered, in points; 1×1 stands for the whole screen (`S2.28`).
  case loaded(Size)
  case failed(AdFailure)
}

package enum ImpressionReporting: String, CaseIterable, Hashable, Sendable {
  /// The ad network's SDK, when it takes the banner for visible.
  case automatic
  /// The app, when it presents the banner.
  case manual
}

/// Something that the host must do or report because the machine decided so; the number is that of the generation.
package enum PreloadEffect: Hashable, Sendable {
  /// Report that the lab is in this state now.
  case publishState(Int, PreloadState)
  /// Ask the world for an ad of a unit.
  case fetch(Int, unit: String, ImpressionReporting)
  /// Give the banner this size, in points.
  case resize(Int, Size)
  case place(Int, PreloadPlacement)
  /// Report an impression to the ad network.
  case recordImpression(Int)
  /// Run the script in the creative by which it learns that it is visible.
  case injectVisibilityScript(Int)
  /// Report what happened, and whether the ad was on the screen by then.
  case report(Int, PreloadActivity, PreloadTiming)
  /// Cancel the fetch and delete the banner.
  case release(Int)
  /// Report that an input was refused, in a sentence; nothing changed.
  case refuse(String)
}

extension PreloadState {
  /// The state as the status label says it (`S2.25`).
  package var words: String {
    switch self {
    case .noAd: "no ad"
    case .fetching: "fetching"
    case .preloading: "preloading"
    case .ready: "ready"
    case .presented: "presented"
    case .failed: "failed"
    case .timedOut: "timed out"
    }
  }
}
