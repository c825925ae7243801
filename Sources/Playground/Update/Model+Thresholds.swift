internal import AdEngine
import AdRendering
internal import AdSessions

extension Model {
  /// The thresholds that count, or a notice of what follows without lazy loading.
  mutating func lazyLoading(orNotice consequence: String) -> LazyLoadingSettings? {
    if engine.lazyLoading == nil { shared.notice = "this page has no lazy loading: \(consequence)" }
    return engine.lazyLoading
  }

  /// Starts to set a threshold; one that was being set is kept.
  mutating func pick(_ kind: ThresholdKind) {
    guard let settings = lazyLoading(orNotice: "every slot loads at once") else { return }
    endEdit(keeping: true)
    closeCard()
    viewer.focus = .threshold(kind)
    viewer.thresholds.edit = ThresholdEdit(
      kind: kind, original: settings, unit: viewer.thresholds.unit)
    if let replay = visit.replay {
      viewer.thresholds.edit?.overrides = replay.overrides.lazyLoading
    }
  }

  /// By so many points, or a tenth as many percent where percentages are meant or shown.
  mutating func adjust(by points: Double) {
    guard let edit = viewer.thresholds.edit else { return }
    let old = edit.shown.points(edit.kind, in: engine.viewport.size)
    switch edit.shown[edit.kind].ahead {
    case .percent(let percent): propose(.percent(percent + points / 10))
    case .points, .unlimited:
      guard viewer.thresholds.unit != .points, let share = percent(old, under: edit.shown) else {
        return propose(.points(old + points))
      }
      propose(.percent(share + points / 10))
    }
  }

  var isSetInPercent: Bool {
    guard let edit = viewer.thresholds.edit else { return false }
    if case .percent = edit.shown[edit.kind].ahead { return true }
    return viewer.thresholds.unit != .points && percent(0, under: edit.shown) != nil
  }

  /// Moves the threshold that is being set to so many points, in the unit that it has.
  mutating func drag(_ kind: ThresholdKind, of settings: LazyLoadingSettings, to points: Double) {
    var isShare = viewer.thresholds.unit != .points
    if case .percent = settings[kind].ahead { isShare = true }
    let share = isShare ? percent(points, under: settings) : nil
    propose(share.map { .percent($0) } ?? .points(points))
  }

  /// So many points in whole percent of the viewport's height; `nil` where it has none.
  private func percent(_ points: Double, under settings: LazyLoadingSettings) -> Double? {
    let one = settings.distance(of: .percent(1), in: engine.viewport.size)
    return one > 0 ? (points / one).rounded() : nil
  }

  private mutating func propose(_ wanted: Threshold.Side) {
    guard let edit = viewer.thresholds.edit else { return }
    let new = edit.shown.setting(edit.kind, to: wanted, in: engine.viewport.size)
    // A mouse that is dragged within a cell changes nothing.
    if new != edit.shown || !edit.typed.isEmpty { propose("", new) }
    noteNeighbour(of: edit.kind, edit.original, new)
    noteLimit(of: edit.kind, wanted, new[edit.kind])
  }

  private mutating func noteLimit(
    of kind: ThresholdKind, _ wanted: Threshold.Side, _ value: Threshold
  ) {
    guard wanted != value.ahead else { return }
    let limit = value.isZero ? "at least" : "at most"
    shared.notice = "a \(kind.rawValue) threshold set here is \(limit) \(value.sentence)"
  }

  /// Says that the display threshold has taken the fetch threshold with it; the other way round is what one expects.
  private mutating func noteNeighbour(
    of kind: ThresholdKind, _ old: LazyLoadingSettings, _ new: LazyLoadingSettings
  ) {
    guard kind == .display, old[.fetch] != new[.fetch] else { return }
    shared.notice =
      "display stays within fetch: fetch moves along, \(old[.fetch].words) → \(new[.fetch].words)"
  }

  mutating func type(_ digit: Character) {
    guard let typed = viewer.thresholds.edit?.typed, digit != "." || !typed.contains(".") else {
      return
    }
    guard typed.count < 5 else {
      shared.notice =
        "a threshold set here is at most \(LazyLoadingSettings.maxThreshold.points) pt"
      return
    }
    setTyped(typed + String(digit))
  }

  mutating func eraseDigit() {
    guard let typed = viewer.thresholds.edit?.typed, !typed.isEmpty else { return }
    setTyped(String(typed.dropLast()))
  }

  private mutating func setTyped(_ typed: String) {
    guard let original = viewer.thresholds.edit?.original, let kind = viewer.thresholds.edit?.kind
    else { return }
    guard let number = WrittenNumber.real(typed.hasSuffix(".") ? typed + "0" : typed), typed != "."
    else { return propose(typed, nil) }
    let wanted = viewer.thresholds.unit.threshold(number)
    let new = original.setting(kind, to: wanted, in: engine.viewport.size)
    noteNeighbour(of: kind, original, new)
    noteLimit(of: kind, wanted, new[kind])
    propose(typed, new)
  }

  /// Shows what was typed, and what it would cost and save, without changing anything; a replay is decided again.
  private mutating func propose(_ typed: String, _ proposal: LazyLoadingSettings?) {
    viewer.thresholds.edit?.typed = typed
    viewer.thresholds.edit?.proposal = proposal
    guard let edit = viewer.thresholds.edit else { return }
    if !visit.isReplay {
      compare(edit.original, with: edit.shown)
    } else if edit.shown != engine.lazyLoading {
      visit.redecide(under: edit.shown)
    }
  }

  /// The other unit of thresholds, also of a number being typed.
  mutating func cycleUnit() {
    viewer.thresholds.unit = viewer.thresholds.unit.other
    if let typed = viewer.thresholds.edit?.typed, !typed.isEmpty { setTyped(typed) }
  }

  /// Takes the thresholds of a preset, by its number counted from 1.
  mutating func choosePreset(_ number: Int) {
    guard let settings = engine.lazyLoading,
      ThresholdPreset.all.indices.contains(number - 1)
    else { return }
    uncoverPage()
    let preset = ThresholdPreset.all[number - 1]
    guard preset.unit.points(whole: settings.fullPercentage(in: engine.viewport.size)) > 0 else {
      return noteMissingHeight(for: preset.unit)
    }
    let new = preset.applied(to: settings)
    guard new != settings else {
      shared.notice = "\(preset.name): fetch and display are at \(preset.words) already"
      return
    }
    changeInOneStep(to: new)
    let size = engine.viewport.size
    let isInside =
      new.unloadingEnabled && new.points(.unload, in: size) < new.points(.fetch, in: size)
    shared.notice =
      "\(preset.name): fetch and display at \(preset.words)"
      + (isInside ? ", and nothing is unloaded nearer than that" : "")
      + "; \(KeyMap.label(of: .undo)) goes back"
  }

  mutating func openPresets() {
    guard lazyLoading(orNotice: "every slot loads at once") != nil else { return }
    endEdit(keeping: true)
    show(PresetsOverlay())
  }

  /// Ends the setting of a threshold; the change is one step of the undo list.
  mutating func endEdit(keeping: Bool) {
    guard let edit = viewer.thresholds.edit else { return }
    viewer.thresholds.edit = nil
    viewer.focus = .article
    if keeping { noteKept(edit) } else { viewer.thresholds.unit = edit.unit }
    if let replay = visit.replay {
      if !keeping { return visit.redecide(with: edit.overrides) }
      if replay.overrides.lazyLoading != edit.overrides {
        visit.replay?.undo.append(edit.overrides)
      }
      return
    }
    let final = keeping ? edit.shown : edit.original
    if !keeping { viewer.thresholds.whatIf = nil }
    tune(to: final)
    if final != edit.original { visit.pages.top.undo.append(edit.original) }
  }

  /// Says what was kept where that is not what was typed.
  private mutating func noteKept(_ edit: ThresholdEdit) {
    guard let number = WrittenNumber.real(edit.typed) else { return }
    noteLimit(of: edit.kind, viewer.thresholds.unit.threshold(number), edit.shown[edit.kind])
  }

  mutating func toggleUnloading() {
    toggle(orNotice: "nothing is unloaded") {
      LazyLoadingChange(unloadingEnabled: !$0.unloadingEnabled)
    }
  }

  /// Requests the ads of all slots when the first one comes near, or each by itself.
  mutating func toggleRequests() {
    toggle(orNotice: "every ad is requested at once") {
      LazyLoadingChange(requests: $0.requests == .single ? .each : .single)
    } saying: {
      "\($0.requests.words); ads already requested are kept"
    }
  }

  /// Holds auctions before requests, as the page does or else as is usual, or none any more.
  mutating func toggleAuctions() {
    let own = top.pageLazyLoading?.auction.settings ?? .standard
    toggle(orNotice: "no check begins auctions") {
      LazyLoadingChange(auction: $0.auction == .off ? .before(own) : .off)
    } saying: {
      $0.auction.words
    }
  }

  /// Changes a setting, says what it is now, and goes on with the threshold that was being set.
  private mutating func toggle(
    orNotice consequence: String, _ change: (LazyLoadingSettings) -> LazyLoadingChange,
    saying words: (LazyLoadingSettings) -> String? = { _ in nil }
  ) {
    let kind = viewer.thresholds.edit?.kind
    endEdit(keeping: true)
    guard let settings = lazyLoading(orNotice: consequence) else { return }
    changeInOneStep(to: (try? settings.applying(change(settings))) ?? settings)
    if let words = engine.lazyLoading.flatMap(words) { shared.notice = words }
    if let kind { pick(kind) }
  }

  mutating func restorePageThresholds() {
    endEdit(keeping: true)
    guard let own = top.pageLazyLoading else {
      shared.notice = "this page has no lazy loading: it has no thresholds"
      return
    }
    viewer.thresholds.unit = .points
    if visit.isReplay, redecideInOneStep({ $0.redecide(with: LazyLoadingChange()) }) { return }
    guard !visit.isReplay, let before = engine.lazyLoading, own != before else {
      shared.notice = "these are the \(visit.isReplay ? "recording" : "page")'s own thresholds"
      return
    }
    visit.pages.top.undo.append(before)
    goBack(to: own)
  }

  mutating func undoThresholds() {
    endEdit(keeping: true)
    defer {
      if shared.notice == nil {
        shared.notice = engine.lazyLoading.map { "undone: back to \($0.words)" }
      }
    }
    if let last = visit.replay?.undo.popLast() { return visit.redecide(with: last) }
    guard !visit.isReplay, let last = visit.pages.top.undo.popLast() else {
      shared.notice = "no change of the thresholds to undo"
      return
    }
    goBack(to: last)
  }

  /// Sets thresholds as they were, which are compared with nothing.
  private mutating func goBack(to settings: LazyLoadingSettings) {
    viewer.thresholds.whatIf = nil
    tune(to: settings)
  }

  mutating func changeInOneStep(to settings: LazyLoadingSettings) {
    guard let before = engine.lazyLoading, before != settings else { return }
    guard !visit.isReplay else {
      redecideInOneStep { $0.redecide(under: settings) }
      return
    }
    visit.pages.top.undo.append(before)
    // The comparison shows what that would have meant since the page was opened.
    viewer.thresholds.whatIf = nil
    compare(before, with: settings)
    tune(to: settings)
  }

  /// Has a replay decided again, as one step of the undo list; returns whether that changed its settings.
  @discardableResult
  private mutating func redecideInOneStep(_ redecide: (inout Visit) -> Void) -> Bool {
    let before = visit.replay?.overrides.lazyLoading
    redecide(&visit)
    guard let before, visit.replay?.overrides.lazyLoading != before else { return false }
    visit.replay?.undo.append(before)
    return true
  }

  private mutating func tune(to settings: LazyLoadingSettings) {
    guard settings != engine.lazyLoading else { return }
    visit.beginStep()
    visit.recordTuning(settings)
    visit.feed(.lazyLoadingChanged(LazyLoadingChange(to: settings)))
  }

  // MARK: - Comparing

  /// Compares thresholds with others, had they been so since the page was opened.
  private mutating func compare(
    _ original: LazyLoadingSettings, with settings: LazyLoadingSettings
  ) {
    guard original != settings else {
      viewer.thresholds.whatIf = nil
      return
    }
    guard visit.canRunAgain else {
      viewer.thresholds.whatIf = nil
      shared.notice =
        visit.history.state == .cut
        ? VisitHistory.cut
        : "no comparison: the page has changed since it was opened; \(KeyMap.label(of: .reopen)) starts over"
      return
    }
    guard
      viewer.thresholds.whatIf?.original != original
        || viewer.thresholds.whatIf?.settings != settings
    else { return }
    let setup = top.initialSetup
    let known = viewer.thresholds.whatIf?.original == original ? viewer.thresholds.whatIf : nil
    viewer.thresholds.whatIf =
      known?.trying(settings, on: setup) ?? WhatIf(setup, from: original, to: settings)
  }

  /// Brings the comparison up to date.
  mutating func followWhatIf() {
    guard viewer.thresholds.whatIf != nil else { return }
    guard visit.canRunAgain else {
      viewer.thresholds.whatIf = nil
      return
    }
    let (followed, time) = (visit.history.followed(ofPage: top.number), visit.time)
    viewer.thresholds.whatIf?.catchUp(followed, until: time)
  }

  /// Takes away the closing card or the comparison of thresholds, or else selects nothing.
  mutating func deselect() {
    if closeCard() || dismissWhatIf() { return }
    if viewer.isZoomed { viewer.isZoomed = false } else { visit.pages.top.selection = nil }
  }

  /// Ends the comparison; returns whether there was one.
  mutating func dismissWhatIf() -> Bool {
    defer { viewer.thresholds.whatIf = nil }
    return viewer.thresholds.whatIf != nil
  }

  private mutating func noteMissingHeight(for unit: ThresholdUnit) {
    shared.notice = "the viewport has no height: there is nothing to take \(unit.rawValue) of"
  }

  /// Sets a threshold, or switches unloading, in one step.
  mutating func apply(_ order: ThresholdOrder) {
    endEdit(keeping: true)
    guard let settings = lazyLoading(orNotice: "there are no thresholds") else { return }
    var change = LazyLoadingChange()
    var base = settings
    switch order {
    case .distance(let kind, let number, let unit), .behind(let kind, let number, let unit):
      let viewport = engine.viewport.size
      guard unit.points(whole: settings.fullPercentage(in: viewport)) > 0 else {
        return noteMissingHeight(for: unit)
      }
      let side = unit.threshold(number)
      let isBehind = if case .behind = order { true } else { false }
      base = settings.setting(kind, to: side, behind: isBehind, in: viewport)
      noteNeighbour(of: kind, settings, base)
      if !isBehind { noteLimit(of: kind, side, base[kind]) }
      if kind == .unload { change.unloadingEnabled = true }
    case .pair(let fetch, let display):
      // Nothing displayed early makes room for any fetch threshold.
      for (kind, points) in [(ThresholdKind.display, 0), (.fetch, fetch), (.display, display)] {
        let side = ThresholdUnit.points.threshold(points)
        base = base.setting(kind, to: side, in: engine.viewport.size)
        noteLimit(of: kind, side, base[kind])
      }
    case .change(let wanted):
      change = wanted
      let most = LazyLoadingSettings.maxFetchDelay
      if let time = wanted.fetchAfter, time > most {
        shared.notice = "an ad is fetched after at most \(most) ms in the zone"
        change.fetchAfter = most
      }
    }
    changeInOneStep(to: (try? base.applying(change)) ?? base)
  }
}
