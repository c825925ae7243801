import AdEngine
import AdSimulation
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

  /// The line on which a page ends that is too long.
  private func endLine(in problems: [String]) -> Int? {
    problems.last { $0.hasSuffix(Self.sentence) }?.split(separator: ":").first.flatMap { Int($0) }
  }

  @Test(arguments: pieces)
  func `a page is read as far as there is memory, and says where it ends`(piece: String) throws {
    let bytes = Array(String(repeating: piece, count: 60_000 / piece.utf8.count).utf8)
    let (page, problems) = open(bytes, memory: 90_000)
    #expect(!page.document.blocks.isEmpty)
    let line = try #require(endLine(in: problems))
    #expect((1...PageSource.lines(in: bytes)).contains(line))
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

  @Test func `what is read of the beginning of a page is what the beginning alone says`() {
    var beginnings = 0
    for seed in 0..<100 as Range<UInt64> {
      let text = Array(RandomMarkdown.page(seed: seed).utf8)
      text.withUnsafeBufferPointer { text in
        for memory in stride(from: 30_000, to: 180_000, by: 15_000) {
          let some = MarkdownReader(text, memory: memory)
          // Of the memory three fifths are the tree's.
          guard let count = MarkdownTree(text, limit: memory / 5 * 3)?.count, count < text.count
          else { continue }
          let beginning = UnsafeBufferPointer(rebasing: text[..<count])
          guard some.endLine == PageSource.lines(in: beginning) else { continue }
          beginnings += 1
          let alone = MarkdownReader(beginning, memory: Page.maxMemory)
          #expect(some.document == alone.document)
          let most = min(text.count, count + count / 8 + 64)
          let more = UnsafeBufferPointer(rebasing: text[..<most])
          #expect(MarkdownTree(more, limit: memory / 5 * 3)?.count != most)
        }
      }
    }
    #expect(beginnings > 50)
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

  @Test func `a byte that is not UTF-8 costs no more of the page than itself`() throws {
    let text = Array(String(repeating: "some words of prose\n\n", count: 20_000).utf8)
    let whole = try #require(endLine(in: open(text, memory: 1_000_000).problems))
    let damaged = try #require(endLine(in: open(text + [0xFF], memory: 1_400_000 + 1).problems))
    #expect(damaged >= whole)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `no block has more rows in the narrowest column than it counts for`(seed: UInt64) {
    let document = Page.read(Array(RandomMarkdown.page(seed: seed).utf8), name: "p.md").page
      .document
    let table = LineTableBuilder(document, columns: PageLayout.columnRange.lowerBound).table
    var rows = Array(repeating: 0, count: document.blocks.count)
    for line in table.lines { rows[Int(line.block)] += 1 }
    for (block, rows) in zip(document.blocks, rows) {
      let text = document.text[Int(block.start)..<Int(block.end)]
      let most = DocumentCost.rows(
        ofText: text.count, besidePrefix: Int(document.prefixes[Int(block.prefix)].width))
      #expect(rows <= 2 + most + text.count { $0 == 0x0A })
    }
  }

  @Test func `a long page has the rows that its parts have`() {
    let part = "- - - - - - - - " + String(repeating: "aaaaaa ", count: 30) + "\n\n"
    func rows(_ count: Int) -> (lines: Int, capacity: Int) {
      let document =
        Page.read(Array(String(repeating: part, count: count).utf8), name: "p.md").page.document
      let lines = LineTableBuilder(document, columns: 20).table.lines
      return (lines.count, lines.capacity)
    }
    let (short, long) = (rows(10), rows(2000))
    #expect(long.lines == short.lines * 200)
    #expect(long.capacity < long.lines + long.lines / 4, "they were counted before")
  }

  @Test func `slots take memory, whether written or by a rule`() throws {
    let block = "```ad\nunit: u\n```\n"
    let (page, problems) = open(
      Array(String(repeating: block, count: 200).utf8), memory: 500_000)
    #expect((50..<200).contains(page.slots.count))
    #expect(
      problems == [
        "\(page.slots.count * 3 + 1): expected fewer or shorter ad blocks: from here on there are no slots"
      ])
    let (ruled, reported) = open(
      Array(String(repeating: "Text\n\n", count: 500).utf8), memory: 900_000, ads: .every(1))
    #expect((50..<500).contains(ruled.slots.count))
    #expect(
      reported == [
        "1: expected fewer places for ads than 500: the first \(ruled.slots.count) have one"
      ])
  }

  @Test func `HTML of too many words ends the page`() {
    let html = "Text\n\n<div>" + String(repeating: "a ", count: 50_000)
    let (page, problems) = open(Array(html.utf8), memory: 1_000_000)
    #expect(page.document.text == Array("Text".utf8))
    #expect(problems == ["3: \(Self.sentence)"])
  }

  @Test(arguments: ["[a](b)\n", "[a](b)\r", "[a](b)\r\n", "`a\nb` [c](d)\n", "[a](b)  \n"])
  func `the line is that of the first thing that did not fit`(piece: String) throws {
    let bytes = Array(String(repeating: piece, count: 3000).utf8)
    for memory in [100_000, 300_000] {
      let (page, problems) = open(bytes, memory: memory)
      let links = page.document.links.count
      let lines = PageSource.lines(in: Array(piece.utf8)) - 1
      let line = try #require(endLine(in: problems))
      #expect((links * lines...(links + 1) * lines + 1).contains(line), "\(links) links")
    }
  }

  @Test func `breaks that are no lines are not counted, nor the lines of what is above`() throws {
    let breaks = open(Array(String(repeating: "[a](b)<br>", count: 3000).utf8), memory: 300_000)
    #expect(endLine(in: breaks.problems) == 1)
    let html = "```\n" + String(repeating: "a\n", count: 100) + "```\n<div>"
    let long = open(
      Array((html + String(repeating: "<i>a</i>", count: 20_000)).utf8), memory: 600_000)
    #expect(endLine(in: long.problems) == 103)
  }

  @Test func `an ad block that is cut is no slot`() {
    let block = "```ad\nunit: u\nsize: 300x250\nid: a\n```\n"
    for memory in stride(from: 2000, to: 60_000, by: 50) {
      let (page, _) = open(Array(("Text\n\n" + block).utf8), memory: memory)
      #expect(page.slots.isEmpty || page.slots.map(\.name) == ["a"], "\(memory)")
    }
    let whole = open(Array(("Text\n\n" + block).utf8), memory: 100_000)
    #expect(whole.page.slots.map(\.name) == ["a"])
    let (page, _) = Page.read(
      PageSource(Array(block.utf8), name: "p.md", maxLength: block.utf8.count - 10))
    #expect(page.slots.isEmpty)
    // Nor does the page get ads by a rule, since it has one of its own.
    let text = String(repeating: "Text\n\n", count: 10) + block
    let (ruled, _) = Page.read(
      PageSource(Array(text.utf8), name: "p.md", maxLength: text.utf8.count - 10))
    #expect(ruled.slots.isEmpty)
  }

  @Test func `an ad block above a line that is cut is a slot`() throws {
    let text = "```ad\nunit: u\n```\n" + String(repeating: "*a* ", count: 20_000)
    let (page, problems) = open(Array(text.utf8), memory: 1_000_000)
    #expect(page.slots.count == 1)
    #expect(endLine(in: problems) == 4)
  }

  @Test func `a few messages of the longest kind are an ad block`() {
    let message = "    - '\(String(repeating: "x", count: 1 << 20))'\n"
    let block =
      "```ad\nunit: u\ncreative:\n  messages:\n" + String(repeating: message, count: 3) + "```\n"
    let (page, problems) = Page.read(Array((block + "\n```ad\nunit: v\n```\n").utf8), name: "p.md")
    #expect(page.slots.map(\.ad.adUnitId) == ["u", "v"])
    #expect(page.slots.first?.creative.page?.activity?.messages.count == 3)
    #expect(problems.isEmpty)
  }

  @Test func `an ad block of too many values is refused, and the next is read`() {
    let keys = (0..<60_000).map { "  k\($0): a\n" }.joined()
    let text = "```ad\nunit: u\ntargeting:\n\(keys)```\n\n```ad\nunit: v\n```\n"
    let (page, problems) = Page.read(Array(text.utf8), name: "p.md")
    #expect(page.slots.map(\.ad.adUnitId) == ["v"])
    #expect(
      problems.map(\.sentence).contains("ad block: expected at most 50000 keys and values"))
  }

  @Test func `HTML that is long and says little is read, and what is behind it`() {
    let image = "<img src=\"data:image/png;base64,\(String(repeating: "A", count: 200_000))\">"
    let (page, problems) = open(Array("\(image)\n\nText\n".utf8), memory: 2_000_000)
    #expect(page.document.text == Array("Text".utf8))
    #expect(problems.isEmpty)
  }

  /// cmark steps through all that is open: 10¹⁰ steps, were the page not cut.
  @Test func `blank lines below deep lists end the page`() throws {
    let lists = String(repeating: "- ", count: 20_000)
    let text = lists + "a" + String(repeating: "\n", count: 400_000)
    let line = try #require(endLine(in: open(Array(text.utf8), memory: Page.maxMemory).problems))
    #expect((5000...10_000).contains(line))
  }

  @Test func `links in many open images end the page`() throws {
    let text = "Text\n\n" + String(repeating: "![[]()\n", count: 100_000)
    let line = try #require(endLine(in: open(Array(text.utf8), memory: Page.maxMemory).problems))
    #expect((20_000...30_000).contains(line))
  }

  @Test func `emphasis in deep quotes ends the page`() throws {
    let stars = String(repeating: "*", count: 20_000)
    let text = String(repeating: ">", count: 20_000) + stars + "a" + stars
    #expect(endLine(in: open(Array(text.utf8), memory: Page.maxMemory).problems) == 1)
  }

  @Test(arguments: [
    "1. A paragraph with ![an image](a.png) and [a link](b.md)\n\n   - with *a list*\n\n",
    "- ![an icon](a.png)\n", "- [![an icon](a.png)](b.md)\n", "- ![an [x] icon](a.png)\n",
    "- ![icon \\[7\\]](a.png) and words\n", "Title\n-----------\n\n\n",
  ])
  func `neither long lists nor many images end a page`(piece: String) {
    let text = String(repeating: piece, count: 30_000)
    let (_, problems) = open(Array(text.utf8), memory: Page.maxMemory)
    #expect(problems.isEmpty)
  }

  @Test func `one mistake among many keys costs one key`() {
    let keys = (0..<20_000).map { "k\($0): a\n" }.joined()
    let (page, problems) = Page.read(
      Array("```ad\nunit: u\nlabel: @\n\(keys)```\n".utf8), name: "p.md")
    #expect(page.slots.map(\.ad.adUnitId) == ["u"])
    #expect(problems.count == 20_001)
  }

  @Test func `what is no YAML counts as well`() {
    let text = "```ad\nunit: u\n" + String(repeating: "@\n", count: 60_000) + "```\n"
    let (page, problems) = Page.read(Array(text.utf8), name: "p.md")
    #expect(page.slots.map(\.ad.adUnitId) == ["u"])
    #expect((40_000...50_001).contains(problems.count))
    #expect(problems.last?.sentence == "ad block: expected at most 50000 keys and values")
  }

  @Test func `an ad block above what ends the page is a slot`() throws {
    let text = "```ad\nunit: u\n```\n<div>" + String(repeating: "a ", count: 50_000)
    let (page, problems) = open(Array(text.utf8), memory: 1_000_000)
    #expect(page.slots.count == 1)
    #expect(endLine(in: problems) == 4)
  }
}
