package import AdEngine
import AdSessions
import AdSimulation

extension SessionTrace {
  /// Follows a session under these settings, where ads may move the slots; says what the run says, layout shifts apart.
  ///
  /// Other display thresholds hold too, other fetch thresholds do not; throws where more than sizes stands in the way.
  package init(_ session: TuningSession, as settings: LazyLoadingSettings) throws(TraceError) {
    guard !settings.unloadingEnabled else { throw .unloading }
    if let obstacle = settings.obstacle { throw obstacle }
    guard !settings.isDirectional else { throw .directional }
    let setup = session.setup
    if setup.slots.contains(where: { $0.lazyLoading != nil }) { throw .ownThresholds }
    if setup.world?.runsAppCode == true { throw .appCode }
    guard ConsentDecision(policy: setup.engine.policy, status: setup.engine.consent) != .hold else {
      throw .consent
    }
    guard setup.world?.messageRate ?? 0 == 0, setup.world?.holdsAdEvents != true,
      !setup.slots.contains(where: { $0.ad.creative.page?.activity?.messages.isEmpty == false })
    else { throw .messages }
    var reading = RunReading(session, settings)
    for step in session.steps {
      switch step.action {
      case .scroll(let position, let adjustment):
        reading.take([.scroll(to: position, recordedAdjustment: adjustment, page: 1)], at: step.at)
      case .take(let given):
        for given in given { try Self.check(given) }
        reading.take(given, at: step.at)
      case .open, .goBack: throw .pages
      }
    }
    reading.finish(at: session.end)
    guard reading.places.joined().allSatisfy({ $0.frame.fits(in: reading.narrowest) }) else {
      throw .across
    }
    var slots: [SlotTrace] = []
    for (number, slot) in setup.slots.enumerated() {
      let reply = setup.world == nil ? nil : reading.world.reply(to: SlotID(number), generation: 1)
      slots.append(
        try SlotTrace(
          slot, reading.places[number], answeredBy: reply,
          impressionDelay: setup.engine.impressionDelay, consent: 0, in: reading.views))
    }
    self.init(reading.views, slots)
  }

  private static func check(_ given: RunInput) throws(TraceError) {
    switch given {
    case .scrolled: break
    case .slotAdded: throw .slots
    case .choice, .input(.policyChanged, page: _): throw .consent
    case .input(let input, page: _):
      if let obstacle = TraceError(input) { throw obstacle }
    }
  }
}

/// Runs a session and notes its views and where its slots lie.
private struct RunReading {
  private(set) var views = ViewTrace()
  private(set) var places: [[SlotTrace.Place]]
  private var run: SessionRun
  /// The least width of the viewport, in points.
  private(set) var narrowest: Double

  init(_ session: TuningSession, _ settings: LazyLoadingSettings) {
    var setup = session.setup
    setup.engine.lazyLoading = settings
    narrowest = setup.engine.viewport.width
    run = SessionRun(setup, keepsHistory: true)
    places = setup.slots.map { [SlotTrace.Place(firstView: 0, frame: $0.frame)] }
    _ = run.drainHistory()
  }

  /// The world that answers, with all slots in it.
  var world: SimulatedWorld { run.world }

  mutating func take(_ given: [RunInput], at instant: Instant) {
    advance(before: instant)
    var asksForLook = false
    var asksForCheck = false
    var size: Size?
    for given in given {
      switch given {
      case .input(.scrolled(let position), page: _), .scrolled(let position, _, page: _):
        if position.isFinite { asksForCheck = true }
      case .input(.viewportResized(let to), page: _): size = to
      default: asksForLook = true
      }
    }
    run.apply(given, at: instant)
    // The engine refuses a size that is negative.
    if let size, run.engine.viewport.size == size {
      narrowest = min(narrowest, size.width)
      asksForCheck = true
    }
    // Answers of this instant belong to the step.
    if noteMoves() { asksForCheck = true }
    if asksForCheck || asksForLook && views.count > 0 { look(asksForCheck: asksForCheck) }
  }

  mutating func finish(at end: Instant) {
    advance(before: end + 1)
    run.advance(to: end)
    views.scrolled(by: run.report.distance)
    views.finish(at: end.milliseconds)
  }

  /// Runs everything that is due before an instant, and measures after each event that moved something.
  private mutating func advance(before instant: Instant) {
    while let next = run.nextDueTime, next < instant {
      run.advance(to: next)
      if noteMoves() { look(asksForCheck: true) }
    }
  }

  /// Notes where slots lie now, and returns whether something has moved.
  private mutating func noteMoves() -> Bool {
    let hasMoved = run.drainHistory().contains { event in
      if case .effect(.resize) = event.content { true } else { false }
    }
    guard hasMoved else { return false }
    for status in run.engine.statuses() {
      let number = status.id.rawValue
      guard places[number].last?.frame != status.frame else { continue }
      places[number].append(SlotTrace.Place(firstView: views.count, frame: status.frame))
    }
    return true
  }

  private mutating func look(asksForCheck: Bool) {
    let viewport = run.engine.viewport
    views.append(
      ViewTrace.View(
        time: run.now.milliseconds, top: viewport.minY, bottom: viewport.maxY,
        isActive: run.engine.isActive),
      asksForCheck: asksForCheck)
  }
}
