import TestSupport
import Testing

@testable import AdSessions

/// Pages for which there is not enough memory; `LongPages` measures how much is really taken.
@Suite struct LongPageTests {
  private static let sentence =
    "expected a shorter page, or one of fewer lines and marks: the page ends there"

  /// Pieces that are repeated: each takes its memory in another place.
  private static let pieces = [
    "a\n", "some words\n\n", "> - a\n", "*a* _b_ `c` [d](e) <i> &amp; \\! \n", "]", "*\"",
    "'.-*",
    "\\\\", "a\r", "# a\n", "    a\n", "***\n\n", "word ", "1. a\n\n", "[a](b.md)\n\n",
    "\u{1}", "e\u{301}",
    "[a](https://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)\n",
    "<https://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>\n",
    "<p>a\n\n", "```ad\nunit: a\n```\n", "漢字", "|a|b|\n|-|-|\n",
  ]

  private func open(
    _ text: [UInt8], memory: Int, ads: AdRule? = nil
  ) -> (page: Page, problems: [String]) {
    let (page, problems) = Page.read(
      PageSource(text, name: "p.md", maxMemory: text.count + memory),
      options: PageOptions(ads: ads))
    PageLayout(page).expectSound()
    return (page, problems.map { "\($0.line): \($0.sentence)" })
  }

  @Test(arguments: pieces)
  func `a page is read as far as there is memory, and says where it ends`(piece: String) throws {
    let bytes = Array(String(repeating: piece, count: 60_000 / piece.utf8.count).utf8)
    let (page, problems) = open(bytes, memory: 90_000)
    #expect(!page.document.blocks.isEmpty)
    let last = try #require(problems.last { $0.hasSuffix(Self.sentence) })
    let line = try #require(last.split(separator: ":").first.flatMap { Int($0) })
    #expect((1...bytes.count { $0 == 0x0A } + 1).contains(line))
    let (whole, none) = open(bytes, memory: 200_000_000)
    #expect(!none.contains { $0.hasSuffix(Self.sentence) })
    let (all, some) = (whole.document, page.document)
    #expect(all.text.count + all.blocks.count > some.text.count + some.blocks.count)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random Markdown is a page with any memory`(seed: UInt64) {
    var random = SeededGenerator(seed: seed, stream: 2)
    let text = Array(RandomMarkdown.page(seed: seed).utf8)
    let whole = open(text, memory: Page.maxMemory)
    let some = open(text, memory: random.below(60_000))
    if !some.problems.contains(where: { $0.hasSuffix(Self.sentence) || $0.hasSuffix("no slots") }) {
      #expect(some.page == whole.page)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `what is read of the beginning of a page is what the beginning alone says`(seed: UInt64) {
    let text = Array(RandomMarkdown.page(seed: seed).utf8)
    var limit = 1000
    while limit < 200_000 {
      text.withUnsafeBufferPointer { text in
        guard let count = MarkdownTree(text, limit: limit)?.count else { return }
        #expect(count <= text.count)
        #expect(MarkdownTree(.init(rebasing: text[..<count]), limit: limit)?.count == count)
      }
      limit = limit * 3 / 2
    }
  }

  @Test(arguments: [
    "<https://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>\n",
    "> - *[a **b**](c) ![d](e) `f`*\n", "[![a](b)](c)\n", "- a\n\n      b\n\n",
  ])
  func `a page may end in the middle of anything`(piece: String) {
    let bytes = Array(String(repeating: piece, count: 100).utf8)
    for memory in stride(from: 1000, to: 200_000, by: 1000) { _ = open(bytes, memory: memory) }
  }

  @Test func `a page without line ends is cut between characters`() {
    let (page, problems) = open(Array(String(repeating: "漢", count: 60_000).utf8), memory: 200_000)
    #expect(page.document.text.count.isMultiple(of: 3))
    #expect(!page.document.text.contains(0xEF))
    #expect(problems == ["1: \(Self.sentence)"])
  }

  @Test func `bytes that are not UTF-8 are reported in a page that is cut, too`() {
    let bytes = [0x63, 0xE9, 0x0A] + Array(String(repeating: "a\n", count: 60_000).utf8)
    let (_, problems) = open(bytes, memory: 300_000)
    #expect(problems.first == "1: expected UTF-8: other bytes are shown as \u{FFFD}")
    #expect(problems.last?.hasSuffix(Self.sentence) == true)
    let (page, _) = open(Array(repeating: 0xFF, count: 60_000), memory: 200_000)
    #expect(!page.document.text.isEmpty)
  }

  @Test func `slots take memory, whether written or by a rule`() throws {
    let block = "```ad\nunit: u\n```\n"
    let (page, problems) = open(
      Array(String(repeating: block, count: 200).utf8), memory: 500_000)
    #expect((50..<200).contains(page.slots.count))
    #expect(
      problems == [
        "\(page.slots.count * 3 + 1): ad block: expected fewer or shorter ones: from here on there are no slots"
      ])
    let (ruled, reported) = open(
      Array(String(repeating: "Text\n\n", count: 500).utf8), memory: 900_000, ads: .every(1))
    #expect((50..<500).contains(ruled.slots.count))
    #expect(
      reported == [
        "1: expected fewer places for ads than 500: the first \(ruled.slots.count) have one"
      ])
  }

  @Test func `HTML that is too long for its words ends the page`() {
    let html = "Text\n\n<div>" + String(repeating: "<i>a</i>", count: 20_000)
    let (page, problems) = open(Array(html.utf8), memory: 600_000)
    #expect(page.document.text == Array("Text".utf8))
    #expect(problems == ["3: \(Self.sentence)"])
  }
}
