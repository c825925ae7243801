import Testing

@testable import AdSessions

@Suite struct CharacterWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("\u{301}", 0), ("漢", 2), ("한", 2), ("🐞", 2), ("🪲", 2), ("⚠", 1),
      ("⣿", 1), ("█", 1), ("─", 1), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0), ("Ａ", 2),
      ("\u{FFFD}", 1), ("\u{A0}", 1), ("\u{AD}", 1), ("\u{1B}", 0), ("\u{7F}", 0), ("\u{9B}", 0),
      ("\u{1160}", 0), ("ᄀ", 2), ("\u{93E}", 1), ("\u{10FFFF}", 1), ("⌚", 2), ("○", 1),
      ("\u{483}", 0), ("\u{5BF}", 0), ("\u{903}", 1), ("\u{E31}", 0), ("\u{180E}", 0),
      ("\u{2028}", 0),
      ("\u{20D0}", 0), ("\u{20F0}", 0), ("\u{2100}", 1), ("\u{2CEF}", 0), ("\u{3164}", 0),
      ("\u{D7B0}", 0), ("\u{FEFF}", 0), ("\u{FFA0}", 0), ("\u{FFF9}", 0), ("\u{13430}", 0),
      ("\u{1D167}", 0), ("\u{1E8D0}", 0), ("\u{E0001}", 0), ("\u{E01EF}", 0), ("”", 1), ("…", 1),
    ] as [(Unicode.Scalar, Int)])
  func `a scalar takes as many cells as terminals give it`(scalar: Unicode.Scalar, cells: Int) {
    #expect(CharacterWidth.cells(scalar) == cells)
  }

  @Test func `the ranges of the table ascend and do not touch`() {
    let table = CharacterWidthTable.wide
    #expect(table.count.isMultiple(of: 2))
    for pair in 0..<table.count / 2 {
      #expect(table[pair * 2] <= table[pair * 2 + 1])
      if pair > 0 { #expect(table[pair * 2 - 1] + 1 < table[pair * 2]) }
    }
  }

  @Test func `a search finds exactly what lies in the ranges`() {
    let table = CharacterWidthTable.wide
    for pair in 0..<table.count / 2 {
      let (first, last) = (table[pair * 2], table[pair * 2 + 1])
      #expect(CharacterWidth.cells(first) == 2)
      #expect(CharacterWidth.cells(last) == 2)
      for beside in [first - 1, last + 1] {
        let isEmoji = Unicode.Scalar(beside)?.properties.isEmojiPresentation == true
        #expect((CharacterWidth.cells(beside) == 2) == isEmoji)
      }
    }
  }
}
