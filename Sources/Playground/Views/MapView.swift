internal import AdEngine
internal import AdSessions

/// The whole page at a glance: the viewport, the zones around it, and the slots by what is seen of them.
struct MapView {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 5, rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "map")
    let pane = rect.inside
    let scale = model.mapScale(in: pane)
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
    let gap = model.engine.viewport.gap(to: stretch) + 0.5
    if gap <= 0.5 { return ("█", Theme.text) }
    let isBelow = top + bottom > 2 * model.engine.viewport.minY
    guard let distances = model.shownDistances(below: isBelow) else { return (" ", Theme.faint) }
    if gap <= distances.display { return zone(.display) }
    if gap <= distances.fetch { return zone(.fetch) }
    if distances.unloadingEnabled, gap <= distances.unload { return zone(.unload) }
    if gap <= distances.auction { return ("·", Theme.faint) }
    return (" ", Theme.faint)
  }

  private func zone(_ kind: ThresholdKind) -> (String, Style) {
    (Theme.band(kind), Theme.zone(kind))
  }

  /// Whether the edge of the zone whose threshold is being set is in this stretch while the new one is not kept.
  private func isGhost(from top: Double, to bottom: Double) -> Bool {
    guard let edit = model.viewer.thresholds.edit, edit.shown[edit.kind] != edit.original[edit.kind]
    else { return false }
    let viewport = model.engine.viewport
    let ghost = edit.original.points(edit.kind, in: viewport.size)
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

  /// The first slot that a stretch of the page holds a part of; rather the next that begins there than one's end.
  func status(from top: Double, to bottom: Double) -> SlotStatus? {
    let slots = model.top.page.slots.indices
    let slot = model.top.firstSlot(endingBelow: top)
    func start(_ slot: Int) -> Double {
      slots.contains(slot) ? model.top.layout.frame(ofSlot: slot).minY : .infinity
    }
    guard start(slot) < bottom else { return nil }
    let isEnd = start(slot) < top && (top..<bottom).contains(start(slot + 1))
    return model.engine.status(of: SlotID(isEnd ? slot + 1 : slot))
  }

  func mark(of status: SlotStatus) -> (glyph: String, style: Style) {
    let isSelected = model.highlightedSlot == status.id.rawValue
    let seen = model.top.seen(status)
    return (seen.glyph, isSelected ? Theme.selected : seen.style)
  }
}

/// The map in a single column, in the article's right edge.
struct MapStrip {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let map = MapView(model: model)
    let viewport = model.engine.viewport
    let scale = model.mapScale(in: rect)
    for line in 0..<rect.height {
      let (top, bottom) = scale.stretch(ofLine: line)
      let row = rect.row + line
      let slot = map.status(from: top, to: bottom).map(map.mark)
      var (glyph, style) = slot ?? map.zone(from: top, to: bottom)
      // A slot that hides the viewport's own mark stands out instead.
      if slot != nil, viewport.minY < bottom, viewport.maxY > top {
        style.attributes.insert(.reverse)
      }
      // Where there is no zone the article's edge stays.
      if glyph != " " { canvas.write(glyph, at: rect.column, row, style, in: rect) }
    }
  }
}
