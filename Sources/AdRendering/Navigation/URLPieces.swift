import AdEngine

/// What stands between `//` and the path.
struct Authority {
  /// Whether something stood before an `@`.
  let hasUserInfo: Bool
  /// The host, brackets included.
  let host: ArraySlice<UInt8>
  /// The path and what comes after it.
  let rest: ArraySlice<UInt8>
  private let port: ArraySlice<UInt8>?

  /// Reads an authority behind two slashes; a backslash anywhere in them or in it is refused.
  init(_ bytes: ArraySlice<UInt8>, scheme: String) throws(InvalidURL) {
    guard !bytes.prefix(2).contains(backslash) else { throw .backslashInAuthority }
    let bytes = bytes.dropFirst(2)
    let end = bytes.firstIndex { [slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    let authority = bytes[..<(end ?? bytes.endIndex)]
    rest = bytes[authority.endIndex...]
    guard !authority.contains(backslash) else { throw .backslashInAuthority }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    hasUserInfo = at != nil
    let place = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
    let bracket = place.first == UInt8(ascii: "[") ? place.firstIndex(of: UInt8(ascii: "]")) : nil
    let colon = place[(bracket ?? place.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
    host = place[..<(colon ?? place.endIndex)]
    port = colon.map { place[($0 + 1)...] }
  }

  /// The port, if one is written.
  func portNumber() throws(InvalidURL) -> Int? {
    guard let port, !port.isEmpty else { return nil }
    guard port.allSatisfy(isDigit), let number = UInt16(string(port)) else {
      throw .port(string(port))
    }
    return Int(number)
  }
}

/// Path, query and fragment.
struct Tail {
  /// What stands before `?` and `#`.
  let path: ArraySlice<UInt8>
  /// What stands behind `?`, up to `#`.
  let query: ArraySlice<UInt8>?
  private let fragment: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>) {
    let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
    let whole = bytes[..<(hash ?? bytes.endIndex)]
    fragment = hash.map { bytes[($0 + 1)...] }
    let mark = whole.firstIndex(of: UInt8(ascii: "?"))
    path = whole[..<(mark ?? whole.endIndex)]
    query = mark.map { whole[($0 + 1)...] }
  }

  var encodedQuery: String? { query.map { PercentEncoding.encoded($0) } }
  var encodedFragment: String? { fragment.map { PercentEncoding.encoded($0) } }
}

/// Bytes written as `%41`.
enum PercentEncoding {
  /// The bytes as text, those that no URL shows as they are written with a percent sign.
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte <= 0x20 || byte >= 0x7F || unsafe.contains(byte) {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        text.append(byte)
      }
    }
    return string(text)
  }

  /// The bytes that are meant; a percent sign without two digits behind it stands for itself.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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
  private static let unsafe = Set("\"<>\\^`{|}".utf8)
}
