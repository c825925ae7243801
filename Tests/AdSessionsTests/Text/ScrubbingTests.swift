import AdEngine
import AdRendering
import AdSessions
import TestSupport
import Testing

@Suite struct ScrubbingTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("artikel fortsætter efter annonce", "artikel fortsætter efter annonce"),
    ("red \u{1B}[31m", "red �[31m"),
    ("bell\u{7}", "bell�"),
    ("c1 \u{9B}31m", "c1 �31m"),
    ("del\u{7F}", "del�"),
    ("bidi \u{202E}txt.exe", "bidi �txt.exe"),
    ("isolate \u{2066}x\u{2069}", "isolate �x�"),
    ("nothing\u{200B}there", "nothing�there"),
    ("mark \u{FEFF}", "mark �"),
    ("lines\u{2028}\u{2029}\u{85}", "lines���"),
    ("two\nlines\tand a tab", "two�lines�and a tab"),
    ("tags \u{E0041}", "tags �"),
    ("", ""),
  ])
  func `what a terminal might obey, reorder or hide becomes a mark`(text: String, clean: String) {
    #expect(text.scrubbed == clean)
  }

  @Test func `scripts and JSON escape the same scalars as screens replace, and read back the same`()
    throws
  {
    for value in 0...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), Scrubbing.isUnsafe(scalar) else { continue }
      let text = "a" + String(scalar) + "b"
      for literal in [JSONText.text(text).json, ScriptLiteral.text(text)] {
        #expect(!literal.unicodeScalars.contains { Scrubbing.isUnsafe($0) }, "\(value)")
        if value < 0x180F || value % 97 == 0 {
          #expect(try JSONReader.read(literal) == .text(text), "\(value)")
        }
      }
    }
    #expect(JSONText.text("\u{E0041}").json == "\"\\udb40\\udc41\"")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `scrubbing twice is scrubbing once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let once = String(decoding: random.bytes(300), as: UTF8.self).scrubbed
    #expect(once.scrubbed == once)
    for scalar in once.unicodeScalars { #expect(!Scrubbing.isUnsafe(scalar)) }
  }

  @Test func `no scalar at all gets through that is unsafe`() {
    for value in 0...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), Scrubbing.isUnsafe(scalar) else { continue }
      let shown = String(Character(scalar)).scrubbed
      if shown != "�" { Issue.record("\(String(value, radix: 16)) became \(shown)") }
    }
  }
}
