internal import AdEngine

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
