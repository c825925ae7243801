internal import AdEngine
internal import AdSessions

/// The article, as far as its pane shows the viewport.
struct ArticleView {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    canvas.drawFrame(rect, title: "article", model.border(of: .article))
    drawPosition(on: &canvas, in: rect)
    let pane = rect.inside
    let text = pane.inset(columns: 1)
    for row in model.rows(of: pane) { draw(row, on: &canvas, in: text) }
    if model.visit.replay?.isBare == true { explainBlank(on: &canvas, in: text) }
    markViewport(on: &canvas, in: rect)
  }

  /// Says on the first row without a slot why nothing else stands there.
  private func explainBlank(on canvas: inout Canvas, in pane: Rect) {
    let row = (pane.row..<pane.endRow).first { row in
      (pane.column..<pane.endColumn).allSatisfy { canvas[$0, row].base == " " }
    }
    guard let row else { return }
    let forms = ["recorded page: only its ad slots are known", "only ad slots are known"]
    guard let words = forms.first(where: { Glyphs.cells($0) <= pane.width }) else { return }
    canvas.write(words, centredIn: row, Theme.faint, in: pane)
  }

  private func draw(_ row: LayoutRow, on canvas: inout Canvas, in pane: Rect) {
    let top = row.y + model.shift(at: row.y)
    let first = model.paneRow(top, pane)
    switch row.content {
    case .text(let spans, let heading):
      guard first >= pane.row else { return }
      var column = pane.column
      for span in row.prefix { column = write(span, 0, at: column, first, on: &canvas, in: pane) }
      column = pane.column + row.indent
      for span in spans { column = write(span, heading, at: column, first, on: &canvas, in: pane) }
      if column > pane.endColumn {
        canvas.write("…", at: pane.endColumn, first, Theme.faint, in: pane.inset(columns: -1))
      }
    case .rule:
      let line = String(repeating: "─", count: model.top.layout.columns - row.indent)
      canvas.write(line, at: pane.column + row.indent, first, Theme.border, in: pane)
    case .image(let alt, let link):
      let last = model.paneRow(top + row.height, pane)
      let box = Rect(
        column: pane.column + row.indent, row: first,
        width: min(model.top.layout.columns, pane.width) - row.indent, height: last - first)
      drawImage(alt, imageStyle(link, at: row.y), on: &canvas, box, in: pane)
    case .label(let slot):
      guard let label = model.top.page.slots[slot].ad.label else { return }
      guard first >= pane.row, first < pane.endRow else { return }
      let line = AdBox(model, slot).line(first, in: pane)
      canvas.write(
        label.text.scrubbed.cut(to: line.width), centredIn: first, Self.style(of: label.font),
        in: line)
    case .slot(let slot):
      let resize = model.top.resizes.last { $0.slot == slot }
      let height = row.height + (resize.map(model.rest) ?? 0)
      let last = model.paneRow(top + height, pane)
      AdBox(model, slot).draw(on: &canvas, rows: first..<max(first, last), in: pane)
    case .caption(let slot):
      guard first >= pane.row, first < pane.endRow else { return }
      AdBox(model, slot).drawCaption(on: &canvas, row: first, in: pane)
    }
  }

  /// How a terminal shows a font: bold as bold, captions in italics, 12 points and more brighter than less.
  static func style(of font: LabelFont) -> Style {
    var style = font.isLarge ? Theme.text : Theme.faint
    if font.weight >= .bold { style.attributes.insert(.bold) }
    if font.isCaption { style.attributes.insert(.italic) }
    return style
  }

  private func write(
    _ span: LayoutSpan, _ heading: Int, at column: Int, _ row: Int, on canvas: inout Canvas,
    in pane: Rect
  ) -> Int {
    let end = writeText(of: span, heading, at: column, row, on: &canvas, in: pane)
    if span.style.contains(.strikethrough) {
      canvas.strike(
        Rect(column: column, row: row, width: end - column, height: 1).clipped(to: pane))
    }
    return end
  }

  private func writeText(
    of span: LayoutSpan, _ heading: Int, at column: Int, _ row: Int, on canvas: inout Canvas,
    in pane: Rect
  ) -> Int {
    let style = style(of: span, heading)
    guard let hits = model.viewer.search?.hits, !span.style.contains(.marker) else {
      return canvas.write(span.text, at: column, row, style, in: pane)
    }
    var column = column
    var start = span.bytes.startIndex
    func write(_ end: Int, _ style: Style) {
      let text = String(decoding: span.bytes[start..<end], as: UTF8.self)
      column = canvas.write(text, at: column, row, style, in: pane)
      start = end
    }
    for hit in model.top.layout.hits(hits, in: span) {
      write(hit.bytes.lowerBound, style)
      write(
        hit.bytes.upperBound,
        hit.number == model.viewer.search?.current ? Theme.selected : style.highlighted)
    }
    write(span.bytes.endIndex, style)
    return column
  }

  private func style(of span: LayoutSpan, _ heading: Int) -> Style {
    if isSelected(span.link) { return Theme.selected }
    var style = heading > 0 ? Theme.heading : Theme.text
    if heading == 1 { style.attributes.insert(.underline) }
    if span.link != nil { style = Theme.link }
    if span.style.contains(.code) { style.foreground = Theme.code.foreground }
    if !span.style.isDisjoint(with: [.marker, .image, .footnote, .strikethrough]) {
      style.foreground = Theme.faint.foreground
    }
    if span.style.contains(.strong) { style.attributes.insert(.bold) }
    if span.style.contains(.emphasis) || span.style.contains(.quote) {
      style.attributes.insert(.italic)
    }
    return style
  }

  private func isSelected(_ link: Int?) -> Bool {
    guard let link, let selection = model.top.selection else { return false }
    return model.top.layout.stops[selection].target == .link(link)
  }

  /// The look of an image, whose words are found as a whole.
  private func imageStyle(_ link: Int?, at y: Double) -> Style {
    if isSelected(link) { return Theme.selected }
    guard let hits = model.viewer.search?.hits,
      let first = model.top.layout.firstHit(of: hits, atOrBelow: y),
      model.top.layout.top(ofHit: first, in: hits) == y
    else { return Theme.faint }
    let current = model.viewer.search?.current.map { model.top.layout.top(ofHit: $0, in: hits) }
    return current == y ? Theme.selected : Theme.faint.highlighted
  }

  private func drawImage(
    _ alt: String, _ style: Style, on canvas: inout Canvas, _ box: Rect, in pane: Rect
  ) {
    canvas.drawBox(box, .dashed, style, in: pane)
    let text = alt.isEmpty ? "image" : alt
    canvas.write(
      text, centredIn: box.row + box.height / 2, style, in: box.inset(columns: 2).clipped(to: pane))
  }

  // MARK: - Where the viewport ends

  private func drawPosition(on canvas: inout Canvas, in rect: Rect) {
    let lowest = model.visit.lowestScroll + model.maxPeek
    // A session may scroll beyond the page.
    let share = lowest > 0 ? max(0, min(1, model.paneTop / lowest)) * 100 : 100
    let text = lowest > 0 ? " \(Int(share.rounded()))% " : " all "
    canvas.write(text, before: rect.endColumn - 1, rect.row, Theme.faint, in: rect)
  }

  /// Says where the viewport ends, when that is not where the pane ends.
  private func markViewport(on canvas: inout Canvas, in rect: Rect) {
    let pane = rect.inside
    let shown = Double(pane.height) * PageLayout.rowHeight
    let height = model.engine.viewport.size.height
    if height > shown {
      let above = model.paneTop - model.engine.viewport.minY
      let edge = rect.inset(columns: 1)
      if above > 0 {
        let text = " \(above.points) pt hidden above "
        canvas.write(
          text.cut(to: pane.width), at: edge.column + 8, rect.row, Theme.text, in: edge)
      }
      guard height - shown > above else { return }
      let text = " \((height - shown - above).points) pt hidden below "
      canvas.write(text.cut(to: pane.width), centredIn: rect.endRow - 1, Theme.text, in: edge)
    } else if height < shown {
      let end = model.paneRow(model.engine.viewport.maxY, pane)
      guard end < pane.endRow else { return }
      let below = Rect(column: pane.column, row: end, width: pane.width, height: pane.endRow - end)
      canvas.restyle(below) { style in
        style = Style(Theme.faint.foreground, on: .standard, style.attributes)
      }
      // In the first row with room for it, since all of them are faint.
      let label = " below the viewport "
      let columns = max(pane.column, pane.endColumn - Glyphs.cells(label))..<pane.endColumn
      let row = (end..<pane.endRow).first { row in
        columns.allSatisfy { canvas[$0, row].base == " " && !canvas[$0, row].isContinuation }
      }
      guard let row else { return }
      canvas.write(label, before: pane.endColumn, row, Theme.warning, in: pane)
    }
  }
}
