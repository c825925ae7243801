import AdRendering

/// A scroll as the writer writes it, `{"at":17,"in":{"scroll":240.5}}`, read without JSON; all else (a blank, an exponent) is
/// the strict reader's.
struct ScrollLine {
  /// In milliseconds since the session began.
  let at: Int64
  /// In points.
  let position: Double
  let end: Int

  /// Reads the line that begins at a place of the bytes, its line feed included.
  init?(_ bytes: UTF8Bytes, from start: Int) {
    var cursor = Cursor(bytes: bytes, place: start)
    guard cursor.skip(#"{"at":"#), let at = cursor.digits(), at.count <= Cursor.exactDigits,
      cursor.skip(#","in":{"scroll":"#), let position = cursor.position(), cursor.skip("}}\n")
    else { return nil }
    self.at = at.number
    self.position = position
    end = cursor.place
  }

  private struct Digits {
    var number: Int64
    var count: Int
  }

  private struct Cursor {
    /// The most decimal digits of which a double holds every number.
    static let exactDigits = 15
    /// The most decimal digits of which a 64-bit integer holds every number.
    private static let wholeDigits = 18
    /// No double is written in more.
    private static let maxDigits = 30

    let bytes: UTF8Bytes
    var place: Int

    mutating func skip(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard place + count <= bytes.count else { return false }
      for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
      place += count
      return true
    }

    /// A number of points; of −0 the strict reader decides.
    mutating func position() -> Double? {
      let start = place
      let isNegative = skip("-")
      guard let whole = digits() else { return nil }
      var all = whole
      if skip(".") {
        all = run(on: whole)
        guard all.count > whole.count else { return nil }
      }
      if isNegative, all.number == 0 { return nil }
      guard all.count <= Self.maxDigits else { return nil }
      var scale = 1.0
      for _ in whole.count..<all.count { scale *= 10 }
      if all.count <= Self.wholeDigits, let position = Self.nearest(to: all.number, by: scale) {
        return isNegative ? -position : position
      }
      return WrittenNumber.real(
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self))
    }

    /// The double nearest to a quotient of two numbers, both exact; `nil` where two may be the nearest.
    private static func nearest(to number: Int64, by power: Double) -> Double? {
      let high = Double(number)
      let quotient = high / power
      let rest = high.addingProduct(-quotient, power) + Double(number - Int64(high))
      let correction = rest / power
      // The correction is off by a few units of its last place at most.
      let error = correction.magnitude * 0x1p-50
      let nearest = quotient + (correction - error)
      return nearest == quotient + (correction + error) ? nearest : nil
    }

    /// A whole number without a needless zero before it.
    mutating func digits() -> Digits? {
      let start = place
      let digits = run(on: Digits(number: 0, count: 0))
      guard digits.count > 0, digits.count == 1 || bytes[start] != UInt8(ascii: "0") else {
        return nil
      }
      return digits
    }

    /// The digits that follow; of more than are exact only their count means something.
    private mutating func run(on digits: Digits) -> Digits {
      var digits = digits
      while place < bytes.count, case let byte = bytes[place], byte >= 0x30, byte <= 0x39 {
        digits.number = digits.number &* 10 &+ Int64(byte - 0x30)
        digits.count += 1
        place += 1
      }
      return digits
    }
  }
}
