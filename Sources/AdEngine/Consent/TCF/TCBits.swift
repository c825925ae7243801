struct TCBitReader {
  /// The values of the characters, six bits each.
  private let digits: [UInt8]
  /// Where the segment begins in the string.
  private let start: Int
  private var position = 0

  /// Takes the characters of a segment, which begins at this place of the string.
  init(_ characters: ArraySlice<UInt8>, at start: Int) throws(TCStringError) {
    let padding = characters.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var digits: [UInt8] = []
    digits.reserveCapacity(characters.count)
    for (index, character) in characters.dropLast(padding).enumerated() {
      guard let digit = Base64.url.digit(character) else {
        throw TCStringError(reason: .character, offset: start + index)
      }
      digits.append(digit)
    }
    guard !digits.isEmpty else { throw TCStringError(reason: .empty, offset: start) }
    self.digits = digits
    self.start = start
  }

  func problem(_ reason: TCStringError.Reason) -> TCStringError {
    TCStringError(reason: reason, offset: start + max(0, position - 1) / 6)
  }

  /// Reads a number of up to 64 bits.
  mutating func field(_ count: Int, _ name: String) throws(TCStringError) -> UInt64 {
    guard position + count <= digits.count * 6 else {
      throw TCStringError(reason: .cutShort(field: name), offset: start + digits.count)
    }
    var value: UInt64 = 0
    for bit in position..<position + count {
      value = value << 1 | UInt64(digits[bit / 6] >> UInt8(5 - bit % 6) & 1)
    }
    position += count
    return value
  }

  /// Reads a number of up to 36 bits.
  mutating func number(_ count: Int, _ name: String) throws(TCStringError) -> Int {
    Int(try field(count, name))
  }

  mutating func flag(_ name: String) throws(TCStringError) -> Bool { try field(1, name) == 1 }

  mutating func purposes(_ count: Int, _ name: String) throws(TCStringError) -> PurposeSet {
    PurposeSet(field: try field(count, name), count: count)
  }

  /// Reads two capital letters of six bits each.
  mutating func letters(_ name: String) throws(TCStringError) -> String {
    var letters: [UInt8] = []
    for _ in 0..<2 {
      let number = try field(6, name)
      guard number < 26 else { throw problem(.letters(field: name)) }
      letters.append(UInt8(ascii: "A") + UInt8(number))
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Makes sure that nothing but what fills up the last bytes follows.
  mutating func end() throws(TCStringError) {
    // Some platforms fill up to three bytes, which are four characters.
    let rest = digits.count * 6 - position
    guard rest < 24 + 6, try field(rest, "padding") == 0 else { throw problem(.rest) }
  }
}

struct TCBitWriter {
  private var bits: [Bool] = []

  /// Writes a number in `count` bits; one that does not fit is refused.
  mutating func number(_ value: Int, _ count: Int, _ name: String) throws(TCFieldError) {
    guard value >= 0, value >> count == 0 else {
      throw TCFieldError(field: name, value: "\(value)", expected: "0…\(1 << count - 1)")
    }
    append(UInt64(value), count)
  }

  mutating func flag(_ value: Bool) { bits.append(value) }

  /// Writes a set of ids in `count` bits; greater ids are refused.
  mutating func purposes(_ set: PurposeSet, _ count: Int, _ name: String) throws(TCFieldError) {
    guard set.maxPurpose <= count else {
      throw TCFieldError(field: name, value: "\(set.maxPurpose)", expected: "ids 1…\(count)")
    }
    append(set.field(count), count)
  }

  /// Writes two capital letters in six bits each.
  mutating func letters(_ text: String, _ name: String) throws(TCFieldError) {
    let letters = Array(text.utf8)
    guard letters.count == 2, letters.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw TCFieldError(field: name, value: "\"\(text)\"", expected: "two letters A–Z")
    }
    for letter in letters { append(UInt64(letter - UInt8(ascii: "A")), 6) }
  }

  mutating func append(_ value: UInt64, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(value >> UInt64(bit) & 1 == 1) }
  }

  /// The segment's characters, its last byte filled up.
  var text: String {
    let count = (bits.count + 7) / 8 * 8
    let digits = stride(from: 0, to: count, by: 6).map { start in
      (start..<start + 6).reduce(0) { $0 << 1 | ($1 < bits.count && bits[$1] ? 1 : 0) }
    }
    return String(decoding: digits.map { Base64.url.alphabet[$0] }, as: UTF8.self)
  }
}
