internal import AdSessions

/// A box in the middle of the screen that covers what is under it.
struct OverlayBox {
  /// A row of text; where it has a key, that stands before the text.
  struct Line {
    var key = ""
    var text: String
    var isStrong = false
  }

  let title: String
  let lines: [Line]
  /// The width of the column of keys.
  var keyWidth = 0
  /// The number of the first line that is shown.
  var first = 0

  /// The lines that there is room for on a screen of so many rows.
  static func room(rows: Int) -> Int { max(0, rows - 4) }

  /// Draws the box, as large as its lines need and the screen allows.
  func draw(on canvas: inout Canvas) {
    let longest = lines.map { keyWidth + Glyphs.cells($0.text) }.max() ?? 0
    let width = min(canvas.width - 2, max(longest + 4, Glyphs.cells(title) + 8))
    let height = min(canvas.height - 2, lines.count + 2)
    let box = Rect(
      column: (canvas.width - width) / 2, row: (canvas.height - height) / 2, width: width,
      height: height)
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    canvas.drawFrame(box, title: title, Theme.overlay, titleStyle: Theme.overlayStrong)
    let pane = box.inside.inset(columns: 1)
    let first = max(0, min(first, lines.count - pane.height))
    for (index, line) in lines.dropFirst(first).prefix(pane.height).enumerated() {
      let row = pane.row + index
      canvas.write(line.key, at: pane.column, row, Theme.overlayKey, in: pane)
      canvas.write(
        line.text.cut(to: pane.width - keyWidth), at: pane.column + keyWidth, row,
        line.isStrong ? Theme.overlayStrong : Theme.overlay, in: pane)
    }
    if lines.count > pane.height {
      let last = min(lines.count, first + pane.height)
      canvas.write(
        " \(first + 1)–\(last) of \(lines.count) ", before: box.endColumn - 1, box.endRow - 1,
        Theme.overlayStrong, in: box)
    }
  }
}
