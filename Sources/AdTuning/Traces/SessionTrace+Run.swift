package import AdEngine
import AdSessions
import AdSimulation

extension SessionTrace {
  /// Follows a session as it goes under these settings, where ads may move the slots.
  ///
  /// At these settings it says what the run says, layout shifts apart. What it says of other display thresholds holds too,
  /// since nothing moves when an ad is displayed. At other fetch thresholds ads come, and slots move, at other times, which
  /// it does not know.
  ///
  /// - Throws: ``TraceError`` where more than sizes stands in the way: unloading, messages, other pages, slots that come or
  ///   go, reloads, or a choice of the user.
  package init(_ session: TuningSession, as settings: LazyLoadingSettings) throws(TraceError) {
    guard !settings.unloadingEnabled else { throw .unloading }
    let setup = session.setup
    guard ConsentDecision(policy: setup.engine.policy, status: setup.engine.consent) != .hold else {
      throw .consent
    }
    guard setup.world?.messageRate ?? 0 == 0,
      !setup.slots.contains(where: { $0.ad.creative.page?.activity?.messages.isEmpty == false })
    else { throw .messages }
    var reading = RunReading(session, settings)
    for step in session.steps {
      switch step.action {
      case .scroll, .give(.viewportResized, page: _), .give(.activityChanged, page: _),
        .give(.clicked, page: _):
        reading.take(step)
      case .choose, .give(.policyChanged, page: _): throw .consent
      case .give(.reloadRequested, page: _), .give(.slotRenewed, page: _): throw .reloads
      case .give, .add: throw .slots
      case .open, .goBack: throw .pages
      }
    }
    reading.finish(at: session.end)
    var slots: [SlotTrace] = []
    for (number, slot) in setup.slots.enumerated() {
      var latency: Int64 = 0
      var outcome = SlotTrace.Outcome.silence
      var (ad, media) = (slot.frame.size, AdMedia.display)
      if setup.world != nil, let reply = reading.world.reply(to: SlotID(number), generation: 1) {
        latency = reply.latency
        switch reply.answer {
        case .failed(let reason): outcome = .failure(reason)
        case .loaded(let size, let kind):
          (outcome, media) = (.ad, kind)
          if size.isPlausible { ad = size }
        }
      }
      slots.append(
        SlotTrace(
          reading.places[number], ad: ad, media, latency: latency, outcome,
          impressionDelay: setup.engine.impressionDelay, consent: 0, in: reading.views))
    }
    self.init(reading.views, slots)
  }
}

/// Runs a session and notes its views and where its slots lie.
private struct RunReading {
  private(set) var views = ViewTrace()
  private(set) var places: [[SlotTrace.Place]]
  private var run: SessionRun
  private var lastScroll: Double?

  init(_ session: TuningSession, _ settings: LazyLoadingSettings) {
    var setup = session.setup
    setup.engine.lazyLoading = settings
    run = SessionRun(setup, keepsHistory: true)
    places = setup.slots.map { [SlotTrace.Place(firstView: 0, frame: $0.frame)] }
    _ = run.takeHistory()
  }

  /// The world that answers, with all slots in it.
  var world: SimulatedWorld { run.world }

  mutating func take(_ step: TuningSession.Step) {
    advance(to: step.at)
    switch step.action {
    case .scroll(let position) where position.isFinite:
      run.scroll(to: position, at: step.at)
      views.scrolled(by: lastScroll.map { position - $0 } ?? 0)
      lastScroll = position
      look(asksForCheck: true)
    case .give(.viewportResized(let size), page: _):
      run.give(.viewportResized(size), at: step.at)
      guard run.engine.viewport.size == size else { return }
      look(asksForCheck: true)
    case .give(let input, page: _):
      run.give(input, at: step.at)
      if views.count > 0 { look(asksForCheck: false) }
    default: break
    }
  }

  mutating func finish(at end: Instant) {
    advance(to: end)
    views.finish(at: end.milliseconds)
  }

  /// Lets everything take place that is due by an instant, and looks after each that moved something.
  private mutating func advance(to instant: Instant) {
    while let next = run.nextMoment, next <= instant {
      run.advance(to: next)
      let hasMoved = run.takeHistory().contains { occurrence in
        if case .effect(.resize) = occurrence.event { true } else { false }
      }
      guard hasMoved else { continue }
      for status in run.engine.statuses() {
        let number = status.id.rawValue
        guard places[number].last?.frame != status.frame else { continue }
        places[number].append(SlotTrace.Place(firstView: views.count, frame: status.frame))
      }
      look(asksForCheck: true)
    }
    run.advance(to: instant)
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
