/// The keys of what covers the screen.
extension Model {
  var scene: Scene {
    Scene(
      page, stage: stage, context: pageContext, tuning: isTuningOpen ? tuning : nil)
  }

  /// What covers the screen, the uppermost and the menus over that.
  var visibleOverlays: [any Overlay] {
    (page.overlay.map { [$0] } ?? []) + page.shared.overlays.filter(\.isMenu)
  }

  /// Moves the choice in the list that is open.
  mutating func moveChoice(by rows: Int) {
    guard var top = page.shared.overlays.last else { return }
    top.move(by: rows, in: scene)
    page.shared.overlays[page.shared.overlays.count - 1] = top
  }

  /// Moves the choice by so many pages of what is shown at once.
  mutating func moveChoice(pages: Int) {
    moveChoice(by: pages * (page.shared.overlays.last?.pageRows(in: scene) ?? 0))
  }

  /// Does what is chosen in the list that is open; a menu closes before.
  mutating func choose() {
    guard let action = page.shared.overlays.last?.action(in: scene) else {
      return page.choosePreference()
    }
    page.closeOverlay()
    switch action {
    case .command(let command): perform(command, .enter)
    case .order(let order): page.apply(order)
    }
  }

  mutating func scrollOverlay(by lines: Int) {
    guard let box = page.shared.overlays.last?.box(in: scene) else { return }
    let last = box.lastFirstLine(columns: page.shared.columns, rows: page.shared.rows)
    page.shared.overlays[page.shared.overlays.count - 1].list.scroll(by: lines, last: last)
  }

  /// Scrolls by so many screens; a line stays in view.
  mutating func scrollOverlay(pages: Int) {
    scrollOverlay(by: pages * ((page.shared.overlays.last?.pageRows(in: scene) ?? 1) - 1))
  }
}
