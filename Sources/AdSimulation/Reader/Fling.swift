package import AdEngine

/// A fling as on iOS: v₀·dᵗ with d = 0.998 a millisecond (`UIScrollView.DecelerationRate.normal`, logged on iOS, FLING-1).
package struct Fling: Hashable, Sendable {
  /// The factor of the speed per millisecond.
  package static let decelerationRate = 0.998
  /// The initial speed of a fling by a thumb, in points per second; chosen, as what follows.
  package static let thumbSpeed = 2000.0
  /// The speed below which the page stands still, in points per second.
  package static let lowestSpeed = 12.0
  /// The time between two positions, in milliseconds.
  package static let frame: Int64 = 16

  package let start: Instant
  /// The scroll position at the start, in points.
  package private(set) var origin: Double
  /// The speed at the start, in points per second; negative upwards.
  package let speed: Double

  package init(from origin: Double, speed: Double, at start: Instant) {
    (self.origin, self.speed, self.start) = (origin, speed, start)
  }

  /// Takes a scroll adjustment into account (scroll anchoring), in points.
  package mutating func adjust(by points: Double) { origin += points }

  /// The decay of the speed per second: −1000 · ln 0.998.
  private static let decay = 2.002_002_670_673_079

  /// The scroll position at a time: x(t) = v₀/k · (1 − e^(−kt)).
  package func position(at now: Instant) -> Double {
    origin + speed / Self.decay * (1 - remaining(at: now))
  }

  /// The speed at a time, in points per second.
  package func speed(at now: Instant) -> Double { speed * remaining(at: now) }

  /// The remaining share of the speed: d to the power of the milliseconds.
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
