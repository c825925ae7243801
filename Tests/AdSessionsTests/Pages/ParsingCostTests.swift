import TestSupport
import Testing

@testable import AdSessions

/// Pages that cmark-gfm would read for minutes, or for which it would take gigabytes.
@Suite struct ParsingCostTests {
  private static let sentence =
    "expected fewer marks of emphasis, links, tables and HTML in a paragraph, or blank lines in lists:"
    + " the page ends there"

  private func problems(of text: String) -> [String] {
    let (page, problems) = Page.read(Array(text.utf8), name: "p.md")
    PageLayout(page).expectSound()
    return problems.map { "\($0.line): \($0.sentence)" }
  }

  private static func fill(_ piece: String, _ bytes: Int = 1 << 20) -> String {
    String(repeating: piece, count: bytes / piece.utf8.count)
  }

  private static let hostile = [
    "links behind emphasis": fill("*a ", 1 << 19) + fill("[a](b)", 1 << 19),
    "emphasis between links": fill("*a [a](b)"),
    "tildes that do not match": fill("~~a ", 1 << 19) + fill("a~ ", 1 << 19),
    "tildes between footnotes": fill("[^a]~"),
    "links in images": fill("![", 1998) + fill("[a](b)", 2 << 20),
    "blank lines in lists": fill("- ", 198) + "a" + fill("\n"),
    "declarations without an end": fill("a<?"),
    "delimiter rows below a paragraph": fill("a\n|-|-|\n"),
    "a delimiter row below a long paragraph": fill("a\n") + ":-:\n",
    "a header of too many cells": fill("|a") + "\n" + fill("|-") + "\n",
    "rows of too many cells": fill("|a", 2000) + "\n" + fill("|-", 2000) + "\n" + fill("a\n"),
    "copies of a definition": "[a]: /" + fill("x", 1 << 18) + "\n\n" + fill("[a] ", 1 << 18),
  ]

  @Test(.tags(.sweep), arguments: Sweep.sample(hostile.keys.sorted(), every: 4))
  func `what would take too long ends the page`(name: String) {
    let found = problems(of: "Text\n\n" + Self.hostile[name, default: ""])
    #expect(found.count == 1 && found.first?.hasSuffix(": " + Self.sentence) == true)
  }

  @Test func `footnotes within each other count as nesting`() {
    #expect(
      problems(of: "Text\n\n" + Self.fill("[^a]:")) == [
        "3: expected at most 100 quotes and lists within each other: the page ends there"
      ])
  }

  @Test(arguments: [
    "A *word*, a **strong** one, ~~an old one~~ and [a link](b.md).\n\n",
    "- *An* item with [a link](https://example.com/a) and [one more](b.md), ~~gone~~\n",
    "| *a* | [b](c.md) |\n| --- | --- |\n| d | e |\n| f | g |\n\n",
    "Title\n---\nText\n\n- - -\n", "[name]: https://example.com/a_long_path 'Title'\n",
  ])
  func `much of what authors write is read whole`(piece: String) {
    #expect(
      !problems(of: Self.fill(piece, 1 << 17)).contains { $0.hasSuffix("the page ends there") })
  }

  @Test func `a table of thousands of rows is read whole`() {
    let rows = (0..<2000).map { "| [a\($0)](b.md) | *x* | `y` | a few words more |\n" }.joined()
    #expect(problems(of: "| a | b | c | d |\n|---|---|---|---|\n" + rows).isEmpty)
  }
}
