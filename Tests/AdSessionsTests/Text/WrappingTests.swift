import Testing

@testable import AdSessions

/// Text for a terminal.
@Suite struct WrappingTests {
  @Test(arguments: [
    // A sentence, a list with a sign, a list of names, what fits.
    ("first second third", 12, "first\n  second\n  third"),
    ("  ! one two three four", 14, "  ! one two\n    three four"),
    ("  name  some words", 16, "  name  some\n        words"),
    ("fits  as it is", 14, "fits  as it is"),
    ("wide 東京東京東京", 10, "wide 東\n  京東京東\n  京"),
    ("first line\n\nthe second line", 12, "first line\n\nthe second\n  line"),
  ])
  func `lines are broken between words, and go on below the last column`(
    text: String, columns: Int, expected: String
  ) {
    let lines = text.wrappedForTerminal(columns: columns)
    #expect(lines == expected)
    #expect(lines.split(separator: "\n").allSatisfy { Glyphs.cells(String($0)) <= columns })
  }

  @Test(arguments: [1, 2, 3, 5])
  func `no terminal is too narrow`(columns: Int) {
    let lines = "  ! some words  and more".wrappedForTerminal(columns: columns)
    #expect(lines.filter { !" \n".contains($0) } == "!somewordsandmore")
  }
}
