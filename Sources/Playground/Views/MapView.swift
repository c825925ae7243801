internal import AdEngine
internal import AdSessions

/// The whole page at a glance: the viewport, the zones around it, and the slots by their state.
struct MapView {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 5, rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "map", Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let scale = scale(in: pane)
    for line in 0..<pane.height {
      let top = Double(line) * scale
      let (glyph, style) = zone(from: top, to: top + scale)
      canvas.write(glyph + glyph, at: pane.column, pane.row + line, style, in: pane)
      if isGhost(from: top, to: top + scale) {
        canvas.write("╌╌", at: pane.column, pane.row + line, Theme.warning, in: pane)
      }
      drawSlot(from: top, to: top + scale, on: &canvas, row: pane.row + line, in: pane)
    }
  }

  /// The height that the map stands for, in points.
  var pageHeight: Double {
    max(model.pages.top.layout.height, model.run.engine.viewport.size.height, 1)
  }

  /// The points that a row of the pane stands for.
  private func scale(in pane: Rect) -> Double { pageHeight / Double(pane.height) }

  /// The height of the page in the middle of a row of the screen, the nearest of the map's; `nil` without a map.
  func y(ofRow row: Int, in rect: Rect) -> Double? {
    let pane = rect.inside
    guard pane.height > 0 else { return nil }
    let line = max(pane.row, min(pane.endRow - 1, row)) - pane.row
    return (Double(line) + 0.5) * scale(in: pane)
  }

  /// The innermost zone that a stretch of the page reaches into.
  func zone(from top: Double, to bottom: Double) -> (String, Style) {
    let stretch = SlotFrame(y: top, width: 0, height: bottom - top)
    // Edges that only touch do not make a row of the map part of a zone.
    let gap = model.run.engine.viewport.gap(to: stretch) + 0.5
    if gap <= 0.5 { return ("█", Theme.text) }
    guard let settings = model.run.engine.lazyLoading else { return (" ", Theme.faint) }
    if gap <= settings.displayThreshold { return ("▓", Style(Theme.color(.displayed))) }
    if gap <= settings.fetchThreshold { return ("▒", Style(Theme.color(.fetched))) }
    if settings.unloadingEnabled, gap <= settings.unloadZone {
      return ("░", Style(Theme.color(.unloaded)))
    }
    return (" ", Theme.faint)
  }

  /// Whether the edge of the zone whose threshold is being set was, or would be, in this stretch.
  private func isGhost(from top: Double, to bottom: Double) -> Bool {
    guard let edit = model.edit, let settings = model.run.engine.lazyLoading,
      settings[edit.kind] != edit.ghost[edit.kind]
    else { return false }
    let viewport = model.run.engine.viewport
    let ghost = edit.ghost[edit.kind]
    return [viewport.minY - ghost, viewport.maxY + ghost].contains { $0 >= top && $0 < bottom }
  }

  private func drawSlot(
    from top: Double, to bottom: Double, on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    guard let status = status(from: top, to: bottom) else { return }
    var (text, style) = mark(of: status)
    // The number stands where the slot begins.
    if status.frame.minY >= top || top == 0 {
      let room = pane.width - 3
      let number = String(Model.slot(status.id) + 1)
      text += number.count <= room ? number : ""
    }
    canvas.write(text, at: pane.column + 2, row, style, in: pane)
  }

  /// The first slot that a stretch of the page holds a part of.
  func status(from top: Double, to bottom: Double) -> SlotStatus? {
    let slot = model.firstSlot(endingBelow: top)
    guard slot < model.pages.top.page.slots.count,
      model.pages.top.layout.frame(ofSlot: slot).minY < bottom
    else {
      return nil
    }
    return model.run.engine.status(of: Model.id(ofSlot: slot))
  }

  /// What stands for a slot in a row of the map.
  func mark(of status: SlotStatus) -> (glyph: String, style: Style) {
    let isSelected = model.litSlot == Model.slot(status.id)
    return (
      Theme.glyph(status.loadState),
      isSelected ? Theme.selected : Style(Theme.color(status.loadState))
    )
  }
}
