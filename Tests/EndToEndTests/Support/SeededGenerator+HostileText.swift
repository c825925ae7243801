import TestSupport

/// Texts made to break out of a script.
extension SeededGenerator {
  /// The next text, of up to a dozen pieces.
  mutating func hostileText() -> String {
    (0..<below(12)).map { _ in below(3) > 0 ? pick(Self.hostilePieces) : scalar() }.joined()
  }

  private mutating func scalar() -> String {
    let planes: [Int] = [0x80, 0x100, 0x3000, 0x1_0000, 0x11_0000]
    return Unicode.Scalar(UInt32(below(pick(planes)))).map { String($0) } ?? "?"
  }

  fileprivate static let hostilePieces = [
    "\"", "'", "`", "\\", "\\\\\"", "\n", "\r", "\u{2028}", "\u{2029}", "\u{0}", "</script>",
    "<script>", "<!--", "-->", "]]>", "${evil()}", "'); evil('", "\"); evil(\"", "\", evil(), \"",
    "*/ evil() /*", "// ", "\\u0022); evil(", "\\x22", "evil()", ");});evil();(function(){(",
    "__proto__", "constructor", "æøå", "🎯", "e\u{301}", "\u{202E}", "\u{1B}[2J", "a", " ",
  ]
}
