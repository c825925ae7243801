internal import AdSessions

/// The command palette over the page: what was typed, and the commands that fit it.
struct PaletteView {
  private static let maxWidth = 66
  private static let maxHeight = 18

  private let palette: Palette
  private let entries: [PaletteEntry]
  private let columns, rows: Int

  /// The palette on a screen of so many cells.
  init(_ palette: Palette, entries: [PaletteEntry], columns: Int, rows: Int) {
    self.palette = palette
    self.entries = entries
    self.columns = columns
    self.rows = rows
  }

  /// Where the box lies; its size does not depend on what it holds.
  private var box: Rect {
    let width = min(columns - 2, Self.maxWidth)
    let height = min(rows - 2, Self.maxHeight)
    return Rect(
      column: (columns - width) / 2, row: (rows - height) / 2, width: width,
      height: height)
  }

  /// The number of entries that are shown at once on a screen of so many rows.
  static func listRows(ofScreen rows: Int) -> Int { max(1, min(rows - 2, maxHeight) - 3) }

  private var listRows: Int { Self.listRows(ofScreen: rows) }

  func draw(on canvas: inout Canvas) {
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    canvas.drawFrame(box, title: "commands", Theme.overlay, titleStyle: Theme.overlayStrong)
    let pane = box.inside
    drawText(on: &canvas, in: pane)
    let choice = min(palette.list.selected, entries.count - 1)
    // The choice is in the middle, so that there is always something to be seen on both sides.
    let first = palette.list.middle(room: listRows, of: entries.count)
    for (index, entry) in entries.dropFirst(first).prefix(listRows).enumerated() {
      let row = Rect(
        column: pane.column, row: pane.row + 1 + index, width: pane.width, height: 1)
      draw(entry, isChosen: first + index == choice, on: &canvas, in: row)
    }
    let count = entries.isEmpty ? " none fits " : " \(choice + 1) of \(entries.count) "
    canvas.write(count, before: box.endColumn - 1, box.endRow - 1, Theme.overlayStrong, in: box)
  }

  private func drawText(on canvas: inout Canvas, in pane: Rect) {
    let column = canvas.write(" : ", at: pane.column, pane.row, Theme.overlayKey, in: pane)
    var shown = palette.text[...]
    while Glyphs.cells(shown) > pane.endColumn - column - 2 { shown = shown.dropFirst() }
    canvas.write(shown + "▏", at: column, pane.row, Theme.overlayStrong, in: pane)
  }

  private func draw(
    _ entry: PaletteEntry, isChosen: Bool, on canvas: inout Canvas, in row: Rect
  ) {
    let style = isChosen ? Theme.selected : Theme.overlay
    let names = row.inset(columns: 1)
    let column = canvas.drawMark(isChosen, at: names.column, in: row, style)
    canvas.write(
      entry.keys, before: names.endColumn, row.row, isChosen ? style : Theme.overlayKey, in: names)
    let room = names.width - 2 - (entry.keys.isEmpty ? 0 : Glyphs.cells(entry.keys) + 2)
    let name = entry.name.cut(to: room)
    canvas.write(name, at: column, row.row, style, in: names)
    for position in entry.matched where position < name.count {
      let letter = Rect(column: column + position, row: row.row, width: 1, height: 1)
      canvas.restyle(letter) { $0.attributes.formUnion([.bold, .underline]) }
    }
  }
}
