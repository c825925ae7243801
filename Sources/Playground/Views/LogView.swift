internal import AdSessions

/// The debug log that the ladybug opens.
struct LogView {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3 else { return }
    let isFocused = model.focus == .log && model.overlay == nil
    canvas.drawFrame(
      rect, title: "debug log", isFocused ? Theme.focusedBorder : Theme.border,
      titleStyle: Theme.paneTitle)
    let scrollback = model.log.scrollback
    let state = scrollback > 0 ? " \(scrollback) newer below " : ""
    canvas.write(state, before: rect.endColumn - 1, rect.row, Theme.warning, in: rect)
    let pane = rect.inside.inset(columns: 1)
    let entries = model.log.visible(rows: pane.height)
    for (index, entry) in entries.enumerated() {
      let row = pane.row + index
      let isLit = entry.slot.map { Model.slot($0) == model.litSlot } ?? false
      let style = isLit ? Theme.selected : Theme.text
      var column = canvas.write(
        entry.moment.clock + " ", at: pane.column, row, Theme.faint, in: pane)
      column = canvas.write(
        entry.topic.rawValue.padded(to: 8), at: column, row, Theme.key, in: pane)
      canvas.write(entry.text.cut(to: pane.endColumn - column), at: column, row, style, in: pane)
    }
    if entries.isEmpty {
      canvas.write("nothing yet", at: pane.column, pane.row, Theme.faint, in: pane)
    }
  }
}
