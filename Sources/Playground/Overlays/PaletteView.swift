internal import AdSessions

/// The palette over the page: what was typed, what fits it, and of what can be chosen a preview.
struct PaletteView {
  private static let maxWidth = 66
  private static let maxHeight = 18
  /// The rows of a preview, which stands under the list; screens with fewer rows than these have none.
  private static let previewRows = 6
  private static let minRowsForPreview = 20

  private let palette: Palette
  private let entries: [PaletteEntry]
  private let preview: [String]
  private let columns, rows: Int

  /// The palette on a screen of so many cells.
  init(
    _ palette: Palette, entries: [PaletteEntry], preview: [String] = [], columns: Int, rows: Int
  ) {
    self.palette = palette
    self.entries = entries
    self.preview = preview
    self.columns = columns
    self.rows = rows
  }

  private var hasPreview: Bool { palette.offer == .choices && rows >= Self.minRowsForPreview }

  /// Where the box lies; its size does not depend on what it holds.
  private var box: Rect {
    let width = min(columns - 2, Self.maxWidth)
    let height = min(rows - 2, Self.maxHeight + (hasPreview ? Self.previewRows : 0))
    return Rect(
      column: (columns - width) / 2, row: (rows - height) / 2, width: width,
      height: height)
  }

  /// The number of entries that are shown at once.
  var listRows: Int { max(1, box.height - 3 - (hasPreview ? Self.previewRows + 1 : 0)) }

  func draw(on canvas: inout Canvas) {
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    let title = palette.offer == .commands ? "commands" : "open or choose"
    canvas.drawFrame(box, title: title, Theme.overlay, titleStyle: Theme.overlayStrong)
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
    if hasPreview { drawPreview(on: &canvas, in: pane) }
    let count = entries.isEmpty ? " none fits " : " \(choice + 1) of \(entries.count) "
    canvas.write(count, before: box.endColumn - 1, box.endRow - 1, Theme.overlayStrong, in: box)
  }

  /// Draws the preview under a line.
  private func drawPreview(on canvas: inout Canvas, in pane: Rect) {
    let row = pane.endRow - Self.previewRows - 1
    canvas.write(
      String(repeating: "─", count: pane.width), at: pane.column, row, Theme.overlay, in: pane)
    let text = pane.inset(columns: 1)
    for (index, line) in preview.prefix(Self.previewRows).enumerated() {
      canvas.write(
        line.scrubbed.cut(to: text.width), at: text.column, row + 1 + index,
        index == 0 ? Theme.overlayStrong : Theme.overlay, in: text)
    }
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
      let ends = [position, position + 1].map { Glyphs.cells(name.prefix($0)) }
      let letter = Rect(column: column + ends[0], row: row.row, width: ends[1] - ends[0], height: 1)
      canvas.restyle(letter) { $0.attributes.formUnion([.bold, .underline]) }
    }
  }
}
