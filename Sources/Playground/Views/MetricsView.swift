internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The metrics over the page: each with what it means, and the slot that has cost most of it.
struct MetricsOverlay: Overlay {
  var list = ListState()

  init() {}

  init(choosing number: Int) { list.move(by: number, of: number + 1) }

  func metric(in model: Model) -> Metric {
    let metrics = model.metrics
    return metrics[min(list.selected, metrics.count - 1)]
  }

  func context(in model: Model) -> KeyContext { .metrics }

  func box(in model: Model) -> OverlayBox? {
    MetricsView(model: model).box(explaining: [metric(in: model)])
  }

  func texts(in model: Model) -> [String] { model.metrics.map { "\($0.name) \($0.explanation)" } }

  mutating func show(hit: Int, in model: Model) {
    list.choose(hit)
    move(by: 0, in: model)
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: model.metrics.count)
    let view = MetricsView(model: model)
    // The explanation is under the chosen metric.
    let metric = metric(in: model)
    let last = list.selected + view.explanation(of: metric).count
    list.reveal(list.selected...last, of: view.box(explaining: [metric]), in: model)
  }
}

/// What is counted so far, a number a row; two while thresholds are compared.
struct MetricsView {
  /// From this width on the names are written out, and behind the numbers there is room for notes.
  private static let minNameColumns = 30
  /// From this width on there is room for the names, two numbers, their unit and which is better.
  private static let minComparedColumns = 44
  private static let valueCells = 6
  private static let unitCells = 4
  private static let nameCells = 15
  /// The least width to which a note is cut; where there is less room it is left out.
  private static let minNoteCells = 8

  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 22, rect.height >= 3 else { return }
    let comparison = model.comparison
    let provider = model.top.page.settings.adServer.supply?.provider?.scrubbed
    canvas.drawFrame(
      rect, title: (["metrics"] + [provider].compactMap(\.self)).joined(separator: " · "),
      comparison == nil ? model.border(of: .metrics) : Theme.focusedBorder)
    let pane = rect.inside
    let shown = shown(rows: pane.height)
    if let comparison {
      let name = comparison.names.first { Glyphs.cells($0) <= rect.width - 13 }
      if let name = name ?? comparison.names.last?.cut(to: rect.width - 13) {
        canvas.note(name, on: rect, Theme.strong)
      }
      for (row, metric) in shown.enumerated() {
        draw(comparison.row(metric), on: &canvas, row: pane.row + row, in: pane)
      }
    } else {
      let report = model.visit.report
      let whole = model.visit.wholeReport
      if let since = model.visit.run.countedFrom {
        canvas.note("from \(since.minutesAndSeconds)", on: rect, Theme.warning)
      } else if whole != nil {
        canvas.note(model.visit.run.countedPages > 1 ? "this page" : "slots", on: rect)
      }
      for (row, metric) in shown.enumerated() {
        draw(metric, report, whole, on: &canvas, row: pane.row + row, in: pane)
      }
    }
    if model.viewer.focus == .metrics, let row = shown.firstIndex(of: chosen) {
      let line = Rect(
        column: pane.column, row: pane.row + row - shown.startIndex, width: pane.width, height: 1)
      canvas.restyle(line) { $0 = Theme.selected }
    }
    if let condition = comparison?.condition(fitting: rect.width - 4) {
      canvas.write(" \(condition) ", at: rect.column + 1, rect.endRow - 1, Theme.warning, in: rect)
    } else if shown.count < model.metrics.count {
      canvas.note(
        "\(KeyMap.label(of: .openMetrics)): all \(model.metrics.count)", on: rect, below: true)
    }
  }

  private var chosen: Metric {
    model.metrics[min(model.viewer.metrics.list.selected, model.metrics.count - 1)]
  }

  /// The metrics that fit the rows: the first ones, or those around the chosen one.
  private func shown(rows: Int) -> ArraySlice<Metric> {
    guard model.viewer.focus == .metrics else { return model.metrics.prefix(rows) }
    let middle = model.viewer.metrics.list.selected
    return model.metrics[model.metrics.indices.around(middle, room: rows)]
  }

  // MARK: - Over the page

  /// All of it over the page, the first of some metrics chosen, and these with what they mean.
  func box(explaining chosen: Set<Metric>) -> OverlayBox {
    let comparison = model.comparison
    let report = comparison == nil ? model.visit.report : nil
    let whole = comparison == nil ? model.visit.wholeReport : nil
    var lines: [OverlayLine] = []
    for metric in model.metrics {
      let isChosen = chosen.contains(metric)
      let text =
        if let comparison {
          comparison.row(metric).columns
        } else {
          words(metric, report ?? MetricsReport(), whole)
        }
      lines.append(
        OverlayLine(
          (isChosen ? "▸" : " ") + metric.name, text, isStrong: isChosen,
          tone: report.map { metric.reading($0).isPoor } == true ? .poor : nil))
      if isChosen { lines += explanation(of: metric).map { OverlayLine("", $0) } }
    }
    let since = model.visit.run.countedFrom.map { ", counted from \($0.minutesAndSeconds)" } ?? ""
    let compared = comparison.map { [$0.title, $0.condition].compactMap(\.self) }
    let title = compared.map { "metrics: \($0.joined(separator: ", "))" } ?? "metrics" + since
    // The box keeps its width while the chosen metric, and with it the longest line, changes.
    let widest = model.metrics.flatMap(explanation).map { Glyphs.cells($0) }.max() ?? 0
    return OverlayBox(
      title: title, lines: lines, keyWidth: Self.nameCells + 3,
      minTextWidth: widest)
  }

  /// What a metric means: its definition, which way is better, what the field calls good, and the slot to blame.
  func explanation(of metric: Metric) -> [String] {
    let sides = [metric.direction.words, metric.band?.words].compactMap { $0 }
    let blamed = model.slotToBlame(for: metric).map {
      "worst: \(model.top.name(of: SlotID($0))); \(KeyMap.label(of: .blame, in: .metrics)) goes there"
        .scrubbed
    }
    return [metric.explanation] + (sides.isEmpty ? [] : [sides.joined(separator: "; ")])
      + [blamed].compactMap { $0 }
  }

  private func words(_ metric: Metric, _ report: MetricsReport, _ whole: MetricsReport?) -> String {
    let reading = metric.reading(report)
    let value = reading.value.leftPadded(to: Self.valueCells)
    let unit = reading.unit.padded(to: Self.unitCells)
    let notes = notes(metric, report, whole)
    return "\(value) \(unit)  \(notes.joined(separator: " · "))".withoutTrailingBlanks
  }

  /// Beside a number: the session's, of all pages and ads in no slot, and on the last number alone a note.
  private func notes(_ metric: Metric, _ report: MetricsReport, _ whole: MetricsReport?) -> [String]
  {
    let last = metric.reading(whole ?? report)
    let name = model.visit.run.countedPages > 1 ? "all pages" : "all ads"
    let unit = last.unit.isEmpty || last.value == "–" ? "" : " " + last.unit
    let total = whole == nil ? [] : ["\(name) \(last.value)\(unit)"]
    return total + (last.note.isEmpty ? [] : [last.note])
  }

  // MARK: - In the pane

  /// Draws a metric's name, the short one where the pane is not roomy, and returns the column behind it.
  private func draw(
    _ metric: Metric, _ isRoomy: Bool, on canvas: inout Canvas, _ row: Int, in pane: Rect
  ) -> Int {
    let start = pane.column + (isRoomy ? 1 : 0)
    canvas.write(isRoomy ? metric.name : metric.shortName, at: start, row, Theme.text, in: pane)
    return start + (isRoomy ? Self.nameCells : 8) + 1
  }

  private func draw(
    _ compared: MetricsComparison.Row, on canvas: inout Canvas, row: Int, in pane: Rect
  ) {
    let isRoomy = pane.width >= Self.minComparedColumns
    let start = draw(compared.metric, isRoomy, on: &canvas, row, in: pane)
    let values = [compared.before.value, compared.after.value].counts(fitting: 5).map {
      $0.rightAligned(in: 5)
    }
    // No digit is cut: where there is no room for both numbers the second stands alone.
    let last = "→ \(values[1]) \(compared.change.mark.padded(to: 1))"
    let forms = ["\(values[0]) \(last)", last]
    canvas.write(
      isRoomy ? compared.columns : forms.fitting(pane.endColumn - start), at: start, row,
      compared.change.style, in: pane)
  }

  private func draw(
    _ metric: Metric, _ report: MetricsReport, _ whole: MetricsReport?, on canvas: inout Canvas,
    row: Int, in pane: Rect
  ) {
    let reading = metric.reading(report)
    let numbers = draw(metric, pane.width >= Self.minNameColumns, on: &canvas, row, in: pane)
    let valueEnd = numbers + Self.valueCells
    canvas.write(
      reading.value, before: valueEnd, row, reading.isPoor ? Theme.warning : Theme.strong, in: pane)
    canvas.write(reading.unit, at: valueEnd + 1, row, Theme.faint, in: pane)
    let noteStart = valueEnd + 1 + Self.unitCells + 2
    let room = pane.endColumn - noteStart
    let notes = notes(metric, report, whole)
    let both = notes.joined(separator: " · ")
    let note = whole == nil || Glyphs.cells(both) <= room ? both : notes.first ?? ""
    guard Glyphs.cells(note) <= room || room >= Self.minNoteCells else { return }
    // No word is cut.
    let words = note.wrapped(to: room).first ?? ""
    canvas.write(
      words.hasSuffix(",") ? String(words.dropLast()) : words, at: noteStart, row, Theme.faint,
      in: pane)
  }
}

extension Model {
  /// The metrics of the page on the screen: those of auctions where it holds some, or held some under other settings.
  var metrics: [Metric] {
    let settings = [
      engine.lazyLoading, top.pageLazyLoading, viewer.thresholds.whatIf?.original,
      viewer.thresholds.whatIf?.settings, visit.replay?.recorded?.lazyLoading,
    ]
    let hasAuctions = settings.contains { $0.map { $0.auction != .off } ?? false }
    return Metric.ofPane(hasAuctions: hasAuctions, hasRefreshes: engine.refreshesAds)
  }
}
