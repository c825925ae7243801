/// The edges of slots that a zone runs over, in page order.
protocol SlotEdges {
  var count: Int { get }
  func top(_ index: Int) -> Double
  func bottom(_ index: Int) -> Double
}

extension SlotGeometry: SlotEdges {}

struct SomeEdges: SlotEdges {
  /// Their ranks on the page, ascending.
  let ranks: [Int]
  private let tops: ShiftedEdges
  private let heights: [Double]

  init(_ ranks: [Int], of page: SlotGeometry) {
    self.ranks = ranks
    tops = page.tops
    heights = page.heights
  }

  var count: Int { ranks.count }
  func top(_ index: Int) -> Double { tops[ranks[index]] }
  func bottom(_ index: Int) -> Double { top(index) + heights[ranks[index]] }
}
