internal import AdEngine
internal import AdSessions

extension Model {
  /// The commands that the palette offers now.
  var paletteEntries: [PaletteEntry] { palette?.entries(in: pageContext, on: stage) ?? [] }

  /// Moves the choice by so many pages of what is shown at once.
  mutating func moveChoice(pages: Int) {
    moveChoice(by: pages * (PaletteView(self)?.listRows ?? overlayRows))
  }

  /// Moves the choice in the list that is open; a page is as many entries as are shown.
  mutating func moveChoice(by entries: Int) {
    if keyContext == .preferences { return movePreference(by: entries) }
    copyMenu?.move(by: entries)
    let count = paletteEntries.count
    palette?.move(by: entries, of: count)
  }

  /// Closes the list that is open and does what was chosen, where the focus was before.
  mutating func choose() {
    if let copyMenu { return copy(copyMenu.choice) }
    if keyContext == .preferences { return choosePreference() }
    let entries = paletteEntries
    guard let choice = palette?.choice, !entries.isEmpty else { return }
    palette = nil
    switch entries[min(choice, entries.count - 1)].action {
    case .command(let command): perform(command, .enter)
    case .order(let order): obey(order)
    }
  }

  /// Sets a threshold, or switches unloading, in one step.
  mutating func obey(_ order: ThresholdOrder) {
    endEdit(keeping: true)
    guard let settings = run.engine.lazyLoading else {
      notice = "this page is without lazy loading: there are no thresholds"
      return
    }
    var change = LazyLoadingChange()
    var base = settings
    switch order {
    case .distance(let kind, let number, let unit):
      let one = unit.points(height: run.engine.viewport.size.height)
      guard one > 0 else {
        notice = "the viewport has no height: there is nothing to take \(unit.sign) of"
        return
      }
      let points = number * one
      base = settings.setting(kind, to: points)
      if base[kind] < points {
        notice = "\(points.points) pt: a threshold set here is at most \(base[kind].points) pt"
      }
      if kind == .unload { change.unloadingEnabled = true }
    case .unloading(let isOn):
      change.unloadingEnabled = isOn
    }
    changeInOneStep(to: (try? base.applying(change)) ?? base)
  }
}
