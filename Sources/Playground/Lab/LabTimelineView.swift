internal import AdEngine
internal import AdLab
internal import AdSessions

/// What the creative did over time, with the instant of presenting marked: what was early is said in words and colour.
struct LabTimelineView {
  let lab: Lab

  /// The time that a column may stand for, in milliseconds.
  private static let steps: [Int64] = [
    20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 600_000, 3_600_000,
  ]
  private static let nameCells = 8

  /// A row of the chart, by its name.
  private enum Lane: String, CaseIterable {
    case state = "ad"
    case timers, plays, counted
    case events = "event"
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 4, rect.width >= 30 else { return }
    canvas.drawFrame(rect, title: "timeline")
    let pane = rect.inside
    guard let record = lab.record else {
      canvas.write(
        "what the creative does, before and after it is presented", at: pane.column + 1, pane.row,
        Theme.faint, in: pane)
      return
    }
    let wordCells = max(17, min(24, pane.width / 3))
    let chart = Rect(
      column: pane.column + Self.nameCells + 1, row: pane.row,
      width: pane.width - Self.nameCells - 2 - wordCells, height: pane.height)
    let end = end(of: record)
    let span = max(1_000, end - record.fetchedAt + 1)
    let step =
      Self.steps.first { $0 * Int64(max(1, chart.width - 2)) >= span } ?? Self.steps.last ?? 1_000
    let window = Window(record: record, end: end, step: step, columns: chart.width)
    canvas.note("\(step.secondsText) a cell", on: rect)
    drawAxis(window, on: &canvas, in: chart)
    let words = Rect(
      column: chart.endColumn + 1, row: pane.row, width: wordCells, height: pane.height)
    for (index, lane) in Lane.allCases.enumerated() where index + 1 < pane.height {
      let row = pane.row + 1 + index
      canvas.write(lane.rawValue, at: pane.column, row, Theme.strong, in: pane)
      for column in 0..<chart.width {
        guard let time = window.time(of: column) else { continue }
        let (glyph, style) = mark(lane, record, window, column, time)
        canvas.write(glyph, at: chart.column + column, row, style, in: chart)
      }
      let (texts, style) = self.words(lane, record)
      canvas.write(texts.fitting(words.width), at: words.column, row, style, in: words)
    }
    drawPresent(window, on: &canvas, in: chart, rows: min(Lane.allCases.count, pane.height - 1))
  }

  /// The last instant that is shown; a reset deletes the ad, and leaves the timeline as it was.
  private func end(of record: LabRecord) -> Instant {
    guard let resetAt = record.resetAt else {
      return min(lab.time, lab.isPending ? lab.time : record.lastEventTime + Lab.afterglow)
    }
    return min(resetAt, record.wasPendingAtReset ? resetAt : record.lastEventTime + Lab.afterglow)
  }

  /// A stretch of time as columns; presenting begins one of its own, with all that came before to its left.
  private struct Window {
    let record: LabRecord
    let end: Instant
    let step: Int64
    let columns: Int
    let presentColumn: Int?

    init(record: LabRecord, end: Instant, step: Int64, columns: Int) {
      (self.record, self.end, self.step, self.columns) = (record, end, step, columns)
      presentColumn = record.presentedAt.map { Int(($0 - record.fetchedAt + step - 1) / step) }
    }

    func column(of time: Instant) -> Int {
      let column = Int((time - record.fetchedAt) / step)
      guard let presentColumn, let presentedAt = record.presentedAt else { return column }
      return time < presentedAt ? min(column, presentColumn - 1) : max(column, presentColumn)
    }

    /// The column of what the creative did; what was early may have come at the instant of presenting.
    func column(of activity: LabRecord.Activity) -> Int {
      let column = column(of: activity.at)
      guard activity.timing == .early, let presentColumn else { return column }
      return max(0, min(column, presentColumn - 1))
    }

    /// The last instant that a column stands for; `nil` for what is yet to come.
    func time(of column: Int) -> Instant? {
      let start = record.fetchedAt + Int64(column) * step
      let last = min(end, start + (step - 1))
      guard let presentColumn, let presentedAt = record.presentedAt, presentedAt <= end else {
        return start <= end ? last : nil
      }
      if column == presentColumn { return max(presentedAt, last) }
      guard start <= end else { return nil }
      return column < presentColumn
        ? min(last, Instant(milliseconds: presentedAt.milliseconds - 1)) : last
    }
  }

  /// Writes instants on the axis, as far as they leave the mark of presenting alone.
  private func drawAxis(_ window: Window, on canvas: inout Canvas, in chart: Rect) {
    let label = presentLabel(window, in: chart)
    let kept = label.map { $0.first - 1..<$0.first + Glyphs.cells($0.text) + 1 } ?? 0..<0
    for column in stride(from: 0, to: chart.width, by: 10) {
      let text = "╷" + (Int64(column) * window.step).secondsText
      let end = column + Glyphs.cells(text)
      guard end < chart.width else { break }
      guard !kept.overlaps(column..<end) else { continue }
      canvas.write(text, at: chart.column + column, chart.row, Theme.faint, in: chart)
    }
    if let label {
      canvas.write(label.text, at: chart.column + label.first, chart.row, Theme.strong, in: chart)
    }
  }

  /// The mark of the instant of presenting, and the column where it begins.
  private func presentLabel(_ window: Window, in chart: Rect) -> (first: Int, text: String)? {
    guard let column = presentColumn(window, in: chart) else { return nil }
    let after = "▼ presented"
    guard column + Glyphs.cells(after) > chart.width else { return (column, after) }
    let before = "presented ▼"
    return (max(0, column - Glyphs.cells(before) + 1), before)
  }

  private func presentColumn(_ window: Window, in chart: Rect) -> Int? {
    guard let presented = window.record.presentedAt, let column = window.presentColumn else {
      return nil
    }
    return (0..<chart.width).contains(column) && presented <= window.end ? column : nil
  }

  private func drawPresent(_ window: Window, on canvas: inout Canvas, in chart: Rect, rows: Int) {
    guard let column = presentColumn(window, in: chart) else { return }
    for row in 0..<rows {
      let cell = chart.row + 1 + row
      // What happened at that very instant stays to be seen.
      let isMarked = ["▶", "◆", "◇", "!"].contains(String(canvas[chart.column + column, cell].base))
      if isMarked { continue }
      canvas.write("┃", at: chart.column + column, cell, Theme.strong, in: chart)
    }
  }

  // MARK: - Lanes

  private func mark(
    _ lane: Lane, _ record: LabRecord, _ window: Window, _ column: Int, _ time: Instant
  ) -> (String, Style) {
    switch lane {
    case .state: return stateMark(record.state(at: time))
    case .timers: return timerMark(record.timerPace(at: time))
    case .plays:
      guard let autoplay = record.autoplay, window.column(of: autoplay) <= column else {
        return (" ", Theme.text)
      }
      if let reset = record.resetAt, reset <= time { return (" ", Theme.text) }
      let isEarly = window.presentColumn.map { column < $0 } ?? true
      let style = isEarly ? Theme.warning : SeenState.viewable.style
      return (window.column(of: autoplay) == column ? "▶" : "━", style)
    case .counted:
      guard let counted = record.impression, window.column(of: counted) == column else {
        return (" ", Theme.text)
      }
      return ("◆", counted.timing == .early ? Theme.warning : SeenState.viewable.style)
    case .events:
      if let at = record.completedAt, window.column(of: at) == column { return ("◇", Theme.key) }
      if let at = record.informedAt, window.column(of: at) == column { return ("!", Theme.key) }
      return (" ", Theme.text)
    }
  }

  private func stateMark(_ state: PreloadState?) -> (String, Style) {
    switch state {
    case nil, .noAd: (" ", Theme.text)
    case .fetching: ("╌", Theme.faint)
    case .preloading: ("░", SeenState.loading.style)
    case .ready: ("▒", SeenState.ready.style)
    case .presented: ("█", SeenState.viewable.style)
    case .failed, .timedOut: ("×", Theme.warning)
    }
  }

  private func timerMark(_ pace: TimerPace?) -> (String, Style) {
    switch pace {
    case nil: (" ", Theme.text)
    case .run: ("─", Theme.text)
    case .crawl: ("╌", Theme.faint)
    case .stop: ("·", Theme.faint)
    }
  }

  // MARK: - Words

  /// The outcome of a lane, the longest wording first.
  private typealias Words = (texts: [String], style: Style)

  private func words(_ lane: Lane, _ record: LabRecord) -> Words {
    switch lane {
    case .state:
      if let reset = record.resetAt {
        let after = "after \((reset - record.fetchedAt).secondsText)"
        return (["reset \(after)", after], Theme.text)
      }
      if record.failure != nil { return (["failed"], Theme.warning) }
      if let ready = record.readyAt, let arrived = record.arrivedAt {
        return (["ready in \((ready - arrived).secondsText)"], Theme.text)
      }
      return ([record.state(at: lab.time)?.words ?? ""], LabLook(lab.machine.state).style)
    case .timers:
      if record.resetAt != nil, !record.timers.isEmpty { return (["gone"], Theme.text) }
      return ([record.timerPace(at: lab.time)?.words ?? ""], Theme.text)
    case .plays: return words(record.autoplay, record, never: "never played")
    case .counted: return words(record.impression, record, never: "never counted")
    case .events:
      guard let arrived = record.arrivedAt else { return ([""], Theme.text) }
      guard let at = record.completedAt else {
        return ([record.resetAt == nil ? "none so far" : "never came"], Theme.text)
      }
      let after = (at - arrived).secondsText
      return (["\(LabCreative.completionEvent) \(after)", "after \(after)"], Theme.text)
    }
  }

  private func words(_ activity: LabRecord.Activity?, _ record: LabRecord, never: String) -> Words {
    guard let activity else {
      guard record.arrivedAt != nil else { return ([""], Theme.text) }
      // Of an ad that was deleted nothing is to come.
      return ([record.resetAt == nil ? "not so far" : never], Theme.text)
    }
    switch activity.timing {
    case .early:
      guard let presented = record.presentedAt else { return (["EARLY, unseen"], Theme.warning) }
      let gap = (presented - activity.at).secondsText
      return (["EARLY by \(gap)", "EARLY \(gap)"], Theme.warning)
    case .seen:
      let after = record.presentedAt.map { (activity.at - $0).secondsText } ?? ""
      return (["seen, after \(after)", "after \(after)"], SeenState.viewable.style)
    }
  }
}

extension [String] {
  /// The first of these wordings that fits the cells, or the last, cut.
  func fitting(_ cells: Int) -> String {
    first { Glyphs.cells($0) <= cells } ?? last?.cut(to: cells) ?? ""
  }
}
