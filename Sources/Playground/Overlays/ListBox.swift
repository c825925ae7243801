internal import AdSessions

/// A list in a box over the screen: above it what is typed, under it a preview of the chosen row.
struct ListBox {
  struct Row {
    let text: String
    /// What stands at the right end.
    let note: String
    /// The numbers of the characters of the text that fit what was typed.
    let matched: Set<Int>
  }

  private static let maxWidth = 66

  private let title: String
  private let rows: [Row]
  private let chosen: Int
  private let input: String
  private let preview: [String]
  private let previewRows: Int
  private let box: Rect

  /// Lays a list out on a screen of a size in cells; its own size does not depend on its rows.
  init(
    _ title: String, _ rows: [Row], chosen: Int, on screen: Rect, maxRows: Int,
    input: String, preview: [String], previewRows: Int
  ) {
    (self.title, self.rows, self.input) = (title, rows, input)
    (self.preview, self.previewRows) = (preview, previewRows)
    self.chosen = min(chosen, rows.count - 1)
    let others = 3 + (previewRows > 0 ? previewRows + 1 : 0)
    box = screen.centred(
      width: min(screen.width - 2, Self.maxWidth), height: min(screen.height - 2, maxRows + others))
    shownRows = max(1, box.height - others)
  }

  let shownRows: Int

  func draw(on canvas: inout Canvas) {
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    canvas.drawFrame(box, title: title, Theme.overlay, titleStyle: Theme.overlayStrong)
    let pane = box.inside
    draw(input: input, on: &canvas, in: pane)
    var row = pane.row + 1
    // The choice is in the middle, so that there is always something to be seen on both sides.
    for number in rows.indices.around(chosen, room: shownRows) {
      let line = pane.line(row).clipped(to: pane)
      draw(rows[number], isChosen: number == chosen, on: &canvas, in: line)
      row += 1
    }
    if previewRows > 0 { drawPreview(on: &canvas, in: pane) }
    let count = rows.isEmpty ? "none fits" : "\(chosen + 1) of \(rows.count)"
    canvas.note(count, on: box, Theme.overlayStrong, below: true)
  }

  private func draw(input: String, on canvas: inout Canvas, in pane: Rect) {
    let column = canvas.write(" : ", at: pane.column, pane.row, Theme.overlayKey, in: pane)
    let shown = input.tail(of: pane.endColumn - column - 2)
    canvas.write(shown + "▏", at: column, pane.row, Theme.overlayStrong, in: pane)
  }

  private func draw(_ row: Row, isChosen: Bool, on canvas: inout Canvas, in line: Rect) {
    let style = isChosen ? Theme.selected : Theme.overlay
    let keyStyle = isChosen ? style : Theme.overlayKey
    let texts = line.inset(columns: 1)
    let column = canvas.drawMark(isChosen, at: texts.column, in: line, style)
    canvas.write(row.note, before: texts.endColumn, line.row, keyStyle, in: texts)
    let end = texts.endColumn - (row.note.isEmpty ? 0 : Glyphs.cells(row.note) + 2)
    let text = row.text.cut(to: end - column)
    canvas.write(text, at: column, line.row, style, in: texts)
    for position in row.matched where position < text.count {
      let ends = [position, position + 1].map { Glyphs.cells(text.prefix($0)) }
      let letter = Rect(
        column: column + ends[0], row: line.row, width: ends[1] - ends[0], height: 1)
      canvas.restyle(letter) { $0.attributes.formUnion([.bold, .underline]) }
    }
  }

  private func drawPreview(on canvas: inout Canvas, in pane: Rect) {
    let row = pane.endRow - previewRows - 1
    canvas.write(
      String(repeating: "─", count: pane.width), at: pane.column, row, Theme.overlay, in: pane)
    let text = pane.inset(columns: 1)
    for (index, line) in preview.prefix(previewRows).enumerated() {
      canvas.write(
        line.scrubbed.cut(to: text.width), at: text.column, row + 1 + index,
        index == 0 ? Theme.overlayStrong : Theme.overlay, in: text)
    }
  }
}

extension Range<Int> {
  /// The rows shown where `room` fit, around a row in their middle, as far as the list goes.
  func around(_ middle: Int, room: Int) -> Range<Int> {
    let first = Swift.max(0, Swift.min(middle - room / 2, count - room))
    return first..<Swift.min(count, first + Swift.max(0, room))
  }
}
