extension Model {
  /// The rows that a notch of the wheel scrolls, as terminals have it that turn the wheel into arrow keys.
  private static let rowsPerNotch = 3

  /// Handles the mouse while it is on.
  mutating func handle(_ event: MouseEvent) {
    guard page.viewer.mouse.isOn else { return }
    switch event.action {
    case .wheelUp: turnWheel(.up)
    case .wheelDown: turnWheel(.down)
    case .released: page.viewer.mouse.grip = nil
    case .pressed:
      page.shared.notice = nil
      page.viewer.mouse.grip = nil
      // The ladybug is where it is, whatever lies over the page.
      let isLadybug = event.row == 0 && TitleBar.ladybug(page).contains(event.column)
      if isLadybug, keyContext != .search, keyContext != .palette {
        return perform(.toggleLadybug, .enter)
      }
      guard keyContext == pageContext else { return }
      if isLabOpen { return clickInLab(column: event.column, row: event.row) }
      if isTuningOpen { return clickOnMap(column: event.column, row: event.row) }
      // A text that is being typed is for keys.
      if keyContext != .search { page.press(event) }
    case .dragged:
      guard keyContext == pageContext, !isLabOpen, !isTuningOpen else { return }
      page.drag(to: event)
    }
  }

  /// A wheel is arrow keys, with the mouse as without it.
  private mutating func turnWheel(_ key: Key) {
    let isList = page.viewer.overlays.last?.isMenu == true
    for _ in 0..<(isList ? 1 : Self.rowsPerNotch) { press(key) }
  }

  private mutating func clickOnMap(column: Int, row: Int) {
    let layout = TuningLayout(columns: page.shared.columns, rows: page.shared.rows)
    guard let tuning,
      let cell = TuningMapView.cell(column: column, row: row, tuning, in: layout.map)
    else { return }
    self.tuning?.moveCursor(to: cell)
  }

  private mutating func clickInLab(column: Int, row: Int) {
    let commands: [Command] = [.labReset, .labFetch, .labSettings]
    guard let rects = lab?.layout(page.shared).buttonRects else { return }
    for (rect, command) in zip(rects, commands) where rect.contains(column: column, row: row) {
      perform(command, .enter)
    }
  }
}
