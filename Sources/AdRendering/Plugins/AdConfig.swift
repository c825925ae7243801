public import AdEngine

/// Where an ad stands, in the order of `S3.28`.
public enum AdType: Int, CaseIterable, Sendable {
  /// In the content of a page.
  case inlineBanner
  /// Over the whole page.
  case interstitial
  /// At the bottom of the screen.
  case screenBanner
}

/// What a presenter loads: type, size and unit of one ad (`S3.23`).
public struct AdConfig: Hashable, Sendable {
  /// Where the ad stands.
  public let type: AdType
  /// The ad unit id.
  public let unit: String
  /// The name of an inline banner's size, which the plug-in knows; `nil` for other types.
  public let inlineBannerSize: String?
  /// Whether the person chose to see the ad, for a reward (`S4.13`).
  public let isOptIn: Bool

  /// Makes the configuration of an inline banner (`S3.28`).
  public init(unit: String, inlineBannerSize: String, isOptIn: Bool = false) {
    self.isOptIn = isOptIn
    type = .inlineBanner
    self.unit = unit
    self.inlineBannerSize = inlineBannerSize
  }

  /// Makes the configuration of an ad of another type (`S3.28`).
  public init(unit: String, type: AdType, isOptIn: Bool = false) {
    self.isOptIn = isOptIn
    self.type = type
    self.unit = unit
    inlineBannerSize = nil
  }
}

/// The names of inline banners' sizes: a plug-in's own data (D50).
public struct BannerSizes: Hashable, Sendable {
  /// One size.
  public enum Measure: Hashable, Sendable {
    /// Width and height in points.
    case fixed(Size)
    /// As wide as the screen, and this high.
    case screenWide(height: Double)
  }

  /// What each name stands for.
  public var names: [String: Measure]
  /// The size of a banner at the bottom of the screen.
  public var screenBanner: Size

  /// Makes a table.
  public init(names: [String: Measure], screenBanner: Size = Size(width: 320, height: 50)) {
    self.names = names
    self.screenBanner = screenBanner
  }

  /// The sizes of the tutorial (`S3.29`).
  public static let tutorial = BannerSizes(names: [
    "BANNER": .fixed(Size(width: 320, height: 50)),
    "BOX_BANNER": .fixed(Size(width: 320, height: 150)),
    "SMART_BANNER": .screenWide(height: 50),
  ])

  /// The sizes of the manifest's hint, which has another box.
  public static let manifest = {
    var sizes = tutorial
    sizes.names["BOX_BANNER"] = .fixed(Size(width: 300, height: 250))
    return sizes
  }()

  /// The size of a name on a screen of this width; zero for a name that is not in the table.
  public func size(forInlineBannerSize name: String, screenWidth: Double) -> Size {
    switch names[name] {
    case .fixed(let size): size
    case .screenWide(let height): Size(width: screenWidth, height: height)
    case nil: .zero
    }
  }
}

extension Size {
  /// No extent: what a size is before it is known (D48).
  public static let zero = Size(width: 0, height: 0)
}
