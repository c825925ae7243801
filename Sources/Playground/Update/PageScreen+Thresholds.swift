internal import AdEngine
import AdRendering
internal import AdSessions

extension PageScreen {
  /// The thresholds that count, or a notice of what follows without lazy loading.
  mutating func lazyLoading(orNotice consequence: String) -> LazyLoadingSettings? {
    if run.engine.lazyLoading == nil {
      shared.notice = "this page is without lazy loading: \(consequence)"
    }
    return run.engine.lazyLoading
  }

  /// Starts to set a threshold; one that was being set is kept.
  mutating func pick(_ kind: ThresholdKind) {
    guard replay == nil else {
      shared.notice = Replay.refusal
      return
    }
    guard let settings = lazyLoading(orNotice: "every slot loads at once") else { return }
    endEdit(keeping: true)
    focus = .threshold(kind)
    edit = ThresholdEdit(kind: kind, original: settings)
  }

  mutating func adjust(by points: Double) {
    guard let edit, let settings = edit.proposal ?? run.engine.lazyLoading else { return }
    let new = settings.setting(edit.kind, to: settings[edit.kind] + points)
    // A mouse that is dragged within a cell changes nothing.
    guard new != run.engine.lazyLoading || !edit.typed.isEmpty else { return }
    tune(to: new)
    propose("", nil)
  }

  mutating func type(_ digit: Character) {
    guard let typed = edit?.typed, typed.count < 5, digit != "." || !typed.contains(".") else {
      return
    }
    setTyped(typed + String(digit))
  }

  mutating func eraseDigit() {
    guard let typed = edit?.typed, !typed.isEmpty else { return }
    setTyped(String(typed.dropLast()))
  }

  private mutating func setTyped(_ typed: String) {
    guard let original = edit?.original, let kind = edit?.kind else { return }
    guard let number = WrittenNumber.real(typed.hasSuffix(".") ? typed + "0" : typed), typed != "."
    else { return propose(typed, nil) }
    let points = number * unit.points(height: run.engine.viewport.size.height)
    let largest = max(LazyLoadingSettings.maxThreshold, original[kind])
    if points > largest {
      shared.notice = "\(typed) \(unit.sign): a threshold set here is at most \(largest.points) pt"
    }
    propose(typed, original.setting(kind, to: points))
  }

  /// Shows what was typed, and what it would cost and save, without changing anything.
  private mutating func propose(_ typed: String, _ proposal: LazyLoadingSettings?) {
    edit?.typed = typed
    edit?.proposal = proposal
    if let settings = proposal ?? run.engine.lazyLoading { drawUpBill(to: settings) }
  }

  /// Takes the next unit in which thresholds are shown and typed.
  mutating func cycleUnit() {
    propose("", nil)
    unit = unit.next
  }

  /// Takes the thresholds of a preset, by its number counted from 1.
  mutating func choosePreset(_ number: Int) {
    guard let settings = run.engine.lazyLoading,
      ThresholdPreset.all.indices.contains(number - 1)
    else { return }
    uncoverPage()
    let preset = ThresholdPreset.all[number - 1]
    guard preset.unit.points(height: run.engine.viewport.size.height) > 0 else {
      shared.notice = "the viewport has no height: there is nothing to take \(preset.unit.sign) of"
      return
    }
    let new = preset.applied(to: settings, height: run.engine.viewport.size.height)
    guard new != settings else {
      shared.notice = "\(preset.name): fetch and display are at \(preset.words) already"
      return
    }
    changeInOneStep(to: new)
    let key = KeyMap.label(of: .undo, in: .anywhere)
    shared.notice = "\(preset.name): fetch and display at \(preset.words); \(key) goes back"
  }

  mutating func openPresets() {
    guard lazyLoading(orNotice: "every slot loads at once") != nil else { return }
    endEdit(keeping: true)
    show(PresetsOverlay())
  }

  /// Ends the setting of a threshold; the change is one step of the undo list.
  mutating func endEdit(keeping: Bool) {
    guard let edit else { return }
    self.edit = nil
    focus = .article
    guard let settings = run.engine.lazyLoading else { return }
    let final = keeping ? edit.proposal ?? settings : edit.original
    tune(to: final)
    if final != edit.original { pages.top.undo.append(edit.original) }
  }

  mutating func toggleUnloading() {
    let kind = edit?.kind
    endEdit(keeping: true)
    guard let settings = lazyLoading(orNotice: "nothing is unloaded") else { return }
    let change = LazyLoadingChange(unloadingEnabled: !settings.unloadingEnabled)
    changeInOneStep(to: (try? settings.applying(change)) ?? settings)
    if let kind { pick(kind) }
  }

  mutating func restorePageThresholds() {
    endEdit(keeping: true)
    guard let own = pages.top.pageLazyLoading else {
      shared.notice = "this page is without lazy loading: it has no thresholds"
      return
    }
    if own == run.engine.lazyLoading { shared.notice = "these are the page's own thresholds" }
    changeInOneStep(to: own)
  }

  mutating func undoThresholds() {
    endEdit(keeping: true)
    guard let last = pages.top.undo.popLast() else {
      shared.notice = "no change of the thresholds to undo"
      return
    }
    tune(to: last)
  }

  mutating func changeInOneStep(to settings: LazyLoadingSettings) {
    guard let before = run.engine.lazyLoading, before != settings else { return }
    pages.top.undo.append(before)
    tune(to: settings)
  }

  private mutating func tune(to settings: LazyLoadingSettings) {
    guard settings != run.engine.lazyLoading else { return }
    beginStep()
    recordTuning(settings)
    feed(.lazyLoadingChanged(LazyLoadingChange(to: settings)))
  }

  /// Writes down what the thresholds become.
  mutating func recordTuning(_ settings: LazyLoadingSettings) {
    record(.tune, nil) { _ in settings.words }
  }

  /// Counts what the page would have come to so far under the thresholds before the edit, and under these.
  ///
  /// The first half goes on from where the last bill has left it.
  private mutating func drawUpBill(to settings: LazyLoadingSettings) {
    guard let original = edit?.original else { return }
    guard original != settings, history.state != .cut else {
      edit?.bill = nil
      return
    }
    let history = historyOfPage
    var before = edit?.before ?? Rerun(pages.top.opening, under: original)
    before.follow(history)
    var after = Rerun(pages.top.opening, under: settings)
    after.follow(history)
    edit?.before = before
    edit?.bill = ThresholdBill(before: before.report(at: time), after: after.report(at: time))
  }

  /// Sets a threshold, or switches unloading, in one step.
  mutating func apply(_ order: ThresholdOrder) {
    endEdit(keeping: true)
    guard let settings = lazyLoading(orNotice: "there are no thresholds") else { return }
    var change = LazyLoadingChange()
    var base = settings
    switch order {
    case .distance(let kind, let number, let unit):
      let one = unit.points(height: run.engine.viewport.size.height)
      guard one > 0 else {
        shared.notice = "the viewport has no height: there is nothing to take \(unit.sign) of"
        return
      }
      let points = number * one
      base = settings.setting(kind, to: points)
      if base[kind] < points {
        shared.notice =
          "\(points.points) pt: a threshold set here is at most \(base[kind].points) pt"
      }
      if kind == .unload { change.unloadingEnabled = true }
    case .unloading(let isOn):
      change.unloadingEnabled = isOn
    }
    changeInOneStep(to: (try? base.applying(change)) ?? base)
  }
}
