package import AdEngine

/// Where a banner lies on the screen of the lab, in points from the top left.
package struct BannerFrame: Hashable, Sendable {
  /// The left edge, in points from the left of the screen.
  package var x: Double
  /// The top edge, in points from the top of the screen.
  package var y: Double
  package var size: Size

  /// The height of the bar below the ad, in points (`S2.28`).
  package static let toolbarHeight = 44.0

  /// Whether a delivered size stands for the whole screen (`S2.28`).
  package static func isFullscreen(_ delivered: Size) -> Bool {
    delivered == Size(width: 1, height: 1)
  }

  /// The size that a banner takes: as delivered, or all above the bar, since it would not load at 1×1 (`S2.28`).
  package static func size(of delivered: Size, on screen: Size) -> Size {
    guard isFullscreen(delivered) else { return delivered }
    return Size(width: screen.width, height: max(0, screen.height - toolbarHeight))
  }

  /// Where a banner lies in a placement: in the middle of the room above the bar, or beside the screen.
  package init(of size: Size, _ placement: PreloadPlacement, on screen: Size) {
    let room = max(0, screen.height - Self.toolbarHeight)
    x = placement == .outsideScreenBounds ? screen.width : (screen.width - size.width) / 2
    y = (room - size.height) / 2
    self.size = size
  }
}
