import TestSupport
import Testing

@testable import AdSessions

@Suite struct TableLayoutTests {
  private static let versions = """
    | Version | Swift | Name |
    | :------ | ----: | :--: |
    | **0.1** | 5.1 | a |
    | 0.10 | 10.25 | *abc* |
    """

  @Test func `columns are as wide as their cells and aligned as the delimiter row says`() {
    #expect(
      drawing(Self.versions) == """
        Version │ Swift │ Name
        ────────┼───────┼─────
        0.1     │   5.1 │  a
        0.10    │ 10.25 │ abc
        """)
  }

  @Test func `the header is strong, and the rest as it is written`() {
    let spans = layout(Self.versions).allRows.map(\.spans)
    func text(_ row: Int, _ style: TextStyle) -> [String] {
      spans[row].filter { $0.style.contains(style) }.map(\.text)
    }
    #expect(text(0, .strong) == ["Version", "Swift", "Name"])
    #expect(text(1, .marker).joined() == "────────┼───────┼─────")
    #expect(text(2, .strong) == ["0.1"])
    #expect(text(3, .emphasis) == ["abc"])
  }

  @Test func `wide characters and combining marks keep the columns in line`() {
    let drawing = drawing("| 語 | b |\n|---:|---|\n| 漢字 | x |\n| e\u{301}a | y |\n| 🐞 | z |\n")
    #expect(
      drawing == "  語 │ b\n─────┼──\n漢字 │ x\n  e\u{301}a │ y\n  🐞 │ z")
  }

  @Test func `a word in a cell is broken at a soft hyphen, which is drawn there alone`() {
    let word = "Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrts\u{AD}gesell\u{AD}schaft"
    let table = "| a | b |\n| --- | ---: |\n| \(word) | \(word) |\n"
    #expect(
      drawing(table, columns: 31) == """
        a              │              b
        ───────────────┼───────────────
        Donaudampf-    │    Donaudampf-
        schifffahrts-  │  schifffahrts-
        gesellschaft   │   gesellschaft
        """)
    #expect(drawing(table, columns: 80).contains("Donaudampfschifffahrtsgesellschaft │"))
    #expect(
      drawing(table, columns: 24) == """
        a:
          Donaudampfschiff-
          fahrtsgesellschaft
        b:
          Donaudampfschiff-
          fahrtsgesellschaft
        """)
  }

  @Test func `cells are wrapped where the table is too wide, and rules keep the rows apart`() {
    let drawing = drawing(
      """
      | Key | What it does | Default |
      | --- | --- | ---: |
      | title | the title of the page, else its first heading | none |
      | seed | which world | 1 |
      """, columns: 36)
    #expect(
      drawing == """
        Key   │ What it does       │ Default
        ──────┼────────────────────┼────────
        title │ the title of the   │    none
              │ page, else its     │
              │ first heading      │
        ──────┼────────────────────┼────────
        seed  │ which world        │       1
        """)
  }

  @Test func `a table whose words do not fit is a list of headers and cells`() {
    let drawing = drawing(
      """
      > | Setting | [Threshold](a.md) | Consequences |
      > | --- | --- | --- |
      > | small | 200 | more blank time in view |
      > | large | 1600 | |
      """, columns: 24)
    #expect(
      drawing == """
        │ Setting: small
        │ Threshold: 200
        │ Consequences:
        │   more blank time in
        │   view
        │ ──────────────────────
        │ Setting: large
        │ Threshold: 1600
        │ Consequences:
        """)
  }

  @Test(arguments: [20, 24, 48, 200])
  func `links are found in headers and cells, however the table is drawn`(columns: Int) throws {
    let layout = layout(
      """
      | [Alphabetical](a.md) | [Beta](b.md) | Gamma rays |
      | --- | --- | --- |
      | one | [two](c.md) and a number of words | three |
      """, columns: columns)
    layout.expectSound()
    #expect(layout.targets == ["a.md", "b.md", "c.md"])
    let drawn = layout.allRows.flatMap(\.spans).compactMap(\.link)
    #expect(Set(drawn) == [0, 1, 2])
    let pattern = try #require(SearchPattern("number"))
    let hits = layout.hits(of: pattern)
    #expect(hits.count == 1 && layout.top(ofHit: 0, in: hits) >= layout.top(ofLink: 2))
  }

  @Test(arguments: [
    ("| a |\n|---|", "a\n─"), ("|a|b|\n|-|-|\n|1|\n|1|2|3|", "a │ b\n──┼──\n1 │\n1 │ 2"),
    ("text\na|b\n-|-\n1|2\nend\n\nnext", "text\n\na   │ b\n────┼──\n1   │ 2\nend │\n\nnext"),
    ("|a|b|\n|-|-|\n|`x\\|y`|<br>z|", "a   │ b\n────┼──\nx|y │\n    │ z"),
    ("- |a|b|\n  |-|-|\n  |1|2|", "• a │ b\n  ──┼──\n  1 │ 2"),
    ("|a|b|c|d|e|f|\n|-|-|-|-|-|-|", "a\nb\nc\nd\ne\nf"),
  ])
  func `rows are filled up or cut, and a table stands wherever a paragraph may`(
    text: String, rows: String
  ) {
    layout(text, columns: 20).expectSound()
    #expect(drawing(text, columns: 20) == rows)
  }
}
