package import AdEngine

/// A fling as on Android: friction of `ViewConfiguration`, curve of `OverScroller` (AOSP, Android 17, 2026); one dp is a point.
package struct AndroidFling: Hashable, Sendable {
  /// The speeds of a fling, in points per second; a slower one is none, a faster one counts as the upper bound.
  package static let speeds = 50.0...8000.0

  package let start: Instant
  /// The scroll position at the start, in points.
  package private(set) var origin: Double
  /// The whole distance, in points; negative upwards.
  package let distance: Double
  /// The whole duration, in milliseconds.
  package let duration: Int64

  /// The deceleration: ln 0.78 / ln 0.9.
  private static let deceleration = Exponential.log(0.78) / Exponential.log(0.9)
  /// The share of the distance at which the speed begins to fall faster.
  private static let inflexion = 0.35
  /// Friction 0.015, times gravity in inches, 160 pixels an inch and 0.84.
  private static let friction = 0.015 * 9.80665 * 39.37 * 160 * 0.84

  /// Creates a fling; `speed` is in points per second, negative upwards.
  package init(from origin: Double, speed: Double, at start: Instant) {
    self.origin = origin
    self.start = start
    let magnitude = min(abs(speed), Self.speeds.upperBound)
    guard magnitude >= Self.speeds.lowerBound else {
      (distance, duration) = (0, 0)
      return
    }
    let push = Exponential.log(Self.inflexion * magnitude / Self.friction)
    let rest = Self.deceleration - 1
    let way = Self.friction * Exponential.exp(Self.deceleration / rest * push)
    distance = speed < 0 ? -way : way
    duration = Int64((1000 * Exponential.exp(push / rest)).rounded())
  }

  package func position(at now: Instant) -> Double {
    let elapsed = now - start
    if elapsed <= 0 { return origin }
    if elapsed >= duration { return origin + distance }
    return origin + distance * Self.share(of: Double(elapsed) / Double(duration))
  }

  /// The share of the distance after a share of the duration, both 0…1.
  private static func share(of time: Double) -> Double {
    func curve(_ x: Double, _ first: Double, _ second: Double) -> Double {
      3 * x * (1 - x) * ((1 - x) * first + x * second) + x * x * x
    }
    var low = 0.0
    var high = 1.0
    // Fifty bisections exceed the precision of Double here.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if curve(middle, 0.5 * inflexion, inflexion) < time { low = middle } else { high = middle }
    }
    return curve(low, 0.5, 1)
  }
}

/// Exponential and logarithm from basic arithmetic, so that they are bit-identical on every machine.
package enum Exponential {
  private static let logOf2 = 0.693_147_180_559_945_3

  /// The natural logarithm of a positive number.
  package static func log(_ number: Double) -> Double {
    var exponent = Double(number.exponent)
    var mantissa = number.significand
    if mantissa > 1.414_213_562_373_095_1 {
      mantissa /= 2
      exponent += 1
    }
    let ratio = (mantissa - 1) / (mantissa + 1)
    var power = ratio
    var sum = 0.0
    for divisor in stride(from: 1.0, through: 27, by: 2) {
      sum += power / divisor
      power *= ratio * ratio
    }
    return 2 * sum + exponent * logOf2
  }

  /// e to the power of a number in −700…700.
  package static func exp(_ number: Double) -> Double {
    let doublings = (number / logOf2).rounded()
    let rest = number - doublings * logOf2
    var term = 1.0
    var sum = 1.0
    for divisor in stride(from: 1.0, through: 18, by: 1) {
      term *= rest / divisor
      sum += term
    }
    return Double(sign: .plus, exponent: Int(doublings), significand: sum)
  }
}
