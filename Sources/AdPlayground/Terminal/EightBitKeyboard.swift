import Glibc

/// A keyboard whose letters beyond ASCII are one byte each, as the locale says.
struct EightBitKeyboard: Hashable, Sendable {
  /// The characters of the bytes from 0x80 on.
  private let characters: [Character?]

  /// The keyboard of the locale that the environment names; `nil` where it is UTF-8, or says nothing of 8 bits.
  init?(environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
    let parts = name.split(separator: "@", maxSplits: 1)
    let codeset = parts.first?.split(separator: ".", maxSplits: 1).dropFirst().first
    // A locale of the euro without a codeset has the one that brought it.
    let isEuro = parts.count == 2 && parts[1] == "euro"
    self.init(codeset: codeset.map(String.init) ?? (isEuro ? "ISO-8859-15" : ""))
  }

  /// The keyboard of a codeset; `nil` for one that this system does not know, or that has longer characters.
  init?(codeset: String) {
    guard !codeset.isEmpty else { return nil }
    let converter = iconv_open("UTF-8", codeset)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    characters = (0x80...0xFF).map { Self.character($0, converter) }
    // In UTF-8, and in codesets of Asia, most of these bytes are no characters by themselves.
    guard characters.count(where: { $0 != nil }) > 64 else { return nil }
  }

  /// The character that a byte stands for; `nil` for none, and for controls.
  func character(_ byte: UInt8) -> Character? { byte < 0x80 ? nil : characters[Int(byte) - 0x80] }

  private static func character(_ byte: UInt8, _ converter: iconv_t?) -> Character? {
    iconv(converter, nil, nil, nil, nil)
    var source = [CChar(bitPattern: byte)]
    var target = [CChar](repeating: 0, count: 8)
    let room = target.count
    var left = room
    let isWhole = source.withUnsafeMutableBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        var (from, to) = (source.baseAddress, target.baseAddress)
        var count = 1
        return iconv(converter, &from, &count, &to, &left) == 0 && count == 0
      }
    }
    guard isWhole else { return nil }
    let text = String(
      decoding: target.prefix(room - left).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, !(0x80..<0xA0).contains(scalar.value),
      text.count == 1
    else { return nil }
    return text.first
  }
}
