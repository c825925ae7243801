import AdEngine

/// Lives through a page's history again and keeps what a slot's present states go back to.
struct CauseTracer {
  /// A link, and the number of the occurrence that it came with.
  private struct Step {
    var number: Int
    var link: CauseChain.Link
  }

  /// What a slot's place means to the manager.
  private struct Standing {
    var status: SlotStatus
    var viewport: Viewport
    var settings: LazyLoadingSettings?

    func isInside(_ zone: Crossing.Zone) -> Bool {
      settings.map { status.gap <= $0.reach(of: zone) } ?? true
    }

    /// Whether the slot is where it may be unloaded; never while unloading is off.
    var isOutside: Bool { settings?.unloadingEnabled == true && !isInside(.unload) }
  }

  private let slot: SlotID
  private var engine: Engine
  private var effects: [Engine.Effect] = []
  private var number = 0
  /// What led to the distance state, and what led to the content.
  private var distance: [Step] = []
  private var content: [Step] = []
  /// The last time that each zone was entered, or, of the unload zone, left.
  private var crossings: [Crossing.Zone: Step] = [:]
  private var load = AdLoadState.notLoaded
  private var requested = Instant.start
  private var failure: AdFailure?
  private var sizeBefore: Size?

  init(_ slot: SlotID, _ start: Engine.Configuration) {
    self.slot = slot
    engine = Engine(start)
  }

  /// What was found, in the order in which it took place.
  var links: [CauseChain.Link] {
    // Both are in order; of one occurrence, what was decided comes before what followed from it.
    (distance + content).enumerated()
      .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
      .map(\.element.link)
  }

  mutating func follow(_ occurrence: Occurrence) {
    number += 1
    switch occurrence.event {
    case .input(let input): follow(input, at: occurrence.at)
    case .effect(let effect) where effect.slot == slot: follow(effect, at: occurrence.at)
    case .effect, .opened, .wentBack: break
    }
  }

  // MARK: - Inputs

  private mutating func follow(_ input: Engine.Input, at moment: Instant) {
    let before = standing
    let resized = input.resizedSlot.flatMap { engine.status(of: $0) }
    let consent = (decision: engine.consentDecision, handOff: engine.handOff)
    sizeBefore = before?.status.frame.size
    handle(input, at: moment)
    guard let after = standing else { return }
    guard let before else {
      distance = [step(moment, .added(gap: after.status.gap))]
      return
    }
    switch input {
    case .reloadRequested(slot), .slotRenewed(slot):
      let isRenewed = input == .slotRenewed(slot)
      distance = [step(moment, isRenewed ? .renewed : .reloaded)]
      content = []
      crossings = [:]
      failure = nil
    case .answered(slot, let generation, let answer)
    where before.status.generation == generation && before.status.adState == .loading:
      content.append(
        step(
          moment, .answered(answer, generation: generation, after: moment - requested)))
      if case .failed(let reason) = answer { failure = reason }
    default: break
    }
    if consent != (engine.consentDecision, engine.handOff) {
      let isInReach = before.status.loadState == .fetched || before.status.loadState == .displayed
      content = isInReach ? [step(moment, .consent(engine.consent, engine.policy))] : []
    }
    if let trigger = trigger(of: input, before, after, resized) {
      noteCrossings(trigger, before, after, at: moment)
    }
  }

  /// What moved, if the input moved anything.
  private func trigger(
    of input: Engine.Input, _ before: Standing, _ after: Standing, _ resized: SlotStatus?
  ) -> Crossing.Trigger? {
    switch input {
    case .scrolled: return .scrolled(from: before.viewport.y, to: after.viewport.y)
    case .viewportResized:
      return .viewport(from: before.viewport.size, to: after.viewport.size)
    case .slotMoved: return .moved(from: before.status.frame.y, to: after.status.frame.y)
    case .lazyLoadingChanged:
      guard let old = before.settings, let new = after.settings else { return nil }
      return .thresholds(from: old, to: new)
    case .answered, .messaged, .slotResized:
      guard let resized, let size = engine.status(of: resized.id)?.frame.size else { return nil }
      return .resized(resized.id, from: resized.frame.size, to: size)
    case .slotAdded, .slotConstrained, .slotRemoved, .slotRenewed, .pageClosed, .pageCovered,
      .consentChanged, .policyChanged, .reloadRequested, .activityChanged, .clicked,
      .navigationRequested, .woken:
      return nil
    }
  }

  private mutating func noteCrossings(
    _ trigger: Crossing.Trigger, _ before: Standing, _ after: Standing, at moment: Instant
  ) {
    func crossing(_ zone: Crossing.Zone) -> Step? {
      guard let settings = after.settings else { return nil }
      let edge = Crossing.Edge(zone, settings.reach(of: zone))
      return step(
        moment,
        .crossed(Crossing(trigger, [edge], from: before.status.gap, to: after.status.gap)))
    }
    for zone in [Crossing.Zone.fetch, .display] where before.isInside(zone) != after.isInside(zone)
    {
      crossings[zone] = after.isInside(zone) ? crossing(zone) : nil
    }
    if before.isOutside != after.isOutside {
      crossings[.unload] = after.isOutside ? crossing(.unload) : nil
    }
  }

  // MARK: - Effects

  private mutating func follow(_ effect: Engine.Effect, at moment: Instant) {
    handle(.woken, at: moment)
    switch effect {
    case .publishLoadState(_, let state, let gap):
      follow(state, gap, at: moment)
      load = state
    case .fetch(_, let generation):
      content.removeAll { if case .released = $0.link.cause { true } else { false } }
      content.append(step(moment, .requested(generation: generation)))
      requested = moment
      failure = nil
    case .publishAdState(_, .impressed): content.append(step(moment, .impressed))
    case .publishAdState(_, .clicked): content.append(step(moment, .clicked))
    case .publishAdState: break
    case .render(_, let generation):
      content.append(step(moment, .rendered(generation: generation)))
    case .release(_, let generation):
      content.append(step(moment, .released(generation: generation)))
    case .resize(_, let size):
      if let sizeBefore { content.append(step(moment, .resized(from: sizeBefore, to: size))) }
    case .reportViewable: content.append(step(moment, .viewable))
    case .open, .block, .log: break
    case .refuse(let refusal): content.append(step(moment, .refused(refusal)))
    }
  }

  private mutating func follow(_ state: AdLoadState, _ gap: Double, at moment: Instant) {
    guard let settings = engine.lazyLoading else {
      if state == .fetched { distance.append(step(moment, .displayedEagerly)) }
      return
    }
    switch state {
    case .notLoaded:
      break
    case .fetched:
      if load == .unloaded {
        distance = distance.suffix(1)
        content = []
      }
      noteCrossing(into: .fetch)
      distance.append(decision(state, gap, settings.fetchThreshold, at: moment))
    case .displayed:
      noteCrossing(into: .display)
      distance.append(decision(state, gap, settings.displayThreshold, at: moment))
    case .unloaded:
      noteCrossing(into: .unload)
      let since = moment + -LifecycleDelay.unload
      distance.append(step(since, .leftBehind(until: moment)))
      distance.append(decision(state, gap, settings.unloadZone, at: moment))
      content = []
    }
  }

  /// Adds what took the slot over the edge of a zone; one thing that took it over two is one link.
  private mutating func noteCrossing(into zone: Crossing.Zone) {
    guard let crossing = crossings[zone] else { return }
    if let last = distance.lastIndex(where: { $0.number == crossing.number }),
      case .crossed(var first) = distance[last].link.cause,
      case .crossed(let second) = crossing.link.cause
    {
      first.edges += second.edges
      distance[last].link.cause = .crossed(first)
    } else {
      distance.append(crossing)
    }
  }

  private func decision(
    _ state: AdLoadState, _ gap: Double, _ threshold: Double, at moment: Instant
  ) -> Step {
    step(moment, .decided(state, gap: gap, threshold: threshold))
  }

  // MARK: - What comes next

  /// What the slot waits for at a moment.
  mutating func outlooks(at now: Instant) -> [Outlook] {
    handle(.woken, at: now)
    guard let standing else { return [] }
    let status = standing.status
    var outlooks: [Outlook] = []
    let isInReach = status.loadState == .fetched || status.loadState == .displayed
    if isInReach {
      if let outlook = contentOutlook(status) { outlooks.append(outlook) }
      if status.loadState == .fetched, let settings = standing.settings {
        outlooks.append(
          .nearness(.display, gap: status.gap, threshold: settings.displayThreshold))
      }
    } else if let settings = standing.settings {
      outlooks.append(.nearness(.fetch, gap: status.gap, threshold: settings.fetchThreshold))
    }
    if let moment = status.unloadsAt, let settings = standing.settings {
      outlooks.append(.unloading(at: moment, gap: status.gap, threshold: settings.unloadZone))
    }
    return outlooks
  }

  private func contentOutlook(_ status: SlotStatus) -> Outlook? {
    switch status.adState {
    case .uninitialized:
      return engine.consentDecision == .hold ? .consent(engine.consent, engine.policy) : nil
    case .loading: return .answer(generation: status.generation, since: requested)
    case .failed: return failure.map(Outlook.reload)
    case .loaded, .impressed, .clicked, .closed: break
    }
    guard status.isRendered else { return status.loadState == .displayed ? .rendering : nil }
    guard !status.isViewable else { return nil }
    let ad = status.ad ?? status.frame.size
    let exposure = Exposure(of: ad, in: status.frame, engine.viewport)
    return .exposure(ratio: exposure.ratio, rule: .viewable(ad, status.media))
  }

  // MARK: -

  private mutating func handle(_ input: Engine.Input, at moment: Instant) {
    engine.handle(input, at: moment, into: &effects)
    effects.removeAll(keepingCapacity: true)
  }

  private var standing: Standing? {
    engine.status(of: slot).map {
      Standing(status: $0, viewport: engine.viewport, settings: engine.lazyLoading)
    }
  }

  private func step(_ moment: Instant, _ cause: Cause) -> Step {
    Step(number: number, link: CauseChain.Link(moment, cause))
  }
}

extension LazyLoadingSettings {
  /// How far a zone reaches, in points.
  fileprivate func reach(of zone: Crossing.Zone) -> Double {
    switch zone {
    case .fetch: fetchThreshold
    case .display: displayThreshold
    case .unload: unloadZone
    }
  }
}

extension Engine.Input {
  /// The slot that may take another size by this input.
  fileprivate var resizedSlot: SlotID? {
    switch self {
    case .answered(let slot, _, .loaded), .messaged(let slot, _, .success(.adSize)),
      .slotResized(let slot, _):
      slot
    default: nil
    }
  }
}

extension Engine.Effect {
  /// The slot that the effect is about.
  var slot: SlotID? {
    switch self {
    case .publishLoadState(let slot, _, _), .publishAdState(let slot, _), .fetch(let slot, _),
      .render(let slot, _), .release(let slot, _), .resize(let slot, _), .reportViewable(let slot),
      .open(let slot, _), .block(let slot, _), .log(let slot, _), .refuse(.size(let slot, _)):
      slot
    case .refuse: nil
    }
  }
}
