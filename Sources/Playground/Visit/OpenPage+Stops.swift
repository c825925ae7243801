internal import AdEngine
internal import AdSessions

/// Where the slots and the other stops of the page are.
extension OpenPage {
  /// The slot that is selected, by its number on the page.
  var selectedSlot: Int? {
    guard let selection, case .slot(let slot) = layout.stops[selection].target else { return nil }
    return slot
  }

  func nearestSlot(in viewport: Viewport) -> Int? {
    let middle = viewport.y + viewport.size.height / 2
    func distance(_ slot: Int) -> Double {
      let frame = layout.frame(ofSlot: slot)
      return abs(frame.minY + frame.height / 2 - middle)
    }
    guard !layout.isPlaced else {
      return page.slots.indices.lazy.filter { layout.contains(slot: $0) }
        .min { distance($0) < distance($1) }
    }
    let below = firstSlot(endingBelow: middle)
    let candidates = [below - 1, below].filter(page.slots.indices.contains)
    return candidates.min { distance($0) < distance($1) }
  }

  /// The number of the first slot that ends below a height of the page; the number of slots if none does.
  func firstSlot(endingBelow y: Double) -> Int {
    let slots = page.slots.indices
    guard layout.isPlaced else { return slots.partitionPoint { layout.frame(ofSlot: $0).maxY > y } }
    var (first, top) = (slots.count, Double.infinity)
    for slot in slots where layout.contains(slot: slot) {
      let frame = layout.frame(ofSlot: slot)
      if frame.maxY > y, frame.minY < top { (first, top) = (slot, frame.minY) }
    }
    return first
  }

  /// Whether a stop is on the page now: in a session without a page slots come and go.
  func isThere(_ stop: FocusStop) -> Bool {
    if case .slot(let slot) = stop.target { layout.contains(slot: slot) } else { true }
  }

  func extent(_ stop: FocusStop) -> (top: Double, bottom: Double) {
    guard case .slot(let slot) = stop.target else {
      return (stop.y, stop.y + PageLayout.rowHeight)
    }
    return (stop.y, layout.frame(ofSlot: slot).maxY + PageLayout.rowHeight)
  }

  func isInView(_ stop: FocusStop, _ viewport: Viewport) -> Bool {
    let (top, bottom) = extent(stop)
    return top < viewport.maxY && bottom > viewport.minY
  }

  /// Selects a slot where it is, in view or not.
  mutating func choose(slot: Int) {
    guard let stop = layout.stops.firstIndex(where: { $0.target == .slot(slot) }) else {
      return
    }
    selection = stop
  }
}
