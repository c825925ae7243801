internal import AdEngine
internal import AdSessions

/// The article, as far as its pane shows the viewport.
struct ArticleView {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let isFocused = model.focus == .article && model.overlay == nil
    canvas.drawFrame(
      rect, title: "article", isFocused ? Theme.focusedBorder : Theme.border,
      titleStyle: Theme.paneTitle)
    drawPosition(on: &canvas, in: rect)
    let pane = rect.inside
    let text = pane.inset(columns: 1)
    for row in rows(of: pane) { draw(row, on: &canvas, in: text) }
    markViewport(on: &canvas, in: rect)
  }

  /// The rows of the page that the pane may show a part of.
  func rows(of pane: Rect) -> [PageRow] {
    let reach = model.pages.top.resizes.reduce(0) { $0 + abs($1.rest(at: model.time)) }
    let top = model.paneTop
    let bottom = top + Double(pane.height + 1) * PageLayout.rowHeight
    return model.pages.top.layout.rows(from: top - reach - 1, to: bottom + reach)
  }

  /// The row of the pane in which a height of the page is drawn: rounded, so that what is stacked never overlaps.
  func paneRow(_ y: Double, _ pane: Rect) -> Int {
    let rows = (y - model.paneTop) / PageLayout.rowHeight
    return pane.row + Int((max(-10_000, min(10_000, rows)) + 0.5).rounded(.down))
  }

  /// How far what lies at `y` is still from its place because slots above are taking a new height.
  func shift(at y: Double) -> Double {
    model.pages.top.resizes.reduce(0) { shift, resize in
      let slot = model.pages.top.layout.frame(ofSlot: resize.slot)
      return y >= slot.maxY ? shift + resize.rest(at: model.time) : shift
    }
  }

  private func draw(_ row: PageRow, on canvas: inout Canvas, in pane: Rect) {
    let top = row.y + shift(at: row.y)
    let first = paneRow(top, pane)
    switch row.content {
    case .text(let spans, let heading):
      guard first >= pane.row else { return }
      var column = pane.column
      for span in row.prefix { column = write(span, 0, at: column, first, on: &canvas, in: pane) }
      column = pane.column + row.indent
      for span in spans {
        column = write(span, heading, at: column, first, on: &canvas, in: pane)
      }
      if column > pane.endColumn {
        canvas.write("…", at: pane.endColumn, first, Theme.faint, in: pane.inset(columns: -1))
      }
    case .rule:
      let line = String(repeating: "─", count: model.pages.top.layout.columns - row.indent)
      canvas.write(line, at: pane.column + row.indent, first, Theme.border, in: pane)
    case .image(let alt, let link):
      let last = paneRow(top + row.height, pane)
      let box = Rect(
        column: pane.column + row.indent, row: first,
        width: min(model.pages.top.layout.columns, pane.width) - row.indent, height: last - first)
      drawImage(alt, imageStyle(link, at: row.y), on: &canvas, box, in: pane)
    case .label(let slot):
      guard let label = model.pages.top.page.slots[slot].ad.label else { return }
      var style = Theme.faint
      if label.font.weight != .regular { style.attributes.insert(.bold) }
      canvas.write(label.text.scrubbed, centredIn: first, style, in: line(first, of: pane))
    case .slot(let slot):
      let resize = model.pages.top.resizes.last { $0.slot == slot }
      let height = row.height + (resize?.rest(at: model.time) ?? 0)
      let last = paneRow(top + height, pane)
      AdBox(model, slot).draw(on: &canvas, rows: first..<max(first, last), in: pane)
    case .caption(let slot):
      guard first >= pane.row, first < pane.endRow else { return }
      AdBox(model, slot).drawCaption(on: &canvas, row: first, in: pane)
    }
  }

  private func line(_ row: Int, of pane: Rect) -> Rect {
    Rect(
      column: pane.column, row: row, width: min(pane.width, model.pages.top.layout.columns),
      height: row >= pane.row && row < pane.endRow ? 1 : 0)
  }

  private func write(
    _ span: PageSpan, _ heading: Int, at column: Int, _ row: Int, on canvas: inout Canvas,
    in pane: Rect
  ) -> Int {
    let style = style(of: span, heading)
    guard let hits = model.search?.hits, !span.style.contains(.marker) else {
      return canvas.write(span.text, at: column, row, style, in: pane)
    }
    var column = column
    var start = span.bytes.startIndex
    func write(_ end: Int, _ style: Style) {
      let text = String(decoding: span.bytes[start..<end], as: UTF8.self)
      column = canvas.write(text, at: column, row, style, in: pane)
      start = end
    }
    for hit in model.pages.top.layout.hits(hits, in: span) {
      write(hit.bytes.lowerBound, style)
      write(hit.bytes.upperBound, hit.number == model.search?.current ? Theme.selected : style.lit)
    }
    write(span.bytes.endIndex, style)
    return column
  }

  private func style(of span: PageSpan, _ heading: Int) -> Style {
    if isSelected(span.link) { return Theme.selected }
    var style = heading > 0 ? Theme.heading : Theme.text
    if heading == 1 { style.attributes.insert(.underline) }
    if span.link != nil { style = Theme.link }
    if span.style.contains(.code) { style.foreground = Theme.code.foreground }
    if span.style.contains(.marker) || span.style.contains(.image) {
      style.foreground = Theme.faint.foreground
    }
    if span.style.contains(.strong) { style.attributes.insert(.bold) }
    if span.style.contains(.emphasis) || span.style.contains(.quote) {
      style.attributes.insert(.italic)
    }
    return style
  }

  private func isSelected(_ link: Int?) -> Bool {
    guard let link, let selection = model.pages.top.selection else { return false }
    return model.pages.top.layout.stops[selection].target == .link(link)
  }

  /// The look of an image, whose words are found as a whole.
  private func imageStyle(_ link: Int?, at y: Double) -> Style {
    if isSelected(link) { return Theme.selected }
    guard let hits = model.search?.hits,
      let first = model.pages.top.layout.firstHit(of: hits, atOrBelow: y),
      model.pages.top.layout.top(ofHit: first, in: hits) == y
    else { return Theme.faint }
    let current = model.search?.current.map { model.pages.top.layout.top(ofHit: $0, in: hits) }
    return current == y ? Theme.selected : Theme.faint.lit
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
    let lowest = model.lowestScroll + model.longestPeek
    // A session may scroll beyond the page.
    let share = lowest > 0 ? max(0, min(1, model.paneTop / lowest)) * 100 : 100
    let text = lowest > 0 ? " \(Int(share.rounded())) % " : " all "
    canvas.write(text, before: rect.endColumn - 1, rect.row, Theme.faint, in: rect)
  }

  /// Says where the viewport ends, when that is not where the pane ends.
  private func markViewport(on canvas: inout Canvas, in rect: Rect) {
    let pane = rect.inside
    let shown = Double(pane.height) * PageLayout.rowHeight
    let height = model.run.engine.viewport.size.height
    if height > shown {
      let above = model.paneTop - model.run.engine.viewport.minY
      let edge = rect.inset(columns: 1)
      if above > 0 {
        let text = " \(above.points) pt of the viewport above ".cut(to: pane.width)
        canvas.write(text, at: edge.column + 8, rect.row, Theme.warning, in: edge)
      }
      guard height - shown > above else { return }
      let text = " the viewport goes on for \((height - shown - above).points) pt "
      canvas.write(text.cut(to: pane.width), centredIn: rect.endRow - 1, Theme.warning, in: edge)
    } else if height < shown {
      let end = paneRow(model.run.engine.viewport.maxY, pane)
      guard end < pane.endRow else { return }
      let below = Rect(
        column: pane.column, row: end, width: pane.width, height: pane.endRow - end)
      canvas.restyle(below) { style in
        style = Style(Theme.faint.foreground, on: .standard, style.attributes)
      }
      canvas.write(
        " the viewport ends here ", before: pane.endColumn, end, Theme.warning, in: pane)
    }
  }
}
