package import AdEngine

/// A session that can be run under any lazy-loading settings: its beginning, the actions of its user, its end.
///
/// The actions stay as they were recorded; how the user would have scrolled had the ads come at other times is unknown. Requests
/// are answered by the simulated world, or as they were in the recording (``RecordedReplies``).
package struct Fork: Sendable {
  package enum Settings: Hashable, Sendable {
    /// Those of the session: its header's, its pages', its own changes of them.
    case own
    /// These instead, on every page; the rest as the session has it.
    case changed(LazyLoadingChange)
    /// No lazy loading on any page: every slot loads at once.
    case off
  }

  /// The inputs of one instant; no two steps on one page have the same.
  package struct Step: Sendable {
    package var at: Instant
    package var action: Action

    package init(at instant: Instant, action: Action) {
      at = instant
      self.action = action
    }
  }

  // Nearly all are scrolls, so what else there is lies beside.
  package enum Action: Sendable {
    /// A scroll position, and the scroll adjustments of its recording by then.
    case scroll(to: Double, recordedAdjustment: Double? = nil)
    indirect case take([RunInput])
    indirect case open(SessionOpening, RunSetup)
    case goBack
  }

  /// What the run begins with, the session's own settings included.
  package var setup: RunSetup
  package var steps: [Step]
  /// The instant of the last line, up to which is counted, so that a session is as long under all settings.
  package let end: Instant
  /// The report of a recording that was run as it is; `nil` where a run of the fork itself gives it.
  package var recordedReport: MetricsReport?

  package init(
    _ setup: RunSetup, steps: [Step], end: Instant, recordedReport: MetricsReport? = nil
  ) {
    self.setup = setup
    self.steps = steps
    self.end = end
    self.recordedReport = recordedReport
  }

  // MARK: - Runs

  /// The metrics under these settings, up to the last line.
  package func report(under settings: Settings) -> MetricsReport {
    if let recordedReport, isOwn(settings) { return recordedReport }
    return run(under: settings).report
  }

  /// The run under these settings, up to the last line.
  package func run(under settings: Settings, keepsHistory: Bool = false) -> SessionRun {
    var run = SessionRun(setup.under(settings), keepsHistory: keepsHistory)
    let masks = settings.masks
    for step in steps {
      switch step.action {
      case .scroll(let position, let adjustment):
        run.scroll(to: position, recordedAdjustment: adjustment, at: step.at)
      case .take(let given): run.apply(masks.map { masked(given, $0) } ?? given, at: step.at)
      case .open(_, let setup): run.open(setup.under(settings), at: step.at)
      case .goBack: run.goBack(at: step.at)
      }
    }
    run.advance(to: end)
    return run
  }

  /// The session with these settings in place of its own.
  package func under(_ settings: Settings) -> Fork {
    var fork = self
    if !isOwn(settings) { fork.recordedReport = nil }
    fork.setup = setup.under(settings)
    guard let masks = settings.masks else { return fork }
    for index in steps.indices {
      switch steps[index].action {
      case .scroll, .goBack: break
      case .take(let given): fork.steps[index].action = .take(masked(given, masks))
      case .open(let opening, let setup):
        fork.steps[index].action = .open(opening, setup.under(settings))
      }
    }
    return fork
  }

  /// The steps as a replay under these settings shows them.
  package func script(under settings: Settings, slots: SlotTable, isBare: Bool) -> ReplayScript {
    var pages = [1]
    var opened = 1
    let masks = settings.masks
    let steps = steps.map { step -> ReplayScript.Step in
      switch step.action {
      case .scroll(let position, let adjustment):
        let page = pages.last ?? 1
        let scroll = RunInput.scroll(to: position, recordedAdjustment: adjustment, page: page)
        return ReplayScript.Step(at: step.at, action: .take([scroll], caption: nil))
      case .take(let given):
        let given = masks.map { masked(given, $0) } ?? given
        return ReplayScript.Step(at: step.at, action: .take(given, caption: nil))
      case .open(let opening, let setup):
        opened += 1
        pages.append(opened)
        return ReplayScript.Step(at: step.at, action: .open(opening, setup.under(settings)))
      case .goBack:
        pages.removeLast()
        return ReplayScript.Step(at: step.at, action: .goBack)
      }
    }
    return ReplayScript(
      setup.under(settings), slots: slots, isBare: isBare, steps: steps, endingAt: end)
  }

  private func masked(_ given: [RunInput], _ masks: SettingOverrides) -> [RunInput] {
    given.compactMap { given in
      guard case .input(let input, let page) = given else { return given }
      return masks.masking(input).map { .input($0, page: page) }
    }
  }

  // MARK: - Its own settings

  /// Whether these settings are those that the session has on all of its pages.
  package func isOwn(_ settings: Settings) -> Bool {
    switch settings {
    case .own: true
    case .changed(let change): isUnchanged(under: SettingOverrides(lazyLoading: change))
    case .off: setups.allSatisfy { $0.engine.lazyLoading == nil }
    }
  }

  /// Whether settings from outside change nothing of the session.
  package func isUnchanged(under overrides: SettingOverrides) -> Bool {
    setups.allSatisfy { $0.isUnchanged(under: overrides) }
      && overrides.viewport.map { $0 == setup.engine.viewport } ?? true
      && steps.allSatisfy { step in
        if case .take(let given) = step.action { overrides.keeps(given) } else { true }
      }
  }

  /// The setups of its pages, in the order of their opening.
  package var setups: [RunSetup] {
    [setup]
      + steps.compactMap { step in
        if case .open(_, let setup) = step.action { setup } else { nil }
      }
  }

  /// Changes the setups of all pages; the report of its recording no longer counts.
  package mutating func change(_ change: (inout RunSetup) -> Void) {
    change(&setup)
    for index in steps.indices {
      guard case .open(let opening, var setup) = steps[index].action else { continue }
      change(&setup)
      steps[index].action = .open(opening, setup)
    }
    recordedReport = nil
  }
}

extension Fork.Settings {
  /// The settings that take precedence over the session's changes; `nil` where they all count.
  fileprivate var masks: SettingOverrides? {
    switch self {
    case .own: nil
    case .changed(let change): SettingOverrides(lazyLoading: change)
    // Nothing is left of a change where there is no manager.
    case .off: SettingOverrides(lazyLoading: LazyLoadingChange(to: .standard))
    }
  }
}

extension RunSetup {
  /// The setup under these settings; its own where they do not go together.
  fileprivate func under(_ settings: Fork.Settings) -> RunSetup {
    var setup = self
    switch settings {
    case .own: break
    case .off: setup.engine.lazyLoading = nil
    case .changed(let change):
      let own = engine.lazyLoading ?? .standard
      setup.engine.lazyLoading = (try? own.applying(change)) ?? own
    }
    return setup
  }
}
