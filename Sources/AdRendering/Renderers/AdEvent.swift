/// What becomes of an ad, in the words of the seed's delegate (`S4.36`–`S4.43`) and one more (D57).
public enum AdEvent: Hashable, Sendable, CustomStringConvertible {
  /// The ad is there and can be shown.
  case didLoad
  /// There is no ad, for this reason.
  case didFailToLoad(AdRenderingError)
  /// The ad is about to be shown.
  case willPresent
  /// The ad is shown.
  case didPresent
  /// The ad was to be shown and cannot be.
  case didFailToPresent(AdRenderingError)
  /// The person clicked the ad.
  case didClick
  /// The person is about to leave for what the ad leads to.
  case willLeaveApplication
  /// The ad is about to go away.
  case willDismiss
  /// The ad went away.
  case didDismiss

  /// The name of the delegate's method.
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

  /// The reason, if it is a failure.
  public var error: AdRenderingError? {
    switch self {
    case .didFailToLoad(let error), .didFailToPresent(let error): error
    case .didLoad, .willPresent, .didPresent, .didClick, .willLeaveApplication, .willDismiss,
      .didDismiss:
      nil
    }
  }

  /// What an ad tells in its life if nothing fails, in this order; clicking may be left out.
  public static let whole: [AdEvent] = [
    .didLoad, .willPresent, .didPresent, .didClick, .willLeaveApplication, .willDismiss,
    .didDismiss,
  ]
}

/// How far an ad has come.
public enum AdPhase: String, CaseIterable, Sendable {
  /// It was asked to load.
  case loading
  /// It can be shown.
  case loaded
  /// It is about to be shown.
  case presenting
  /// It is shown.
  case presented
  /// It is about to go away.
  case dismissing
  /// It went away.
  case dismissed
  /// It failed to load, or to be shown.
  case failed

  /// What an event makes of an ad in this phase; `nil` if the event does not belong here.
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

/// Why there is no ad to be seen.
public enum AdRenderingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bid has no markup, or none that can be read (`S4.14`).
  case markup(AdMarkupError)
  /// The response to the request was no usable one.
  case response(BidError)
  /// The response holds no winning bid.
  case noWinner(Auction.NoWinner)
  /// The renderer has no view or controller for the bid, and neither has the default one.
  case nothingCreated
  /// The renderer did not answer in this many milliseconds.
  case noAnswer(after: Int64)
  /// The bid was good for this many seconds only.
  case expired(after: Int64)
  /// There is nothing to present from, or the renderer did not present.
  case notPresented
  /// What a renderer says went wrong.
  case renderer(String)

  /// The domain of the seed's errors.
  public static let domain = "PrebidMobile"

  /// The code: that of the seed's sample for markup, those of Prebid for responses.
  public var code: Int {
    switch self {
    case .response(let error): error.code
    case .noWinner(let reason): reason.code
    case .markup, .nothingCreated, .noAnswer, .expired, .notPresented, .renderer: 0
    }
  }

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .markup(let problem): problem.description
    case .response(let error): error.description
    case .noWinner(let reason): reason.description
    case .nothingCreated: "no renderer made an ad of the bid"
    case .noAnswer(let limit): "the renderer did not answer in \(limit) ms"
    case .expired(let seconds): "the bid was good for \(seconds) s"
    case .notPresented: "the ad could not be presented"
    case .renderer(let reason): reason
    }
  }
}
