import Testing

@testable import AdSessions

@Suite struct TextLayoutTests {
  @Test func `what only looks like a table is filled as ever`() {
    let drawing = drawing("a | b\nc - d\n\na | b\n--- | --- | ---\n\none\n- - -\n", columns: 32)
    #expect(drawing == "a | b c - d\n\na | b --- | --- | ---\n\none\n\n────")
  }

  @Test func `lists carry their marks, nested and numbered`() {
    let drawing = drawing(
      """
      - one
      - two, which is longer than the column
        1. first
        2. second
           and its continuation
      - - deep
      -

      9) nine
      10) ten, which is longer than the column
      """, columns: 24)
    #expect(
      drawing == """
        • one
        • two, which is longer
          than the column
          1. first
          2. second and its
             continuation
        • • deep
        •

        9) nine
        10) ten, which is longer
            than the column
        """)
  }

  private static let word = String(repeating: "x", count: 45)

  @Test func `a loose list has blank rows, a tight one none`() {
    #expect(drawing("- a\n\n- b\n\n  c\n") == "• a\n\n• b\n\n  c")
    #expect(drawing("- a\n- b\n") == "• a\n• b")
  }

  @Test func `quotes carry their bar on every row`() {
    let drawing = drawing(
      "> quoted text that is long enough\n>\n> > deeper\n>\n> - item\n\nafter", columns: 20)
    #expect(
      drawing == """
        │ quoted text that
        │ is long enough
        │
        │ │ deeper
        │
        │ • item

        after
        """)
  }

  @Test func `code is not wrapped at blanks but at the column, with a mark`() {
    let drawing = drawing(
      """
      ```swift
      let short = 1
      \tlet indented = "a long line of code"

      }
      ```
      """, columns: 24)
    #expect(
      drawing == """
        let short = 1
            let indented = "a lo
        ↳ ng line of code"

        }
        """)
  }

  @Test(arguments: [
    ("exactly twenty chars", "exactly twenty chars"),
    ("exactly twenty chars and", "exactly twenty chars\nand"),
    ("exactly twentyone char", "exactly twentyone\nchar"),
    // A word is broken that is longer than the column, wide characters anywhere, and none sticks out.
    ("a \(word) b", "a\n\(word.prefix(20))\n\(word.prefix(20))\nxxxxx b"),
    ("a漢字漢字漢字漢字漢字漢字", "a漢字漢字漢字漢字漢\n字漢字"),
    ("word 漢字漢字漢字漢字漢字", "word 漢字漢字漢字漢\n字漢字"),
  ])
  func `text is broken into rows of the column`(text: String, rows: String) {
    #expect(drawing(text, columns: 20) == rows)
  }

  @Test(arguments: [
    ("# A *b*\n\nc\nd", "A b\n\nc d"), ("a\\\nb", "a\nb"), ("a\n\n---\n\nb", "a\n\n────\n\nb"),
    ("a    b\tc", "a b c"),
    ("a  \nb", "a\nb"), ("a<br>b<br/>c<b>d</b>", "a\nb\ncd"),
    ("&lt;tag&gt; &amp; more", "<tag> & more"), ("e\u{301}tude", "e\u{301}tude"),
    ("![a picture](p.png) in text", "▣ a picture in text"), ("![](p.png) in text", "▣ in text"),
    ("<p align=\"center\">\n<b>Bold</b> words\n</p>", "Bold words"),
    ("<p>Fish &amp;\nch<i>ip</i>s</p>", "Fish & chips"),
    ("<table>\n<td>a</td><td>b</td>\n</table>", "a b"),
    ("<!-- hidden -->", ""),
    ("<?php echo 1 > 0 ?>", ""),
    ("<script>\nlet a = 1\n</script>", ""),
    ("<div>\n<img src=\"x\">\n</div>\n\nText", "Text"),
    ("<a name=\"x\"></a>\n\nText", "Text"),
    ("#\n\nText", "Text"),
    ("[](x)\n\nText", "Text"),
  ])
  func `what Markdown can say is shown as text`(text: String, rows: String) {
    #expect(drawing(text, columns: 20) == rows)
  }

  @Test(arguments: [(1, 20), (20, 20), (48, 48), (400, 400), (4000, 400)])
  func `the column has a sensible width`(asked: Int, columns: Int) {
    let layout = layout("Text", columns: asked)
    #expect(layout.columns == columns)
    #expect(layout.width == Double(columns) * 8)
  }

  @Test func `what is nested deeper than eight levels is not indented further`() {
    let text = String(repeating: ">", count: 50) + " deep"
    #expect(drawing(text) == String(repeating: "│ ", count: 8) + "deep")
  }

  @Test func `spans tell how text is set apart`() {
    let spans = layout("> *a **b*** `c` [d *e*](f.md) g").allRows[0].spans
    let all: TextStyle = .quote
    #expect(spans.map(\.text) == ["a ", "b", " ", "c", " ", "d ", "e", " g"])
    #expect(
      spans.map(\.style) == [
        [all, .emphasis], [all, .emphasis, .strong], all, [all, .code], all, [all, .link],
        [all, .link, .emphasis], all,
      ])
    #expect(spans.map(\.link) == [nil, nil, nil, nil, nil, 0, 0, nil])
  }

  @Test func `stress within stress ends where the outer one ends`() {
    let spans = layout("*a **b *c* d** e* f").allRows[0].spans
    #expect(spans.filter { $0.style.contains(.emphasis) }.map(\.text).joined() == "a b c d e")
    #expect(spans.filter { $0.style.contains(.strong) }.map(\.text).joined() == "b c d")
  }

  @Test func `rows of a heading tell its level`() {
    let headings = (1...6).map { String(repeating: "#", count: $0) + " Heading\n\n" }.joined()
    let levels = layout(headings + "Text").allRows.map { row in
      if case .text(_, let heading) = row.content { heading } else { -1 }
    }
    #expect(levels == [1, 2, 3, 4, 5, 6, 0])
  }

  @Test func `an image alone in its paragraph is a box`() {
    let layout = layout("Text\n\n[![A *bridge*](p.png)](big.md)\n\nText")
    #expect(drawing(of: layout) == "Text\n\n[image A bridge → 0]\n\nText")
    #expect(layout.allRows.map(\.y) == [0, 40, 220])
    #expect(layout.allRows.map(\.height) == [20, 160, 20])
    #expect(layout.targets == ["big.md"])
    #expect(layout.linkTops == [40])
    // In view as long as any of it is.
    #expect(layout.rows(from: 199, to: 200).count == 1)
    #expect(layout.rows(from: 200, to: 201).isEmpty)
  }
}
