package import AdEngine

/// A page that was flung by a thumb and slows down by itself, as Android lets it.
///
/// How far it goes and how long that takes follow from the speed by the friction of `ViewConfiguration`; the way
/// between follows the curve of `OverScroller`, a cubic whose time and distance have control points of their own; see
/// `semantics.md` § 2. One dp counts as one point.
package struct AndroidFling: Hashable, Sendable {
  /// Slower than this nothing is flung, in points a second; faster than the upper end counts as that.
  package static let speeds = 50.0...8000.0

  /// When the page was flung.
  package let start: Instant
  /// Where the page was then, in points.
  package let origin: Double
  /// How far the page goes, in points; negative upwards.
  package let distance: Double
  /// How long that takes, in milliseconds.
  package let duration: Int64

  /// How the speed falls: ln 0.78 / ln 0.9.
  private static let deceleration = Exponential.log(0.78) / Exponential.log(0.9)
  /// Where on the way the speed begins to fall faster.
  private static let inflexion = 0.35
  /// Friction 0.015, times gravity in inches, 160 pixels an inch and 0.84.
  private static let friction = 0.015 * 9.80665 * 39.37 * 160 * 0.84

  /// Makes a fling; `speed` is in points a second, negative upwards.
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

  /// Where the page is at a moment.
  package func position(at now: Instant) -> Double {
    let elapsed = now - start
    if elapsed <= 0 { return origin }
    if elapsed >= duration { return origin + distance }
    return origin + distance * Self.share(of: Double(elapsed) / Double(duration))
  }

  /// The share of the way that is done after a share of the time, both 0…1.
  private static func share(of time: Double) -> Double {
    func curve(_ x: Double, _ first: Double, _ second: Double) -> Double {
      3 * x * (1 - x) * ((1 - x) * first + x * second) + x * x * x
    }
    var low = 0.0
    var high = 1.0
    // Half a hundred halvings are more than a Double can tell apart.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if curve(middle, 0.5 * inflexion, inflexion) < time {
        low = middle
      } else {
        high = middle
      }
    }
    return curve(low, 0.5, 1)
  }
}

/// Exponential and logarithm by the four operations, so that every machine makes the same last digit of them.
enum Exponential {
  private static let logOf2 = 0.693_147_180_559_945_3

  /// The natural logarithm of a positive number.
  static func log(_ number: Double) -> Double {
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

  /// e to the power of a number between −700 and 700.
  static func exp(_ number: Double) -> Double {
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
