package import AdEngine

/// A session that can be run under any settings: its beginning, its user's actions as recorded, its end.
package struct Fork: Hashable, Sendable {
  package enum Settings: Hashable, Sendable {
    /// Those of the session: its header's, its pages', its own changes of them.
    case own
    /// These instead, on every page; the rest as the session has it.
    case changed(LazyLoadingChange)
    /// No lazy loading on any page: every slot loads at once.
    case off
  }

  /// The inputs of one instant; no two steps on one page have the same.
  package struct Step: Hashable, Sendable {
    package var at: Instant
    package var action: Action

    package init(at instant: Instant, action: Action) {
      at = instant
      self.action = action
    }

    package func apply(to run: inout SessionRun) {
      switch action {
      case .scroll(let position, let adjustment):
        run.scroll(to: position, recordedAdjustment: adjustment, at: at)
      case .take(let given): run.apply(given, at: at)
      case .open(_, let setup): run.open(setup, at: at)
      case .goBack: run.goBack(at: at)
      }
    }
  }

  // Nearly all are scrolls, so what else there is lies beside.
  package enum Action: Hashable, Sendable {
    /// A scroll position of the page on the screen, and the scroll adjustments of its recording by then.
    case scroll(to: Double, recordedAdjustment: Double? = nil)
    indirect case take([RunInput])
    /// A page is opened over the one on the screen.
    indirect case open(SessionOpening, RunSetup)
    /// The page on the screen is left for the one under it.
    case goBack

    init(_ given: [RunInput]) {
      if given.count == 1, let (position, adjustment) = given[0].scroll {
        self = .scroll(to: position, recordedAdjustment: adjustment)
      } else {
        self = .take(given)
      }
    }
  }

  /// What the run begins with, the session's own settings included.
  package var setup: RunSetup
  package var steps: [Step]
  /// The instant of the last line, up to which is counted, so that a session is as long under all settings.
  package internal(set) var end: Instant
  /// The report of a recording that was run as it is; `nil` where a run of the fork itself gives it.
  package var recordedReport: MetricsReport?

  package init(
    _ setup: RunSetup, steps: [Step], end: Instant, recordedReport: MetricsReport? = nil
  ) {
    (self.setup, self.steps, self.end, self.recordedReport) = (setup, steps, end, recordedReport)
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
      // Nearly all; taken apart here, none of them is copied.
      if case .scroll(let position, let adjustment) = step.action {
        run.scroll(to: position, recordedAdjustment: adjustment, at: step.at)
      } else {
        step.under(settings, masks).apply(to: &run)
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
    let masks = settings.masks
    fork.steps = steps.map { $0.under(settings, masks) }
    return fork
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

extension Fork.Step {
  /// The step under these settings, which take precedence over `masks`.
  fileprivate func under(_ settings: Fork.Settings, _ masks: SettingOverrides?) -> Fork.Step {
    guard let masks else { return self }
    switch action {
    case .scroll, .goBack: return self
    case .take(let given):
      let left = given.compactMap { given -> RunInput? in
        guard case .input(let input, let page) = given else { return given }
        return masks.masking(input).map { .input($0, page: page) }
      }
      return Fork.Step(at: at, action: .take(left))
    case .open(let opening, let setup):
      return Fork.Step(at: at, action: .open(opening, setup.under(settings)))
    }
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
      setup.engine.lazyLoading = (try? own.overridden(by: change, in: engine.viewport)) ?? own
    }
    return setup
  }
}
