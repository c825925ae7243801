import AdEngine

/// What is in view, and when a scroll may change that.
extension Metrics {
  /// Whether anything can be in view; a viewport of less than two points shows nothing.
  private var showsSlots: Bool { hasBegun && isActive && !isCovered && viewportHeight >= 2 }

  /// A slot is in view when its bottom is at or below the one edge and its top at or above the other.
  private var edges: (top: Double, bottom: Double) {
    showsSlots ? (y + 1, y + viewportHeight - 1) : (.infinity, -.infinity)
  }

  // Inlined: else each call would copy the metrics.
  @inline(__always)
  private func isInView(_ record: SlotRecord, _ edges: (top: Double, bottom: Double)) -> Bool {
    guard let handle = record.handle else { return false }
    let rank = page.rank(of: handle)
    return page.heights[rank] >= 1 && page.bottom(rank) >= edges.top
      && page.top(rank) <= edges.bottom && isReachable(record)
  }

  @inline(__always)
  private func slot(atRank rank: Int) -> Int { page.ids[Int(page.handle(atRank: rank))].rawValue }

  /// Whether a scroll along the page can bring the slot into view: a point of it lies between the viewport's sides.
  @inline(__always)
  private func isReachable(_ record: SlotRecord) -> Bool {
    guard record.visibility.visibleShare > 0 else { return false }
    guard let left = record.x else { return true }
    return left + record.width >= x + 1 && left <= x + viewportWidth - 1
  }

  /// Measures the whole page again: something other than the viewport moved.
  @inline(never)
  mutating func refresh() {
    (needsRefresh, isWindowStale) = (false, false)
    let edges = edges
    window.find(on: &page, from: edges.top, to: edges.bottom)
    lookAround(edges)
  }

  /// Looks at the slots that a scroll may have brought into view or taken out of it.
  @inline(never)
  mutating func moveWindow() {
    let edges = edges
    window.move(on: page, from: edges.top, to: edges.bottom)
    lookAround(edges)
  }

  private mutating func lookAround(_ edges: (top: Double, bottom: Double)) {
    // From the end, since a slot that leaves takes the last one into its place.
    var index = visible.count
    while index > 0 {
      index -= 1
      let slot = visible[index]
      if isInView(records[slot], edges) { continue }
      records[slot].visibleSince = nil
      if records[slot].isBlank { blankCount -= 1 }
      visible.swapAt(index, visible.count - 1)
      visible.removeLast()
    }
    for rank in window.ranks {
      let slot = slot(atRank: rank)
      if !records[slot].isVisible, isInView(records[slot], edges) { show(slot) }
    }
    findQuiet()
  }

  private mutating func show(_ slot: Int) {
    visible.append(slot)
    records[slot].visibleSince = now
    guard var generation = records[slot].generation else {
      blankCount += 1
      return
    }
    let isFirst = generation.sight == .unseen
    if isFirst { generation.sight = .seen(at: now, isArrival: true) }
    switch generation.rendering {
    case .pending: if generation.isBlank { blankCount += 1 }
    case .unseen(let rendered):
      if isFirst, generation.isCounted { noteLead(now - rendered, isArrival: true) }
      generation.rendering = .seen
    case .seen: break
    }
    records[slot].generation = generation
  }

  /// Takes notice of a slot that was added; one that is out of view is not looked at before the page is scrolled to it.
  mutating func awaitSlot(_ frame: SlotFrame) {
    let edges = edges
    if !showsSlots {
      isWindowStale = true
    } else if frame.minY > edges.bottom {
      quiet.below = min(quiet.below, frame.minY + 1 - viewportHeight)
      isWindowStale = true
    } else if frame.maxY < edges.top {
      quiet.above = max(quiet.above, frame.maxY - 1)
      isWindowStale = true
    } else {
      needsRefresh = true
    }
  }

  /// Finds the scroll positions between which what is in view stays the same, and the blank height between them.
  mutating func findQuiet() {
    if isWindowStale { needsRefresh = true }
    // While slots come and go the window is stale; the refresh comes back here.
    guard !needsRefresh else { return }
    blank = (0, 0)
    guard showsSlots else {
      // Before the beginning every scroll position is news, the first one above all.
      quiet = hasBegun ? (-.infinity, .infinity) : (.infinity, -.infinity)
      return
    }
    let neighbours = window.neighbours(on: page)
    quiet = (neighbours.above - 1, neighbours.below + 1 - viewportHeight)
    for rank in window.ranks {
      let record = records[slot(atRank: rank)]
      let (minY, maxY) = (page.top(rank), page.bottom(rank))
      if record.isVisible {
        quiet.above = max(quiet.above, minY + 1 - viewportHeight)
        quiet.below = min(quiet.below, maxY - 1)
        if record.isBlank, mayLoad { addBlank(from: minY, to: maxY) }
      } else if isReachable(record) {
        // Covered between overlapping neighbours: it ends above the viewport.
        quiet.above = max(quiet.above, maxY - 1)
      }
    }
  }

  /// Adds what is in view of a blank slot, until one of its edges crosses one of the viewport's.
  private mutating func addBlank(from minY: Double, to maxY: Double) {
    if maxY > y + viewportHeight {
      blank.atZero += viewportHeight
      blank.slope += 1
      quiet.below = min(quiet.below, maxY - viewportHeight)
    } else {
      blank.atZero += maxY
      quiet.above = max(quiet.above, maxY - viewportHeight)
    }
    if minY < y {
      blank.slope -= 1
      quiet.above = max(quiet.above, minY)
    } else {
      blank.atZero -= minY
      quiet.below = min(quiet.below, minY)
    }
  }
}
