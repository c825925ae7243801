internal import AdSessions

extension Canvas {
  var bounds: Rect { Rect(column: 0, row: 0, width: width, height: height) }

  mutating func fill(_ rect: Rect, _ cell: Cell) {
    let rect = rect.clipped(to: bounds)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn { put(cell, at: column, row) }
    }
  }

  /// Sets a cell; a character of two cells of which it takes one becomes a blank.
  private mutating func put(_ cell: Cell, at column: Int, _ row: Int) {
    if self[column, row].isContinuation, !cell.isContinuation, column > 0 {
      self[column - 1, row].base = " "
    }
    if column + 1 < width, self[column + 1, row].isContinuation { self[column + 1, row].base = " " }
    self[column, row] = cell
  }

  /// Gives the cells of `rect` a style and leaves their characters.
  mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let rect = rect.clipped(to: bounds)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn { change(&self[column, row].style) }
    }
  }

  /// Strikes the characters of `rect` through; one with a mark of its own keeps that.
  mutating func strike(_ rect: Rect) {
    let rect = rect.clipped(to: bounds)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn
      where self[column, row].mark == "\0" && !self[column, row].isContinuation {
        self[column, row].mark = "\u{336}"
      }
    }
  }

  /// Writes text within `clip`, without a character that fits by half; returns the column behind it.
  @discardableResult
  mutating func write(
    _ text: some StringProtocol, at column: Int, _ row: Int, _ style: Style, in clip: Rect
  ) -> Int {
    let clip = clip.clipped(to: bounds)
    var column = column
    guard row >= clip.row, row < clip.endRow else { return column + Glyphs.cells(text) }
    for glyph in Glyphs(text) {
      if column >= clip.column, column + glyph.width <= clip.endColumn {
        put(Cell(glyph.base, mark: glyph.mark, style: style), at: column, row)
        if glyph.width == 2 { put(Cell("\0", style: style), at: column + 1, row) }
      }
      column += glyph.width
    }
    return column
  }

  mutating func write(
    _ text: some StringProtocol, before endColumn: Int, _ row: Int, _ style: Style, in clip: Rect
  ) {
    write(text, at: endColumn - Glyphs.cells(text), row, style, in: clip)
  }

  /// Writes a note into the frame of `rect`, before the right end of its upper edge or of its lower one.
  mutating func note(
    _ text: String, on rect: Rect, _ style: Style = Theme.faint, below isBelow: Bool = false
  ) {
    write(
      " \(text) ", before: rect.endColumn - 1, isBelow ? rect.endRow - 1 : rect.row, style, in: rect
    )
  }

  /// Writes text in the middle of a row of `clip`, cut with an ellipsis where it is too long.
  mutating func write(_ text: String, centredIn row: Int, _ style: Style, in clip: Rect) {
    let text = text.cut(to: clip.width)
    let column = clip.column + (clip.width - Glyphs.cells(text)) / 2
    write(text, at: column, row, style, in: clip)
  }

  mutating func write(_ lines: some Collection<String>, _ style: Style, in pane: Rect) {
    for (index, line) in lines.prefix(pane.height).enumerated() {
      write(line, at: pane.column, pane.row + index, style, in: pane)
    }
  }

  /// Writes how much of a whole is done as a bar, and returns the column behind it.
  @discardableResult
  mutating func drawProgress(
    _ share: Double, at column: Int, _ row: Int, cells: Int, _ style: Style = Theme.text,
    rest: Style = Theme.text, in clip: Rect
  ) -> Int {
    let filled = Int(share * Double(cells))
    let end = write(String(repeating: "━", count: filled), at: column, row, style, in: clip)
    return write(String(repeating: "─", count: cells - filled), at: end, row, rest, in: clip)
  }

  /// Draws a frame of lines around the outermost cells of `rect`, with a title in its upper edge.
  mutating func drawFrame(
    _ rect: Rect, title: String, _ style: Style = Theme.border, titleStyle: Style = Theme.paneTitle
  ) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    drawBox(rect, .lines, style, in: bounds)
    let room = rect.width - 2
    guard !title.isEmpty, room >= 3 else { return }
    let label = Glyphs.cells(title) + 2 <= room ? " \(title) " : title.cut(to: room)
    write(label, at: rect.column + 1, rect.row, titleStyle, in: rect)
  }
}

extension [String] {
  /// The first of these texts, as many as fit the cells, with a separator between them.
  func joined(separator: String, fitting cells: Int) -> String {
    var line = ""
    for text in self {
      let longer = line.isEmpty ? text : line + separator + text
      if Glyphs.cells(longer) > cells { break }
      line = longer
    }
    return line
  }
}

extension String {
  /// This text, cut to the cells; the last of them is an ellipsis where something was left out.
  func cut(to cells: Int) -> String {
    guard Glyphs.cells(self) > cells else { return self }
    guard cells > 0 else { return "" }
    return String(Glyphs(self).prefix(cells: cells - 1)) + "…"
  }

  /// The end of this text, cut to the cells; the first of them is an ellipsis where something was left out.
  func tail(of cells: Int) -> String {
    guard Glyphs.cells(self) > cells else { return self }
    return "…" + String(Glyphs(self).reversed().prefix(cells: cells - 1).reversed())
  }

  /// This text, with an ellipsis in place of its middle where it is longer than the cells.
  func cutInside(to cells: Int) -> String {
    guard Glyphs.cells(self) > cells, cells > 2 else { return cut(to: cells) }
    let end = tail(of: (cells - 1) * 2 / 3 + 1).dropFirst()
    return cut(to: cells - Glyphs.cells(end)) + end
  }

  /// This text with blanks behind it, or cut, so that it takes exactly `cells` cells.
  func padded(to cells: Int) -> String { cut(to: cells).leftAligned(in: cells) }

  /// This text with blanks before it, or cut, so that it takes exactly `cells` cells.
  func leftPadded(to cells: Int) -> String { cut(to: cells).rightAligned(in: cells) }
}

extension Sequence<Glyph> {
  /// The first glyphs, as many as fit the cells.
  fileprivate func prefix(cells: Int) -> [Glyph] {
    var room = cells
    return prefix {
      room -= $0.width
      return room >= 0
    }
  }
}

struct BoxStyle: Sendable {
  var corners: [String]
  var top, bottom, left, right: String

  /// Lines with gaps: a place that is kept.
  static let dashed = BoxStyle(
    corners: ["┌", "┐", "└", "┘"], top: "╌", bottom: "╌", left: "╎", right: "╎")
  /// Half blocks: something solid.
  static let blocks = BoxStyle(
    corners: ["▛", "▜", "▙", "▟"], top: "▀", bottom: "▄", left: "▌", right: "▐")
  static let rounded = BoxStyle(
    corners: ["╭", "╮", "╰", "╯"], top: "─", bottom: "─", left: "│", right: "│")
  static let lines = BoxStyle(
    corners: ["┌", "┐", "└", "┘"], top: "─", bottom: "─", left: "│", right: "│")
}

extension Canvas {
  mutating func drawBox(_ rect: Rect, _ box: BoxStyle, _ style: Style, in clip: Rect) {
    guard rect.width >= 2, rect.height >= 1 else { return }
    let columns = rect.width - 2
    let last = rect.endRow - 1
    let shown = rect.clipped(to: clip)
    for row in shown.row..<shown.endRow {
      let isTop = row == rect.row
      let isBottom = row == last
      if isTop || isBottom {
        let line = String(repeating: isTop ? box.top : box.bottom, count: columns)
        let corners = isTop ? (box.corners[0], box.corners[1]) : (box.corners[2], box.corners[3])
        write(corners.0 + line + corners.1, at: rect.column, row, style, in: clip)
      } else {
        write(box.left, at: rect.column, row, style, in: clip)
        write(box.right, at: rect.endColumn - 1, row, style, in: clip)
      }
    }
  }
}
