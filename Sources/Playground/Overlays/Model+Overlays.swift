internal import AdEngine
internal import AdRendering

/// The keys of what covers the screen.
extension Model {
  var labOnScreen: Lab? { isLabOpen ? lab : nil }
  var tuningOnScreen: Tuning? { isTuningOpen ? tuning : nil }

  var copiedThresholds: (settings: LazyLoadingSettings, viewport: Size)? {
    let viewport = tuningOnScreen?.viewport ?? engine.viewport.size
    return thresholds.map { ($0, viewport) }
  }

  /// What covers the screen, the uppermost and the menus over that.
  var visibleOverlays: [any Overlay] {
    (overlay.map { [$0] } ?? []) + viewer.overlays.filter(\.isMenu)
  }

  /// Moves in the uppermost list or text, in the lab, or in the pane that has the focus.
  mutating func moveChoice(by rows: Int) {
    guard var top = viewer.overlays.last else {
      if isLabOpen { return moveInLab(by: rows) }
      return viewer.focus == .log ? visit.log.scroll(by: -rows) : moveInPane(by: rows)
    }
    top.move(by: rows, in: self)
    viewer.overlays[viewer.overlays.count - 1] = top
  }

  mutating func moveChoice(pages: Int) {
    moveChoice(by: pages * (viewer.overlays.last?.pageRows(in: self) ?? paneRows))
  }

  /// Does what is chosen in the list that is open; a menu closes before.
  mutating func choose() {
    guard let action = viewer.overlays.last?.action(in: self) else { return }
    closeOverlay()
    switch action {
    case .command(let command): perform(command, .enter)
    case .order(let order): apply(order)
    case .take(let choice): choose(choice)
    case .unit(let unit): lab?.setUnit(unit)
    case .fetch(let settings): lab?.fetch(settings)
    case .slot(let slot, let isExplained):
      select(slot: slot)
      if isExplained { show(WhyOverlay(slot: slot)) }
    }
  }

  /// Has the shell copy all of what covers the screen, as text.
  mutating func copyOverlay() {
    guard let box = viewer.overlays.last?.whole(in: self) else { return }
    let count = box.lines.count
    shared.notice = "copied \(count.counted("line")), if the terminal allows it (OSC 52)"
    shared.requests.append(.copy(box.copied))
  }

  mutating func changeSections(_ change: PluginsOverlay.Change) {
    let model = self
    self.change(PluginsOverlay.self) { $0.change(change, in: model) }
  }

  /// Asks for a text to search in what covers the screen, in the pane that has the focus, or in the article.
  mutating func openSearch() {
    if let top = viewer.overlays.last, top.box(in: self) != nil {
      if top is PluginsOverlay { changeSections(.openAll) }
      viewer.search = Search(.overlay(from: viewer.overlays.last?.list ?? ListState()))
      let texts = overlayTexts
      viewer.search?.texts = texts
    } else if stage == .page || stage == .replay {
      openPageSearch()
    }
  }

  /// Goes to the next hit, or the previous.
  mutating func selectHit(_ direction: Int) {
    selectPageHit(direction)
    showHitInOverlay()
  }

  /// Keeps a search in what covers the screen true while that changes, and shows the hit that is looked at.
  mutating func followOverlaySearch() {
    guard viewer.search?.isInOverlay == true else { return }
    guard viewer.overlays.contains(where: { $0.box(in: self) != nil }) else {
      viewer.search = nil
      return
    }
    let texts = overlayTexts
    viewer.search?.texts = texts
    refreshLineSearch()
    if viewer.search?.isTyping == true { showHitInOverlay() }
  }

  private var overlayTexts: [String] { viewer.overlays.last?.texts(in: self) ?? [] }

  private mutating func showHitInOverlay() {
    guard let search = viewer.search, case .overlay(let from) = search.place,
      var top = viewer.overlays.last
    else { return }
    if let current = search.current, search.lines.indices.contains(current) {
      top.show(hit: search.lines[current], in: self)
    } else {
      top.list = from
    }
    viewer.overlays[viewer.overlays.count - 1] = top
  }
}
