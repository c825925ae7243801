internal import AdEngine
internal import AdSessions

/// The whole page at a glance: the viewport, the zones around it, and the slots by their state.
struct MapView {
  let screen: PageScreen

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 5, rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "map", Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let scale = screen.mapScale(in: pane)
    for line in 0..<pane.height {
      let (top, bottom) = scale.stretch(ofLine: line)
      let (glyph, style) = zone(from: top, to: bottom)
      canvas.write(glyph + glyph, at: pane.column, pane.row + line, style, in: pane)
      if isGhost(from: top, to: bottom) {
        canvas.write("╌╌", at: pane.column, pane.row + line, Theme.warning, in: pane)
      }
      drawSlot(from: top, to: bottom, on: &canvas, row: pane.row + line, in: pane)
    }
  }

  /// The innermost zone that a stretch of the page reaches into.
  func zone(from top: Double, to bottom: Double) -> (String, Style) {
    let stretch = SlotFrame(y: top, width: 0, height: bottom - top)
    // Edges that only touch do not make a row of the map part of a zone.
    let gap = screen.run.engine.viewport.gap(to: stretch) + 0.5
    if gap <= 0.5 { return ("█", Theme.text) }
    guard let settings = screen.run.engine.lazyLoading else { return (" ", Theme.faint) }
    if gap <= settings.displayThreshold { return ("▓", Style(Theme.color(.displayed))) }
    if gap <= settings.fetchThreshold { return ("▒", Style(Theme.color(.fetched))) }
    if settings.unloadingEnabled, gap <= settings.unloadZone {
      return ("░", Style(Theme.color(.unloaded)))
    }
    return (" ", Theme.faint)
  }

  /// Whether the edge of the zone whose threshold is being set was, or would be, in this stretch.
  private func isGhost(from top: Double, to bottom: Double) -> Bool {
    guard let edit = screen.edit, let settings = screen.run.engine.lazyLoading,
      settings[edit.kind] != edit.ghost[edit.kind]
    else { return false }
    let viewport = screen.run.engine.viewport
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
      let number = String(status.id.rawValue + 1)
      text += number.count <= room ? number : ""
    }
    canvas.write(text, at: pane.column + 2, row, style, in: pane)
  }

  /// The first slot that a stretch of the page holds a part of.
  func status(from top: Double, to bottom: Double) -> SlotStatus? {
    let slot = screen.firstSlot(endingBelow: top)
    guard slot < screen.pages.top.page.slots.count,
      screen.pages.top.layout.frame(ofSlot: slot).minY < bottom
    else {
      return nil
    }
    return screen.run.engine.status(of: SlotID(slot))
  }

  /// What stands for a slot in a row of the map.
  func mark(of status: SlotStatus) -> (glyph: String, style: Style) {
    let isSelected = screen.highlightedSlot == status.id.rawValue
    return (
      Theme.glyph(status.loadState),
      isSelected ? Theme.selected : Style(Theme.color(status.loadState))
    )
  }
}
