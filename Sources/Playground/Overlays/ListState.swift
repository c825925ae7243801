/// Where a user is in a list: the row that is chosen, and the first one that is shown.
struct ListState: Hashable, Sendable {
  private(set) var selected = 0
  private(set) var offset = 0

  /// Moves the choice down, or up, in a list of `count` rows; it stays at the ends.
  mutating func move(by rows: Int, of count: Int) {
    selected = max(0, min(count - 1, min(selected, count - 1) + rows))
  }

  mutating func choose(_ row: Int) { selected = max(0, row) }

  /// Scrolls by rows; `last` is the first row of the last screenful.
  mutating func scroll(by rows: Int, last: Int) {
    offset = max(0, min(last, min(last, offset) + rows))
  }

  /// Scrolls no farther than it takes to show these rows where `room` rows fit.
  mutating func reveal(_ rows: ClosedRange<Int>, room: Int) {
    offset = max(min(offset, rows.lowerBound), rows.upperBound - room + 1, 0)
  }

  /// The same for lines of a box, which may take several rows; the first of them is shown whatever there is room for.
  mutating func reveal(_ lines: ClosedRange<Int>, of box: OverlayBox, in model: Model) {
    let columns = model.shared.columns
    let first = box.rows(ofLine: lines.lowerBound, columns: columns).lowerBound
    let last = box.rows(ofLine: lines.upperBound, columns: columns).upperBound
    let room = max(1, OverlayBox.room(rows: box.area?.height ?? model.shared.rows))
    reveal(first...min(last, first + room - 1), room: room)
  }
}

extension Canvas {
  /// Begins a row of a list, with a mark before the chosen one; returns the column behind the mark.
  mutating func drawMark(_ isChosen: Bool, at column: Int, in row: Rect, _ style: Style) -> Int {
    if isChosen { fill(row, Cell(" ", style: style)) }
    return write(isChosen ? "▸ " : "  ", at: column, row.row, style, in: row)
  }
}
