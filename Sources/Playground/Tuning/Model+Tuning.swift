internal import AdEngine
internal import AdSessions
internal import AdTuning

/// The way to the tuning screen and back, and from there to the replay of a session.
extension Model {
  var isTuningOpen: Bool { tuning?.isOpen == true }

  /// Opens the tuning screen, or leaves it; from a replay of one of its sessions it leads back to it.
  mutating func toggleTuning() {
    if isTuningOpen {
      leaveTuning()
    } else if tuning?.aside != nil {
      leaveTunedReplay()
    } else {
      openTuning()
    }
  }

  private mutating func openTuning() {
    endEdit(keeping: true)
    guard top.page.slots.count <= TuningSession.maxSlots else {
      shared.notice = "settings are compared for at most \(TuningSession.maxSlots) slots"
      return
    }
    guard let source = tuningSource() else { return }
    hideConsent()
    visit.clock.suspend()
    if var tuning, tuning.isAbout(source) {
      tuning.open()
      self.tuning = tuning
    } else {
      var plan = TuningPlan()
      plan.seed = visit.options.overrides.seed ?? 1
      tuning = Tuning(source, plan)
    }
  }

  mutating func leaveTuning() {
    tuning?.leave()
    visit.clock.resume()
  }

  /// The sessions at hand: the one that is replayed, or simulated readers of the page.
  private mutating func tuningSource() -> TuningSource? {
    if let replay = visit.replay {
      guard let session = replay.tuningSession else {
        shared.notice = "this session cannot be run under other thresholds"
        return nil
      }
      return TuningSource(.sessions([session]), present: session.session.setup.engine.lazyLoading)
    }
    guard !top.page.slots.isEmpty else {
      shared.notice = "no ads on this page: there is nothing to tune"
      return nil
    }
    // The page as it is opened: the one on the screen has the sizes of the ads that have come.
    let layout = PageLayout(
      top.page, in: LayoutSpace(columns: top.layout.columns, viewport: engine.viewport.size))
    var setup = visit.setup(of: layout)
    setup.engine.lazyLoading = engine.lazyLoading
    // As in a run, consent that is still to be asked for counts as given.
    if visit.consent.store.choice == .unset {
      setup.engine.consent = ConsentChoice.granted.status(for: setup.needed)
      setup.engine.handOff = ConsentChoice.granted.handOff
    }
    let readers = TuningSource.Readers(visit.options.readers, of: top.file, layout, setup)
    return TuningSource(.readers(readers), present: setup.engine.lazyLoading)
  }

  // MARK: - Replays

  /// Replays the session that loses most under the cursor's settings, from two seconds before the loss on, paused.
  mutating func replayWorst() {
    guard var tuning, let chosen = tuning.settings, tuning.report != nil else {
      return noteStillCounting()
    }
    guard let number = tuning.worst else {
      shared.notice = "no session loses a viewable ad under these settings"
      return
    }
    let session = tuning.sessions[number]
    let settings = tuning.source.fork(chosen)
    let options = visit.options
    let replay = tuning.source.replay(of: session, number, under: settings, options)
    let loss = session.firstLoss(under: settings)
    tuning.aside = Tuning.Aside(visit: visit, viewer: viewer)
    tuning.leave()
    self.tuning = tuning
    let mouse = viewer.mouse
    viewer = Viewer()
    viewer.mouse = mouse
    visit = Visit(replay.first, .replay(replay), options, visit.settings, at: shared.real)
    let start = (loss?.at.milliseconds ?? 0) - Self.leadIn
    perform(.stay(at: Instant(milliseconds: max(0, start))))
    guard let loss, loss.page == top.number else { return }
    visit.pages.top.selection = visit.pages.top.layout.stops.firstIndex {
      $0.target == .slot(loss.slot.rawValue)
    }
    let (why, back) = (
      KeyMap.label(of: .why, in: .anywhere), KeyMap.label(of: .toggleTuning, in: .anywhere)
    )
    shared.notice =
      "\(session.name): \(top.title(ofSlot: loss.slot.rawValue)) is lost; "
      + "\(why) says why, \(back) leads back"
  }

  /// How long before the ad would have been viewable the replay begins, in milliseconds.
  private static let leadIn: Int64 = 2000

  mutating func noteStillCounting() { shared.notice = "the sessions are still being counted" }

  private mutating func leaveTunedReplay() {
    guard var before = tuning?.aside else { return }
    before.visit.settings = visit.settings
    before.visit.options = visit.options
    before.visit.clock.advance(to: shared.real)
    before.viewer.overlays = []
    before.viewer.mouse = viewer.mouse
    viewer = before.viewer
    visit = before.visit
    resize(columns: shared.columns, rows: shared.rows)
    tuning?.aside = nil
    tuning?.open()
  }

  // MARK: - Thresholds

  /// The thresholds that are copied and written: those under the cursor of the tuning screen, else those that count.
  var thresholds: LazyLoadingSettings? { isTuningOpen ? tuning?.settings : engine.lazyLoading }

  /// Copies the verdict on the cursor's settings, a sentence.
  mutating func copyComparison() {
    guard let report = tuning?.report else {
      return noteStillCounting()
    }
    shared.notice = "copied, if the terminal allows it (OSC 52): \(report.verdict)"
    shared.requests.append(.copy(tuningSummary ?? report.verdict))
  }

  /// The verdict on the cursor's settings, and what they change; `nil` while they are counted.
  var tuningSummary: String? {
    guard let tuning, let report = tuning.report else { return nil }
    let factor = tuning.latencyFactor
    let condition = factor == 1 ? [] : ["With answers that take \(factor.points) times as long."]
    let readers =
      switch tuning.source.content {
      case .readers(let readers): ["\(readers.count) simulated readers, whose habits are chosen."]
      case .sessions: [String]()
      }
    return
      ([report.verdict] + report.comparisons + condition + readers + [report.map.objective.sentence])
      .joined(separator: " ")
  }
}

extension Tuning {
  /// Whether it is about the sessions of a source, so that what was counted still holds.
  func isAbout(_ other: TuningSource) -> Bool {
    guard source.present == other.present else { return false }
    switch (source.content, other.content) {
    case (.readers(let mine), .readers(let others)):
      return mine.count == others.count && mine.setup == others.setup && mine.page == others.page
    case (.sessions(let mine), .sessions(let others)):
      return mine.map(\.session.name) == others.map(\.session.name)
        && mine.map(\.session.fork) == others.map(\.session.fork)
    case (.readers, .sessions), (.sessions, .readers): return false
    }
  }
}
