internal import AdSessions

/// The debug log that the ladybug opens.
struct LogView {
  let model: Model

  init(_ model: Model) { self.model = model }

  private var title: String {
    guard let slot = model.log.filter else { return "debug log" }
    return "debug log: only slot \(model.page.slots[Model.slot(slot)].name)"
  }

  /// The lines scrolled back: while an ad is explained, at least one line about it is shown, if there is one.
  private func scrollback(rows: Int) -> Int {
    let own = model.log.scrollback
    guard case .why(let slot, _) = model.overlay?.content else { return own }
    let id = Model.id(ofSlot: slot)
    if model.log.visible(rows: rows, scrollback: own).contains(where: { $0.slot == id }) {
      return own
    }
    let shown = model.log.shown
    return shown.lastIndex { $0.slot == id }.map { shown.count - 1 - $0 } ?? own
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3 else { return }
    let isFocused = model.focus == .log && model.overlay == nil
    canvas.drawFrame(
      rect, title: title, isFocused ? Theme.focusedBorder : Theme.border,
      titleStyle: Theme.paneTitle)
    let pane = rect.inside.inset(columns: 1)
    let scrollback = scrollback(rows: pane.height)
    let state = scrollback > 0 ? " \(scrollback) newer below " : ""
    canvas.write(state, before: rect.endColumn - 1, rect.row, Theme.warning, in: rect)
    let entries = model.log.visible(rows: pane.height, scrollback: scrollback)
    for (index, entry) in entries.enumerated() {
      let row = pane.row + index
      let isLit = entry.slot.map { Model.slot($0) == model.litSlot } ?? false
      let style = isLit ? Theme.selected : Theme.text
      var column = canvas.write(
        entry.moment.clock + " ", at: pane.column, row, Theme.faint, in: pane)
      column = canvas.write(
        entry.topic.rawValue.padded(to: 8), at: column, row, Theme.key, in: pane)
      canvas.write(entry.text.cut(to: pane.endColumn - column), at: column, row, style, in: pane)
      markHits(in: entry, on: &canvas, row: row, in: pane)
    }
    if entries.isEmpty {
      let text = model.log.filter == nil ? "nothing yet" : "nothing about this slot yet"
      canvas.write(text, at: pane.column, pane.row, Theme.faint, in: pane)
    }
  }

  /// Marks what a search has found on a line.
  private func markHits(
    in entry: LogEntry, on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    guard let search = model.search, !search.isInArticle, let pattern = search.pattern else {
      return
    }
    let isCurrent = search.current.map { search.lines[$0] == entry.number } ?? false
    for cells in pattern.cells(in: entry.line) {
      let hit = Rect(
        column: pane.column + cells.lowerBound, row: row, width: cells.count, height: 1)
      canvas.restyle(hit.clipped(to: pane)) { $0 = isCurrent ? Theme.selected : $0.lit }
    }
  }
}

extension Style {
  /// The look of a hit of a search, whatever colours the terminal has.
  var lit: Style {
    var style = self
    style.attributes.formSymmetricDifference(.reverse)
    return style
  }
}
