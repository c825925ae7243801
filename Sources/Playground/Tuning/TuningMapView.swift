internal import AdSessions
internal import AdTuning

/// The map: a cell for each setting, fetch to the right, display upwards, shaded by its value.
struct TuningMapView {
  /// The cells of the display thresholds beside the map, a blank included.
  private static let labelCells = 6
  /// The distance between two labels of the axis, in fetch thresholds.
  private static let tickDistance = 8

  private let tuning: Tuning
  private let map: TuningMap
  /// The least and the most of the quantity, in the order from bad to good.
  private let range: ClosedRange<Double>
  private let present: TuningMap.Cell?

  init(_ tuning: Tuning, _ map: TuningMap) {
    self.tuning = tuning
    self.map = map
    present = tuning.present
    range = tuning.quantity.map { map.range(of: $0) ?? 0...0 } ?? map.toBestRange
  }

  static func window(_ cursor: Int, room: Int, of count: Int) -> Range<Int> {
    guard count > room else { return 0..<count }
    let first = max(0, min(cursor - room * 3 / 4, count - room))
    return first..<(first + room)
  }

  /// The fetch and display thresholds that are shown in a pane, by their places on the grid.
  static func windows(
    _ tuning: Tuning, _ map: TuningMap, in rect: Rect
  ) -> (fetches: Range<Int>, displays: Range<Int>) {
    let pane = rect.inside
    return (
      window(
        tuning.cursor.fetch, room: max(1, pane.width - labelCells), of: map.grid.fetches.count),
      window(tuning.cursor.display, room: max(1, pane.height - 2), of: map.grid.displays.count)
    )
  }

  static func cell(column: Int, row: Int, _ tuning: Tuning, in rect: Rect) -> TuningMap.Cell? {
    let pane = rect.inside
    guard let map = tuning.map, pane.contains(column: column, row: row) else { return nil }
    let (fetches, displays) = windows(tuning, map, in: rect)
    let fetch = fetches.lowerBound + column - pane.column - labelCells
    let display = displays.upperBound - 1 - (row - pane.row)
    guard fetches.contains(fetch), displays.contains(display) else { return nil }
    return TuningMap.Cell(fetch: fetch, display: display)
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 5, rect.width >= 20 else { return }
    let quantity = tuning.quantity?.name ?? "value"
    let title = "\(quantity) a session: display ↑, fetch →"
    let maps: [Command] = [.mapValue, .mapViewable, .mapWasted, .mapBlank]
    let keys = " \(maps.map { KeyMap.label(of: $0, in: .tuning) }.joined(separator: " ")) "
    canvas.drawFrame(rect, title: title)
    if Glyphs.cells(title + keys) + 5 <= rect.width {
      canvas.write(keys, before: rect.endColumn - 1, rect.row, Theme.faint, in: rect)
    }
    let pane = rect.inside
    let (fetches, displays) = Self.windows(tuning, map, in: rect)
    for (line, display) in displays.reversed().enumerated() {
      let row = pane.row + line
      canvas.write(
        map.grid.displays[display].points, before: pane.column + Self.labelCells - 1, row,
        Theme.faint, in: pane)
      for (place, fetch) in fetches.enumerated() {
        let (glyph, style) = look(of: TuningMap.Cell(fetch: fetch, display: display))
        canvas.write(glyph, at: pane.column + Self.labelCells + place, row, style, in: pane)
      }
    }
    let axis = pane.row + displays.count
    for (place, fetch) in fetches.enumerated() where fetch % Self.tickDistance == 0 {
      let (label, column) = (
        "╵" + map.grid.fetches[fetch].points, pane.column + Self.labelCells + place
      )
      // A number that is cut would be another one.
      guard column + Glyphs.cells(label) <= pane.endColumn else { continue }
      canvas.write(label, at: column, axis, Theme.faint, in: pane)
    }
    canvas.write(legend(cells: pane.width), at: pane.column, pane.endRow - 1, Theme.faint, in: pane)
  }

  private func legend(cells: Int) -> String {
    let marks = ["● now", "◆ here"] + (map.star == nil ? [] : ["★ best"])
    let words =
      tuning.quantity == nil && map.isSampleLarge
      ? ["█ as good as the best", "▓▒░ worse"] : ["█ most", "░ least"]
    return (words + marks).joined(separator: "  ", fitting: cells)
  }

  private func look(of cell: TuningMap.Cell) -> (String, Style) {
    let amount = tuning.quantity.map { map.mean($0, cell) } ?? map.toBest(cell)?.mean
    guard let amount else { return (" ", Theme.text) }
    if cell == tuning.cursor { return ("◆", Theme.selected) }
    if cell == map.star { return ("★", Theme.strong) }
    if cell == present { return ("●", Theme.strong) }
    guard tuning.quantity == nil, let isOpen = map.isOpen(cell) else {
      return Self.shades[shade(amount, of: 4)]
    }
    return Self.shades[isOpen ? 3 : min(2, shade(amount, of: 3))]
  }

  /// Which of `count` equal parts of the range an amount lies in.
  private func shade(_ amount: Double, of count: Int) -> Int {
    let width = range.upperBound - range.lowerBound
    guard width > 0 else { return count - 1 }
    return max(0, min(count - 1, Int((amount - range.lowerBound) / width * Double(count))))
  }

  /// The glyphs alone say it; colours repeat it.
  private static let shades: [(String, Style)] = [
    ("░", SeenState.empty.style), ("▒", SeenState.loading.style),
    ("▓", SeenState.loading.style), ("█", SeenState.viewable.style),
  ]
}
