internal import AdEngine
internal import AdSessions

/// The slots around the viewport, a row each: what is seen, the zone's state, distance or visibility.
struct SlotsView {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 12, rect.height >= 3 else { return }
    let count = model.top.page.slots.count
    canvas.drawFrame(rect, title: "slots", model.border(of: .slots))
    let pane = rect.inside
    let shown = model.slotsShown(rows: pane.height)
    canvas.note(Self.share(shown.count, of: count), on: rect)
    guard count > 0 else {
      canvas.write("no ads on this page", at: pane.column + 1, pane.row, Theme.faint, in: pane)
      return
    }
    for (index, slot) in shown.enumerated() {
      draw(slot, on: &canvas, in: pane.line(pane.row + index))
    }
  }

  /// How many there are, and how many of them are shown where that is less.
  static func share(_ shown: Int, of count: Int) -> String {
    shown < count ? "\(shown) of \(count)" : String(count)
  }

  private func draw(_ slot: Int, on canvas: inout Canvas, in row: Rect) {
    guard let status = model.engine.status(of: SlotID(slot)) else { return }
    let isSelected = model.highlightedSlot == slot
    if isSelected { canvas.fill(row, Cell(" ", style: Theme.selected)) }
    func style(_ style: Style) -> Style { isSelected ? Theme.selected : style }
    let entry = fittingEntry(slot, status, row.width)
    let end = row.endColumn - (row.width < Self.minNameColumns ? 0 : 1)
    canvas.write(entry.distance, before: end, row.row, style(Theme.text), in: row)
    let texts = Rect(
      column: row.column, row: row.row,
      width: end - row.column - Glyphs.cells(entry.distance) - 1, height: 1)
    var column = canvas.write(entry.name, at: row.column, row.row, style(Theme.strong), in: texts)
    column = canvas.write(
      entry.label, at: column, row.row, style(model.top.seen(status).style), in: texts)
    canvas.write(entry.zone, at: column, row.row, style(Theme.faint), in: texts)
  }

  /// The parts of a row, in the order in which they stand.
  private struct Entry {
    var name: String
    var label: String
    var zone: String
    var distance: String

    /// The cells that all parts take, with one blank before the distance.
    var cells: Int { [name, label, zone, distance].reduce(1) { $0 + Glyphs.cells($1) } }
  }

  /// From this width on a row has blanks around its parts, and from that one on the unit.
  private static let minNameColumns = 32
  private static let minUnitColumns = 44
  /// The cells of the longest usual words for what is seen, and of the states of a zone.
  private static let labelCells = 15
  private static let zoneCells = 9

  /// The row in the words there is room for: zone, blanks, points of a great distance go, in this order; what is seen stays.
  private func fittingEntry(_ slot: Int, _ status: SlotStatus, _ width: Int) -> Entry {
    let page = model.top
    let seen = page.seen(status)
    let words = page.description(of: seen, ofSlot: slot, isLong: width >= Self.minNameColumns)
    var entry = Entry(
      name: model.shortName(ofSlot: slot), label: seen.glyph + " " + words, zone: "",
      distance: distance(status))
    if width >= Self.minNameColumns {
      entry.name += " "
      if width >= Self.minUnitColumns {
        let room = width - Self.minUnitColumns
        entry.name += unit(slot, min(24, max(10, room))) + " "
      }
      let whole = entry
      entry.label = seen.glyph + " " + words.padded(to: Self.labelCells)
      entry.zone = " " + status.loadState.rawValue.padded(to: Self.zoneCells)
      let short = entry.distance
      entry.distance = distance(status, points: " pt ", share: "% in view")
      if entry.cells > width { entry.distance = short }
      if entry.cells > width { entry = whole }
    }
    if entry.cells > width { entry.distance = shortDistance(status) }
    if entry.cells > width { entry.label = seen.glyph + words }
    return entry
  }

  /// The slot's unit, cut to the cells; the units of a page often differ at their ends alone.
  private func unit(_ slot: Int, _ cells: Int) -> String {
    model.top.page.slots[slot].shortUnit.cutInside(to: cells).padded(to: cells)
  }

  /// How far away the slot is, or how much of it is in view, with what stands behind either number.
  private func distance(
    _ status: SlotStatus, points: String = " ", share: String = " %"
  ) -> String {
    if let side = status.sideWords { return side }
    guard status.gap > 0 else {
      return "\(Exposure(of: status, in: model.engine.viewport).percent)" + share
    }
    return status.gap.rounded().points + points + arrow(status)
  }

  /// The same in few cells: thousands and millions of points are counted as such.
  private func shortDistance(_ status: SlotStatus) -> String {
    let units = [(1e6, "M"), (1e3, "k")]
    guard status.isReachable, let (unit, sign) = units.first(where: { status.gap >= $0.0 }) else {
      return distance(status, points: "", share: "%")
    }
    return (status.gap / unit).rounded().points + sign + arrow(status)
  }

  private func arrow(_ status: SlotStatus) -> String {
    status.isBelow(model.engine.viewport) ? "↓" : "↑"
  }
}

extension SlotStatus {
  /// Why a slot is in no zone although it may be near along the page.
  var sideWords: String? { isReachable ? nil : visibility.isHidden ? "hidden" : "beside" }

  fileprivate func isBelow(_ viewport: Viewport) -> Bool { frame.minY > viewport.minY }
}

extension Model {
  /// The frame of a pane: another while it has the focus.
  func border(of pane: Viewer.Focus) -> Style {
    viewer.focus == pane && overlay == nil ? Theme.focusedBorder : Theme.border
  }

  /// The slots that a pane of `rows` rows shows: the one nearest to the viewport, or the selected one, in the middle.
  func slotsShown(rows: Int) -> Range<Int> {
    top.page.slots.indices.around(highlightedSlot ?? nearestSlot ?? 0, room: max(0, rows))
  }

  func sentence(ofSlot slot: Int) -> String {
    let name = top.name(of: SlotID(slot))
    guard let status = engine.status(of: SlotID(slot)) else { return name }
    let viewport = engine.viewport
    let place =
      if let side = status.sideWords {
        side
      } else if status.gap > 0 {
        "\(status.gap.points) pt \(status.isBelow(viewport) ? "below" : "above")"
      } else {
        "\(Exposure(of: status, in: viewport).percent)% in view"
      }
    let words = top.description(of: top.seen(status), ofSlot: slot)
    return "\(name): " + [words, status.loadState.rawValue, place].joined(separator: ", ")
  }

  /// A slot's name where all are short, else its number on the page; in the same number of cells for all.
  func shortName(ofSlot slot: Int) -> String {
    let width = String(top.page.slots.count).count
    let name = top.page.slots[slot].name
    return (Glyphs.cells(name) <= width ? name : String(slot + 1)).leftPadded(to: width)
  }
}
