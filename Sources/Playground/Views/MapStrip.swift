internal import AdEngine
internal import AdSessions

/// The map in a single column, in the article's right edge.
struct MapStrip {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let map = MapView(model)
    let viewport = model.run.engine.viewport
    let scale = map.pageHeight / Double(max(1, rect.height))
    for line in 0..<rect.height {
      let top = Double(line) * scale
      let row = rect.row + line
      let slot = map.status(from: top, to: top + scale).map(map.mark)
      var (glyph, style) = slot ?? map.zone(from: top, to: top + scale)
      // A slot that hides the viewport's own mark stands out instead.
      if slot != nil, viewport.minY < top + scale, viewport.maxY > top {
        style.attributes.insert(.reverse)
      }
      // Where there is no zone the article's edge stays.
      if glyph != " " { canvas.write(glyph, at: rect.column, row, style, in: rect) }
    }
  }
}
