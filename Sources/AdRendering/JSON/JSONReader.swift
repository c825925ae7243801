/// Reads JSON (RFC 8259), nothing that is only nearly JSON, in time in proportion to the text, which may hold anything.
public struct JSONReader {
  /// What is to be made of a text that JSON allows and that means nothing good.
  public enum Profile: Sendable {
    /// As JavaScript reads it: of a key that stands twice the last counts, half a pair of `\u` is U+FFFD.
    case lenient
    /// I-JSON (RFC 7493): both are mistakes.
    case strict
    /// As Apple's reader: `lenient`, but a list or an object may end with a comma, and a byte order mark at the head is skipped.
    case trailingCommas
  }

  /// How deep lists and objects may be nested.
  public static let maxDepth = 128

  private let bytes: [UInt8]
  private let profile: Profile
  private var position = 0
  /// The way to a value that is looked for, from the value that is read now on; `nil` off that way.
  private var way: ArraySlice<JSONPlace.Step>?
  /// Where the value that is looked for begins.
  private var found: Int?
  /// The texts of the values of the outermost object's fields; `nil` when they are not asked for.
  private var texts: [String: JSONText]?

  /// Reads a text that holds one value.
  public static func read(
    _ bytes: [UInt8], _ profile: Profile = .lenient
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, profile: profile)
    return try reader.wholeText()
  }

  /// Reads a text that holds one value.
  public static func read(_ text: String) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8))
  }

  /// The number of bytes before the value at a place; of a key that stands twice the last counts.
  static func offset(of steps: [JSONPlace.Step], in bytes: [UInt8]) -> Int? {
    var reader = JSONReader(bytes: bytes, profile: .trailingCommas)
    reader.way = steps[...]
    _ = try? reader.value(depth: 0)
    return reader.found
  }

  /// Reads a text of one object: its fields and their values' texts as they stand there; `nil` if it holds anything else.
  package static func object(
    _ bytes: [UInt8], _ profile: Profile = .lenient
  ) throws(JSONError) -> (fields: [String: JSONValue], texts: [String: JSONText])? {
    var reader = JSONReader(bytes: bytes, profile: profile)
    reader.texts = [:]
    guard case .object(let fields) = try reader.wholeText() else { return nil }
    return (fields, reader.texts ?? [:])
  }

  private init(bytes: [UInt8], profile: Profile) {
    self.bytes = bytes
    self.profile = profile
    if profile == .trailingCommas { position = ByteOrderMark.length(in: bytes) }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func problem(_ expected: String) -> JSONError {
    JSONError(offset: position, expected: expected)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func wholeText() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw problem("the end") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard depth <= Self.maxDepth else { throw problem("at most \(Self.maxDepth) levels") }
    if let way, way.isEmpty { found = position }
    switch next {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "{"): return try object(depth)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return .number(try number())
    default:
      for (word, value) in [
        ("null", JSONValue.null), ("true", .flag(true)), ("false", .flag(false)),
      ]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return value
      }
      throw problem("a value")
    }
  }

  private mutating func list(_ depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if skip("]") { return .list([]) }
    let here = way
    defer { way = here }
    while true {
      take(.index(values.count), on: here)
      values.append(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return .list(values) }
      guard skip(",") else { throw problem("a comma or ]") }
      if endsAfterComma(with: "]") { return .list(values) }
    }
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var fields: [String: JSONValue] = [:]
    skipSpace()
    if skip("}") { return .object([:]) }
    let here = way
    defer { way = here }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("a key in quotation marks") }
      let key = try text()
      skipSpace()
      guard skip(":") else { throw problem("a colon") }
      take(.key(key), on: here)
      skipSpace()
      let start = position
      let value = try value(depth: depth + 1)
      if depth == 0 { texts?[key] = .written(string(bytes[start..<position])) }
      if fields.updateValue(value, forKey: key) != nil, profile == .strict {
        throw JSONError(offset: position, expected: "the key only once", repeatedKey: key)
      }
      skipSpace()
      if skip("}") { return .object(fields) }
      guard skip(",") else { throw problem("a comma or }") }
      if endsAfterComma(with: "}") { return .object(fields) }
    }
  }

  /// Skips the closing bracket behind a comma, if that is allowed.
  private mutating func endsAfterComma(with bracket: Unicode.Scalar) -> Bool {
    guard profile == .trailingCommas else { return false }
    skipSpace()
    return skip(bracket)
  }

  /// Takes a step towards the value that is looked for, if it leads there.
  private mutating func take(_ step: JSONPlace.Step, on here: ArraySlice<JSONPlace.Step>?) {
    guard let here else { return }
    way = here.first == step ? here.dropFirst() : nil
    // Of a key that stands twice, what was found under the first counts no longer.
    if way != nil { found = nil }
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    // What the grammar allows and a Double cannot hold is infinite, or zero.
    let isNegative = bytes[start] == UInt8(ascii: "-")
    return WrittenNumber.real(string(bytes[start..<position]))
      ?? (isNegative ? -.infinity : .infinity)
  }

  private mutating func digits() throws(JSONError) {
    guard let byte = next, isDigit(byte) else { throw problem("a digit") }
    while let byte = next, isDigit(byte) { position += 1 }
  }

  private mutating func text() throws(JSONError) -> String {
    let start = position
    position += 1
    // Most texts are nothing but what stands for itself.
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    var result = Array(bytes[(start + 1)..<position])
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else {
          throw JSONError(offset: start, expected: "a text in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): result += try escape()
      case 0..<0x20:
        position -= 1
        throw problem("no control character in a text")
      default: result.append(byte)
      }
    }
    throw problem("the end of the text that begins at byte \(start + 1)")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let byte = next else { throw problem("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default:
      position -= 1
      throw problem("an escape")
    }
  }

  /// Reads the digits of `\u`, of both halves of a pair; half a pair stands for no character.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try fourDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let behind = position
    if unit < 0xDC00, skip("\\"), skip("u") {
      let low = try fourDigits()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    position = behind
    if profile == .strict { throw problem("the other half of the pair") }
    return "\u{FFFD}"
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(IPAddressReader.isHex),
      let unit = WrittenNumber.whole(string(digits), in: 0...UInt32(0xFFFF), radix: 16)
    else { throw problem("four hexadecimal digits") }
    position += 4
    return unit
  }
}
