import AdEngine

/// The shortest run of ranks outside which no slot can be in view; scrolling moves its ends over the slots it passes.
struct SlotWindow {
  private(set) var ranks = 0..<0
  /// The lowest bottom edge down to and including each rank, where a later slot may end first; empty where none does.
  private var reach: [Double] = []

  /// Finds the slots whose bottom is at or below `top` and whose top is at or above `bottom`, whatever has moved on the page.
  mutating func find(on page: inout SlotGeometry, from top: Double, to bottom: Double) {
    page.sortIfNeeded()
    reach.removeAll(keepingCapacity: true)
    if !page.isStacked {
      var lowest = -Double.infinity
      for rank in 0..<page.count {
        lowest = max(lowest, page.bottom(rank))
        reach.append(lowest)
      }
    }
    let all = 0..<page.count
    let first = all.partitionPoint { reach($0, page) >= top }
    ranks = first..<max(first, all.partitionPoint { page.top($0) > bottom })
  }

  /// The same, where only the viewport has moved.
  mutating func move(on page: SlotGeometry, from top: Double, to bottom: Double) {
    var first = ranks.lowerBound
    var end = ranks.upperBound
    let count = page.count
    while first < count, reach(first, page) < top { first += 1 }
    while first > 0, reach(first - 1, page) >= top { first -= 1 }
    while end < count, page.top(end) <= bottom { end += 1 }
    while end > 0, page.top(end - 1) > bottom { end -= 1 }
    ranks = first..<max(first, end)
  }

  func neighbours(on page: SlotGeometry) -> (above: Double, below: Double) {
    (
      ranks.lowerBound > 0 ? reach(ranks.lowerBound - 1, page) : -.infinity,
      ranks.upperBound < page.count ? page.top(ranks.upperBound) : .infinity
    )
  }

  @inline(__always)
  private func reach(_ rank: Int, _ page: SlotGeometry) -> Double {
    reach.isEmpty ? page.bottom(rank) : reach[rank]
  }
}
