package import AdEngine

/// A page in a column of fixed width: where everything lies, exact in points.
///
/// A row of text is 20 points high and a column 8 points wide. A slot's frame is the ad alone; a label above it and
/// a caption below it are rows of their own. A blank row stands between two blocks. Nothing here depends on a
/// terminal or a locale.
package struct PageLayout: Hashable, Sendable {
  /// The height of a row of text, in points.
  package static let rowHeight = 20.0
  /// The width of a column, in points.
  package static let columnWidth = 8.0
  /// The numbers of columns that a page can be laid out in; others count as the nearest.
  package static let columnRange = 20...400

  /// The page.
  package let page: Page
  /// The width of the column of text, in columns.
  package let columns: Int
  let table: LineTable
  /// The top edge of each segment of text, and of the frame of each slot.
  private(set) var segmentTops: [Double] = []
  private(set) var slotTops: [Double] = []
  private(set) var slotSizes: [Size] = []
  /// Which slots there are, where an app placed them and not the page; `nil` on a page.
  private(set) var placed: [Bool]?

  /// Lays a page out; every slot has the size that is asked for, within its limits.
  package init(_ page: Page, columns: Int = 48) {
    self.init(page, columns: columns, sizes: page.slots.map(\.ad.initialFrame))
  }

  /// Lays a page out with a size for each slot, as it stands after as many resizes.
  init(_ page: Page, columns: Int, sizes: [Size]) {
    self.page = page
    self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    table = LineTableBuilder(page.document, columns: self.columns).table
    slotSizes = sizes
    segmentTops.reserveCapacity(table.segments.count)
    slotTops.reserveCapacity(sizes.count)
    var y = 0.0
    for (index, segment) in table.segments.enumerated() {
      // A blank row stands between a slot and the text below it.
      if index > 0, segment.rows > 0 { y += Self.rowHeight }
      segmentTops.append(y)
      y += Double(segment.rows) * Self.rowHeight
      guard index < sizes.count else { break }
      if index > 0 || segment.rows > 0 { y += Self.rowHeight }
      if page.slots[index].ad.label != nil { y += Self.rowHeight }
      slotTops.append(y)
      y += sizes[index].height + Self.rowHeight
    }
  }

  /// Lays out nothing but slots, which an app places wherever it wants; none is there yet.
  package init(placing slots: [PageSlot], title: String, columns: Int = 48) {
    page = Page(
      title: title, settings: PageSettings(), slots: slots, document: Document(), digest: "")
    self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    table = LineTable(
      segments: [LineTable.Segment(firstLine: 0, rows: 0)],
      stops: slots.indices.map { Int32(-1 - $0) })
    segmentTops = [0]
    slotTops = Array(repeating: 0, count: slots.count)
    slotSizes = Array(repeating: Size(width: 0, height: 0), count: slots.count)
    placed = Array(repeating: false, count: slots.count)
  }

  /// Places a slot where an app has it, or says by `nil` that it has it no longer.
  package mutating func place(slot: Int, at frame: SlotFrame?) {
    guard placed?.indices.contains(slot) == true else { return }
    placed?[slot] = frame != nil
    guard let frame else { return }
    slotTops[slot] = frame.y
    slotSizes[slot] = frame.size
  }

  /// Whether slots lie where an app placed them: in any order, over each other, and not all of them at any time.
  package var isPlaced: Bool { placed != nil }

  /// Whether a slot is there; every slot of a page is.
  package func contains(slot: Int) -> Bool { placed?[slot] ?? true }

  /// The width of the column of text, in points.
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
    guard let top = slotTops.last, let size = slotSizes.last else { return end }
    return max(end, top + size.height + Self.rowHeight)
  }

  /// The frame of a slot, by its number on the page, counted from 0.
  package func frame(ofSlot slot: Int) -> SlotFrame {
    SlotFrame(y: slotTops[slot], width: slotSizes[slot].width, height: slotSizes[slot].height)
  }

  /// Gives a slot this size, as it is, and moves everything below by the difference, one slot after another.
  ///
  /// A size that is not finite or has a negative side changes nothing.
  package mutating func resize(slot: Int, to size: Size) {
    guard SlotFrame(y: slotTops[slot], width: size.width, height: size.height).isValid else {
      return
    }
    let difference = size.height - slotSizes[slot].height
    slotSizes[slot] = size
    // Where an app places its slots, it is said where each comes to lie.
    guard difference != 0, placed == nil else { return }
    for below in (slot + 1)..<segmentTops.count { segmentTops[below] += difference }
    for below in slotTops.indices.dropFirst(slot + 1) { slotTops[below] += difference }
  }
}
