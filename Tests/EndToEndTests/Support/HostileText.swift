/// Texts made to break out of a script, the same at every run.
struct HostileText {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next text, of up to a dozen pieces.
  mutating func next() -> String {
    (0..<below(12)).map { _ in
      below(3) > 0 ? Self.pieces[below(Self.pieces.count)] : scalar()
    }
    .joined()
  }

  /// A number from 0 on, less than `bound`.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func scalar() -> String {
    let planes: [Int] = [0x80, 0x100, 0x3000, 0x1_0000, 0x11_0000]
    return Unicode.Scalar(UInt32(below(planes[below(planes.count)]))).map { String($0) } ?? "?"
  }

  private static let pieces = [
    "\"", "'", "`", "\\", "\\\\\"", "\n", "\r", "\u{2028}", "\u{2029}", "\u{0}", "</script>",
    "<script>", "<!--", "-->", "]]>", "${evil()}", "'); evil('", "\"); evil(\"", "\", evil(), \"",
    "*/ evil() /*", "// ", "\\u0022); evil(", "\\x22", "evil()", ");});evil();(function(){(",
    "__proto__", "constructor", "æøå", "🎯", "e\u{301}", "\u{202E}", "\u{1B}[2J", "a", " ",
  ]
}
