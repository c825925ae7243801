import AdEngine
import TestSupport
import Testing

@testable import AdSessions

@Suite struct SearchPatternTests {
  private func cells(_ pattern: String, in text: String) -> [Range<Int>]? {
    SearchPattern(pattern)?.cells(in: text)
  }

  @Test(arguments: [
    ("bridge", "The Bridge, the BRIDGE", [4..<10, 16..<22]),
    ("Bridge", "The Bridge, the BRIDGE, a bridge", [4..<10]),
    ("ø", "ØØø", [0..<1, 1..<2, 2..<3]),
    ("Ø", "ØØø", [0..<1, 1..<2]),
    ("я", "Я и я", [0..<1, 4..<5]),
    ("字", "漢字 漢字", [2..<4, 7..<9]),
    ("aa", "aaaaa", [0..<2, 2..<4]),
    ("a b", "a\nb", [0..<3]),
    ("x", "", []),
    ("longer than the text", "text", []),
    ("ß", "ẞ ß", [2..<3]),
  ])
  func `smart case, wide characters, positions in cells`(
    pattern: String, text: String, expected: [Range<Int>]
  ) { #expect(cells(pattern, in: text) == expected) }

  @Test func `a hit takes the marks of its last character with it`() {
    let bytes = Array("cafe\u{301}s".utf8)
    bytes.withUnsafeBufferPointer { buffer in
      #expect(SearchPattern("fe")?.end(ofMatchAt: 2, in: buffer, before: 7) == 6)
      #expect(SearchPattern("fe\u{301}s")?.end(ofMatchAt: 2, in: buffer, before: 7) == 7)
    }
  }

  @Test func `there is no pattern of nothing`() { #expect(SearchPattern("") == nil) }

  @Test func `every hit is a whole stretch of glyphs, whatever is searched in whatever`() {
    var bytes = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let text = String(decoding: bytes.bytes(40), as: UTF8.self).scrubbed
      let wanted = String(decoding: bytes.bytes(2), as: UTF8.self)
      guard let pattern = SearchPattern(wanted) else { continue }
      let whole = Glyphs.cells(text)
      for range in pattern.cells(in: text) {
        #expect(!range.isEmpty && range.upperBound <= whole, "\(wanted) in \(text)")
      }
    }
  }
}

@Suite struct PageHitsTests {
  @Test func `hits lie on their rows, in reading order, whatever the blocks`() throws {
    let page = """
      # Tide

      The tide and the moon. The tide
      again.

      > A tide in a quote.

      - a list with a tide
      - and one without

      ---

      ![tide tables](x.png)

          tide(code)
      """
    let layout = layout(page)
    let hits = layout.hits(of: try #require(SearchPattern("tide")))
    #expect(hits.count == 7)
    for number in 0..<hits.count {
      let top = layout.top(ofHit: number, in: hits)
      let row = try #require(layout.rows(from: top, to: top + 1).first)
      #expect(row.y == top)
      switch row.content {
      case .text(let spans, _): #expect(spans.map(\.text).joined().lowercased().contains("tide"))
      case .image(let alt, _): #expect(alt.contains("tide"))
      default: Issue.record("hit \(number) lies on \(row)")
      }
    }
  }

  @Test func `a hit over the end of a row lies on both rows`() throws {
    let layout = layout("seventeen letters and more of them", columns: 20)
    let hits = layout.hits(of: try #require(SearchPattern("letters and more")))
    #expect(hits.count == 1)
    let parts = layout.allRows.flatMap(\.spans).flatMap { span in
      layout.hits(hits, in: span).map { String(decoding: span.bytes[$0.bytes], as: UTF8.self) }
    }
    #expect(parts == ["letters", "and more"])
  }

  @Test func `the next hit is found by its height`() throws {
    let layout = layout("tide\n\n```ad\nunit: u\nsize: 320x100\n```\n\ntide\n")
    let hits = layout.hits(of: try #require(SearchPattern("tide")))
    #expect([0, 20, 10_000].map { layout.firstHit(of: hits, atOrBelow: $0) } == [0, 1, nil])
  }

  @Test(arguments: [
    ("•", "- one\n- two\n", 0), ("target", "[text](target.md)\n", 0),
    ("text", "[text](target.md)\n", 1),
    ("unit", "unit\n\n```ad\nunit: unit\n```\n\n```\nunit\n```\n", 2),
  ])
  func `neither marks, targets of links nor the YAML of ads are found`(
    pattern: String, page: String, count: Int
  ) throws {
    #expect(layout(page).hits(of: try #require(SearchPattern(pattern))).count == count)
  }

  @Test func `random pages: hits are those of a plain search in the text of their blocks`() throws {
    for seed in 1...60 {
      let layout = layout(RandomMarkdown.page(seed: UInt64(seed)), columns: 30)
      for wanted in ["o", "a ", "ord", "漢"] {
        let hits = layout.hits(of: try #require(SearchPattern(wanted)))
        let plain = layout.page.document.blocks.reduce(0) { count, block in
          guard block.kind != .slot else { return count }
          let text = layout.page.document.plainText(of: block).lowercased()
          return count + text.split(separator: wanted, omittingEmptySubsequences: false).count - 1
        }
        #expect(hits.count == plain, "seed \(seed), \(wanted)")
        let tops = (0..<hits.count).map { layout.top(ofHit: $0, in: hits) }
        #expect(tops == tops.sorted(), "seed \(seed)")
      }
    }
  }
}
