/// Whether numbers add up to the same sum in any order: small multiples of 1/1024 do, as sizes in points nearly always are.
struct ExactSum: Hashable, Sendable {
  /// The greatest magnitude that a sum may reach: its double is exact to 1/1024 still.
  private static let limit = 0x1p41
  /// Of what is added to a number this great, only whole multiples of 1/1024 remain.
  private static let coarse = 0x1.8p42

  /// No sum so far is greater; infinite once a number or a sum is not exact.
  private var greatest = 0.0

  var isExact: Bool { greatest <= Self.limit }

  /// Notes a number to which others may be added.
  @inline(__always)
  mutating func begin(with number: Double) { note(number, max(greatest, number.magnitude)) }

  /// Notes a number that is added to any of those before.
  @inline(__always)
  mutating func add(_ number: Double) { note(number, greatest + number.magnitude) }

  @inline(__always)
  private mutating func note(_ number: Double, _ sum: Double) {
    let isMultiple = (number + Self.coarse) - Self.coarse == number
    greatest = isMultiple && sum <= Self.limit ? sum : .infinity
  }
}
