public import AdEngine

/// The position of an ad, in the order of `S3.28`.
public enum AdType: Int, CaseIterable, Sendable {
  /// A banner in the content of a page.
  case inlineBanner
  /// An ad that covers the whole page.
  case interstitial
  /// A banner at the bottom of the screen.
  case screenBanner
}

/// The configuration of an ad that a presenter loads (`S3.23`).
public struct AdConfig: Hashable, Sendable {
  /// The position of the ad.
  public let type: AdType
  /// The id of the ad unit, as the ad server knows it.
  public let unit: String
  /// The name of an inline banner's size, which the plug-in resolves; `nil` for other types.
  public let inlineBannerSize: String?
  /// Whether the user chose to see the ad, for a reward (`S4.13`).
  public let isOptIn: Bool

  /// Creates the configuration of an inline banner (`S3.28`).
  public init(unit: String, inlineBannerSize: String, isOptIn: Bool = false) {
    self.isOptIn = isOptIn
    type = .inlineBanner
    self.unit = unit
    self.inlineBannerSize = inlineBannerSize
  }

  /// Creates the configuration of an ad of another type (`S3.28`).
  public init(unit: String, type: AdType, isOptIn: Bool = false) {
    (self.isOptIn, self.type, self.unit) = (isOptIn, type, unit)
    inlineBannerSize = nil
  }
}

extension AdConfig {
  package var value: JSONValue {
    var fields: [String: JSONValue] = [
      "type": .text(String(describing: type)), "unit": .text(unit), "isOptIn": .flag(isOptIn),
    ]
    fields["inlineBannerSize"] = inlineBannerSize.map { .text($0) }
    return .object(fields)
  }
}

/// The named sizes of inline banners, which each plug-in defines (D50).
public struct BannerSizes: Hashable, Sendable {
  /// A fixed size or one that depends on the screen.
  public enum Measure: Hashable, Sendable {
    /// Width and height in points.
    case fixed(Size)
    /// The width of the screen, and a height in points.
    case screenWide(height: Double)
  }

  /// The width of a phone's screen, in points; chosen: 48 columns.
  public static let phoneWidth: Double = 384

  /// The measure of each name.
  public var names: [String: Measure]
  /// The size of a banner at the bottom of the screen, in points.
  public var screenBanner: Size

  /// Creates a table of sizes.
  public init(names: [String: Measure], screenBanner: Size = Size(width: 320, height: 50)) {
    (self.names, self.screenBanner) = (names, screenBanner)
  }

  /// The sizes of the tutorial (`S3.29`).
  public static let tutorial = BannerSizes(names: [
    "BANNER": .fixed(Size(width: 320, height: 50)),
    "BOX_BANNER": .fixed(Size(width: 320, height: 150)),
    "SMART_BANNER": .screenWide(height: 50),
  ])

  /// The size of a name on a screen of a width in points; zero for a name that is not in the table.
  public func size(
    forInlineBannerSize name: String, screenWidth: Double = Self.phoneWidth
  ) -> Size {
    switch names[name] {
    case .fixed(let size): size
    case .screenWide(let height): Size(width: screenWidth, height: height)
    case nil: .zero
    }
  }
}

extension Size {
  /// The size before it is known (D48).
  public static let zero = Size(width: 0, height: 0)
}
