import AdEngine
import AdSessions
import TestSupport
import Testing

@Suite struct GlyphTests {
  /// Each glyph as its characters and its width.
  private func told(_ text: String) -> String {
    Glyphs(text).map { glyph in
      let mark = glyph.mark == "\0" ? "" : "+" + String(glyph.mark.value, radix: 16)
      return "\(glyph.base)\(mark)/\(glyph.width)"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("ab", "a/1 b/1"), ("é", "é/1"), ("e\u{301}", "e+301/1"),
    ("e\u{301}\u{302}\u{303}x", "e+301/1 x/1"), ("\u{301}x", "◌+301/1 x/1"),
    ("a \u{301}", "a/1  /1 ◌+301/1"), ("漢字", "漢/2 字/2"), ("👨‍👩‍👧!", "👨/2 !/1"), ("👩🏽‍⚕️", "👩/2"),
    ("🇩🇰🇸🇪", "D/1 K/1 S/1 E/1"), ("⚠️", "⚠/1"), ("1️⃣", "1+20e3/1"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴/2"), ("🏽", "🏽/2"),
    ("a\u{200D}b", "a/1 �/1 b/1"), ("👨\u{200D}b", "👨/2 �/1 b/1"), ("👨\u{200D}", "👨/2 �/1"),
    ("\u{1112}\u{1161}\u{11AB}", "한/2"), ("\u{1112}\u{1161}x", "하/2 x/1"),
    ("in\u{AD}to", "i/1 n/1 -/1 t/1 o/1"),
  ])
  func `text becomes a base and at most one mark`(text: String, glyphs: String) {
    #expect(told(text) == glyphs)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a/1 �/1 b/1"), ([0xC3], "�/1"), ([0xC0, 0x80], "�/1 �/1"),
      ([0xE2, 0x82], "�/1"), ([0xE2, 0x82, 0x41], "�/1 A/1"), ([0xED, 0xA0, 0x80], "�/1 �/1 �/1"),
      ([0xF4, 0x90, 0x80, 0x80], "�/1 �/1 �/1 �/1"), ([0xF0, 0x9F, 0x90, 0x9E], "🐞/2"),
      ([0x00, 0x1B, 0x7F], "�/1 �/1 �/1"),
    ] as [([UInt8], String)])
  func `bytes that are no text become a visible mark`(bytes: [UInt8], glyphs: String) {
    let told = Glyphs(bytes[...]).map { "\($0.base)/\($0.width)" }.joined(separator: " ")
    #expect(told == glyphs)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random bytes read as the standard library repairs them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = random.bytes(200)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(Array(Glyphs(bytes[...])) == Array(Glyphs(text)))
    for glyph in Glyphs(text) {
      #expect(glyph.width == 1 || glyph.width == 2)
      #expect(!Scrubbing.isUnsafe(glyph.base))
    }
  }

  @Test func `the cells of a text are the sum of its glyphs`() {
    #expect(Glyphs.cells("e\u{301} 漢 🐞") == 7)
  }
}
