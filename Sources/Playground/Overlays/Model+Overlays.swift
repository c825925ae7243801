internal import AdRendering

/// The keys of what covers the screen.
extension Model {
  var scene: Scene {
    Scene(
      page, stage: stage, context: pageContext, tuning: isTuningOpen ? tuning : nil,
      lab: isLabOpen ? lab : nil)
  }

  /// What covers the screen, the uppermost and the menus over that.
  var visibleOverlays: [any Overlay] {
    (page.overlay.map { [$0] } ?? []) + page.viewer.overlays.filter(\.isMenu)
  }

  /// Moves the choice in the list that is open.
  mutating func moveChoice(by rows: Int) {
    guard var top = page.viewer.overlays.last else { return page.moveInPane(by: rows) }
    top.move(by: rows, in: scene)
    page.viewer.overlays[page.viewer.overlays.count - 1] = top
  }

  /// Moves the choice by so many pages of what is shown at once.
  mutating func moveChoice(pages: Int) {
    moveChoice(by: pages * (page.viewer.overlays.last?.pageRows(in: scene) ?? page.paneRows))
  }

  /// Does what is chosen in the list that is open; a menu closes before.
  mutating func choose() {
    guard let action = page.viewer.overlays.last?.action(in: scene) else {
      return page.choosePreference()
    }
    page.closeOverlay()
    switch action {
    case .command(let command): perform(command, .enter)
    case .order(let order): page.apply(order)
    case .take(let choice): page.choose(choice)
    }
  }

  mutating func scrollOverlay(by lines: Int) {
    guard let top = page.viewer.overlays.last, let box = top.box(in: scene) else { return }
    if top.hasCursor { return moveChoice(by: lines) }
    let last = box.lastFirstLine(columns: page.shared.columns, rows: page.shared.rows)
    page.viewer.overlays[page.viewer.overlays.count - 1].list.scroll(by: lines, last: last)
  }

  /// Scrolls by so many screens; a line stays in view.
  mutating func scrollOverlay(pages: Int) {
    scrollOverlay(by: pages * ((page.viewer.overlays.last?.pageRows(in: scene) ?? 1) - 1))
  }

  /// Has the shell copy all of what covers the screen, as text.
  mutating func copyOverlay() {
    guard let box = page.viewer.overlays.last?.whole(in: scene) else { return }
    let count = box.lines.count
    page.shared.notice =
      "copied \(count.counted("line")), if the terminal lets programs copy (OSC 52)"
    page.shared.requests.append(.copy(box.copied))
  }

  mutating func changeSections(_ change: (inout PluginsOverlay) -> Void) {
    moveChoice(by: 0)
    page.change(PluginsOverlay.self, change)
    moveChoice(by: 0)
  }

  // MARK: - Searching

  /// Asks for a text to search in what covers the screen, in the pane that has the focus, or in the article.
  mutating func openSearch() {
    if let top = page.viewer.overlays.last, top.box(in: scene) != nil {
      if top is PluginsOverlay { changeSections { $0.openAll() } }
      page.viewer.search = Search(.overlay(from: page.viewer.overlays.last?.list ?? ListState()))
      let texts = overlayTexts
      page.viewer.search?.texts = texts
    } else if stage == .page || stage == .replay {
      page.openSearch()
    }
  }

  /// Goes to the next hit, or the previous.
  mutating func selectHit(_ direction: Int) {
    page.selectHit(direction)
    showHitInOverlay()
  }

  /// Keeps a search in what covers the screen true while that changes, and shows the hit that is looked at.
  mutating func followOverlaySearch() {
    guard page.viewer.search?.isInOverlay == true else { return }
    guard page.viewer.overlays.contains(where: { $0.box(in: scene) != nil }) else {
      page.viewer.search = nil
      return
    }
    let texts = overlayTexts
    page.viewer.search?.texts = texts
    page.refreshLineSearch()
    if page.viewer.search?.isTyping == true { showHitInOverlay() }
  }

  private var overlayTexts: [String] { page.viewer.overlays.last?.texts(in: scene) ?? [] }

  private mutating func showHitInOverlay() {
    guard let search = page.viewer.search, case .overlay(let from) = search.place,
      var top = page.viewer.overlays.last
    else { return }
    if let current = search.current, search.lines.indices.contains(current) {
      top.show(hit: search.lines[current], in: scene)
    } else {
      top.list = from
    }
    page.viewer.overlays[page.viewer.overlays.count - 1] = top
  }
}
