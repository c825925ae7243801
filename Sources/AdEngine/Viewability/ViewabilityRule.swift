/// How much of an ad must be in view, and for how long, before it counts.
package struct ViewabilityRule: Hashable, Sendable {
  /// The share of the ad's area, in tenths.
  package let tenths: Int
  /// How long without a break, in milliseconds.
  package let duration: Int64

  /// Makes a rule from tenths of the ad's area and milliseconds.
  package init(tenths: Int, duration: Int64) {
    (self.tenths, self.duration) = (tenths, duration)
  }

  /// The smallest area of a large display ad, in points squared: 970 × 250.
  package static let largeArea: Double = 242_500

  /// Half of the ad, 30% of a large display ad, for 1 s; half of a video for 2 s (MRC Guidelines 2.0, 2015).
  package static func viewable(_ size: Size, _ media: AdMedia) -> ViewabilityRule {
    switch media {
    case .display: ViewabilityRule(tenths: size.area >= largeArea ? 3 : 5, duration: 1000)
    case .video: ViewabilityRule(tenths: 5, duration: 2000)
    }
  }

  /// Whether `visible` points squared of `area` are enough: areas are compared, so that half is half at any size.
  package func isSatisfied(visible: Double, of area: Double) -> Bool {
    area > 0 && 10 * visible >= Double(tenths) * area
  }
}

extension SlotFrame {
  /// Where the top of a sticky ad of a height is: that of the viewport, as far as the slot reaches.
  package func stickyTop(of height: Double, _ viewport: Viewport) -> Double {
    max(minY, min(viewport.minY, maxY - height))
  }
}

/// How much of an ad lies in a viewport.
package struct Exposure: Hashable, Sendable {
  /// The points of the ad's height that are in view.
  package let visibleHeight: Double
  /// The points of the ad's width that are in view.
  package let visibleWidth: Double
  /// The ad's height, in points.
  package let height: Double
  /// The ad's width, in points.
  package let width: Double

  /// Measures the ad of size `ad`, drawn from the top left of `frame`; a frame at no known `x` is in view across.
  package init(
    of ad: Size, in frame: SlotFrame, _ viewport: Viewport,
    visibility: SlotVisibility = SlotVisibility()
  ) {
    let top = visibility.isSticky ? frame.stickyTop(of: ad.height, viewport) : frame.minY
    let bottom = min(frame.maxY, top + ad.height)
    visibleHeight = max(0, min(bottom, viewport.maxY) - max(top, viewport.minY))
    var visibleWidth = ad.width
    if let x = frame.x {
      let right = min(x + frame.width, x + ad.width, viewport.x + viewport.size.width)
      visibleWidth = min(visibleWidth, max(0, right - max(x, viewport.x)))
    }
    let share = visibility.visibleShare
    if share < 1 { visibleWidth = min(visibleWidth, share * ad.width) }
    self.visibleWidth = visibleWidth
    height = ad.height
    width = ad.width
  }

  /// Measures the ad of a slot; of one that is not delivered yet, the slot.
  package init(of status: SlotStatus, in viewport: Viewport) {
    self.init(
      of: status.ad ?? status.frame.size, in: status.frame, viewport,
      visibility: status.visibility)
  }

  /// The area in view, in points squared.
  package var visibleArea: Double { visibleHeight * visibleWidth }
  /// The whole area, in points squared.
  package var area: Double { height * width }
  /// The share in view, 0…1; zero for an ad without area.
  package var ratio: Double { area > 0 ? min(1, visibleArea / area) : 0 }
  /// The share in view in whole percent, rounded down.
  package var percent: Int { Int((ratio * 100).rounded(.down)) }
}
