public import AdEngine

/// What an ad is made of, by the word in `ext.prebid.type` of its bid.
public enum AdFormat: String, CaseIterable, Sendable {
  /// Markup in HTML or text.
  case banner
  /// A video, as VAST.
  case video
  /// Parts that the app lays out itself.
  case native
}

/// The identity of one configured ad: everything that concerns the ad is told with it (D52).
///
/// Whoever makes the configuration chooses it, since nothing below the shell draws lots. Two configurations never share
/// one, even if they are equal otherwise.
public struct AdFingerprint: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The text that the host chose.
  public let description: String

  /// Makes a fingerprint from a text of the host's choice.
  public init(_ text: String) {
    description = text
  }

  /// Whether `left` comes first as text.
  public static func < (left: AdFingerprint, right: AdFingerprint) -> Bool {
    left.description < right.description
  }
}

/// What one ad is asked for as.
public struct AdUnitConfig: Hashable, Sendable {
  /// The ad's identity.
  public let fingerprint: AdFingerprint
  /// The ad unit id.
  public var unit: String
  /// The size that is asked for, in points.
  public var size: Size
  /// What the ad is asked to be made of.
  public var format: AdFormat
  /// Where the ad stands.
  public var type: AdType
  /// Whether the person chose to see it, for a reward (`S4.13`).
  public var isOptIn: Bool

  /// Makes a configuration.
  public init(
    _ fingerprint: AdFingerprint, unit: String, size: Size, format: AdFormat = .banner,
    type: AdType = .inlineBanner, isOptIn: Bool = false
  ) {
    self.fingerprint = fingerprint
    self.unit = unit
    self.size = size
    self.format = format
    self.type = type
    self.isOptIn = isOptIn
  }

  /// Whether the ad covers the page instead of standing in it.
  public var isInterstitial: Bool { type == .interstitial }

  /// The same configuration as another ad.
  public func copy(_ fingerprint: AdFingerprint) -> AdUnitConfig {
    AdUnitConfig(
      fingerprint, unit: unit, size: size, format: format, type: type, isOptIn: isOptIn)
  }
}

/// Which controls an interstitial with a video shows (`S4.30`).
public struct VideoControlsConfig: Hashable, Sendable {
  /// Whether it begins without sound.
  public var isMuted: Bool
  /// After how many milliseconds it may be closed; 0 is at once.
  public var closeDelay: Int64

  /// Makes controls.
  public init(isMuted: Bool = true, closeDelay: Int64 = 0) {
    self.isMuted = isMuted
    self.closeDelay = closeDelay
  }
}
