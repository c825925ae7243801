import Testing

@testable import AdSessions

@Suite struct CharacterWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("\u{301}", 0), ("漢", 2), ("한", 2), ("🐞", 2), ("🪲", 2), ("⚠", 1),
      ("⣿", 1), ("█", 1), ("─", 1), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0), ("Ａ", 2),
      ("\u{FFFD}", 1), ("\u{A0}", 1), ("\u{AD}", 1), ("\u{1B}", 0), ("\u{7F}", 0), ("\u{9B}", 0),
      ("\u{1160}", 0), ("ᄀ", 2), ("\u{93E}", 1), ("\u{10FFFF}", 1), ("⌚", 2), ("○", 1),
    ] as [(Unicode.Scalar, Int)])
  func `a scalar takes as many cells as terminals give it`(scalar: Unicode.Scalar, cells: Int) {
    #expect(CharacterWidth.cells(scalar) == cells)
  }

  @Test(arguments: [CharacterWidthTable.zero, CharacterWidthTable.wide])
  func `the ranges of the table ascend and do not touch`(table: [UInt32]) {
    #expect(table.count.isMultiple(of: 2))
    for pair in 0..<table.count / 2 {
      #expect(table[pair * 2] <= table[pair * 2 + 1])
      if pair > 0 { #expect(table[pair * 2 - 1] + 1 < table[pair * 2]) }
    }
  }

  @Test func `a search finds exactly what lies in the ranges`() {
    for (table, cells) in [(CharacterWidthTable.zero, 0), (CharacterWidthTable.wide, 2)] {
      for pair in 0..<table.count / 2 {
        let (first, last) = (table[pair * 2], table[pair * 2 + 1])
        #expect(CharacterWidth.cells(first) == cells)
        #expect(CharacterWidth.cells(last) == cells)
        #expect(CharacterWidth.cells(last + 1) != cells)
        #expect(CharacterWidth.cells(first - 1) != cells)
      }
    }
  }
}
