internal import AdEngine
internal import AdSessions

extension Model {
  /// How many rows a notch of the wheel scrolls, as terminals have it that turn the wheel into arrow keys.
  private static let rowsPerNotch = 3

  /// Takes the mouse from the terminal, or gives it back.
  mutating func toggleMouse() {
    mouse = Mouse(isOn: !mouse.isOn)
    requests.append(.takeMouse(mouse.isOn))
    let key = KeyMap.label(of: .toggleMouse, in: .anywhere)
    notice =
      mouse.isOn
      ? "the mouse is on for sliders, map, ads and links; \(key) gives it back"
      : "the mouse is off: text can be selected again"
  }

  /// The terminal has no mouse to give.
  mutating func doWithoutMouse() {
    mouse = Mouse()
    notice = "this terminal does not tell programs what the mouse does"
  }

  /// Does what the mouse is meant to do; without being asked for, it does nothing.
  mutating func handle(_ event: MouseEvent) {
    guard mouse.isOn else { return }
    switch event.action {
    case .wheelUp: turnWheel(.up)
    case .wheelDown: turnWheel(.down)
    case .released: mouse.grip = nil
    case .pressed:
      notice = nil
      mouse.grip = nil
      if isLabOpen { return clickInLab(column: event.column, row: event.row) }
      // What covers the page, and a text that is typed, are for keys.
      guard keyContext == pageContext, keyContext != .search else { return }
      take(hold: HitTest(self).target(column: event.column, row: event.row), event)
    case .dragged:
      guard keyContext == pageContext, !isLabOpen else { return }
      drag(to: event)
    }
  }

  /// A wheel is arrow keys, with the mouse as without it.
  private mutating func turnWheel(_ key: Key) {
    let isList = overlays.last?.isMenu == true
    for _ in 0..<(isList ? 1 : Self.rowsPerNotch) { press(key) }
  }

  private mutating func take(hold target: HitTest.Target?, _ event: MouseEvent) {
    switch target {
    case .slider(let kind):
      if edit?.kind != kind { pick(kind) }
      mouse.grip = .slider(kind, end: ThresholdsView(self).sliderEnd)
      drag(to: event)
    case .map:
      mouse.grip = .map
      drag(to: event)
    case .stop(let stop) where stop == pages.top.selection:
      endEdit(keeping: true)
      activateStop()
    case .stop(let stop):
      endEdit(keeping: true)
      focus = .article
      pages.top.selection = stop
    case nil:
      break
    }
  }

  private mutating func drag(to event: MouseEvent) {
    let layout = ScreenLayout(self)
    switch mouse.grip {
    case .slider(let kind, let end):
      guard let settings = run.engine.lazyLoading, edit?.kind == kind,
        let bar = ThresholdsView(self).bar(of: kind, in: layout.thresholds)
      else { return }
      let cells = max(0, min(bar.width - 1, event.column - min(bar.column, event.column)))
      let points = end * Double(cells) / Double(bar.width - 1)
      let current = edit?.proposal ?? settings
      adjust(by: (points / 10).rounded() * 10 - current[kind])
    case .map:
      guard let y = MapView(self).y(ofRow: event.row, in: layout.map) else { return }
      fling = nil
      scroll(to: y - run.engine.viewport.size.height / 2)
    case nil:
      break
    }
  }
}
