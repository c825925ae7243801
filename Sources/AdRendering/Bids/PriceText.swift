/// A price as Prebid's SDK writes it into macros: as `NSNumber.stringValue` does, which is `%.16g` in C.
///
/// The shortest digits that read back the same would differ from it: 9.95 is written 9.949999999999999.
package enum PriceText {
  private static let precision = 16

  package static func text(of price: Double) -> String {
    guard price.isFinite else { return "0" }
    guard price != 0 else { return price.sign == .minus ? "-0" : "0" }
    var (digits, exponent) = exact(price.magnitude)
    if round(&digits) { exponent += 1 }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return (price < 0 ? "-" : "") + text(digits, exponent)
  }

  /// All decimal digits of a positive number, and the power of ten of the first one.
  private static func exact(_ number: Double) -> (digits: [UInt8], exponent: Int) {
    // The number is `significand` × 2^power; a negative power is that many fives and as many decimal places.
    let power = Int(number.exponent) - Double.significandBitCount
    var significand = UInt64(number.significand * 0x1p52)
    if number.isSubnormal { significand = number.bitPattern & 0xF_FFFF_FFFF_FFFF }
    let shift = number.isSubnormal ? -1074 : power
    // The least significant digit comes first.
    var digits = String(significand).utf8.reversed().map { $0 - UInt8(ascii: "0") }
    for _ in 0..<shift.magnitude { multiply(&digits, by: shift < 0 ? 5 : 2) }
    return (digits.reversed(), digits.count - 1 + min(shift, 0))
  }

  private static func multiply(_ digits: inout [UInt8], by factor: UInt8) {
    var carry: UInt8 = 0
    for index in digits.indices {
      let product = digits[index] * factor + carry
      digits[index] = product % 10
      carry = product / 10
    }
    if carry > 0 { digits.append(carry) }
  }

  /// Rounds to the precision, halves to the even digit; returns whether a digit was gained.
  private static func round(_ digits: inout [UInt8]) -> Bool {
    guard digits.count > precision else { return false }
    let rest = digits[precision...]
    let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    let isUp = isHalf ? digits[precision - 1] % 2 == 1 : rest[precision] >= 5
    digits.removeSubrange(precision...)
    guard isUp else { return false }
    for index in digits.indices.reversed() {
      guard digits[index] == 9 else {
        digits[index] += 1
        return false
      }
      digits[index] = 0
    }
    digits = [1] + digits.dropLast()
    return true
  }

  private static func text(_ digits: [UInt8], _ exponent: Int) -> String {
    let figures = digits.map(String.init).joined()
    if exponent < -4 || exponent >= precision {
      let power = String(exponent.magnitude)
      let fraction = digits.count > 1 ? "." + figures.dropFirst() : ""
      return figures.prefix(1) + fraction + "e" + (exponent < 0 ? "-" : "+")
        + (power.count < 2 ? "0" : "") + power
    }
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + figures }
    guard digits.count > exponent + 1 else {
      return figures + String(repeating: "0", count: exponent + 1 - digits.count)
    }
    return figures.prefix(exponent + 1) + "." + figures.dropFirst(exponent + 1)
  }
}
