internal import AdEngine
internal import AdSessions

extension PageScreen {
  mutating func resize(columns: Int, rows: Int) {
    (shared.columns, shared.rows) = (columns, rows)
    measure()
    revealChoice()
  }

  mutating func changePane(_ direction: Int) {
    var panes: [Focus] = [.article]
    if run.engine.lazyLoading != nil {
      panes += ThresholdKind.allCases.map { .threshold($0) }
    }
    if shared.settings.isDebugEnabled { panes.append(.log) }
    let index = panes.firstIndex(of: focus) ?? 0
    let next = panes[(index + direction + panes.count) % panes.count]
    if case .threshold(let kind) = next {
      pick(kind)
    } else {
      endEdit(keeping: true)
      focus = next
    }
  }

  /// Closes what is uppermost, or goes back to the article, the log at its newest line.
  mutating func close() {
    guard shared.overlays.isEmpty else { return closeOverlay() }
    focus = .article
    shared.log.scrollToEnd()
    leaveLogSearch()
  }

  // MARK: - The log

  /// The rows of text of the log's pane.
  var logRows: Int { max(1, layout.log.height - 3) }

  /// Shows the lines about the selected ad alone, or the nearest, or all lines again.
  mutating func filterLog() {
    if shared.log.filter != nil {
      shared.log.setFilter(nil)
    } else if let slot = chosenSlot(to: "filter by") {
      shared.log.setFilter(SlotID(slot))
    }
    refreshLogSearch()
  }

  mutating func toggleLadybug() {
    flushLog()
    shared.settings.isDebugEnabled.toggle()
    measure()
    if focus == .log { focus = .article }
    leaveLogSearch()
    shared.requests.append(.save(shared.settings))
    if replay == nil {
      record(.page) { "debug log on: \($0.pages.top.file.name)" }
    } else if shared.settings.isDebugEnabled {
      replayAgain()
    }
  }

  /// Hands the new lines of the log to the shell, and looks for hits of the search in them.
  mutating func flushLog() {
    let lines = shared.log.takeUnwritten()
    // The lines of a replay were written when they were recorded, and seeking repeats them.
    if replay == nil, !lines.isEmpty { shared.requests.append(.log(lines)) }
    if replay != nil || !lines.isEmpty { refreshLogSearch() }
  }

  // MARK: - Reloading

  mutating func reloadSelected() {
    guard let slot = chosenSlot(to: "reload") else { return }
    feed(.reloadRequested(SlotID(slot)))
  }

  mutating func reloadAll() {
    if pages.top.page.slots.isEmpty, pages.top.hosts.places.isEmpty {
      shared.notice = "this page has no ads to reload"
    }
    let slots = pages.top.page.slots.indices
    if !slots.isEmpty { feed(slots.map { .reloadRequested(SlotID($0)) }) }
    reloadHosts()
  }
}
