import AdSimulation
import Testing

@testable import AdSessions

@Suite struct PageVisitTests {
  private func visit(of text: String, maxPositions: Int) -> (count: Int, warning: String?) {
    let layout = PageLayout(Page.read(Array(text.utf8), name: "p.md").page)
    var visit = ReaderVisit(
      of: layout, Reader.slow.habits, seed: 1, height: 800, maxPositions: maxPositions)
    var count = 0
    while visit.next() != nil { count += 1 }
    return (count, visit.warning)
  }

  @Test func `a reader leaves a page that is too long to be read, and it is said`() {
    let long = visit(of: String(repeating: "![x](y.png)\n\n", count: 1000), maxPositions: 100)
    #expect(long.count == 100)
    #expect(
      long.warning
        == "the page is too long to be read: the reader leaves after 100 scroll positions")
    let short = visit(of: "Text\n", maxPositions: 100)
    #expect(short.count == 1 && short.warning == nil)
  }
}
