internal import AdEngine
internal import AdSessions

/// The slots around the viewport, a row each: both states, distance or visibility.
struct SlotsView {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 12, rect.height >= 3 else { return }
    let count = model.page.slots.count
    canvas.drawFrame(
      rect, title: "slots", Theme.border, titleStyle: Theme.paneTitle)
    canvas.write(" \(count) ", before: rect.endColumn - 1, rect.row, Theme.faint, in: rect)
    let pane = rect.inside
    guard count > 0 else {
      canvas.write("no ads on this page", at: pane.column + 1, pane.row, Theme.faint, in: pane)
      return
    }
    let first = firstShown(rows: pane.height)
    for slot in first..<min(count, first + pane.height) {
      let row = Rect(
        column: pane.column, row: pane.row + slot - first, width: pane.width, height: 1)
      draw(slot, on: &canvas, in: row)
    }
  }

  /// The slot in the first row: the one nearest to the viewport, or the selected one, is in the middle.
  private func firstShown(rows: Int) -> Int {
    let middle = model.selectedSlot ?? model.nearestSlot ?? 0
    return max(0, min(middle - rows / 2, model.page.slots.count - rows))
  }

  private func draw(_ slot: Int, on canvas: inout Canvas, in row: Rect) {
    guard let status = model.engine.status(of: Model.id(ofSlot: slot)) else { return }
    let isSelected = model.selectedSlot == slot
    if isSelected { canvas.fill(row, Cell(" ", style: Theme.selected)) }
    func style(_ style: Style) -> Style { isSelected ? Theme.selected : style }
    let isNarrow = row.width < 32
    let distance = distance(status, isNarrow: isNarrow)
    let end = row.endColumn - (isNarrow ? 0 : 1)
    canvas.write(distance, before: end, row.row, style(Theme.text), in: row)
    let texts = Rect(
      column: row.column, row: row.row,
      width: end - row.column - Glyphs.cells(distance) - 1, height: 1)

    var column = canvas.write(
      number(slot) + (isNarrow ? "" : " "), at: row.column, row.row, style(Theme.strong),
      in: texts)
    if row.width >= 44 {
      let width = min(24, max(10, row.width - 44))
      column = canvas.write(
        model.page.slots[slot].shortUnit.padded(to: width) + " ", at: column, row.row,
        style(Theme.text), in: texts)
    }
    column = canvas.write(
      Theme.glyph(status.loadState) + " " + status.loadState.rawValue.padded(to: 9) + " ",
      at: column, row.row, style(Style(Theme.color(status.loadState))), in: texts)
    if !isNarrow {
      canvas.write(content(status), at: column, row.row, style(Theme.text), in: texts)
    }
  }

  /// The slot's name where all are short, else its number on the page.
  private func number(_ slot: Int) -> String {
    let width = String(model.page.slots.count).count
    let name = model.page.slots[slot].name
    return (Glyphs.cells(name) <= width ? name : String(slot + 1)).leftPadded(to: width)
  }

  /// What the slot holds, in a word.
  private func content(_ status: SlotStatus) -> String {
    if status.isViewable { return "viewable" }
    switch status.adState {
    case .uninitialized:
      let isWaiting = status.loadState == .fetched || status.loadState == .displayed
      return isWaiting && model.engine.consentDecision == .hold ? "no consent" : "–"
    case .loading, .failed, .loaded, .impressed, .clicked, .closed:
      return status.adState.rawValue
    }
  }

  /// How far away the slot is, or how much of it is in view.
  private func distance(_ status: SlotStatus, isNarrow: Bool) -> String {
    let viewport = model.engine.viewport
    if status.gap > 0 {
      let arrow = status.frame.minY > viewport.minY ? "↓" : "↑"
      let points = status.gap.rounded()
      let isLong = isNarrow && points >= 10_000
      return (isLong ? "\((points / 1000).rounded().points)k" : points.points) + " \(arrow)"
    }
    let exposure = Exposure(of: status.ad ?? status.frame.size, in: status.frame, viewport)
    return "\(Int((exposure.ratio * 100).rounded(.down))) %"
  }
}
