/// The scroll positions between which nothing that is watched changes; too small, never too large: see the architecture.
struct QuietBand: Sendable {
  private(set) var low: Double
  private(set) var high: Double

  /// The positions between two, and both.
  init(from low: Double, to high: Double) { (self.low, self.high) = (low, high) }

  /// Contains every finite position: nothing is watched.
  static var everywhere: QuietBand {
    QuietBand(from: -.greatestFiniteMagnitude, to: .greatestFiniteMagnitude)
  }
  /// Contains no position: what is watched has to be looked at.
  static var nowhere: QuietBand { QuietBand(from: .infinity, to: -.infinity) }

  @inline(__always)
  func contains(_ position: Double) -> Bool { low <= position && position <= high }

  /// The positions that both bands contain.
  @inline(__always)
  func intersection(_ other: QuietBand) -> QuietBand {
    QuietBand(from: max(low, other.low), to: min(high, other.high))
  }

  /// Leaves out the positions at and above `limit`, a sum of numbers of which `scale` is a magnitude.
  mutating func end(below limit: Double, scale: Double) {
    high = min(high, limit - Self.margin(limit, scale))
  }

  /// Leaves out the positions at and below `limit`, a sum of numbers of which `scale` is a magnitude.
  mutating func begin(above limit: Double, scale: Double) {
    low = max(low, limit + Self.margin(limit, scale))
  }

  /// Leaves out the positions at and beyond `limit`, seen from `position`; empty where rounding leaves the side open.
  mutating func end(at limit: Double, from position: Double, scale: Double) {
    let margin = Self.margin(limit, scale)
    if position < limit - margin {
      high = min(high, limit - margin)
    } else if position > limit + margin {
      low = max(low, limit + margin)
    } else {
      self = .nowhere
    }
  }

  /// Leaves out the positions at which a slot with these edges enters or leaves a zone, and all beyond.
  mutating func end(atEdgesOf sides: Sides, _ top: Double, _ bottom: Double, _ viewport: Viewport) {
    let height = viewport.size.height
    let edges = top.magnitude + bottom.magnitude + height
    for distance in [
      sides.below.fetch, sides.below.display, sides.below.unload, sides.below.auction,
    ] where distance > -.infinity {
      end(at: top - height - distance, from: viewport.y, scale: edges + distance)
    }
    for distance in [
      sides.above.fetch, sides.above.display, sides.above.unload, sides.above.auction,
    ] where distance > -.infinity {
      end(at: bottom + distance, from: viewport.y, scale: edges + distance)
    }
  }

  private static func margin(_ limit: Double, _ scale: Double) -> Double {
    (limit.magnitude + scale.magnitude) * 1e-12 + 1e-9
  }
}
