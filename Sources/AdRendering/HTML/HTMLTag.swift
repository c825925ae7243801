import AdEngine

/// Finds the end, the name and the attributes of a tag, which does not end in a value in quotation marks.
package enum HTMLTag {
  /// Whether bytes that begin with `<` are a `<br>`.
  package static func isLineBreak(_ bytes: some Sequence<UInt8>) -> Bool {
    name(of: Array(bytes).dropFirst()) == ("br", false)
  }

  /// The name in small letters, and whether it is an end tag; the bytes are those behind the `<`.
  static func name(of tag: ArraySlice<UInt8>) -> (name: String, isEnd: Bool) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let letters = tag.dropFirst(isEnd ? 1 : 0).prefix {
      $0 | 0x20 >= 0x61 || (0x30...0x39).contains($0)
    }
    // No tag that counts has a longer name.
    return (String(decoding: letters.prefix(10), as: UTF8.self).lowercased(), isEnd)
  }

  /// The bytes of the tag that begins behind a `<`, up to its `>` or the end.
  static func bytes(in bytes: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    var quote: UInt8?
    var isValueNext = false
    for index in min(start, bytes.count)..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return bytes[start..<index]
      } else if isValueNext, isQuote(byte) {
        quote = byte
      }
      isValueNext = byte == UInt8(ascii: "=") || isValueNext && byte.isASCIISpace
    }
    return bytes[min(start, bytes.count)...]
  }

  /// The value of the first attribute with a name, without regard to case; `nil` if there is none or it is empty.
  static func value(of name: String, in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The tag's own name goes first.
    var rest = tag.drop { !$0.isASCIISpace && $0 != UInt8(ascii: "/") }
    while true {
      rest = rest.drop { $0.isASCIISpace || $0 == UInt8(ascii: "/") }
      guard !rest.isEmpty else { return nil }
      let key = rest.prefix {
        !$0.isASCIISpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/")
      }
      rest = rest.dropFirst(key.count).drop(while: \.isASCIISpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isASCIISpace)
      let value: ArraySlice<UInt8>
      if let quote = rest.first, isQuote(quote) {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { !$0.isASCIISpace }
        rest = rest.dropFirst(value.count)
      }
      if String(decoding: key, as: UTF8.self).lowercased() == name {
        return value.isEmpty ? nil : value
      }
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}
