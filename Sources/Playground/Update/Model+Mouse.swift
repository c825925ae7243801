internal import AdEngine
internal import AdSessions

extension Model {
  /// The rows that a notch of the wheel scrolls, as terminals have it that turn the wheel into arrow keys.
  private static let rowsPerNotch = 3

  mutating func handle(_ event: MouseEvent) {
    guard viewer.mouse.isOn else { return }
    switch event.action {
    case .wheelUp: turnWheel(.up)
    case .wheelDown: turnWheel(.down)
    case .released: viewer.mouse.grip = nil
    case .pressed:
      shared.notice = nil
      viewer.mouse.grip = nil
      // The ladybug is where it is, whatever lies over the page.
      let isLadybug = event.row == 0 && TitleBar.ladybug(self).contains(event.column)
      if isLadybug, keyContext != .search, keyContext != .palette {
        return perform(.toggleLadybug, .enter)
      }
      guard keyContext == pageContext else { return }
      if isLabOpen { return clickInLab(column: event.column, row: event.row) }
      if isTuningOpen { return clickOnMap(column: event.column, row: event.row) }
      // A text that is being typed is for keys.
      if keyContext != .search { press(event) }
    case .dragged:
      guard keyContext == pageContext, !isLabOpen, !isTuningOpen else { return }
      drag(to: event)
    }
  }

  /// The wheel sends arrow keys.
  private mutating func turnWheel(_ key: Key) {
    let isList = viewer.overlays.last?.isMenu == true
    for _ in 0..<(isList ? 1 : Self.rowsPerNotch) { press(key) }
  }

  private mutating func clickOnMap(column: Int, row: Int) {
    let layout = TuningLayout(columns: shared.columns, rows: shared.rows)
    guard let tuning,
      let cell = TuningMapView.cell(column: column, row: row, tuning, in: layout.map)
    else { return }
    self.tuning?.moveCursor(to: cell)
  }

  private mutating func clickInLab(column: Int, row: Int) {
    let commands: [Command] = [.labReset, .labFetch, .labSettings]
    guard let rects = lab?.layout(shared).buttonRects else { return }
    for (rect, command) in zip(rects, commands) where rect.contains(column: column, row: row) {
      perform(command, .enter)
    }
  }

  /// Takes the mouse from the terminal, or gives it back.
  mutating func toggleMouse() {
    viewer.mouse = Mouse(isOn: !viewer.mouse.isOn)
    shared.requests.append(.takeMouse(viewer.mouse.isOn))
    shared.notice =
      viewer.mouse.isOn
      ? "the mouse is on for sliders, map, ads and links; \(KeyMap.label(of: .toggleMouse)) gives it back"
      : "the mouse is off: text can be selected again"
  }

  /// Turns the mouse off, which the terminal does not report.
  mutating func giveUpMouse() {
    viewer.mouse = Mouse()
    shared.notice = "this terminal does not report the mouse"
  }

  /// Takes hold of a slider or the map, or selects or follows what is under the mouse.
  mutating func press(_ event: MouseEvent) {
    switch HitTest(model: self).target(column: event.column, row: event.row) {
    case .slider(let kind):
      if viewer.thresholds.edit?.kind != kind { pick(kind) }
      viewer.mouse.grip = .slider(kind, end: sliderEnd)
      drag(to: event)
    case .map:
      viewer.mouse.grip = .map
      drag(to: event)
    case .stop(let stop) where stop == top.selection:
      endEdit(keeping: true)
      activateStop()
    case .stop(let stop):
      endEdit(keeping: true)
      viewer.focus = .article
      visit.pages.top.selection = stop
    case nil: break
    }
  }

  mutating func drag(to event: MouseEvent) {
    switch viewer.mouse.grip {
    case .slider(let kind, let end):
      guard let current = viewer.thresholds.edit?.shown, viewer.thresholds.edit?.kind == kind,
        let bar = layout.sliderBar(of: kind)
      else { return }
      let cells = max(0, min(bar.width - 1, event.column - min(bar.column, event.column)))
      let points = end * Double(cells) / Double(bar.width - 1)
      drag(kind, of: current, to: (points / 10).rounded() * 10)
    case .map:
      guard let y = mapScale(in: layout.map.inside).y(ofRow: event.row) else { return }
      visit.stopMoving()
      scroll(to: y - shownHeight / 2)
    case nil: break
    }
  }

  /// The value at the right end of all three sliders, in points; it stays while one of them is dragged.
  var sliderEnd: Double {
    if case .slider(_, let end) = viewer.mouse.grip { return end }
    let shown = [shownThresholds, ghostThresholds].compactMap { $0 }
    let largest =
      shown.flatMap { settings in
        ThresholdKind.allCases.map { settings.points($0, in: engine.viewport.size) }
      }.max() ?? 0
    return max(2000, (largest / 1000).rounded(.up) * 1000)
  }

  func mapScale(in rows: Rect) -> MapScale {
    MapScale(pageHeight: max(top.layout.height, engine.viewport.size.height, 1), rows: rows)
  }
}

/// The height of a page on the rows of a map.
struct MapScale {
  /// In points.
  let pageHeight: Double
  let rows: Rect

  var pointsPerRow: Double { pageHeight / Double(max(1, rows.height)) }

  /// The stretch of the page that a line of the map stands for, in points.
  func stretch(ofLine line: Int) -> (top: Double, bottom: Double) {
    (Double(line) * pointsPerRow, Double(line) * pointsPerRow + pointsPerRow)
  }

  /// The height of the page in the middle of a row of the screen, the nearest of the map's; `nil` without a map.
  func y(ofRow row: Int) -> Double? {
    guard rows.height > 0 else { return nil }
    let line = max(rows.row, min(rows.endRow - 1, row)) - rows.row
    return (Double(line) + 0.5) * pointsPerRow
  }
}
