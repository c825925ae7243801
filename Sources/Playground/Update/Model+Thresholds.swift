internal import AdEngine
internal import AdSessions

extension Model {
  /// Starts to set a threshold; one that was being set is kept.
  mutating func pick(_ kind: ThresholdKind) {
    guard let settings = run.engine.lazyLoading else {
      notice = "this page is without lazy loading: every slot loads at once"
      return
    }
    endEdit(keeping: true)
    focus = .threshold(kind)
    edit = ThresholdEdit(kind: kind, original: settings)
  }

  mutating func adjust(by points: Double) {
    guard let edit, let settings = run.engine.lazyLoading else { return }
    self.edit?.typed = ""
    tune(to: settings.setting(edit.kind, to: settings[edit.kind] + points))
  }

  mutating func type(_ digit: Character) {
    guard let typed = edit?.typed, typed.count < 5 else { return }
    setTyped(typed + String(digit))
  }

  mutating func eraseDigit() {
    guard let typed = edit?.typed, !typed.isEmpty else { return }
    setTyped(String(typed.dropLast()))
  }

  private mutating func setTyped(_ typed: String) {
    guard let original = edit?.original, let kind = edit?.kind else { return }
    edit?.typed = typed
    let largest = LazyLoadingSettings.largestThreshold
    if let points = Double(typed), points > max(largest, original[kind]) {
      notice = "\(typed) pt: a threshold set here is at most \(largest.points) pt"
    }
    // What is typed counts from the settings before, so that a half-typed number pushes nothing for good.
    tune(to: Double(typed).map { original.setting(kind, to: $0) } ?? original)
  }

  /// Ends the setting of a threshold; the change is one step of the undo list.
  mutating func endEdit(keeping: Bool) {
    guard let edit else { return }
    self.edit = nil
    focus = .article
    if !keeping {
      tune(to: edit.original)
    } else if edit.original != run.engine.lazyLoading {
      undo.append(edit.original)
    }
  }

  mutating func toggleUnloading() {
    guard let settings = run.engine.lazyLoading else {
      notice = "this page is without lazy loading: nothing is unloaded"
      return
    }
    let kind = edit?.kind
    endEdit(keeping: true)
    let change = LazyLoadingChange(unloadingEnabled: !settings.unloadingEnabled)
    changeInOneStep(to: (try? settings.applying(change)) ?? settings)
    if let kind { pick(kind) }
  }

  mutating func restorePageThresholds() {
    endEdit(keeping: true)
    guard let own = pageLazyLoading else { return }
    if own == run.engine.lazyLoading { notice = "these are the page's own thresholds" }
    changeInOneStep(to: own)
  }

  mutating func undoThresholds() {
    endEdit(keeping: true)
    guard let last = undo.popLast() else {
      notice = "no change of the thresholds to undo"
      return
    }
    tune(to: last)
  }

  mutating func changeInOneStep(to settings: LazyLoadingSettings) {
    guard let before = run.engine.lazyLoading, before != settings else { return }
    undo.append(before)
    tune(to: settings)
  }

  private mutating func tune(to settings: LazyLoadingSettings) {
    guard settings != run.engine.lazyLoading else { return }
    record(.tune, nil) { _ in
      "fetch \(settings.fetchThreshold.points) display \(settings.displayThreshold.points)"
        + " unload \(settings.unloadThreshold.points)"
        + " unloading \(settings.unloadingEnabled ? "on" : "off")"
    }
    feed(.lazyLoadingChanged(LazyLoadingChange(to: settings)))
  }
}
