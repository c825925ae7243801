/// An event in the life of an ad, named after the method of ``AdDelegate`` (`S4.36`–`S4.43`, D57).
public enum AdEvent: Hashable, Sendable, CustomStringConvertible {
  /// The ad is loaded and can be shown.
  case didLoad
  /// The ad failed to load.
  case didFailToLoad(AdRenderingError)
  /// The ad is about to be shown.
  case willPresent
  /// The ad is on the screen.
  case didPresent
  /// The loaded ad cannot be presented.
  case didFailToPresent(AdRenderingError)
  /// The user clicked the ad.
  case didClick
  /// The user is about to leave the app for the ad's target.
  case willLeaveApplication
  /// The ad is about to be removed from the screen.
  case willDismiss
  /// The ad is no longer on the screen.
  case didDismiss

  /// The base name of the delegate's method.
  public var description: String {
    switch self {
    case .didLoad: "adDidLoad"
    case .didFailToLoad: "adDidFailToLoad"
    case .willPresent: "adWillPresent"
    case .didPresent: "adDidPresent"
    case .didFailToPresent: "adDidFailToPresent"
    case .didClick: "adDidClick"
    case .willLeaveApplication: "adWillLeaveApplication"
    case .willDismiss: "adWillDismiss"
    case .didDismiss: "adDidDismiss"
    }
  }

  /// The error of a failure; `nil` for other events.
  public var error: AdRenderingError? {
    switch self {
    case .didFailToLoad(let error), .didFailToPresent(let error): error
    case .didLoad, .willPresent, .didPresent, .didClick, .willLeaveApplication, .willDismiss,
      .didDismiss:
      nil
    }
  }

  /// The events of an ad that is clicked and dismissed without a failure, in order.
  public static let completeSequence: [AdEvent] = [
    .didLoad, .willPresent, .didPresent, .didClick, .willLeaveApplication, .willDismiss,
    .didDismiss,
  ]
}

/// The phase of an ad between its request and its end.
public enum AdPhase: String, CaseIterable, Sendable {
  /// The ad was asked to load.
  case loading
  /// The ad can be shown.
  case loaded
  /// The ad is about to be shown.
  case presenting
  /// The ad is on the screen.
  case presented
  /// The ad is about to be removed from the screen.
  case dismissing
  /// The ad is no longer on the screen.
  case dismissed
  /// The ad failed to load or to present.
  case failed

  /// The phase after an event; `nil` if the event is out of order in this phase.
  public func after(_ event: AdEvent) -> AdPhase? {
    switch (self, event) {
    case (.loading, .didLoad): .loaded
    case (.loading, .didFailToLoad): .failed
    case (.loaded, .willPresent): .presenting
    case (.loaded, .didFailToPresent), (.presenting, .didFailToPresent): .failed
    case (.presenting, .didPresent): .presented
    case (.presented, .didClick), (.presented, .willLeaveApplication): .presented
    case (.presented, .willDismiss): .dismissing
    case (.dismissing, .didDismiss): .dismissed
    default: nil
    }
  }
}

/// The reason why an ad failed to load or to present.
public enum AdRenderingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bid has no markup that can be read (`S4.14`).
  case markup(AdMarkupError)
  /// The response to the request is not usable.
  case response(BidError)
  /// The response has no winning bid.
  case noWinner(Auction.NoWinner)
  /// Neither the renderer of the bid nor the default one made an ad.
  case nothingCreated
  /// The renderer did not answer within this time, in milliseconds.
  case noAnswer(after: Int64)
  /// The bid was valid for this time, in seconds, and no longer is.
  case expired(after: Int64)
  /// There is no parent, or the renderer did not present.
  case notPresented
  /// An error of the renderer's own, in its words.
  case renderer(String)

  /// The error domain of Prebid's SDK.
  public static let domain = "PrebidMobile"

  /// The error code of Prebid's SDK; 0 where it has none.
  public var code: Int {
    switch self {
    case .response(let error): error.code
    case .noWinner(let reason): reason.code
    case .markup, .nothingCreated, .noAnswer, .expired, .notPresented, .renderer: 0
    }
  }

  /// The sentence with the code of Prebid's SDK, where it has one: `the response has no id (-401)`.
  package var descriptionWithCode: String { code == 0 ? description : "\(self) (\(code))" }

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .markup(let problem): problem.description
    case .response(let error): error.description
    case .noWinner(let reason): reason.description
    case .nothingCreated: "no renderer made an ad of the bid"
    case .noAnswer(let limit): "no answer came in \(limit) ms"
    case .expired(let seconds): "the bid was good for \(seconds) s"
    case .notPresented: "the ad could not be presented"
    case .renderer(let reason): reason
    }
  }
}
