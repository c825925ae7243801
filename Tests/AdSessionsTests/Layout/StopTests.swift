import AdEngine
import Testing

@testable import AdSessions

@Suite struct StopTests {
  private let page = """
    # [Heading](h.md)

    Words enough to fill the first row of this column [a link](a.md) and <https://b.test/>.

    ```ad
    unit: u
    ```

    - [c](c.md "title")

    > ![picture](p.png) [d](d.md)
    """

  @Test func `links and ads come in reading order`() {
    let layout = layout(page)
    #expect(
      layout.stops.map(\.target) == [.link(0), .link(1), .link(2), .slot(0), .link(3), .link(4)])
    #expect(layout.stops.map(\.y) == [0, 60, 60, 100, 460, 500])
  }

  @Test func `a link tells where it leads and where it stands`() {
    let layout = layout(page)
    #expect(layout.targets == ["h.md", "a.md", "https://b.test/", "c.md", "d.md"])
    #expect(layout.linkTops == [0, 60, 60, 460, 500])
  }

  @Test(
    arguments: [
      (-1, 0), (0, 0), (0.5, 1), (60, 1), (61, 3), (100, 3), (101, 4), (500, 5), (501, nil),
    ] as [(Double, Int?)])
  func `the next stop is found by its height`(y: Double, stop: Int?) {
    #expect(layout(page).stops.first(atOrBelow: y) == stop)
  }

  @Test func `a target is scrubbed`() {
    #expect(layout("[a](<b\u{1B}\u{202E}.md>)").targets == ["b��.md"])
  }

  @Test func `a link that is wrapped begins on its first row`() {
    let layout = layout("Some words [a link that is wrapped over rows](x) end", columns: 20)
    #expect(layout.linkTops == [0])
    let spans = layout.allRows.map { row in
      row.spans.map { $0.link == nil ? $0.text : "[\($0.text)]" }.joined()
    }
    #expect(spans == ["Some words [a link]", "[that is wrapped over]", "[rows] end"])
  }
}
