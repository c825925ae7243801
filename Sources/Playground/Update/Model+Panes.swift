internal import AdEngine
internal import AdSessions

extension Model {
  mutating func resize(columns: Int, rows: Int) {
    (shared.columns, shared.rows) = (columns, rows)
  }

  mutating func changePane(_ direction: Int) {
    let panes = panes
    let index = panes.firstIndex(of: viewer.focus) ?? 0
    focus(on: panes[(index + direction + panes.count) % panes.count])
  }

  /// The panes that can have the focus: those that there is room for, or all while one has the whole screen.
  private var panes: [Viewer.Focus] {
    let thresholds = ThresholdKind.allCases.map { Viewer.Focus.threshold($0) }
    var panes = [.article] + (engine.lazyLoading == nil ? [] : thresholds)
    panes += [.slots, .timeline, .metrics].filter {
      viewer.isZoomed || layout.rect(of: $0).height > 0
    }
    return panes + (visit.settings.isDebugEnabled ? [.log] : [])
  }

  /// Focuses a pane by its digit; one that there is no room for has the whole screen.
  mutating func focusPane(_ digit: Character) {
    guard let number = digit.wholeNumberValue, Viewer.Focus.byDigit.indices.contains(number - 1)
    else { return }
    let pane = Viewer.Focus.byDigit[number - 1]
    guard pane != .log || visit.settings.isDebugEnabled else {
      shared.notice = "the debug log is closed: \(KeyMap.label(of: .toggleLadybug)) opens it"
      return
    }
    focus(on: pane)
  }

  private mutating func focus(on pane: Viewer.Focus) {
    if case .threshold(let kind) = pane { return pick(kind) }
    endEdit(keeping: true)
    let hasRoom = measured(isZoomed: false).rect(of: pane).height > 0
    viewer.focus = pane
    if !hasRoom { viewer.isZoomed = true }
  }

  /// Gives the focused pane the whole screen, or back; one without a place beside the others goes with its focus.
  mutating func toggleZoom() {
    if case .threshold = viewer.focus {
      shared.notice = "the thresholds pane shows all it has"
    } else if viewer.isZoomed, viewer.focus != .log,
      measured(isZoomed: false).rect(of: viewer.focus).height == 0
    {
      leavePane()
    } else {
      viewer.isZoomed.toggle()
    }
  }

  /// Goes back to the article, all panes on the screen.
  mutating func leavePane() {
    viewer.focus = .article
    viewer.isZoomed = false
    leavePaneSearch()
  }

  var paneRows: Int {
    viewer.focus == .timeline
      ? timelineRows : max(1, layout.rect(of: viewer.focus).inside.height - 1)
  }

  var timelineRows: Int {
    layout.slots.height > 0 ? layout.slots.inside.height : layout.timeline.inside.height - 1
  }

  /// Shows earlier or later times, by so many labels of the axis.
  mutating func panTimeline(by labels: Int64) {
    viewer.timeline.pan(by: labels, columns: timelineColumns, now: visit.time)
  }

  mutating func zoomTimeline(_ direction: Int) {
    viewer.timeline.zoom(direction, columns: timelineColumns, now: visit.time)
  }

  /// Closes what is uppermost, or goes back to the article, the log at its newest line.
  mutating func close() {
    guard viewer.overlays.isEmpty else { return closeOverlay() }
    leavePane()
    visit.log.scrollToEnd()
  }

  /// Shows the lines about the selected ad alone, or the nearest, or all lines again.
  mutating func filterLog() {
    if visit.log.filter != nil {
      visit.log.setFilter(nil)
    } else if let slot = chosenSlot(to: "filter by") {
      visit.log.setFilter(SlotID(slot))
    }
    refreshLineSearch()
  }

  mutating func toggleLadybug() {
    flushLog()
    visit.settings.isDebugEnabled.toggle()
    if viewer.focus == .log { leavePane() }
    leavePaneSearch()
    shared.requests.append(.save(visit.settings))
    if !visit.isReplay {
      visit.record(.page) { "debug log on: \($0.pages.top.file.name)" }
    } else if visit.settings.isDebugEnabled {
      visit.replayAgain()
    }
  }

  /// Hands the new lines of the log to the shell, and looks for hits of the search in them.
  mutating func flushLog() {
    let lines = visit.log.drainUnwritten()
    // The lines of a replay were written when they were recorded, and seeking repeats them.
    if !visit.isReplay, !lines.isEmpty, visit.settings.isDebugEnabled {
      shared.requests.append(.log(lines))
    }
    if visit.isReplay || !lines.isEmpty { refreshLineSearch() }
  }

  mutating func reloadSelected() {
    guard let slot = chosenSlot(to: "reload") else { return }
    visit.feed(.reloadRequested(SlotID(slot)))
  }

  mutating func reloadAll() {
    if top.page.slots.isEmpty, !top.hasScreenAds {
      shared.notice = "this page has no ads to reload"
    }
    let slots = top.page.slots.indices
    if !slots.isEmpty { visit.feed(slots.map { .reloadRequested(SlotID($0)) }) }
    visit.reloadScreenAds()
  }
}
