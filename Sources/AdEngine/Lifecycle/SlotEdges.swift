/// The edges of slots that a zone runs over, in page order.
protocol SlotEdges {
  var count: Int { get }
  func top(_ index: Int) -> Double
  func bottom(_ index: Int) -> Double
}

extension PageGeometry: SlotEdges {
  @inline(__always) func top(_ index: Int) -> Double { tops[index] }
  @inline(__always) func bottom(_ index: Int) -> Double { bottoms[index] }
}

/// The edges of some slots of a page.
struct SomeEdges: SlotEdges {
  /// Their ranks on the page, ascending.
  let ranks: [Int]
  private let tops: [Double]
  private let bottoms: [Double]

  init(_ ranks: [Int], of page: PageGeometry) {
    self.ranks = ranks
    tops = page.tops
    bottoms = page.bottoms
  }

  var count: Int { ranks.count }
  func top(_ index: Int) -> Double { tops[ranks[index]] }
  func bottom(_ index: Int) -> Double { bottoms[ranks[index]] }
}
