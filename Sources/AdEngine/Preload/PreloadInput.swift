/// Something that happened in the lab and that the machine may decide on.
public enum PreloadInput: Hashable, Sendable {
  /// The person pressed Fetch.
  case fetchRequested
  /// The person pressed Present.
  case presentRequested
  /// The person pressed Reset.
  case resetRequested
  /// The person changed settings.
  case settingsChanged(PreloadChange)
  /// The world answered the fetch of this generation.
  case answered(generation: Int, PreloadAnswer)
  /// The creative of this generation did something.
  case heard(generation: Int, CreativeEvent)
  /// A deadline that the machine had named was reached.
  case woken
}

/// What the world says to a fetch of the lab.
public enum PreloadAnswer: Hashable, Sendable {
  /// A banner of this size was delivered, in points; 1×1 stands for the whole screen (`S2.28`).
  case loaded(Size)
  /// There is no ad, for this reason.
  case failed(AdFailure)
}

/// Who counts impressions.
public enum ImpressionReporting: String, CaseIterable, Hashable, Sendable {
  /// The ad network's SDK, when it takes the banner for visible.
  case automatic
  /// The app, when it presents the banner.
  case manual
}

/// Something that the host must do, or tell, because the machine decided so; the number is that of the generation.
public enum PreloadEffect: Hashable, Sendable {
  /// Tell that the lab has come so far.
  case publishState(Int, PreloadState)
  /// Ask the world for an ad of a unit.
  case fetch(Int, unit: String, ImpressionReporting)
  /// Give the banner this size, in points.
  case resize(Int, Size)
  /// Put the banner there.
  case place(Int, PreloadPlacement)
  /// Report an impression to the ad network.
  case recordImpression(Int)
  /// Run ``PreloadMachine/visibilityScript`` in the creative.
  case injectVisibilityScript(Int)
  /// Tell what happened, and whether anyone can have seen it.
  case report(Int, PreloadActivity, PreloadTiming)
  /// Cancel the fetch and delete the banner.
  case release(Int)
  /// Tell that an input was refused; nothing changed.
  case refuse(PreloadRefusal)
}

/// An input that the machine did not accept; its description is the sentence to show.
public enum PreloadRefusal: Hashable, Sendable, CustomStringConvertible {
  /// Fetch was pressed in a state that has no such button.
  case fetch(PreloadState)
  /// Present was pressed in a state that has no such button.
  case present(PreloadState)
  /// Reset was pressed when there was nothing to reset.
  case reset(PreloadState)
  /// A delivered size that is not finite, not above zero or above 4,096 points.
  case size(Size)

  /// One sentence that names the values.
  public var description: String {
    switch self {
    case .fetch(let state):
      "fetch while \(state.words): only one ad at a time; reset takes this one away"
    case .present(let state): "present while \(state.words): there is nothing to present"
    case .reset(let state): "reset while \(state.words): there is nothing to reset"
    case .size(let size):
      "a banner of \(size.width) × \(size.height): expected more than 0 and at most 4096 points"
    }
  }
}

extension PreloadState {
  /// The state as the status label says it (`S2.25`).
  public var words: String {
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
