internal import AdEngine
internal import AdSessions

/// The debug log that the ladybug opens.
struct LogView {
  let model: Model

  private var title: String {
    guard let slot = model.visit.log.filter else { return "debug log" }
    return "debug log: only \(model.top.title(ofSlot: slot.rawValue))"
  }

  /// The lines scrolled back: while an ad is explained, at least one line about it is shown, if there is one.
  private func scrollback(rows: Int) -> Int {
    let own = model.visit.log.scrollback
    guard let slot = (model.overlay as? WhyOverlay)?.slot else { return own }
    let id = SlotID(slot)
    if model.visit.log.visible(rows: rows / 2, scrollback: own).contains(where: { $0.slot == id }) {
      return own
    }
    let shown = model.visit.log.shown
    return shown.lastIndex { $0.slot == id }.map { shown.count - 1 - $0 } ?? own
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: title, model.border(of: .log))
    let pane = rect.inside.inset(columns: 1)
    let scrollback = scrollback(rows: pane.height)
    if scrollback > 0 { canvas.note("\(scrollback) newer below", on: rect, Theme.warning) }
    let entries = model.visit.log.visible(rows: pane.height, scrollback: scrollback)
    let blocks = newest(entries, in: pane)
    let height = blocks.reduce(0) { $0 + $1.lines.count }
    var row = height < pane.height ? pane.row : pane.endRow - height
    for (entry, lines) in blocks {
      draw(entry, lines, on: &canvas, row: row, in: pane)
      row += lines.count
    }
    if entries.isEmpty {
      let text = model.visit.log.filter == nil ? "nothing yet" : "nothing about this slot yet"
      canvas.write(text, at: pane.column, pane.row, Theme.faint, in: pane)
    }
  }

  /// The cells before the text of an entry: its instant and its topic.
  private static let textIndent = 18
  private static let maxEntryRows = 2

  /// The newest entries that fill the pane; of the first, its beginning if there is no room for all.
  private func newest(
    _ entries: ArraySlice<LogEntry>, in pane: Rect
  ) -> [(entry: LogEntry, lines: [WrappedLine])] {
    var blocks: [(LogEntry, [WrappedLine])] = []
    var height = 0
    for entry in entries.reversed() where height < pane.height {
      let lines = lines(
        of: entry, width: pane.width - Self.textIndent,
        most: min(Self.maxEntryRows, pane.height - height))
      height += lines.count
      blocks.append((entry, lines))
    }
    return blocks.reversed()
  }

  private func lines(of entry: LogEntry, width: Int, most: Int) -> [WrappedLine] {
    let lines = entry.text.wrappedLines(to: max(1, width))
    guard lines.count > most else { return lines }
    let last = lines[most - 1]
    let text = (last.text + " …").cut(to: width)
    return lines.prefix(most - 1) + [WrappedLine(text: text, firstCell: last.firstCell)]
  }

  private func draw(
    _ entry: LogEntry, _ lines: [WrappedLine], on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    let isLit = entry.slot.map { $0.rawValue == model.highlightedSlot } ?? false
    let column = canvas.write(entry.time.clock + " ", at: pane.column, row, Theme.faint, in: pane)
    canvas.write(entry.topic.rawValue.padded(to: 8), at: column, row, Theme.key, in: pane)
    for (index, line) in lines.enumerated() {
      canvas.write(
        line.text, at: pane.column + Self.textIndent, row + index,
        isLit ? Theme.selected : Theme.text, in: pane)
    }
    if let seen = entry.seen, !isLit { mark(seen, in: lines, on: &canvas, row: row, in: pane) }
    markHits(in: entry, lines, on: &canvas, row: row, in: pane)
  }

  /// Gives what a person sees its colour.
  private func mark(
    _ seen: SeenState, in lines: [WrappedLine], on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    for (index, line) in lines.enumerated() {
      guard let range = line.text.firstRange(of: seen.label) else { continue }
      let column =
        pane.column + Self.textIndent + Glyphs.cells(String(line.text[..<range.lowerBound]))
      canvas.write(seen.label, at: column, row + index, seen.style, in: pane)
      return
    }
  }

  private func markHits(
    in entry: LogEntry, _ lines: [WrappedLine], on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    guard let search = model.viewer.search, search.place.pane == .log, let pattern = search.pattern
    else { return }
    let isCurrent = search.current.map { search.lines[$0] == entry.number } ?? false
    for cells in pattern.cells(in: entry.line) {
      for cell in cells {
        // Instant and topic stand before the first row alone.
        let index = lines.lastIndex { $0.firstCell <= max(0, cell - Self.textIndent) } ?? 0
        let shift = cell < Self.textIndent ? 0 : lines[index].firstCell
        let place = Rect(column: pane.column + cell - shift, row: row + index, width: 1, height: 1)
        canvas.restyle(place.clipped(to: pane)) { $0 = isCurrent ? Theme.selected : $0.highlighted }
      }
    }
  }
}

extension Style {
  /// The look of a hit of a search, whatever colours the terminal has.
  var highlighted: Style {
    var style = self
    style.attributes.formSymmetricDifference(.reverse)
    return style
  }
}
