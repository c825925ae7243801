import AdEngine

/// The slots of a page from top to bottom, and which of them may be in view.
///
/// `window` is the shortest run of slots, in page order, outside which none can be in view. Scrolling moves its ends
/// over the slots that are passed, so a frame costs what it crosses.
struct PageOrder {
  /// Slots by their top edge; equal tops in the order in which they came.
  private(set) var slots: [Int] = []
  /// The top edges, in the same order.
  private var tops: [Double] = []
  /// The lowest bottom edge down to and including each slot: where slots overlap, a later one may end first.
  private var reach: [Double] = []
  private(set) var window = 0..<0
  /// From this index on the edges are out of date.
  private var staleFrom = 0

  mutating func removeAll() {
    slots.removeAll(keepingCapacity: true)
    tops.removeAll(keepingCapacity: true)
    reach.removeAll(keepingCapacity: true)
    window = 0..<0
    staleFrom = 0
  }

  mutating func insert(_ slot: Int, top: Double) {
    guard let last = tops.last, last > top else {
      // Most pages are added from top to bottom.
      staleFrom = min(staleFrom, slots.count)
      slots.append(slot)
      tops.append(top)
      return
    }
    let index = firstIndex { $0 > top }
    slots.insert(slot, at: index)
    tops.insert(top, at: index)
    staleFrom = min(staleFrom, index)
  }

  mutating func remove(_ slot: Int) {
    guard let index = slots.firstIndex(of: slot) else { return }
    slots.remove(at: index)
    tops.remove(at: index)
    staleFrom = min(staleFrom, index)
  }

  /// Counts the edges of a slot with this top, and of all below, as stale, and returns these slots and maybe more.
  ///
  /// For a resize, which moves nothing above the slot's own top.
  mutating func disturb(from top: Double) -> ArraySlice<Int> {
    // What is stale already may lie elsewhere by now, but is looked at in any case.
    staleFrom = min(staleFrom, firstIndex { $0 >= top })
    return slots[staleFrom...]
  }

  /// Reads the edges from the records again: after an insertion, a removal or a move, and before anything else is asked.
  mutating func refresh(from records: [SlotRecord]) {
    if staleFrom < reach.count { reach.removeLast(reach.count - staleFrom) }
    var lowest = reach.last ?? -Double.infinity
    for index in reach.count..<slots.count {
      let record = records[slots[index]]
      tops[index] = record.minY
      if index > 0, tops[index - 1] > record.minY {
        // A resize overtook a neighbour that overlaps it; sort the few that are out of order and begin again.
        sort(records)
        staleFrom = 0
        refresh(from: records)
        return
      }
      lowest = max(lowest, record.maxY)
      reach.append(lowest)
    }
    staleFrom = slots.count
  }

  private mutating func sort(_ records: [SlotRecord]) {
    for index in slots.indices.dropFirst() {
      var place = index
      while place > 0, records[slots[place - 1]].minY > records[slots[place]].minY {
        slots.swapAt(place - 1, place)
        place -= 1
      }
    }
  }

  /// Finds the window for slots whose bottom is at or below `top` and whose top is at or above `bottom`.
  mutating func find(from top: Double, to bottom: Double) {
    let first = reach.indices.partitionPoint { reach[$0] >= top }
    window = first..<max(first, firstIndex { $0 > bottom })
  }

  /// Moves the window to slots whose bottom is at or below `top` and whose top is at or above `bottom`.
  mutating func move(from top: Double, to bottom: Double) {
    var first = window.lowerBound
    var end = window.upperBound
    let count = slots.count
    while first < count, reach[first] < top { first += 1 }
    while first > 0, reach[first - 1] >= top { first -= 1 }
    while end < count, tops[end] <= bottom { end += 1 }
    while end > 0, tops[end - 1] > bottom { end -= 1 }
    window = first..<max(first, end)
  }

  /// The lowest bottom edge above the window, and the top edge below it.
  var neighbours: (above: Double, below: Double) {
    (
      window.lowerBound > 0 ? reach[window.lowerBound - 1] : -.infinity,
      window.upperBound < tops.count ? tops[window.upperBound] : .infinity
    )
  }

  private func firstIndex(where belongsAfter: (Double) -> Bool) -> Int {
    tops.indices.partitionPoint { belongsAfter(tops[$0]) }
  }
}
