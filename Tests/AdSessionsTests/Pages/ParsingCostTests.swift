import Testing

@testable import AdSessions

@Suite struct ParsingCostTests {
  @Test(arguments: [
    ("- - a\n\n\n\n", 10, 8), ("- - a\r\n\r\n\r\n\r\n", 10, 11),
    ("- - a\nb\n\n\n\n", 10, 10), ("- - a\n\nb\n\n\n\n", 4, nil), ("\t- a\n\n\n\n", 10, 6),
    ("- - ```\n\n\n\n", 10, 10), (" > 1) a\n \n\t\n\n", 12, 12), ("> - - a\n>\n>\n>\n", 10, 10),
    ("> - - a\n\nb\n>\n>\n", 7, nil), ("words - - -\n\n\n\n", 0, nil), ("![![[]]]", 4, 7),
    ("\u{FEFF}- - a\n\n\n\n", 10, 11), (">>> **a**\n", 7, 5), ("- a\n----------\n\n\n", 4, nil),
    ("- ![a](b)\n- ![a](b)\n", 6, nil), ("- ![`a](b)\n- ![a](b)\n", 6, 16),
    ("![![\n[a]\n\n[]]]]", 2, nil), ("`![` \\![ [] []", 2, 13),
  ])
  func `Markdown ends where it takes too many steps`(
    text: String, steps: Int, end: Int?
  ) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer {
      #expect(ParsingCost.end(of: $0, maxSteps: steps) == end ?? bytes.count)
    }
  }
}
