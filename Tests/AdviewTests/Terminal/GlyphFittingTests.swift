import Playground
import Testing

@testable import AdPlayground

struct GlyphFittingTests {
  private static let widths: [Unicode.Scalar: Int] = [
    "漢": 2, "🐞": 2, "\u{301}": 0, "\u{200B}": 0, "\u{202E}": 0, "\u{FE0F}": 0, "\u{200D}": 0,
    "\u{7}": -1, "\u{9B}": -1, "\u{7F}": -1,
  ]
  private let plain = GlyphFitting(encoding: .utf8) { Self.widths[$0] ?? 1 }
  private let ascii = GlyphFitting(encoding: .ascii) { Self.widths[$0] ?? 1 }

  @Test func `a character on whose width all agree is shown`() {
    #expect(plain.fit("é", mark: "\0", cells: 1) == FittedGlyph(base: "é", mark: "\0", width: 1))
    #expect(plain.fit("漢", mark: "\0", cells: 2) == FittedGlyph(base: "漢", mark: "\0", width: 2))
    #expect(
      plain.fit("e", mark: "\u{301}", cells: 1) == FittedGlyph(base: "e", mark: "\u{301}", width: 1)
    )
  }

  @Test(arguments: [("漢", 1), ("é", 2)] as [(Unicode.Scalar, Int)])
  func `a character of another width is replaced, so that its row stays in line`(
    character: Unicode.Scalar, cells: Int
  ) {
    let glyph = plain.fit(character, mark: "\0", cells: cells)
    #expect(glyph == FittedGlyph(base: "\u{FFFD}", mark: "\0", width: 1))
  }

  @Test(
    arguments: ["\u{1B}", "\u{7}", "\u{9B}", "\u{7F}", "\n", "\u{202E}", "\u{200B}", "\u{301}"]
      as [Unicode.Scalar])
  func `controls, direction marks and characters of no width never get out`(
    character: Unicode.Scalar
  ) {
    let controls = GlyphFitting(encoding: .utf8) { $0.value < 0x20 ? -1 : Self.widths[$0] ?? 1 }
    #expect(controls.fit(character, mark: "\0", cells: 1).base == "\u{FFFD}")
    #expect(ascii.fit(character, mark: "\0", cells: 1).base == "?")
  }

  @Test func `the marks of the tuning map stay different in ASCII`() {
    let marks = "█▓▒░★●◆".unicodeScalars.map { ascii.fit($0, mark: "\0", cells: 1).base }
    #expect(Set(marks).count == marks.count, "\(marks)")
  }

  @Test(arguments: ["\u{FE0F}", "\u{200D}", "\u{202E}", "x", "\u{1B}"] as [Unicode.Scalar])
  func `a mark that is more than a mark is left out`(mark: Unicode.Scalar) {
    #expect(plain.fit("a", mark: mark, cells: 1) == FittedGlyph(base: "a", mark: "\0", width: 1))
  }

  @Test(
    arguments: [
      ("│", "|"), ("─", "-"), ("━", "="), ("┌", "+"), ("┼", "+"), ("╰", "+"), ("╬", "+"),
      ("═", "="), ("█", "#"), ("▓", "="), ("▒", ":"), ("░", "-"), ("○", "o"), ("◐", "%"),
      ("◌", "_"), ("▀", "#"), ("●", "*"), ("→", ">"), ("▸", ">"), ("↓", "v"), ("…", "~"),
      ("·", "."), ("–", "-"), ("×", "x"), ("é", "e"), ("Ø", "O"), ("\u{A0}", " "), ("🐞", "*"),
      ("漢", "?"), ("⣿", ":"), ("~", "~"), ("a", "a"), ("☐", "_"), ("☑", "x"),
    ] as [(Unicode.Scalar, Unicode.Scalar)])
  func `ASCII stands in`(character: Unicode.Scalar, expected: Unicode.Scalar) {
    #expect(asciiStandIn(for: character) == expected)
  }

  @Test func `nothing but printable ASCII stands in for anything`() {
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let standIn = asciiStandIn(for: scalar)
      if !(0x20...0x7E).contains(standIn.value) {
        Issue.record("U+\(String(value, radix: 16)) has \(standIn.value)")
        return
      }
    }
  }

  @Test func `in ASCII a wide character keeps its two cells`() {
    #expect(ascii.fit("漢", mark: "\0", cells: 2) == FittedGlyph(base: "?", mark: "\0", width: 1))
  }
}
