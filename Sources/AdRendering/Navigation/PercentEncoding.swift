/// Percent-encoding (RFC 3986).
package enum PercentEncoding {
  /// The bytes as text; blanks, controls, non-ASCII bytes and the characters `"<>\^`{|}` are encoded.
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    encoded(bytes) { $0 <= 0x20 || $0 >= 0x7F || unsafe.contains($0) }
  }

  /// Text for a place that reserves characters of its own: all but letters, digits and `-_.~` is encoded.
  package static func component(_ text: String) -> String {
    encoded(text.utf8) { !unreserved.contains($0) }
  }

  private static func encoded(
    _ bytes: some Sequence<UInt8>, where isEncoded: (UInt8) -> Bool
  ) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if isEncoded(byte) {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        text.append(byte)
      }
    }
    return string(text)
  }

  /// Decodes bytes; a percent sign without two hexadecimal digits behind it stays.
  package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = value(bytes[index + 1]), let low = value(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46, 0x61...0x66: (digit | 0x20) - 0x57
    default: nil
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let unreserved = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~".utf8)
  private static let unsafe = Set("\"<>\\^`{|}".utf8)
}
