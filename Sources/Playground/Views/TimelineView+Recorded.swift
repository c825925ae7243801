internal import AdSessions

/// The chart of a replay under other settings: two rows a slot, as it was recorded and as it is now.
extension TimelineView {
  /// What stands before the rows, and for what in the legend.
  private static let recorded = (mark: "r", word: "recorded")
  private static let now = (mark: "n", word: "now")

  /// Draws what is in the pane, whose frame is there already.
  func drawBeside(_ recorded: Timeline, on canvas: inout Canvas, in rect: Rect) {
    let pane = rect.inside
    // The axis takes a row.
    let room = pane.height - 1
    let slots = model.slotsShown(rows: max(1, room / 2))
    drawScale(of: slots.count, on: &canvas, in: rect)
    let names = slots.map { name(ofSlot: $0, width: pane.width) }
    let nameCells = names.map { Glyphs.cells($0) }.max() ?? 0
    let chart = Rect(
      column: pane.column + nameCells + 3, row: pane.row, width: pane.width - nameCells - 3,
      height: pane.height)
    let window = model.viewer.timeline.window(columns: chart.width, showing: model.visit.time)
    drawAxis(window, on: &canvas, in: chart)
    let rowsOfASlot = max(2, min(3, room / max(1, slots.count)))
    var seen: [SeenState: Int] = [:]
    var hasShifts = false
    for (index, slot) in slots.enumerated() {
      let first = chart.row + 1 + index * rowsOfASlot
      let style = model.highlightedSlot == slot ? Theme.selected : Theme.strong
      canvas.write(names[index], at: pane.column, first, style, in: pane)
      let runs = [(Self.recorded.mark, recorded), (Self.now.mark, model.top.timeline)]
      for (row, (mark, timeline)) in runs.enumerated() {
        guard first + row < pane.endRow else { break }
        canvas.write(mark, at: chart.column - 2, first + row, Theme.faint, in: pane)
        let lane = TimelineLane(timeline, slot: slot, window: window)
        seen.merge(lane.seen, uniquingKeysWith: +)
        lane.drawBar(on: &canvas, column: chart.column, row: first + row, in: chart)
      }
      hasShifts = drawShifts(of: slot, window, on: &canvas, row: first + 1, in: chart) || hasShifts
    }
    let runs = [Self.recorded, Self.now].map {
      LegendEntry(mark: $0.mark, word: $0.word, style: Theme.strong)
    }
    drawLegend(runs + Self.legend(seen, hasShifts: hasShifts), on: &canvas, in: rect)
  }
}
