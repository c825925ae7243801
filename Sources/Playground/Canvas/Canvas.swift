package struct Cell: Hashable, Sendable {
  /// The character; NUL marks the second cell of a character that is two cells wide.
  package var base: Unicode.Scalar
  /// A mark that combines with the character (an accent), or NUL.
  package var mark: Unicode.Scalar
  package var style: Style

  package init(_ base: Unicode.Scalar, mark: Unicode.Scalar = "\0", style: Style = .plain) {
    (self.base, self.mark, self.style) = (base, mark, style)
  }

  /// A blank in the terminal's own colours.
  package static let blank = Cell(" ")

  /// Whether this is the second cell of a character that is two cells wide.
  package var isContinuation: Bool { base == "\0" }
}

/// A screen as a value: rows of cells.
package struct Canvas: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// The cells, row by row.
  package internal(set) var cells: [Cell]

  /// Makes a canvas of blanks; a negative side counts as zero.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// The cell in a column and a row, counted from the top left; both must lie on the canvas.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * width + column] }
    set { cells[row * width + column] = newValue }
  }
}
