import AdEngine

/// Reads hosts into their canonical form (D30).
enum HostReader {
  /// Reads a host; `bytes` are those between `//` and the port.
  static func read(_ bytes: ArraySlice<UInt8>) throws(URLSyntaxError) -> URLHost {
    if bytes.first == UInt8(ascii: "[") {
      guard bytes.last == UInt8(ascii: "]"),
        let (high, low) = IPAddressReader.version6(bytes.dropFirst().dropLast())
      else { throw .host(string(bytes)) }
      return .ipv6(high, low)
    }
    let decoded = PercentEncoding.decoded(bytes)
    guard !decoded.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .controlCharacter(offset: bytes.startIndex)
    }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw .host(string(bytes)) }
    let name = try canonical(text)
    guard let last = name.split(separator: ".").last, endsInNumber(last) else {
      return .domain(name)
    }
    guard let address = IPAddressReader.version4(name) else { throw .host(name) }
    return .ipv4(address)
  }

  /// A name in lower case, with Punycode for what is not ASCII, without a dot at its end.
  private static func canonical(_ text: String) throws(URLSyntaxError) -> String {
    var labels = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    var name: [String] = []
    for label in labels {
      guard let label = canonical(label: label), (1...63).contains(label.utf8.count) else {
        throw .host(text)
      }
      name.append(label)
    }
    let whole = name.joined(separator: ".")
    guard whole.utf8.count <= 253 else { throw .host(text) }
    return whole
  }

  private static func canonical(label: Substring.UnicodeScalarView) -> String? {
    let lower = label.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    guard isAllowed(lower) else { return nil }
    let text = String(String.UnicodeScalarView(lower))
    if text.hasPrefix("xn--") { return isHonest(text) ? text : nil }
    return lower.allSatisfy(\.isASCII) ? text : Punycode.encoded(lower).map { "xn--\($0)" }
  }

  /// Whether a label in Punycode decodes to a name that needs it and encodes back to the same label.
  private static func isHonest(_ label: String) -> Bool {
    guard let meant = Punycode.decoded(label.dropFirst(4)) else { return false }
    return !meant.allSatisfy(\.isASCII) && isAllowed(meant)
      && meant.allSatisfy { $0.properties.lowercaseMapping == String($0) }
      && Punycode.encoded(meant).map { "xn--\($0)" } == label
  }

  private static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
    label.allSatisfy(isAllowed) && NFCCheck.isComposed(label)
  }

  /// Whether a scalar is allowed in a name: letters, digits and marks, none that UTS #46 maps to others but `ß` and `ς`.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": return true
    case "ß", "ς": return true
    default: break
    }
    // Hangul Jamo compose to syllables.
    if (0x1100...0x11FF).contains(scalar.value) { return false }
    guard !scalar.isASCII, !scalar.properties.changesWhenNFKCCaseFolded else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  /// Whether a name with this last label is read as an IPv4 address.
  private static func endsInNumber(_ label: Substring) -> Bool {
    let bytes = Array(label.utf8)
    return bytes.allSatisfy(isDigit)
      || bytes.starts(with: [0x30, 0x78]) && bytes.dropFirst(2).allSatisfy(IPAddressReader.isHex)
  }
}
