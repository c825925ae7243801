public import AdEngine

/// An ad as the app's ad server delivers it: what the engine has to know of it, and anything that the app draws it from.
public protocol DeliveredAd {
  /// The size of the ad, in points.
  var size: Size { get }
  /// The kind of the ad, which decides when it counts as viewable; default ``AdEngine/AdMedia/display``.
  var media: AdMedia { get }
}

extension DeliveredAd {
  /// A display ad.
  public var media: AdMedia { .display }
}

/// A place for an ad on the app's page.
public struct HostedSlot: Hashable, Sendable {
  /// The app's own name for it.
  public let name: String
  /// Its number in the engine's inputs and effects; a slot that is removed and added again has another one.
  public let id: SlotID
}
