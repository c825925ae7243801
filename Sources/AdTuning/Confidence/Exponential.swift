/// Exponential and logarithm from basic arithmetic, so that they are bit-identical on every machine.
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

  /// e to the power of a number in −700…700.
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
