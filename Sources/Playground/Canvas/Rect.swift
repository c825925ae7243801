/// A rectangle of cells, counted from the top left of the screen.
package struct Rect: Hashable, Sendable {
  package var column, row: Int
  /// Columns and rows; never negative.
  package var width, height: Int

  static let none = Rect(column: 0, row: 0, width: 0, height: 0)

  /// Makes a rectangle; a negative extent counts as zero.
  package init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The column behind the last.
  package var endColumn: Int { column + width }
  /// The row behind the last.
  package var endRow: Int { row + height }

  /// What is left when the outermost cells are taken away on each side.
  package var inside: Rect { inset(columns: 1, rows: 1) }

  /// What is left when columns are taken away left and right, and rows above and below.
  package func inset(columns: Int, rows: Int = 0) -> Rect {
    Rect(
      column: column + columns, row: row + rows, width: width - 2 * columns,
      height: height - 2 * rows)
  }

  /// A rectangle of a size in the middle of it.
  func centred(width: Int, height: Int) -> Rect {
    Rect(
      column: column + (self.width - width) / 2, row: row + (self.height - height) / 2,
      width: width, height: height)
  }

  /// Takes rows away at the top, at most all of them.
  mutating func take(top rows: Int) -> Rect {
    var part = self
    part.height = max(0, min(rows, height))
    (row, height) = (part.endRow, height - part.height)
    return part
  }

  /// Takes rows away at the bottom, at most all of them.
  mutating func take(bottom rows: Int) -> Rect {
    let rest = take(top: height - rows)
    defer { self = rest }
    return self
  }

  /// Takes columns away on the left, at most all of them.
  mutating func take(left columns: Int) -> Rect {
    var part = self
    part.width = max(0, min(columns, width))
    (column, width) = (part.endColumn, width - part.width)
    return part
  }

  /// Takes columns away on the right, at most all of them.
  mutating func take(right columns: Int) -> Rect {
    let rest = take(left: width - columns)
    defer { self = rest }
    return self
  }

  func line(_ row: Int) -> Rect { Rect(column: column, row: row, width: width, height: 1) }

  /// Whether a cell lies in it.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  /// The cells that lie in both.
  package func clipped(to other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, width: min(endColumn, other.endColumn) - left,
      height: min(endRow, other.endRow) - top)
  }
}
