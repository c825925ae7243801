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
        throw TCStringError(reason: "expected A–Z, a–z, 0–9, - or _", offset: start + index)
      }
      digits.append(digit)
    }
    guard !digits.isEmpty else {
      throw TCStringError(reason: "nothing there: expected a TC string", offset: start)
    }
    self.digits = digits
    self.start = start
  }

  func problem(_ reason: String) -> TCStringError {
    TCStringError(reason: reason, offset: start + max(0, position - 1) / 6)
  }

  /// Reads a number of up to 64 bits.
  mutating func field(_ count: Int, _ name: String) throws(TCStringError) -> UInt64 {
    guard position + count <= digits.count * 6 else {
      throw TCStringError(
        reason: "the segment ends inside \(name)", offset: start + digits.count)
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
      guard number < 26 else { throw problem("\(name): expected two letters") }
      letters.append(UInt8(ascii: "A") + UInt8(number))
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Makes sure that nothing but what fills up the last bytes follows.
  mutating func end() throws(TCStringError) {
    // Some platforms fill up to three bytes, which are four characters.
    let rest = digits.count * 6 - position
    guard rest < 24 + 6, try field(rest, "padding") == 0 else {
      throw problem("more than the fields of the segment: expected its end")
    }
  }
}

struct TCBitWriter {
  private var bits: [Bool] = []

  mutating func flag(_ value: Bool) { bits.append(value) }

  /// Writes a number; one that is beyond its bits is written as the nearest one that is not.
  mutating func number(_ value: Int, _ count: Int) {
    let value = min(max(0, value), 1 << count - 1)
    for bit in (0..<count).reversed() { flag(value >> bit & 1 == 1) }
  }

  /// Writes which of the ids from 1 to `count` are in a set.
  mutating func purposes(_ set: PurposeSet, _ count: Int) {
    for id in stride(from: 1, through: count, by: 1) { flag(set.contains(id)) }
  }

  /// Writes two capital letters in six bits each.
  mutating func letters(_ text: String) {
    for letter in text.utf8.prefix(2) { number(Int(letter) - 0x41, 6) }
  }

  /// Writes a section of vendors: a bit for each, or ranges where they are shorter.
  mutating func vendors(_ set: VendorSet) {
    let length = set.ranges.reduce(12) { $0 + ($1.count == 1 ? 17 : 33) }
    let usesRanges = length < set.maximum && set.ranges.count < 1 << 12
    number(set.maximum, 16)
    flag(usesRanges)
    if usesRanges {
      ranges(set.ranges)
    } else {
      for id in stride(from: 1, through: set.maximum, by: 1) { flag(set.contains(id)) }
    }
  }

  mutating func ranges(_ ranges: [ClosedRange<Int>]) {
    number(ranges.count, 12)
    for range in ranges {
      flag(range.count > 1)
      number(range.lowerBound, 16)
      if range.count > 1 { number(range.upperBound, 16) }
    }
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
