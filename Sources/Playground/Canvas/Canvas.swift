/// One character cell of a screen.
public struct Cell: Hashable, Sendable {
  /// The character; NUL marks the second cell of a character that is two cells wide.
  public var base: Unicode.Scalar
  /// A mark that combines with the character (an accent), or NUL.
  public var mark: Unicode.Scalar
  /// The look.
  public var style: Style

  /// Makes a cell.
  public init(_ base: Unicode.Scalar, mark: Unicode.Scalar = "\0", style: Style = .plain) {
    self.base = base
    self.mark = mark
    self.style = style
  }

  /// A blank in the terminal's own colours.
  public static let blank = Cell(" ")

  /// Whether this is the second cell of a character that is two cells wide.
  public var isContinuation: Bool { base == "\0" }
}

/// A screen as a value: rows of cells.
///
/// What is drawn here goes to ncurses, to text and to pictures alike; nothing above the shell knows of a terminal.
public struct Canvas: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The cells, row by row.
  public private(set) var cells: [Cell]

  /// Makes a canvas of blanks; a negative side counts as zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// The cell in a column and a row, counted from the top left; both must lie on the canvas.
  public subscript(column: Int, row: Int) -> Cell {
    get { cells[row * width + column] }
    set { cells[row * width + column] = newValue }
  }
}
