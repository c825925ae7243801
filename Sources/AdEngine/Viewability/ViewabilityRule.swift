/// How much of an ad must be in view, and for how long, before it counts.
public struct ViewabilityRule: Hashable, Sendable {
  /// The share of the ad's area, in tenths.
  public let tenths: Int
  /// Milliseconds without a break.
  public let duration: Int64

  /// Makes a rule from tenths of the ad's area and milliseconds.
  public init(tenths: Int, duration: Int64) {
    self.tenths = tenths
    self.duration = duration
  }

  /// The smallest area of a large ad, in points squared: 970 × 250.
  public static let largeArea: Double = 242_500

  /// The rule for an ad of this size and kind: half of it, or three tenths of a large one, for one second; a video
  /// for two (MRC Viewable Ad Impression Measurement Guidelines).
  public static func viewable(_ size: Size, _ media: AdMedia) -> ViewabilityRule {
    ViewabilityRule(
      tenths: size.area >= largeArea ? 3 : 5, duration: media == .video ? 2000 : 1000)
  }

  /// Whether `visible` points squared of `area` are enough.
  ///
  /// An ad without area is never in view. Areas are compared, not ratios, so that half of an ad is half of it
  /// whatever its size.
  public func isSatisfied(visible: Double, of area: Double) -> Bool {
    area > 0 && 10 * visible >= Double(tenths) * area
  }
}

/// How much of an ad's height lies in a viewport.
public struct Exposure: Hashable, Sendable {
  /// The points of the ad's height that are in view.
  public let visibleHeight: Double
  /// The ad's height, in points.
  public let height: Double
  /// The ad's width, in points.
  public let width: Double

  /// Measures the ad of size `ad`, drawn from the top of `frame`; only vertical clipping counts.
  public init(of ad: Size, in frame: SlotFrame, _ viewport: Viewport) {
    let bottom = min(frame.maxY, frame.minY + ad.height)
    visibleHeight = max(0, min(bottom, viewport.maxY) - max(frame.minY, viewport.minY))
    height = ad.height
    width = ad.width
  }

  /// Points squared in view.
  public var visibleArea: Double { visibleHeight * width }
  /// Points squared in all.
  public var area: Double { height * width }
  /// The share in view, 0…1; zero for an ad without area.
  public var ratio: Double { area > 0 ? min(1, visibleArea / area) : 0 }
}
