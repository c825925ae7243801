/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The extent across the scroll axis, in points.
  public var width: Double
  /// The extent along the scroll axis, in points.
  public var height: Double

  /// Makes a size from a width and a height in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Width times height, in points squared.
  public var area: Double { width * height }

  /// Whether both sides are finite and none is negative.
  package var isValid: Bool { width.isFinite && height.isFinite && width >= 0 && height >= 0 }

  /// The longest plausible side of an ad, in points (D25).
  package static let maxSide: Double = 4096

  /// Whether an ad can have this size: finite, above zero and at most `maxSide` (D25).
  public var isPlausible: Bool {
    let sides = 0.0...Self.maxSide
    return sides.contains(width) && sides.contains(height) && area > 0
  }
}

/// Where a slot lies on its page, in points.
public struct SlotFrame: Hashable, Sendable {
  /// The left edge, in points from the left of the page; a slot where it is `nil` counts as within the viewport across.
  public var x: Double?
  /// The top edge, in points from the top of the page.
  public var y: Double
  /// The extent across the scroll axis, in points.
  public var width: Double
  /// The extent along the scroll axis, in points.
  public var height: Double

  /// Makes a frame from its top edge and its extent, in points.
  public init(x: Double? = nil, y: Double, width: Double = 320, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The top edge, in points from the top of the page.
  public var minY: Double { y }
  /// The bottom edge, in points from the top of the page.
  public var maxY: Double { y + height }
  /// The extent on both axes, in points.
  public var size: Size { Size(width: width, height: height) }

  /// Whether all numbers are finite and no side is negative; the engine keeps the last frame that was valid (D21).
  public var isValid: Bool {
    y.isFinite && maxY.isFinite && size.isValid
      && (x.map { $0.isFinite && ($0 + width).isFinite } ?? true)
  }
}

/// The part of a page that is in view.
public struct Viewport: Hashable, Sendable {
  /// The left edge, in points from the left of the page.
  public var x: Double
  /// The top edge, in points from the top of the page: the scroll position.
  public var y: Double
  /// The extent of the viewport, in points.
  public var size: Size

  /// Makes the viewport of `size` with its top edge `y` and its left edge `x` points from those of the page.
  public init(x: Double = 0, y: Double = 0, size: Size) {
    (self.x, self.y, self.size) = (x, y, size)
  }

  /// The top edge, in points from the top of the page.
  public var minY: Double { y }
  /// The bottom edge, in points from the top of the page.
  public var maxY: Double { y + size.height }

  /// The signed distance along the scroll axis between this viewport and `frame`, in points.
  ///
  /// Negative: they overlap by that much; zero: their edges touch; positive: they are that far apart.
  /// A zone of T points is entered when the gap is at most T and left when it is greater than T.
  public func gap(to frame: SlotFrame) -> Double { max(frame.minY - maxY, minY - frame.maxY) }

  /// The signed distance across the scroll axis to `frame`, in points; `nil` for a frame whose left edge is not known.
  public func gapAcross(to frame: SlotFrame) -> Double? {
    frame.x.map { max($0 - (x + size.width), x - ($0 + frame.width)) }
  }
}
