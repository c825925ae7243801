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
  private static let images = "expected at most 1000 images in a paragraph: the page ends there"

  /// cmark steps through all that is open: 10¹⁰ steps, were the page not cut.
  @Test(arguments: [
    (String(repeating: "- ", count: 20_000) + "a" + String(repeating: "\n", count: 400_000), 3),
    (String(repeating: ">", count: 20_000) + String(repeating: "*", count: 20_000) + "a", 3),
    (String(repeating: "1) ", count: 101) + "a", 3),
    (String(repeating: "\t", count: 51) + "- a", 3),
    ((0...100).map { String(repeating: "  ", count: $0) + "- a\n" }.joined(), 103),
    ("```\n" + String(repeating: "> ", count: 101), 4),
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
    "- [![an icon](a.png)](b.md)\n\n", "Title\n-----------\n\n\n", "- - - - - - - - - - - -\n",
    String(repeating: "- ", count: 60) + "\n\n", String(repeating: " ", count: 300) + "a\n",
    String(repeating: "9", count: 300) + "\n", String(repeating: "*", count: 300) + "\n",
    String(repeating: ">", count: 90) + "a\n",
  ])
  func `neither long lists, rules nor many images end a page`(piece: String) {
    let problems = open(String(repeating: piece, count: 3000)).problems
    #expect(!problems.contains { $0.hasSuffix("the page ends there") })
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
    #expect(problems.map(\.sentence).contains("ad block: expected at most 50000 keys and values"))
  }

  @Test func `HTML that is long and says little is read, and what is behind it`() {
    let image = "<img src=\"data:image/png;base64,\(String(repeating: "A", count: 200_000))\">"
    let (page, problems) = Page.read(Array("\(image)\n\nText\n".utf8), name: "p.md")
    #expect(page.document.text == Array("Text".utf8))
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
}
