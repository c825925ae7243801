internal import AdSessions

/// What the session was worth and what it cost so far, a number a row.
struct MetricsView {
  /// From this width on the names are written out, and behind the numbers there is room for notes.
  private static let roomy = 30
  /// The cells of the numbers and of the units.
  private static let valueCells = 6
  private static let unitCells = 4

  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 22, rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "metrics", Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let report = model.run.report
    for (row, metric) in Metric.allCases.prefix(pane.height).enumerated() {
      let reading = metric.reading(report, megabytesPerAd: model.options.megabytesPerAd)
      draw(metric, reading, on: &canvas, row: pane.row + row, in: pane)
    }
  }

  private func draw(
    _ metric: Metric, _ reading: Metric.Reading, on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    let isRoomy = pane.width >= Self.roomy
    let start = pane.column + (isRoomy ? 1 : 0)
    let nameCells = isRoomy ? 15 : 8
    canvas.write(isRoomy ? metric.name : metric.shortName, at: start, row, Theme.text, in: pane)
    let valueEnd = start + nameCells + 1 + Self.valueCells
    canvas.write(reading.value, before: valueEnd, row, Theme.strong, in: pane)
    canvas.write(reading.unit, at: valueEnd + 1, row, Theme.faint, in: pane)
    let noteStart = valueEnd + 1 + Self.unitCells + 2
    // A note that would be cut is left out.
    guard noteStart + Glyphs.cells(reading.note) <= pane.endColumn else { return }
    canvas.write(reading.note, at: noteStart, row, Theme.faint, in: pane)
  }
}
