/// The identity of a place for an ad, chosen by the host; two slots may carry one ad unit id, never one `SlotID` (D16).
public struct SlotID: Hashable, Comparable, Sendable {
  /// The number that the host chose.
  public var rawValue: Int

  /// Makes an identity from a number of the host's choice.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Whether `left` has the smaller number.
  public static func < (left: SlotID, right: SlotID) -> Bool { left.rawValue < right.rawValue }
}

/// How far the lazy-loading manager has taken a slot: a matter of distance alone (`S0.48`, `S1.21`).
///
/// What it holds is in ``AdViewState``: a slot may be `fetched` and hold nothing, because consent holds it back.
public enum AdLoadState: String, CaseIterable, Equatable, Identifiable, Sendable {
  /// The slot has not come near yet, or it was reloaded: no resources.
  case notLoaded
  /// The slot has come within the fetch threshold: its ad is asked for.
  case fetched
  /// The slot has come within the display threshold: its ad may be rendered. Not a measure of visibility (D19).
  case displayed
  /// The slot was left far behind and its ad was released; it is fetched again when it comes back (D11).
  case unloaded

  /// The raw value, so that lists of states need no key path.
  public var id: String { rawValue }
}

/// What the ad view in a slot holds: a matter of content alone (`S3.11`–`S3.17`, in the order of `S3.28`).
public enum AdViewState: String, CaseIterable, Sendable {
  /// There is no ad view, or it has not been asked to load.
  case uninitialized
  /// An ad was asked for and has not been answered.
  case loading
  /// The answer was that there is no ad.
  case failed
  /// An ad was delivered, and may be rendered.
  case loaded
  /// The rendered ad was at least half in view.
  case impressed
  /// The user opened the ad.
  case clicked
  /// The ad was closed by itself or by the user.
  case closed
}

/// What kind of ad was delivered; it decides how long the ad must be seen to count as viewable.
public enum AdMedia: String, CaseIterable, Sendable {
  /// A picture or text: one second.
  case display
  /// A video: two seconds in view.
  case video
}

/// Why a request ended without an ad.
public enum AdFailure: String, CaseIterable, Error, Sendable {
  /// The ad server had no ad for the request.
  case noFill
  /// The request did not reach the ad server, or its answer was lost.
  case network
  /// The ad server took too long.
  case timeout
  /// The ad server answered with an error.
  case error
  /// A bid came, and no renderer made an ad of it that can be shown.
  case rendering
}
