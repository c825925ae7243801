import AdEngine
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions

/// What of a page is too much: it ends there, with a sentence, before it takes more time than its length.
@Suite struct PageLimitTests {
  private func open(_ text: String, ads: AdRule? = nil) -> (page: Page, problems: [String]) {
    let (page, problems) = Page.read(
      Array(text.utf8), name: "p.md", options: ReadingOptions(ads: ads))
    PageLayout(page).expectSound()
    return (page, problems.map { "\($0.line): \($0.sentence)" })
  }

  private static let nested =
    "expected at most 100 quotes and lists within each other: the page ends there"
  private static let cost =
    "expected fewer marks of emphasis, links, tables and HTML in a paragraph, or blank lines in lists:"
    + " the page ends there"
  private static let images = "expected at most 1000 images in a paragraph: the page ends there"

  /// cmark steps through all that is open: 10¹⁰ steps, were the page not cut.
  @Test func `a line costs as much before CRLF as before LF`() {
    for end in ["\n", "\r\n"] {
      let text = String(repeating: "a" + end, count: 35_000) + "-|-" + end
      #expect(Array(text.utf8).withUnsafeBufferPointer { MarkdownLimit.exceeded(in: $0) } == nil)
    }
  }

  @Test(arguments: [
    (String(repeating: "- ", count: 20_000) + "a" + String(repeating: "\n", count: 400_000), 3),
    (String(repeating: ">", count: 20_000) + String(repeating: "*", count: 20_000) + "a", 3),
    (String(repeating: "1) ", count: 101) + "a", 3),
    (String(repeating: "\t", count: 51) + "- a", 3),
    ((0...100).map { String(repeating: "  ", count: $0) + "- a\n" }.joined(), 103),
    ("```\n" + String(repeating: "> ", count: 101), 4),
    // Footnotes within each other.
    (String(repeating: "[^a]:", count: 200_000), 3),
  ])
  func `quotes and lists that lie too deep end the page`(text: String, line: Int) {
    let (page, problems) = open("Text\n\n" + text)
    #expect(problems == ["\(line): \(Self.nested)"])
    #expect(page.document.text.starts(with: "Text".utf8))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `too many images in a paragraph end the page`(end: String) {
    let images = String(repeating: "![[]()" + end, count: 100_000)
    #expect(open("Text\n\n" + images).problems == ["1003: \(Self.images)"])
  }

  @Test(arguments: [
    "1. A paragraph with ![an image](a.png) and [a link](b.md)\n\n   - with *a list*\n\n",
    "- [![an icon](a.png)](b.md)\n\n", "- ![an image](a.png)\n", "Title\n-----------\n\n\n",
    "- - - - - - - - - - - -\n",
    String(repeating: "- ", count: 60) + "\n\n", String(repeating: " ", count: 300) + "a\n",
    String(repeating: "9", count: 300) + "\n", String(repeating: "*", count: 300) + "\n",
    String(repeating: ">", count: 90) + "a\n",
    "A *word*, a **strong** one, ~~an old one~~ and [a link](b.md).\n\n",
    "- *An* item with [a link](https://example.com/a) and [one more](b.md), ~~gone~~\n",
    "| *a* | [b](c.md) |\n| --- | --- |\n| d | e |\n| f | g |\n\n",
    "Title\n---\nText\n\n- - -\n", "[name]: https://example.com/a_long_path 'Title'\n",
  ])
  func `much of what authors write is read whole`(piece: String) {
    let problems = open(String(repeating: piece, count: 3000)).problems
    #expect(!problems.contains { $0.hasSuffix("the page ends there") })
  }

  @Test func `a table of thousands of rows is read whole`() {
    let rows = (0..<2000).map { "| [a\($0)](b.md) | *x* | `y` | a few words more |\n" }.joined()
    #expect(open("| a | b | c | d |\n|---|---|---|---|\n" + rows).problems.isEmpty)
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
    let found = open("Text\n\n" + Self.hostile[name, default: ""]).problems
    #expect(found.count == 1 && found.first?.hasSuffix(": " + Self.cost) == true)
  }

  @Test func `an ad block that is cut is no slot, and the page gets none by a rule either`() {
    let deep = "# " + String(repeating: "> ", count: 101) + "\n"
    let block = "```ad\nunit: u\n```\n"
    let cut = "```ad\nunit: u\n" + String(repeating: "> ", count: 101) + "\n```\n"
    #expect(open(block + "\n" + cut).page.slots.count == 1)
    #expect(open(String(repeating: "Text\n\n", count: 10) + cut).page.slots.isEmpty)
    #expect(open(block + deep).page.slots.count == 1)
  }

  @Test func `a page has at most 10,000 slots, whether written or by a rule`() {
    let blocks = open(String(repeating: "```ad\nunit: u\n```\n", count: 10_001))
    #expect(blocks.page.slots.count == 10_000)
    #expect(
      blocks.problems == ["30001: expected at most 10000 ads: from here on there are no slots"])
    let ruled = open(String(repeating: "Text\n\n", count: 10_002), ads: .every(1))
    #expect(ruled.page.slots.count == 10_000)
    #expect(
      ruled.problems == ["1: expected at most 10000 places for ads, not 10002: the first have one"])
  }

  @Test func `a few messages of the longest kind are an ad block`() {
    let message = "    - '\(String(repeating: "x", count: 1 << 20))'\n"
    let block =
      "```ad\nunit: u\ncreative:\n  messages:\n" + String(repeating: message, count: 3) + "```\n"
    let (page, problems) = open(block + "\n```ad\nunit: v\n```\n")
    #expect(page.slots.map(\.ad.adUnitId) == ["u", "v"])
    #expect(page.slots.first?.creative.page?.activity?.messages.count == 3)
    #expect(problems.isEmpty)
  }

  @Test func `an ad block of too many values is refused, and the next is read`() {
    let keys = (0..<60_000).map { "  k\($0): a\n" }.joined()
    let (page, problems) = open(
      "```ad\nunit: u\ntargeting:\n\(keys)```\n\n```ad\nunit: v\n```\n")
    #expect(page.slots.map(\.ad.adUnitId) == ["v"])
    #expect(
      problems.contains { $0.hasSuffix(": ad block: expected at most 50000 keys and values") })
  }

  @Test func `HTML that is long and says little is read, and what is behind it`() {
    let image = "<img src=\"data:image/png;base64,\(String(repeating: "A", count: 200_000))\">"
    let (page, problems) = open("\(image)\n\nText\n")
    #expect(page.document.text == Array("Text".utf8))
    #expect(problems.isEmpty)
  }

  @Test func `one mistake among many keys costs one key`() {
    let keys = (0..<20_000).map { "k\($0): a\n" }.joined()
    let (page, problems) = open("```ad\nunit: u\nlabel: @\n\(keys)```\n")
    #expect(page.slots.map(\.ad.adUnitId) == ["u"])
    #expect(problems.count == 20_001)
  }

  @Test func `what is no YAML counts as well`() {
    let (page, problems) = open(
      "```ad\nunit: u\n" + String(repeating: "@\n", count: 60_000) + "```\n")
    #expect(page.slots.map(\.ad.adUnitId) == ["u"])
    #expect((40_000...50_001).contains(problems.count))
    #expect(
      problems.last?.hasSuffix(": ad block: expected at most 50000 keys and values") == true)
  }
}
