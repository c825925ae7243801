/// A scroll as the writer writes it, `{"at":17,"in":{"scroll":240.5}}`, read without JSON; all else (a blank, an exponent,
/// more than 15 digits) is the strict reader's.
struct ScrollLine {
  /// In milliseconds since the session began.
  let at: Int64
  /// In points.
  let position: Double
  let end: Int

  /// Reads the line that begins at a place of the bytes, its line feed included.
  init?(_ bytes: UTF8Bytes, from start: Int) {
    var cursor = Cursor(bytes: bytes, place: start)
    guard cursor.skip(#"{"at":"#), let at = cursor.digits(), cursor.skip(#","in":{"scroll":"#)
    else { return nil }
    let isNegative = cursor.skip("-")
    guard let whole = cursor.digits() else { return nil }
    var (mantissa, scale) = (whole.number, 1.0)
    if cursor.skip(".") {
      guard let rest = cursor.fraction(after: whole) else { return nil }
      mantissa = rest.number
      for _ in 0..<(rest.count - whole.count) { scale *= 10 }
    }
    guard cursor.skip("}}\n") else { return nil }
    // Both are exact, so that the quotient is the number nearest to what is written. Of −0 the strict reader decides.
    if isNegative, mantissa == 0 { return nil }
    self.at = at.number
    position = (isNegative ? -1 : 1) * (Double(mantissa) / scale)
    end = cursor.place
  }

  private struct Digits {
    var number: Int64
    var count: Int
  }

  private struct Cursor {
    /// The most decimal digits of which a double holds every number.
    static let maxDigits = 15

    let bytes: UTF8Bytes
    var place: Int

    mutating func skip(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard place + count <= bytes.count else { return false }
      for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
      place += count
      return true
    }

    /// A whole number without a needless zero before it.
    mutating func digits() -> Digits? {
      let start = place
      guard let digits = run(on: Digits(number: 0, count: 0)), digits.count > 0,
        digits.count == 1 || bytes[start] != UInt8(ascii: "0")
      else { return nil }
      return digits
    }

    /// The digits behind the point, with those before it.
    mutating func fraction(after whole: Digits) -> Digits? {
      run(on: whole).flatMap { $0.count > whole.count ? $0 : nil }
    }

    private mutating func run(on digits: Digits) -> Digits? {
      var digits = digits
      while place < bytes.count, case let byte = bytes[place], byte >= 0x30, byte <= 0x39 {
        guard digits.count < Self.maxDigits else { return nil }
        digits.number = digits.number * 10 + Int64(byte - 0x30)
        digits.count += 1
        place += 1
      }
      return digits
    }
  }
}
