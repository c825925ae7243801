/// The only place where a text becomes a number, within bounds; a test reads the sources for others.
package enum WrittenNumber {
  /// A whole number in the digits of a base, with or without a sign; `nil` when it is none or lies outside the range.
  package static func whole<Number: FixedWidthInteger>(
    _ text: some StringProtocol, in range: ClosedRange<Number>, radix: Int = 10
  ) -> Number? {
    guard let number = Number(text, radix: radix), range.contains(number) else { return nil }
    return number
  }

  /// A number with or without fraction and exponent; `nil` when it is none or outside the range, by default all finite ones.
  package static func real(
    _ text: some StringProtocol,
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) -> Double? {
    guard let number = Double(text), range.contains(number) else { return nil }
    return number
  }
}
