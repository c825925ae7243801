internal import AdSessions
internal import AdTuning

/// What the setting under the cursor loses, and curves through it.
struct TuningListsView {
  let tuning: Tuning
  let map: TuningMap
  private var report: TuningReport? { tuning.report }

  private func frame(_ title: String, on canvas: inout Canvas, _ rect: Rect) -> Rect? {
    guard rect.height >= 3, rect.width >= 20 else { return nil }
    canvas.drawFrame(rect, title: title)
    return rect.inside
  }

  /// A table: the first line is its head, and the first `texts` columns are aligned to the left.
  private func draw(_ lines: [[String]], texts: Int, on canvas: inout Canvas, in pane: Rect) {
    for (index, line) in lines.alignedLines(textColumns: texts).prefix(pane.height).enumerated() {
      let style = index == 0 ? Theme.faint : Theme.text
      canvas.write(line.cut(to: pane.width), at: pane.column, pane.row + index, style, in: pane)
    }
  }

  // MARK: - Curves

  func drawCurves(on canvas: inout Canvas, in rect: Rect) {
    let display = map.grid.displays[tuning.cursor.display].points
    guard let pane = frame("over fetch, display \(display)", on: &canvas, rect) else { return }
    let labelCells = 14
    let fetches = TuningMapView.window(
      tuning.cursor.fetch, room: max(1, pane.width - labelCells), of: map.grid.fetches.count)
    let metrics: [(Metric, String, Int)] = [
      (.viewable, "viewable", 1), (.wastedFetches, "wasted", 1), (.blankExposure, "blank", 0),
    ]
    for (index, (metric, name, digits)) in metrics.prefix(pane.height).enumerated() {
      let row = pane.row + index
      let means = fetches.map { fetch in
        map.mean(metric, TuningMap.Cell(fetch: fetch, display: tuning.cursor.display))
      }
      let most = means.compactMap { $0 }.max() ?? 0
      let least = means.compactMap { $0 }.min() ?? 0
      canvas.write(name, at: pane.column, row, Theme.text, in: pane)
      canvas.write(
        most.text(digits: digits), before: pane.column + labelCells - 1, row, Theme.faint, in: pane)
      for (place, mean) in means.enumerated() {
        guard let mean else { continue }
        let share = most > least ? (mean - least) / (most - least) : 1
        let glyph = Self.bars[min(7, Int(share * 8))]
        let isHere = fetches.lowerBound + place == tuning.cursor.fetch
        canvas.write(
          glyph, at: pane.column + labelCells + place, row,
          isHere ? Theme.selected : Theme.text, in: pane)
      }
    }
  }

  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Says why nothing is known of single slots.
  private func drawUnknown(_ report: TuningReport, on canvas: inout Canvas, in pane: Rect) {
    let reasons = report.obstacles.keys.map(\.rawValue).sorted().joined(separator: ", ")
    let lines = "not known: \(reasons.isEmpty ? "no session was traced" : reasons)"
      .wrapped(to: pane.width)
    canvas.write(lines, Theme.text, in: pane)
  }

  // MARK: - Slots and sessions

  func drawSlots(on canvas: inout Canvas, in rect: Rect) {
    let lost = report.map { report in report.slots.reduce(0) { $0 + $1.lost } }
    let title = "slots: viewable ads lost here" + (lost.map { " (\($0))" } ?? "")
    guard let pane = frame(title, on: &canvas, rect) else { return }
    guard let report else { return canvas.write(["…"], Theme.faint, in: pane) }
    guard !report.fates.isEmpty else { return drawUnknown(report, on: &canvas, in: pane) }
    guard !report.slots.isEmpty else {
      return canvas.write(["none that a larger threshold would bring back"], Theme.text, in: pane)
    }
    draw(
      [["slot", "unit", "lost", "fetch for half", "for 9 in 10"]]
        + report.slots.map {
          [
            $0.name.scrubbed.cut(to: 12), $0.unit.scrubbed.cut(to: 20), "\($0.lost)",
            $0.half.points, $0.nineOfTen.points,
          ]
        }, texts: 2, on: &canvas, in: pane)
  }

  func drawSessions(on canvas: inout Canvas, in rect: Rect) {
    guard let pane = frame("sessions that lose most here", on: &canvas, rect) else { return }
    guard let report else { return canvas.write(["…"], Theme.faint, in: pane) }
    guard !report.worst.isEmpty else {
      return canvas.write(["none loses a viewable ad"], Theme.text, in: pane)
    }
    draw(
      [["session", "lost", "of", "blank pt·s"]]
        + report.worst.map {
          [$0.name.scrubbed.cut(to: 24), "\($0.lost)", "\($0.viewable)", $0.blank.text(digits: 0)]
        }, texts: 1, on: &canvas, in: pane)
  }

  // MARK: - Fates

  func drawFates(on canvas: inout Canvas, in rect: Rect) {
    let all = report.flatMap { $0.fates.isEmpty ? nil : $0.fates.values.reduce(0, +) }
    let title = "what becomes of \(all.map(String.init) ?? "the") slots"
    guard let pane = frame(title, on: &canvas, rect) else { return }
    guard let report else { return canvas.write(["…"], Theme.faint, in: pane) }
    guard !report.fates.isEmpty else { return drawUnknown(report, on: &canvas, in: pane) }
    let most = Double(report.fates.values.max() ?? 1)
    let room = max(0, pane.width - 26)
    for (index, fate) in SlotFate.allCases.prefix(pane.height).enumerated() {
      let count = report.fates[fate] ?? 0
      let row = pane.row + index
      canvas.write(fate.words, at: pane.column, row, Theme.text, in: pane)
      canvas.write("\(count)", before: pane.column + 24, row, Theme.strong, in: pane)
      let length = Int((Double(count) / most * Double(room)).rounded(.up))
      canvas.write(
        String(repeating: "▪", count: length), at: pane.column + 25, row,
        fate == .viewable ? SeenState.viewable.style : Theme.faint, in: pane)
    }
  }

  // MARK: - Words

  func drawWords(on canvas: inout Canvas, in rect: Rect) {
    guard let pane = frame("verdict", on: &canvas, rect) else { return }
    canvas.write(tuning.sentences.flatMap { $0.wrapped(to: pane.width) }, Theme.text, in: pane)
  }
}

extension SlotFate {
  var words: String {
    switch self {
    case .neverSeen: "never in view"
    case .leftTooSoon: "in view too briefly"
    case .consent: "no consent in time"
    case .noAd: "no ad"
    case .unreachable: "under no setting"
    case .fetchTooLate: "fetched too late"
    case .displayTooLate: "displayed too late"
    case .bothTooLate: "both too late"
    case .viewable: "viewable"
    }
  }
}
