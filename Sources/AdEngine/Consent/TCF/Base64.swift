/// The characters that stand for six bits each (RFC 4648, October 2006).
package struct Base64: Sendable {
  /// The alphabet of § 4.
  package static let standard = Base64("+/")
  /// The alphabet of § 5, for addresses and names of files.
  package static let url = Base64("-_")

  let alphabet: [UInt8]

  private init(_ last: String) {
    alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
  }

  func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case alphabet[62]: 62
    case alphabet[63]: 63
    default: nil
    }
  }

  /// The bytes as text, padded with `=`.
  package func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      text += (0...group.count).map { alphabet[bits >> (18 - 6 * $0) & 63] }
      text += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text that is padded with `=`; `nil` if it is none.
  package func bytes(of text: [UInt8]) -> [UInt8]? {
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.dropLast(padding) {
      guard let digit = digit(character) else { return nil }
      (bits, count) = ((bits << 6 | Int(digit)) & 0xFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }
}
