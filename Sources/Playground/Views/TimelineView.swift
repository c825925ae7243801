internal import AdEngine
internal import AdSessions

/// What is seen of the slots over time, a row or two a slot, the same slots as the slots pane shows.
struct TimelineView {
  let model: Model

  /// Draws the pane with its frame; `slots` are the numbers on the page of the slots to show.
  func draw(on canvas: inout Canvas, in rect: Rect, slots: Range<Int>) {
    guard rect.width >= 12, rect.height >= 4, !slots.isEmpty else { return }
    canvas.drawFrame(
      rect, title: "timeline", model.border(of: .timeline), titleStyle: Theme.paneTitle)
    if let recorded = model.visit.replay?.recorded?.timeline(ofPage: model.top.number) {
      return drawBeside(recorded, on: &canvas, in: rect)
    }
    drawScale(of: slots.count, on: &canvas, in: rect)
    let pane = rect.inside
    let names = slots.map { name(ofSlot: $0, width: pane.width) }
    let nameCells = names.map { Glyphs.cells($0) }.max() ?? 0
    let chart = Rect(
      column: pane.column + nameCells + 1, row: pane.row, width: pane.width - nameCells - 1,
      height: pane.height)
    let window = model.viewer.timeline.window(columns: chart.width, showing: model.visit.time)
    drawAxis(window, on: &canvas, in: chart)
    let rowsOfASlot = max(
      1, min(ScreenLayout.maxTimelineRowsPerSlot, (pane.height - 1) / slots.count))
    let barRows = rowsOfASlot == ScreenLayout.maxTimelineRowsPerSlot ? 2 : 1
    var seen: [SeenState: Int] = [:]
    var hasShifts = false
    for (index, slot) in slots.enumerated() {
      let row = chart.row + 1 + index * rowsOfASlot
      guard row < chart.endRow else { break }
      let isSelected = model.highlightedSlot == slot
      canvas.write(
        names[index], at: pane.column, row,
        isSelected ? Theme.selected : Theme.strong, in: pane)
      let lane = TimelineLane(model.top.timeline, slot: slot, window: window)
      seen.merge(lane.seen, uniquingKeysWith: +)
      for barRow in 0..<barRows {
        lane.drawBar(on: &canvas, column: chart.column, row: row + barRow, in: chart)
      }
      hasShifts = drawShifts(of: slot, window, on: &canvas, row: row, in: chart) || hasShifts
      if rowsOfASlot > barRows {
        lane.drawWords(on: &canvas, column: chart.column, row: row + barRows, in: chart)
      }
    }
    drawLegend(Self.legend(seen, hasShifts: hasShifts), on: &canvas, in: rect)
  }

  /// Marks the layout shifts of a slot over its bar; returns whether there are any.
  func drawShifts(
    of slot: Int, _ window: TimelineWindow, on canvas: inout Canvas, row: Int, in chart: Rect
  ) -> Bool {
    let columns = model.top.timeline.shifts.filter { $0.slot == slot && $0.at <= window.now }
      .map { window.column(of: $0.at) }.filter { (0..<window.columns).contains($0) }
    for column in columns {
      canvas.write("↕", at: chart.column + column, row, Theme.warning, in: chart)
    }
    return !columns.isEmpty
  }

  /// The columns of the chart in a pane.
  func chartColumns(in rect: Rect) -> Int {
    let pane = rect.inside
    let names = model.top.page.slots.indices.map {
      Glyphs.cells(name(ofSlot: $0, width: pane.width))
    }
    return max(1, pane.width - (names.max() ?? 0) - 1)
  }

  /// From this width on the pane says how long a cell is, and from that one on how the units are called.
  private static let minScaleColumns = 32
  private static let wide = 100

  func name(ofSlot slot: Int, width: Int) -> String {
    let name = model.shortName(ofSlot: slot)
    return width < Self.wide
      ? name : name + " " + model.top.page.slots[slot].shortUnit.cut(to: 14)
  }

  /// Says in the frame how many of the slots are shown, if not all are, and how long a cell is.
  func drawScale(of shown: Int, on canvas: inout Canvas, in rect: Rect) {
    let count = model.top.page.slots.count
    let facts =
      (model.viewer.timeline.first == nil ? [] : ["stands"])
      + (shown < count ? [SlotsView.share(shown, of: count)] : [])
      + (rect.width >= Self.minScaleColumns ? ["\(model.viewer.timeline.step) ms a cell"] : [])
    guard !facts.isEmpty else { return }
    canvas.write(
      " \(facts.joined(separator: " · ")) ", before: rect.endColumn - 1, rect.row, Theme.faint,
      in: rect)
  }

  func drawAxis(_ window: TimelineWindow, on canvas: inout Canvas, in chart: Rect) {
    for (column, text) in window.labels where column + Glyphs.cells(text) < chart.width {
      canvas.write("╷" + text, at: chart.column + column, chart.row, Theme.faint, in: chart)
    }
  }

  /// A mark of the chart, and what it stands for.
  struct LegendEntry {
    let mark: String
    let word: String
    let style: Style
  }

  /// The entries of what is seen in some cells.
  static func legend(_ seen: [SeenState: Int], hasShifts: Bool = false) -> [LegendEntry] {
    SeenState.allCases.filter { seen[$0] != nil }.map {
      LegendEntry(mark: $0.timelineGlyph, word: $0.word, style: $0.style)
    } + (hasShifts ? [LegendEntry(mark: "↕", word: "shift", style: Theme.warning)] : [])
  }

  /// Writes the marks that are in the chart and their words into the frame's lower edge, closer together where there is
  /// little room; where they do not all fit, names the key of the help, which explains them.
  func drawLegend(_ entries: [LegendEntry], on canvas: inout Canvas, in rect: Rect) {
    guard !entries.isEmpty else { return }
    let edge = Rect(
      column: rect.column + 1, row: rect.endRow - 1, width: rect.width - 2, height: 1)
    func cells(_ within: Int, _ between: Int) -> Int {
      entries.reduce(2 - between) {
        $0 + between + Glyphs.cells($1.mark) + within + Glyphs.cells($1.word)
      }
    }
    let blanks = [(within: 1, between: 2), (within: 1, between: 1), (within: 0, between: 1)]
    guard let spacing = blanks.first(where: { cells($0.within, $0.between) <= edge.width })
    else {
      let key = KeyMap.label(of: .openHelp, in: .anywhere)
      canvas.write(" \(key): all marks ", at: edge.column, edge.row, Theme.faint, in: edge)
      return
    }
    var column = edge.column
    for (index, entry) in entries.enumerated() {
      let between = index == 0 ? 1 : spacing.between
      column = canvas.write(
        String(repeating: " ", count: between), at: column, edge.row, Theme.faint, in: edge)
      column = canvas.write(entry.mark, at: column, edge.row, entry.style, in: edge)
      column = canvas.write(
        String(repeating: " ", count: spacing.within) + entry.word, at: column, edge.row,
        Theme.faint,
        in: edge)
    }
    canvas.write(" ", at: column, edge.row, Theme.faint, in: edge)
  }
}

/// One slot's part of the chart: a function of its history and of the window of time alone.
struct TimelineLane {
  private let window: TimelineWindow
  /// What was so at the end of each column; `nil` before the page was opened, and for what is yet to come.
  private let states: [TimelineState?]

  init(_ timeline: Timeline, slot: Int, window: TimelineWindow) {
    self.window = window
    var state = timeline.state(ofSlot: slot, at: window.start(of: 0))
    var changes = timeline.changes(
      ofSlot: slot, after: window.start(of: 0), upTo: window.now)
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

  /// What the bar of the slot shows, each in so many columns.
  var seen: [SeenState: Int] {
    states.reduce(into: [:]) { counts, state in
      if let state { counts[SeenState(state), default: 0] += 1 }
    }
  }

  /// Draws a glyph a column.
  func drawBar(on canvas: inout Canvas, column: Int, row: Int, in clip: Rect) {
    for (index, state) in states.enumerated() {
      guard let state else { continue }
      let seen = SeenState(state)
      canvas.write(seen.timelineGlyph, at: column + index, row, seen.style, in: clip)
    }
  }

  /// Writes what was seen of the slot in words, each under the column in which it began; a word without room is left out.
  func drawWords(on canvas: inout Canvas, column: Int, row: Int, in clip: Rect) {
    var words: [(column: Int, text: String)] = []
    for (index, state) in states.enumerated() {
      let text = state.map(word) ?? words.last?.text ?? ""
      if text != words.last?.text { words.append((index, text)) }
    }
    for (index, word) in words.enumerated() {
      let end = index + 1 < words.count ? words[index + 1].column - 1 : window.columns
      // The last word may begin earlier than what it says, rather than not be there.
      let start = index + 1 < words.count ? word.column : min(word.column, end - word.text.count)
      guard start >= 0, start + word.text.count <= end else { continue }
      canvas.write(word.text, at: column + start, row, Theme.faint, in: clip)
    }
  }

  private func word(_ state: TimelineState) -> String {
    let seen = SeenState(state)
    return seen == .empty ? "" : seen.word
  }
}
