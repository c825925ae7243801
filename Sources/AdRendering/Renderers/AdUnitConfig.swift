public import AdEngine

/// The format of an ad, as named in `ext.prebid.type` of its bid (Prebid's SDK 3.3.4, August 2026).
public enum AdFormat: String, CaseIterable, Sendable {
  /// HTML or plain text.
  case banner
  /// A video as a VAST document.
  case video
  /// Parts that the app lays out itself.
  case native
}

/// The identity of one configured ad, which all calls about the ad carry (D52).
///
/// The configuration's creator chooses it; no two may share one, even if they are equal otherwise.
public struct AdFingerprint: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The text that the caller chose.
  public let description: String

  /// Creates a fingerprint from a unique text.
  public init(_ text: String) { description = text }

  /// Orders fingerprints by their texts.
  public static func < (left: AdFingerprint, right: AdFingerprint) -> Bool {
    left.description < right.description
  }
}

/// The configuration of an ad that is requested from bidders.
public struct AdUnitConfig: Hashable, Sendable {
  /// The identity of the ad, different for each configuration.
  public let fingerprint: AdFingerprint
  /// The id of the ad unit, sent as a stored impression.
  public var unit: String
  /// The requested size, in points.
  public var size: Size
  /// The requested format.
  public var format: AdFormat
  /// The position of the ad on the screen.
  public var type: AdType
  /// Whether the user chose to see it, for a reward (`S4.13`).
  public var isOptIn: Bool
  /// The controls of an interstitial with a video (`S4.30`).
  public var videoControls: VideoControlsConfig
  /// The size of an inline banner as the page gives it to a plug-in, if it gives one (`S3.26`).
  package var sizeName: String?

  /// Creates a configuration; by default that of an inline banner.
  public init(
    _ fingerprint: AdFingerprint, unit: String, size: Size, format: AdFormat = .banner,
    type: AdType = .inlineBanner, isOptIn: Bool = false,
    videoControls: VideoControlsConfig = VideoControlsConfig()
  ) {
    (self.videoControls, self.fingerprint, self.unit) = (videoControls, fingerprint, unit)
    (self.size, self.format, self.type, self.isOptIn) = (size, format, type, isOptIn)
  }

  /// Whether the ad covers the page.
  public var isInterstitial: Bool { type == .interstitial }
}

/// The controls of an interstitial with a video (`S4.30`).
public struct VideoControlsConfig: Hashable, Sendable {
  /// Whether the video starts without sound.
  public var isMuted: Bool
  /// The time until the ad can be closed, in milliseconds.
  public var closeDelay: Int64

  /// Creates controls; by default muted and closable at once.
  public init(isMuted: Bool = true, closeDelay: Int64 = 0) {
    (self.isMuted, self.closeDelay) = (isMuted, closeDelay)
  }
}
