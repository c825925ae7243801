internal import AdEngine
internal import AdSessions

/// The slots around the viewport, a row each: both states, distance or visibility.
struct SlotsView {
  let screen: PageScreen

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 12, rect.height >= 3 else { return }
    let count = screen.pages.top.page.slots.count
    canvas.drawFrame(
      rect, title: "slots", Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let shown = screen.slotsShown(rows: pane.height)
    canvas.write(
      " \(Self.share(shown.count, of: count)) ", before: rect.endColumn - 1, rect.row, Theme.faint,
      in: rect)
    guard count > 0 else {
      canvas.write("no ads on this page", at: pane.column + 1, pane.row, Theme.faint, in: pane)
      return
    }
    for (index, slot) in shown.enumerated() {
      let row = Rect(column: pane.column, row: pane.row + index, width: pane.width, height: 1)
      draw(slot, on: &canvas, in: row)
    }
  }

  /// How many there are, and how many of them are shown where that is less.
  static func share(_ shown: Int, of count: Int) -> String {
    shown < count ? "\(shown) of \(count)" : String(count)
  }

  private func draw(_ slot: Int, on canvas: inout Canvas, in row: Rect) {
    guard let status = screen.run.engine.status(of: SlotID(slot)) else { return }
    let isSelected = screen.highlightedSlot == slot
    if isSelected { canvas.fill(row, Cell(" ", style: Theme.selected)) }
    func style(_ style: Style) -> Style { isSelected ? Theme.selected : style }
    let entry = fittingEntry(slot, status, row.width)
    let end = row.endColumn - (row.width < Self.roomy ? 0 : 1)
    canvas.write(entry.distance, before: end, row.row, style(Theme.text), in: row)
    let texts = Rect(
      column: row.column, row: row.row,
      width: end - row.column - Glyphs.cells(entry.distance) - 1, height: 1)
    var column = canvas.write(
      entry.name, at: row.column, row.row, style(Theme.strong), in: texts)
    column = canvas.write(
      entry.load, at: column, row.row, style(Style(Theme.color(status.loadState))), in: texts)
    canvas.write(
      entry.content.cut(to: texts.endColumn - column), at: column, row.row, style(Theme.text),
      in: texts)
  }

  /// The parts of a row, in the order in which they stand.
  private struct Entry {
    var name: String
    var load: String
    var content: String
    var distance: String

    /// The cells that all parts take, with one blank before the distance.
    var cells: Int {
      [name, load, content, distance].reduce(1) { $0 + Glyphs.cells($1) }
    }
  }

  /// From this width on a row says what the slot holds.
  private static let roomy = 32

  /// The row in as many words as there is room for: blanks go first, then the points of a great distance.
  private func fittingEntry(_ slot: Int, _ status: SlotStatus, _ width: Int) -> Entry {
    let glyph = Theme.glyph(status.loadState)
    let state = status.loadState.rawValue.padded(to: 9)
    var entry = Entry(
      name: screen.shortName(ofSlot: slot), load: glyph + " " + state, content: "",
      distance: distance(status, " "))
    if width >= Self.roomy {
      entry.name += " "
      entry.content = " " + content(slot, status)
      if width >= 44 {
        let unit = screen.pages.top.page.slots[slot].shortUnit
        entry.name += unit.padded(to: min(24, max(10, width - 44))) + " "
      }
    }
    if entry.cells > width { entry.distance = shortDistance(status) }
    if entry.cells > width { entry.load = glyph + state }
    return entry
  }

  /// The row of a slot as a sentence.
  func sentence(_ slot: Int) -> String {
    let name = screen.pages.top.name(of: SlotID(slot))
    guard let status = screen.run.engine.status(of: SlotID(slot)) else { return name }
    let place =
      status.gap > 0
      ? "\(status.gap.points) pt \(isBelow(status) ? "below" : "above")"
      : "\(percentage(status)) % in view"
    let facts = [status.loadState.rawValue, content(slot, status), place]
      .filter { $0 != Self.nothing }
    return "\(name): " + facts.joined(separator: ", ")
  }

  /// Stands for what a slot holds that holds nothing.
  private static let nothing = "–"

  /// What the slot holds, in a word.
  private func content(_ slot: Int, _ status: SlotStatus) -> String {
    // The engine measures a place; that nothing is shown there is the renderer's to say.
    if screen.pages.top.slots[slot].presentationError != nil { return "not presented" }
    if status.isViewable { return "viewable" }
    switch status.adState {
    case .uninitialized:
      let isWaiting = status.loadState == .fetched || status.loadState == .displayed
      return isWaiting && screen.run.engine.consentDecision == .hold ? "no consent" : Self.nothing
    case .loading, .failed, .loaded, .impressed, .clicked, .closed:
      return status.adState.rawValue
    }
  }

  /// How far away the slot is, or how much of it is in view; `gap` stands before the sign.
  private func distance(_ status: SlotStatus, _ gap: String) -> String {
    guard status.gap > 0 else { return percentage(status) + gap + "%" }
    return status.gap.rounded().points + gap + arrow(status)
  }

  /// The same in few cells: thousands and millions of points are counted as such.
  private func shortDistance(_ status: SlotStatus) -> String {
    let units = [(1e6, "M"), (1e3, "k")]
    guard let (unit, sign) = units.first(where: { status.gap >= $0.0 }) else {
      return distance(status, "")
    }
    return (status.gap / unit).rounded().points + sign + arrow(status)
  }

  private func arrow(_ status: SlotStatus) -> String { isBelow(status) ? "↓" : "↑" }

  private func isBelow(_ status: SlotStatus) -> Bool {
    status.frame.minY > screen.run.engine.viewport.minY
  }

  private func percentage(_ status: SlotStatus) -> String {
    let ad = status.ad ?? status.frame.size
    let exposure = Exposure(of: ad, in: status.frame, screen.run.engine.viewport)
    return String(Int((exposure.ratio * 100).rounded(.down)))
  }
}

extension PageScreen {
  /// The slots that panes of so many rows show: the one nearest to the viewport, or the selected one, in the middle.
  func slotsShown(rows: Int) -> Range<Int> {
    let rows = max(0, rows)
    let middle = highlightedSlot ?? nearestSlot ?? 0
    let first = max(0, min(middle - rows / 2, pages.top.page.slots.count - rows))
    return first..<min(pages.top.page.slots.count, first + rows)
  }

  /// A slot's name where all are short, else its number on the page; in the same number of cells for all.
  func shortName(ofSlot slot: Int) -> String {
    let width = String(pages.top.page.slots.count).count
    let name = pages.top.page.slots[slot].name
    return (Glyphs.cells(name) <= width ? name : String(slot + 1)).leftPadded(to: width)
  }
}
