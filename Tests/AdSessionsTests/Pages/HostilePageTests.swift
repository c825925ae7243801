import TestSupport
import Testing

@testable import AdSessions

@Suite struct HostilePageTests {
  private func open(_ bytes: [UInt8]) -> PageLayout {
    let layout = PageLayout(Page.read(bytes, name: "hostile.md").page)
    layout.expectSound()
    return layout
  }

  private func open(_ text: String) -> PageLayout { open(Array(text.utf8)) }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random bytes are a page`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    _ = open(random.bytes(500))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random Markdown is a page`(seed: UInt64) {
    _ = open(RandomMarkdown.page(seed: seed))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `random YAML is told, with lines of the page`(seed: UInt64) {
    let text = RandomMarkdown.yaml(seed: seed)
    let (page, problems) = read(text)
    PageLayout(page).expectSound()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    for problem in problems {
      #expect((1...lines).contains(problem.line))
      #expect(problem.sentence.scrubbed == problem.sentence)
    }
  }

  @Test func `an empty file is a page without height`() {
    let layout = open("")
    #expect(layout.height == 0)
    #expect(layout.rows(from: 0, to: 100).isEmpty)
    #expect(layout.stops.isEmpty)
  }

  @Test(arguments: [
    ("quotes in quotes", String(repeating: ">", count: 10_000) + " deep"),
    ("lists in lists", String(repeating: "- ", count: 10_000) + "deep"),
    ("numbered lists in lists", String(repeating: "1. ", count: 5000) + "deep"),
    ("brackets", String(repeating: "[", count: 50_000)),
    (
      "images in images",
      String(repeating: "![", count: 5000) + String(repeating: "](y)", count: 5000)
    ),
    ("stress", String(repeating: "*a _b ", count: 10_000)),
    ("backquotes", String(repeating: "`a``b```", count: 5000)),
    ("angles", String(repeating: "<a", count: 50_000)),
    ("open comments", String(repeating: "<!--\n\n", count: 5000)),
    ("blank lines", String(repeating: "\n", count: 100_000)),
    ("rules", String(repeating: "---\n", count: 10_000)),
    ("marks", String(repeating: "\u{301}", count: 100_000)),
    ("joiners", String(repeating: "👨\u{200D}", count: 20_000)),
    ("front matter of brackets", "---\n" + String(repeating: "[", count: 50_000) + "\n---\n"),
    ("front matter of keys", "---\n" + String(repeating: "? ", count: 20_000) + "\n---\n"),
    ("numbers too large", "999999999. a\n\n```ad\nunit: u\nsize: 1e999x1\n```\n"),
  ])
  func `no text is too deep or too odd`(name: String, text: String) {
    _ = open(text)
  }

  @Test func `a line of a million letters is broken into rows`() {
    let layout = open(String(repeating: "x", count: 1_000_000))
    #expect(layout.height == (1_000_000.0 / 48).rounded(.up) * 20)
  }

  private static let megabytes: [(String, String)] = [
    ("brackets", "a: " + String(repeating: "[", count: 1_000_000)),
    ("keys", String(repeating: "? ", count: 500_000)),
    ("quotes", "a: '" + String(repeating: "''", count: 500_000)),
    ("anchors", (0..<10_000).map { "a\($0): &x\($0) 1\n" }.joined()),
    ("lines", String(repeating: "unit: u\n", count: 20_000)),
    ("directives", (0..<100_000).map { "%TAG !x\($0)! tag:x\n" }.joined()),
    ("words", String(repeating: "x\n", count: 500_000)),
    ("keys of one map", "a: {" + (0..<200_000).map { "k\($0): 1, " }.joined() + "}"),
    ("one letter too many", String(repeating: "x", count: (4 << 20) + 1)),
  ]

  @Test(.tags(.sweep), arguments: Sweep.sample(megabytes, every: 8))
  func `megabytes of YAML in an ad block end in a sentence`(name: String, yaml: String) {
    let (page, problems) = read("```ad\nunit: u\n\(yaml)\n```\n\nThe end.\n")
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.sentence.utf8.count < 1000 })
    PageLayout(page).expectSound()
  }

  @Test func `YAML that grows without bounds is refused`() {
    var yaml = "a0: &a0 [x, x, x, x]\n"
    for level in 1...30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 4).joined(separator: ", ")
      yaml += "? &a\(level) [\(aliases)]\n: 1\n"
    }
    let sentence = "aliases (*name) are not supported: expected the value itself"
    #expect(problems(ofFrontMatter: yaml).contains { $0.hasSuffix(sentence) })
    #expect(problems(ofAd: "unit: u\n" + yaml).contains { $0.hasSuffix(sentence) })
  }

  @Test(arguments: [
    "title: a * b ** c", "title: \"*a*\"", "title: 'x: *y, *z'", "title: >\n  *a*\n  *b*",
  ])
  func `asterisks that are no aliases are text`(yaml: String) {
    #expect(problems(ofFrontMatter: yaml) == [])
  }

  @Test func `NUL and bytes that are not UTF-8 become marks`() {
    let layout = open([0x61, 0x00, 0xFF, 0x62])
    #expect(drawing(of: layout) == "a��b")
  }

  @Test func `ten thousand ads are ten thousand slots`() {
    let page = read(String(repeating: "Text\n\n```ad\nunit: u\n```\n", count: 10_000)).page
    #expect(page.slots.count == 10_000)
    #expect(page.slots.last?.name == "10000")
    #expect(page.slots.last?.line == 49_998)
  }
}
