internal import AdEngine
internal import AdSessions

/// The states of the slots over time, a row or two a slot, the same slots as the slots pane shows.
struct TimelineView {
  let screen: PageScreen

  /// Draws the pane with its frame; `slots` are the numbers on the page of the slots to show.
  func draw(on canvas: inout Canvas, in rect: Rect, slots: Range<Int>) {
    guard rect.width >= 12, rect.height >= 4, !slots.isEmpty else { return }
    canvas.drawFrame(rect, title: "timeline", Theme.border, titleStyle: Theme.paneTitle)
    if let recorded = screen.replay?.recorded?.timeline(ofPage: screen.pages.top.number) {
      return drawBeside(recorded, on: &canvas, in: rect)
    }
    drawScale(of: slots.count, on: &canvas, in: rect)
    let pane = rect.inside
    let names = slots.map { name(ofSlot: $0, width: pane.width) }
    let nameCells = names.map { Glyphs.cells($0) }.max() ?? 0
    let chart = Rect(
      column: pane.column + nameCells + 1, row: pane.row, width: pane.width - nameCells - 1,
      height: pane.height)
    let window = TimelineWindow(columns: chart.width, showing: screen.time)
    drawAxis(window, on: &canvas, in: chart)
    let rowsOfASlot = max(
      1, min(ScreenLayout.maxTimelineRowsPerSlot, (pane.height - 1) / slots.count))
    let barRows = rowsOfASlot == ScreenLayout.maxTimelineRowsPerSlot ? 2 : 1
    var phases: Set<SlotPhase> = []
    for (index, slot) in slots.enumerated() {
      let row = chart.row + 1 + index * rowsOfASlot
      guard row < chart.endRow else { break }
      let isSelected = screen.highlightedSlot == slot
      canvas.write(
        names[index], at: pane.column, row,
        isSelected ? Theme.selected : Theme.strong, in: pane)
      let lane = TimelineLane(screen.pages.top.timeline, slot: slot, window: window)
      phases.formUnion(lane.phases)
      for barRow in 0..<barRows {
        lane.drawBar(on: &canvas, column: chart.column, row: row + barRow, in: chart)
      }
      if rowsOfASlot > barRows {
        lane.drawWords(on: &canvas, column: chart.column, row: row + barRows, in: chart)
      }
    }
    let used = 1 + slots.count * rowsOfASlot
    if pane.height > used { drawLegend(phases, on: &canvas, in: pane, from: pane.column + 1) }
  }

  /// From this width on the pane says how long a cell is, and from that one on how the units are called.
  private static let roomy = 32
  private static let wide = 100

  func name(ofSlot slot: Int, width: Int) -> String {
    let name = screen.shortName(ofSlot: slot)
    return width < Self.wide
      ? name : name + " " + screen.pages.top.page.slots[slot].shortUnit.cut(to: 14)
  }

  /// Says in the frame how many of the slots are shown, if not all are, and how long a cell is.
  func drawScale(of shown: Int, on canvas: inout Canvas, in rect: Rect) {
    let count = screen.pages.top.page.slots.count
    let facts =
      (shown < count ? [SlotsView.share(shown, of: count)] : [])
      + (rect.width >= Self.roomy ? ["\(TimelineWindow.step) ms a cell"] : [])
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

  /// The phases that are to be seen with their words, in the last row, as many as there is room for.
  func drawLegend(
    _ phases: Set<SlotPhase>, on canvas: inout Canvas, in pane: Rect, from start: Int
  ) {
    var column = start
    for phase in SlotPhase.allCases where phases.contains(phase) {
      let text = "\(phase.glyph) \(phase.word)"
      guard column + Glyphs.cells(text) <= pane.endColumn else { return }
      column = canvas.write(phase.glyph, at: column, pane.endRow - 1, phase.style, in: pane)
      column = canvas.write(" \(phase.word)  ", at: column, pane.endRow - 1, Theme.faint, in: pane)
    }
  }
}

/// What the chart says of a slot with one glyph: how near it is, and from `displayed` on whether its ad is there.
enum SlotPhase: CaseIterable {
  case notLoaded, fetched, displayed, rendered, failed, unloaded

  init(_ time: TimelineState) {
    guard !time.isRefused else {
      self = .failed
      return
    }
    switch (time.load, time.ad) {
    case (.notLoaded, _): self = .notLoaded
    case (.unloaded, _): self = .unloaded
    case (_, .failed): self = .failed
    case (.fetched, _): self = .fetched
    case (.displayed, _): self = time.isRendered ? .rendered : .displayed
    }
  }

  var glyph: String {
    switch self {
    case .notLoaded: "·"
    case .fetched: "░"
    case .displayed: "▒"
    case .rendered: "█"
    case .failed: "×"
    case .unloaded: "╌"
    }
  }

  var word: String {
    switch self {
    case .notLoaded: "notLoaded"
    case .fetched: "fetched"
    case .displayed: "displayed"
    case .rendered: "rendered"
    case .failed: "failed"
    case .unloaded: "unloaded"
    }
  }

  /// What the word stands for, in a sentence.
  var explanation: String {
    switch self {
    case .notLoaded: "nothing is held"
    case .fetched: "an ad is asked for, or there already"
    case .displayed: "the ad may be rendered, but is not: blank if it is in view"
    case .rendered: "the ad is on the page"
    case .failed: "no ad came"
    case .unloaded: "the ad was released"
    }
  }

  var style: Style {
    switch self {
    case .notLoaded: Style(Theme.color(.notLoaded))
    case .fetched: Style(Theme.color(.fetched))
    case .displayed, .rendered: Style(Theme.color(.displayed))
    case .failed: Theme.warning
    case .unloaded: Style(Theme.color(.unloaded))
    }
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

  /// What is to be seen of the slot.
  var phases: Set<SlotPhase> { Set(states.compactMap { $0.map(SlotPhase.init) }) }

  /// Draws a glyph a column.
  func drawBar(on canvas: inout Canvas, column: Int, row: Int, in clip: Rect) {
    for (index, state) in states.enumerated() {
      guard let state else { continue }
      let phase = SlotPhase(state)
      canvas.write(phase.glyph, at: column + index, row, phase.style, in: clip)
    }
  }

  /// Writes what the slot held in words, each under the column in which it began; a word without room is left out.
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
    if state.isRefused { return "not presented" }
    if state.isViewable { return "viewable" }
    return state.ad == .uninitialized ? "" : state.ad.rawValue
  }
}
