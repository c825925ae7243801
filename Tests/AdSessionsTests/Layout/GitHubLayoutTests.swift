import AdEngine
import Testing

@testable import AdSessions

/// Task list items, strikethrough and footnotes, which GitHub Flavored Markdown adds to CommonMark.
@Suite struct GitHubLayoutTests {
  @Test func `a task list item has a box in place of its bullet, or behind its number`() {
    let drawing = drawing(
      """
      - [ ] open, which is longer than the column
      - [x] done, not [ ] open
        - [X] *within*
      - none
      - [y] none
      - [ ]none
      - \\[x] none
      - [ ]

      > - [x] quoted

      1. [ ] first
      """, columns: 24)
    #expect(
      drawing == """
        ☐ open, which is longer
          than the column
        ☑ done, not [ ] open
          ☑ within
        • none
        • [y] none
        • [ ]none
        • [x] none
        • [ ]

        │ ☑ quoted

        1. ☐ first
        """)
  }

  @Test func `only the first paragraph of an item begins a task`() {
    #expect(drawing("- a\n\n  [x] b\n\n[x] c") == "• a\n\n  [x] b\n\n[x] c")
  }

  @Test func `text between one or two tildes is struck through, and the tildes are gone`() {
    let layout = layout("a ~~b *c*~~ ~d~ ~~~e~~~ ~~f~ [~~g~~](h.md)")
    let spans = layout.allRows[0].spans
    #expect(spans.map(\.text).joined() == "a b c d ~~~e~~~ ~~f~ g")
    let struck = spans.filter { $0.style.contains(.strikethrough) }
    #expect(struck.map(\.text) == ["b ", "c", "d", "g"])
    #expect(struck.last?.link == 0)
  }

  @Test func `footnotes stand at the end, numbered in the order of their references`() {
    let drawing = drawing(
      """
      One[^b] and two[^a], one[^b] again, none[^c].

      [^a]: The *second*.
      [^b]: The first,
          in two lines.

          And a paragraph.
      [^unused]: Nobody refers to it.

      The end.
      """)
    #expect(
      drawing == """
        One[1] and two[2], one[1] again, none[^c].

        The end.

        ────

        1. The first, in two lines.

           And a paragraph.

        2. The second.
        """)
  }

  @Test func `a footnote reference has a style of its own`() {
    let spans = layout("Text[^1]\n\n[^1]: Note").allRows[0].spans
    #expect(spans.map(\.text) == ["Text", "[1]"])
    #expect(spans.map(\.style) == [[], .footnote])
  }

  @Test func `an ad in a footnote is a slot, and no rule puts ads between the notes`() {
    let ad = "```ad\nunit: u\n```\n"
    let both = read("Text[^1]\n\n[^1]: Note\n\n    ```ad\n    unit: v\n    ```\n\n\(ad)").page
    #expect(both.slots.map(\.ad.adUnitId) == ["u", "v"])
    PageLayout(both).expectSound()
    let notes = (0..<20).map { "[^\($0)]: Note\n" }.joined()
    let text = (0..<20).map { "[^\($0)] " }.joined() + "\n\n" + notes
    #expect(read(text, ads: .every(1)).page.slots.count == 1)
  }

  @Test func `addresses that stand bare are text`() {
    #expect(layout("www.example.com and https://example.com/").targets.isEmpty)
  }
}
