internal import AdEngine
internal import AdSessions

/// The slots over time, those of the slots pane; in a replay under other settings two rows each, as recorded and now.
struct TimelineView {
  let model: Model

  /// A run whose slots have rows in the chart, with its mark before them where there are two.
  private struct Run {
    let timeline: Timeline
    let mark: String
    let word: String
  }

  private var runs: [Run] {
    guard let recorded = model.visit.replay?.recorded?.timeline(ofPage: model.top.number) else {
      return [Run(timeline: model.top.timeline, mark: "", word: "")]
    }
    return [
      Run(timeline: recorded, mark: "r", word: "recorded"),
      Run(timeline: model.top.timeline, mark: "n", word: "now"),
    ]
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    let runs = runs
    let isCompared = runs.count > 1
    let pane = rect.inside
    // The axis takes a row.
    let room = pane.height - 1
    let slots = model.slotsShown(rows: isCompared ? max(1, room / 2) : model.timelineRows)
    guard rect.width >= 12, rect.height >= 4, !slots.isEmpty else { return }
    canvas.drawFrame(rect, title: "timeline", model.border(of: .timeline))
    drawScale(of: slots.count, on: &canvas, in: rect)
    let names = slots.map { model.timelineName(ofSlot: $0, width: pane.width) }
    let nameCells = (names.map { Glyphs.cells($0) }.max() ?? 0) + (isCompared ? 3 : 1)
    let chart = Rect(
      column: pane.column + nameCells, row: pane.row, width: pane.width - nameCells,
      height: pane.height)
    let window = model.viewer.timeline.window(columns: chart.width, showing: model.visit.time)
    drawAxis(window, on: &canvas, in: chart)
    let most = isCompared ? 3 : ScreenLayout.maxTimelineRowsPerSlot
    let rowsOfASlot = max(runs.count, min(most, room / slots.count))
    var seen: [SeenState: Int] = [:]
    var hasShifts = false
    for (index, slot) in slots.enumerated() {
      let first = chart.row + 1 + index * rowsOfASlot
      guard first < chart.endRow else { break }
      let style = model.highlightedSlot == slot ? Theme.selected : Theme.strong
      canvas.write(names[index], at: pane.column, first, style, in: pane)
      var row = first
      for run in runs {
        canvas.write(run.mark, at: chart.column - 2, row, Theme.faint, in: pane)
        let lane = TimelineLane(run.timeline, slot: slot, window: window)
        if row < pane.endRow { seen.merge(lane.seen, uniquingKeysWith: +) }
        lane.drawBar(on: &canvas, column: chart.column, row: row, in: chart)
        row += 1
      }
      hasShifts =
        drawShifts(of: slot, window, on: &canvas, row: first + runs.count - 1, in: chart)
        || hasShifts
    }
    let marks = runs.filter { !$0.mark.isEmpty }.map {
      LegendEntry(mark: $0.mark, word: $0.word, style: Theme.strong)
    }
    drawLegend(marks + Self.legend(seen, hasShifts: hasShifts), on: &canvas, in: rect)
  }

  /// Marks the layout shifts of a slot over its bar; returns whether there are any.
  private func drawShifts(
    of slot: Int, _ window: TimelineWindow, on canvas: inout Canvas, row: Int, in chart: Rect
  ) -> Bool {
    let columns = model.top.timeline.shifts.filter { $0.slot == slot && $0.at <= window.now }
      .map { window.column(of: $0.at) }.filter { (0..<window.columns).contains($0) }
    for column in columns {
      canvas.write("↕", at: chart.column + column, row, Theme.warning, in: chart)
    }
    return !columns.isEmpty
  }

  /// From this width on the pane says how long a cell is.
  private static let minScaleColumns = 32

  /// Says in the frame how many of the slots are shown, if not all are, and how long a cell is.
  private func drawScale(of shown: Int, on canvas: inout Canvas, in rect: Rect) {
    let count = model.top.page.slots.count
    let facts =
      (model.viewer.timeline.first == nil ? [] : ["stands"])
      + (shown < count ? [SlotsView.share(shown, of: count)] : [])
      + (rect.width >= Self.minScaleColumns ? ["\(model.viewer.timeline.step) ms a cell"] : [])
    if !facts.isEmpty { canvas.note(facts.joined(separator: " · "), on: rect) }
  }

  private func drawAxis(_ window: TimelineWindow, on canvas: inout Canvas, in chart: Rect) {
    for (column, text) in window.labels where column + Glyphs.cells(text) < chart.width {
      canvas.write("╷" + text, at: chart.column + column, chart.row, Theme.faint, in: chart)
    }
  }

  /// A mark of the chart, and what it stands for.
  private struct LegendEntry {
    let mark: String
    let word: String
    let style: Style
  }

  /// The entries of what is seen in some cells.
  private static func legend(_ seen: [SeenState: Int], hasShifts: Bool = false) -> [LegendEntry] {
    SeenState.allCases.filter { seen[$0] != nil }.map {
      LegendEntry(mark: $0.timelineGlyph, word: $0.word, style: $0.style)
    } + (hasShifts ? [LegendEntry(mark: "↕", word: "shift", style: Theme.warning)] : [])
  }

  /// The marks in the chart and their words, in the frame's lower edge; where there is little room the last states alone.
  private func drawLegend(_ entries: [LegendEntry], on canvas: inout Canvas, in rect: Rect) {
    let edge = Rect(column: rect.column + 1, row: rect.endRow - 1, width: rect.width - 2, height: 1)
    var shown = entries[...]
    // The first states explain themselves best; the help has all.
    while shown.reduce(1, { $0 + Glyphs.cells($1.mark + $1.word) + 2 }) > edge.width, !shown.isEmpty
    {
      shown.removeFirst()
    }
    guard !shown.isEmpty else { return }
    var column = edge.column
    for entry in shown {
      column = canvas.write(" " + entry.mark, at: column, edge.row, entry.style, in: edge)
      column = canvas.write(" " + entry.word, at: column, edge.row, Theme.faint, in: edge)
    }
    canvas.write(" ", at: column, edge.row, Theme.faint, in: edge)
  }
}

extension Model {
  var timelineColumns: Int {
    let pane = layout.timeline.inside
    let names = top.page.slots.indices.map {
      Glyphs.cells(timelineName(ofSlot: $0, width: pane.width))
    }
    return max(1, pane.width - (names.max() ?? 0) - 1)
  }

  /// A slot in the timeline's pane; in a wide one with its unit.
  fileprivate func timelineName(ofSlot slot: Int, width: Int) -> String {
    let name = shortName(ofSlot: slot)
    return width < 100 ? name : name + " " + top.page.slots[slot].shortUnit.cut(to: 14)
  }
}

/// One slot's part of the chart: a function of its history and of the window of time alone.
struct TimelineLane {
  /// What was so at the end of each column; `nil` before the page was opened, and for what is yet to come.
  private let states: [TimelineState?]

  init(_ timeline: Timeline, slot: Int, window: TimelineWindow) {
    var state = timeline.state(ofSlot: slot, at: window.start(of: 0))
    var changes = timeline.changes(ofSlot: slot, after: window.start(of: 0), upTo: window.now)
    states = (0..<window.columns).map { column in
      guard let end = window.end(of: column) else { return nil }
      while let change = changes.first, change.since <= end {
        state = change
        changes = changes.dropFirst()
      }
      // The first change may come after the page was opened, in a window that begins before.
      if state == nil { state = timeline.state(ofSlot: slot, at: end) }
      return state
    }
  }

  /// What the bar of the slot shows, and in how many columns each.
  var seen: [SeenState: Int] {
    states.reduce(into: [:]) { counts, state in
      if let state { counts[SeenState(state), default: 0] += 1 }
    }
  }

  func drawBar(on canvas: inout Canvas, column: Int, row: Int, in clip: Rect) {
    for (index, state) in states.enumerated() {
      guard let state else { continue }
      let seen = SeenState(state)
      canvas.write(seen.timelineGlyph, at: column + index, row, seen.style, in: clip)
    }
  }
}
