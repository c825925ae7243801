package import AdEngine

/// A page in a column of fixed width; a row of text is 20 points high, a column 8 wide, a blank row between blocks.
///
/// A slot's frame is the ad's, labels and captions are rows of their own; slots in a row have one top and a column between.
package struct PageLayout: Hashable, Sendable {
  /// The height of a row of text, in points.
  package static let rowHeight = 20.0
  /// The width of a column, in points.
  package static let columnWidth = 8.0
  /// The possible numbers of columns; others are clamped.
  package static let columnRange = 20...400

  package private(set) var page: Page
  /// The width of the text, in columns.
  package let columns: Int
  private(set) var table: LineTable
  /// The top edge of each segment of text, and of the frame of each slot.
  private(set) var segmentTops = ShiftedEdges()
  private(set) var slotTops = ShiftedEdges()
  private(set) var slotSizes: [Size] = []
  private var slotLefts: [Double?] = []
  /// The slots that an app has placed; `nil` for the slots of a page.
  private(set) var placed: [Bool]?

  /// Lays out a page, slots in their initial sizes, by default in as many columns as fit the page's viewport.
  package init(_ page: Page, in space: LayoutSpace = LayoutSpace()) {
    let columns = space.columns ?? Self.columns(fitting: page.settings.viewport.width)
    var page = page
    for slot in page.slots.indices {
      page.slots[slot].fit(
        space.viewport ?? page.settings.openingViewport,
        column: Double(columns) * Self.columnWidth)
    }
    self.init(page, columns: columns, sizes: page.slots.map(\.initialFrame))
  }

  /// The columns of text in a viewport of a width in points: as many as fit, at most 48.
  package static func columns(fitting width: Double) -> Int {
    max(columnRange.lowerBound, Int(min(48, width / columnWidth)))
  }

  init(_ page: Page, columns: Int, sizes: [Size]) {
    self.page = page
    self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    table = LineTableBuilder(page.document, columns: self.columns).table
    slotSizes = sizes
    segmentTops.reserveCapacity(table.segments.count)
    slotTops.reserveCapacity(sizes.count)
    slotLefts = Self.lefts(of: page.slots, sizes)
    var y = 0.0
    for (index, segment) in table.segments.enumerated() {
      // A blank row separates a slot from the text below it.
      if index > 0, segment.rows > 0 { y += Self.rowHeight }
      segmentTops.append(y)
      y += Double(segment.rows) * Self.rowHeight
      guard index < sizes.count else { break }
      let row = row(ofSlot: index)
      if index == row.lowerBound {
        if index > 0 || segment.rows > 0 { y += Self.rowHeight }
        if page.slots[row].contains(where: { $0.ad.label != nil }) { y += Self.rowHeight }
      }
      slotTops.append(y)
      if index == row.upperBound { y = bottom(of: row) }
    }
  }

  /// Where slots lie from the left: those of a row a column apart; unknown for a slot that stands alone in the middle.
  private static func lefts(of slots: [DeclaredSlot], _ sizes: [Size]) -> [Double?] {
    var lefts: [Double?] = Array(repeating: nil, count: slots.count)
    for slot in slots.indices where slots[slot].isBeside && slot > 0 {
      let before = lefts[slot - 1] ?? 0
      lefts[slot - 1] = before
      lefts[slot] = before + sizes[slot - 1].width + columnWidth
    }
    return lefts
  }

  /// Lays out slots that an app places; none is placed yet.
  package init(placing slots: [DeclaredSlot], title: String, columns: Int = 48) {
    page = Page(
      title: title, settings: PageSettings(), slots: slots, document: Document(), digest: "")
    self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    table = LineTable(
      segments: [LineTable.Segment(firstLine: 0, rows: 0)],
      stops: slots.indices.map { Int32(-1 - $0) })
    segmentTops = ShiftedEdges([0])
    slotTops = ShiftedEdges(Array(repeating: 0, count: slots.count))
    slotSizes = Array(repeating: Size(width: 0, height: 0), count: slots.count)
    slotLefts = Array(repeating: nil, count: slots.count)
    placed = Array(repeating: false, count: slots.count)
  }

  package mutating func add(_ slot: DeclaredSlot) {
    guard placed != nil else { return }
    table.stops.append(Int32(-1 - page.slots.count))
    page.slots.append(slot)
    slotTops.append(0)
    slotSizes.append(Size(width: 0, height: 0))
    slotLefts.append(nil)
    placed?.append(false)
  }

  /// Has another ad in a slot that an app places.
  package mutating func replace(slot: Int, with other: DeclaredSlot) {
    guard placed?.indices.contains(slot) == true else { return }
    page.slots[slot] = other
  }

  /// Places a slot as an app has it; `nil` removes it.
  package mutating func place(slot: Int, at frame: SlotFrame?) {
    guard placed?.indices.contains(slot) == true else { return }
    placed?[slot] = frame != nil
    guard let frame else { return }
    slotTops[slot] = frame.y
    slotSizes[slot] = frame.size
    slotLefts[slot] = frame.x
  }

  /// Places all slots as an app has them.
  package mutating func place(_ frame: (Int) -> SlotFrame?) {
    for slot in slotTops.indices { place(slot: slot, at: frame(slot)) }
  }

  /// Whether an app places the slots: in any order, possibly overlapping, and not all at any time.
  package var isPlaced: Bool { placed != nil }

  package func contains(slot: Int) -> Bool { placed?[slot] ?? true }

  /// The width of the text, in points.
  package var width: Double { Double(columns) * Self.columnWidth }

  /// The height of the page, in points.
  package var height: Double {
    if let placed {
      let bottoms = placed.indices.lazy.filter { placed[$0] }
        .map { slotTops[$0] + slotSizes[$0].height + Self.rowHeight }
      return bottoms.max() ?? 0
    }
    let last = table.segments.count - 1
    let end = segmentTops[last] + Double(table.segments[last].rows) * Self.rowHeight
    guard let last = slotTops.indices.last else { return end }
    return max(end, bottom(of: row(ofSlot: last)))
  }

  /// The frame of a slot, by its number on the page, counted from 0.
  package func frame(ofSlot slot: Int) -> SlotFrame {
    SlotFrame(
      x: slotLefts[slot], y: slotTops[slot], width: slotSizes[slot].width,
      height: slotSizes[slot].height)
  }

  /// The slots of the row that a slot is part of; it alone where nothing stands beside it.
  package func row(ofSlot slot: Int) -> ClosedRange<Int> {
    var (first, last) = (slot, slot)
    while first > 0, page.slots[first].isBeside { first -= 1 }
    while last + 1 < page.slots.count, page.slots[last + 1].isBeside { last += 1 }
    return first...last
  }

  /// Where a row ends with its captions, in points.
  func bottom(of row: ClosedRange<Int>) -> Double {
    slotTops[row.lowerBound] + (slotSizes[row].lazy.map(\.height).max() ?? 0) + Self.rowHeight
  }

  /// How much wider than the text the row of a slot is, in points: so far it can be moved to the left.
  package func overflow(ofRowWithSlot slot: Int) -> Double {
    let last = row(ofSlot: slot).upperBound
    return slotLefts[last].map { max(0, $0 + slotSizes[last].width - width) } ?? 0
  }

  /// Resizes a slot and moves everything below by the difference; a size that no slot can have is ignored.
  package mutating func resize(slot: Int, to size: Size) {
    guard SlotFrame(y: slotTops[slot], width: size.width, height: size.height).isValid else {
      return
    }
    // An app reports the new frames of slots that it places.
    guard placed == nil else {
      slotSizes[slot] = size
      return
    }
    let row = row(ofSlot: slot)
    let before = bottom(of: row)
    slotSizes[slot] = size
    let difference = bottom(of: row) - before
    guard difference != 0 else { return }
    segmentTops.shift(from: row.upperBound + 1, by: difference)
    slotTops.shift(from: row.upperBound + 1, by: difference)
  }
}
