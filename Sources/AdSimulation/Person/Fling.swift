package import AdEngine

/// A page that was flung by a thumb and slows down by itself, as iOS lets it.
///
/// The speed is v₀·dᵗ with d = 0.998 a millisecond (`UIScrollView.DecelerationRate.normal`); see `semantics.md` § 2,
/// FLING-1.
package struct Fling: Hashable, Sendable {
  /// What is left of the speed after a millisecond.
  package static let decelerationRate = 0.998
  /// How fast a thumb flings, in points a second.
  package static let thumbSpeed = 2000.0
  /// Slower than this the page stands still, in points a second.
  package static let lowestSpeed = 12.0
  /// Milliseconds between two positions.
  package static let frame: Int64 = 16

  /// When the page was flung.
  package let start: Instant
  /// Where the page was then, in points.
  package let origin: Double
  /// The speed then, in points a second; negative upwards.
  package let speed: Double

  /// Makes a fling.
  package init(from origin: Double, speed: Double, at start: Instant) {
    self.origin = origin
    self.speed = speed
    self.start = start
  }

  /// How fast the speed falls, per second: −1000 · ln 0.998.
  private static let decay = 2.002_002_670_673_079

  /// Where the page is at a moment: x(t) = v₀/k · (1 − e^(−kt)).
  package func position(at now: Instant) -> Double {
    origin + speed / Self.decay * (1 - remaining(at: now))
  }

  /// How fast the page is at a moment, in points a second.
  package func speed(at now: Instant) -> Double { speed * remaining(at: now) }

  /// The share of the speed that is left: d to the power of the milliseconds.
  private func remaining(at now: Instant) -> Double {
    var share = 1.0
    var base = Self.decelerationRate
    var exponent = max(0, min(now - start, 60_000))
    while exponent > 0 {
      if exponent & 1 == 1 { share *= base }
      base *= base
      exponent >>= 1
    }
    return share
  }
}
