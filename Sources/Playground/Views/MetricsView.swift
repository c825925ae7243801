internal import AdSessions

/// The metrics over the page, for when there is no room for their pane.
struct MetricsOverlay: Overlay {
  var list = ListState()

  func box(in scene: Scene) -> OverlayBox? { MetricsView(screen: scene.screen).box }
}

/// What the session was worth and what it cost so far, a number a row; in a replay under other settings two, as it was
/// recorded and as it is now.
struct MetricsView {
  /// From this width on the names are written out, and behind the numbers there is room for notes.
  private static let roomy = 30
  /// From this width on there is room for the names and for two numbers.
  private static let roomiest = 38
  /// The cells of the numbers and of the units.
  private static let valueCells = 6
  private static let unitCells = 4

  let screen: PageScreen

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 22, rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "metrics", Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let report = screen.run.report
    if let recorded = screen.replay?.recorded?.report {
      canvas.write(
        " recorded → now ", before: rect.endColumn - 1, rect.row, Theme.faint, in: rect)
      for (row, metric) in Metric.allCases.prefix(pane.height).enumerated() {
        draw(
          metric, reading(metric, recorded), reading(metric, report), on: &canvas,
          row: pane.row + row, in: pane)
      }
      return
    }
    for (row, metric) in Metric.allCases.prefix(pane.height).enumerated() {
      draw(metric, reading(metric, report), on: &canvas, row: pane.row + row, in: pane)
    }
  }

  /// All of it over the page, for when there is no room for the pane.
  var box: OverlayBox {
    let recorded = screen.replay?.recorded?.report
    let lines = Metric.allCases.map { metric in
      let now = reading(metric, screen.run.report)
      let value = recorded.map { reading(metric, $0).value + " → " + now.value } ?? now.value
      // A note is about one number, not two.
      let words = [value, now.unit, recorded == nil ? now.note : ""].filter { !$0.isEmpty }
      return OverlayBox.Line(key: metric.name, text: words.joined(separator: " "))
    }
    return OverlayBox(
      title: recorded == nil ? "metrics" : "metrics: recorded → now", lines: lines, keyWidth: 17)
  }

  private func reading(_ metric: Metric, _ report: MetricsReport) -> Metric.Reading {
    metric.reading(report, megabytesPerAd: screen.shared.options.megabytesPerAd)
  }

  private func draw(
    _ metric: Metric, _ recorded: Metric.Reading, _ now: Metric.Reading, on canvas: inout Canvas,
    row: Int, in pane: Rect
  ) {
    let isRoomy = pane.width >= Self.roomiest
    let start = pane.column + (isRoomy ? 1 : 0)
    let nameCells = isRoomy ? 15 : 8
    canvas.write(isRoomy ? metric.name : metric.shortName, at: start, row, Theme.text, in: pane)
    let valueCells = isRoomy ? Self.valueCells : 5
    let recordedEnd = start + nameCells + 1 + valueCells
    canvas.write(recorded.value, before: recordedEnd, row, Theme.text, in: pane)
    canvas.write("→", at: recordedEnd + 1, row, Theme.faint, in: pane)
    let nowEnd = recordedEnd + 3 + valueCells
    let style = recorded.value == now.value ? Theme.text : Theme.strong
    canvas.write(now.value, before: nowEnd, row, style, in: pane)
    guard nowEnd + 1 + Glyphs.cells(now.unit) <= pane.endColumn else { return }
    canvas.write(now.unit, at: nowEnd + 1, row, Theme.faint, in: pane)
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
