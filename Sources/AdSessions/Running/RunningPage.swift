package import AdEngine
package import AdSimulation

/// A page of a run, on the screen or covered: its engine, its simulated world if it has one, and what is counted on it.
package struct RunningPage: Sendable {
  /// 1 for the first page of the run, one more for each that was opened later; below 0 for a ``ScreenAdKind``.
  package private(set) var number: Int
  package private(set) var engine: Engine
  package private(set) var world = SimulatedWorld()
  var metrics: Metrics
  /// What the page needs of a TC string.
  private(set) var needed = TCFRequirement()
  private(set) var provider: String?
  /// The slots that begin again when the page is visited again.
  private(set) var renewed: [SlotID] = []
  /// The engine's next deadline in milliseconds; `Int64.max`: none.
  private(set) var deadline = Int64.max
  /// The next answer of the world in milliseconds; `Int64.max`: none.
  private(set) var answer = Int64.max
  private var isSimulated = false
  /// The requested size of an ad that stands in no slot.
  private var requested = Size(width: 0, height: 0)
  /// What takes slots out of the page and puts them back, where it does that.
  private var recycling: SlotRecycling?
  private var inputs: [Engine.Input] = []
  private var effects: [Engine.Effect] = []

  /// Makes the first page of a run, without its slots.
  init(_ configuration: Engine.Configuration) {
    number = 1
    engine = Engine(configuration)
    metrics = Metrics(viewport: configuration.viewport)
  }

  /// Makes a page that is opened over another, without its slots; viewport and activity are those of the other.
  init(_ configuration: Engine.Configuration, number: Int, over page: RunningPage) {
    var configuration = configuration
    configuration.viewport = page.engine.viewport.size
    configuration.isActive = page.engine.isActive
    self.number = number
    engine = Engine(configuration)
    metrics = Metrics(viewport: page.metrics.viewportSize)
    metrics.isActive = page.metrics.isActive
  }

  /// Makes the page of an ad that stands in no slot of a page; its slot comes by a call of the app.
  init(_ ad: ScreenAd, of page: RunningPage, _ setup: RunSetup) {
    var configuration = setup.engine
    configuration.lazyLoading = .standard
    configuration.viewport = ScreenAdKind.viewport
    if ad.kind == .interstitial {
      // It covers the screen, so it is seen at once, and what makes the page inactive is the ad itself.
      (configuration.impressionDelay, configuration.isActive) = (0, true)
    } else {
      configuration.isActive = page.engine.isActive
    }
    number = ad.kind.page(over: page.number)
    engine = Engine(configuration)
    metrics = Metrics(viewport: configuration.viewport)
    metrics.isActive = configuration.isActive
    metrics.begin(consent: setup.engine.consent, policy: setup.engine.policy)
    needed = setup.needed
    requested = ad.size
    isSimulated = setup.world != nil
    if let settings = setup.world {
      world = SimulatedWorld(settings, page: number)
      world.add(ad.simulated, as: ad.kind.slot)
    }
  }

  // MARK: - Slots

  /// Begins again under another number; what was counted stays.
  mutating func replace(
    with setup: RunSetup, number: Int, at instant: Instant, _ history: inout RunHistory
  ) {
    self.number = number
    engine = Engine(setup.engine)
    deadline = .max
    answer = .max
    place(setup, at: instant, &history)
  }

  /// Puts the slots of a setup onto the page, whose engine is new.
  mutating func place(_ setup: RunSetup, at instant: Instant, _ history: inout RunHistory) {
    isSimulated = setup.world != nil
    needed = setup.needed
    provider = setup.provider
    world = SimulatedWorld(setup.world ?? AdServerSettings(), page: number)
    renewed.removeAll(keepingCapacity: true)
    metrics.begin(consent: setup.engine.consent, policy: setup.engine.policy)
    engine.reserveCapacity(setup.slots.count)
    metrics.reserveCapacity(setup.slots.count)
    if isSimulated { world.reserveCapacity(setup.slots.count) }
    for (number, slot) in setup.slots.enumerated() where !slot.isLeftOut {
      let id = SlotID(number)
      if isSimulated { world.add(slot.ad, as: id) }
      if slot.renewal == .visit { renewed.append(id) }
      step(.slotAdded(id, slot.frame), at: instant, &history)
      for input in slot.rules(of: id, isLazy: setup.engine.lazyLoading != nil) {
        step(input, at: instant, &history)
      }
    }
    recycling = setup.recycling.map { SlotRecycling(setup, distance: $0) }
    refreshAnswer()
  }

  mutating func addToWorld(_ slot: SimulatedSlot, as id: SlotID) {
    if isSimulated { world.add(slot, as: id) }
  }

  // MARK: - Steps

  mutating func step(_ input: Engine.Input, at instant: Instant, _ history: inout RunHistory) {
    if history.isKept { history.append(.input(input), page: number, at: instant) }
    metrics.observe(input, at: instant)
    engine.handle(input, at: instant, into: &effects)
    finishStep(at: instant, &history)
  }

  /// The same as a step with `scrolled(to:)`, by the fastest path.
  @inline(__always)
  mutating func scroll(to position: Double, at instant: Instant, _ history: inout RunHistory) {
    guard recycling == nil else {
      gather(.scrolled(to: position), at: instant, &history)
      return stepGathered(at: instant, &history)
    }
    metrics.scrolled(to: position, at: instant)
    if history.isKept { history.append(.input(.scrolled(to: position)), page: number, at: instant) }
    if engine.scroll(to: position, at: instant, into: &effects) {
      finishStep(at: instant, &history)
    }
  }

  mutating func gather(
    _ given: [RunInput], isOnScreen: Bool, at instant: Instant, _ history: inout RunHistory
  ) {
    for given in given {
      switch given {
      case .choice(let choice): gather(choice.input(for: needed), at: instant, &history)
      case .input(let input, let page)
      where page == number || !isOnScreen && isConcerned(by: input):
        guard let input = accepted(input) else { break }
        gather(input, at: instant, &history)
        if isOnScreen || screenAdKind != nil, case .clicked(let slot) = input {
          touch(slot, at: instant, &history)
        }
      case .slotAdded(let slot, let frame, let ad) where isOnScreen:
        addToWorld(ad, as: slot)
        gather(.slotAdded(slot, frame), at: instant, &history)
      case .scrolled(let position, let adjustment, page: number):
        gather(
          .scrolled(to: self.position(position, recordedAdjustment: adjustment)), at: instant,
          &history)
      case .input, .scrolled, .slotAdded: break
      }
    }
  }

  /// Where a scroll position of a recording lies on this page, whose adjustments may have another sum.
  func position(_ recorded: Double, recordedAdjustment: Double) -> Double {
    recorded + (engine.scrollAdjustment - recordedAdjustment)
  }

  // MARK: - An ad that stands in no slot

  package var screenAdKind: ScreenAdKind? { ScreenAdKind(page: number) }

  /// What the engine knows of the ad; `nil` while the app has none loaded.
  package var screenAd: SlotStatus? {
    guard let kind = screenAdKind, let ad = engine.status(of: kind.slot),
      kind.isLoaded(at: ad.frame)
    else {
      return nil
    }
    return ad
  }

  package var canShow: Bool {
    guard screenAdKind == .interstitial, let ad = screenAd else { return false }
    return ad.adState == .loaded && ad.canPresent && !ad.isRendered
  }

  package func inputs(for call: ScreenAdCall) -> [RunInput] {
    screenAdKind?.inputs(for: call, requested).map { .input($0, page: number) } ?? []
  }

  private func isConcerned(by input: Engine.Input) -> Bool {
    guard input.isOfAllPages else { return false }
    return switch (screenAdKind, input) {
    case (nil, _): true
    case (_, .viewportResized), (.interstitial, .activityChanged): false
    default: true
    }
  }

  /// An input as it counts: an ad loaded again keeps its slot, an interstitial is shown in its delivered size, if it is ready.
  private func accepted(_ input: Engine.Input) -> Engine.Input? {
    guard let kind = screenAdKind else { return input }
    if case .slotAdded(let slot, let frame) = input, engine.status(of: slot) != nil {
      return screenAd == nil ? .slotMoved(slot, frame) : nil
    }
    guard kind.call(of: input) == .show, case .slotMoved(let slot, var frame) = input else {
      return input
    }
    guard canShow, let size = screenAd?.frame.size else { return nil }
    (frame.width, frame.height) = (size.width, size.height)
    return .slotMoved(slot, frame)
  }

  // MARK: - Answers

  mutating func gatherAnswers(dueAt instant: Instant, _ history: inout RunHistory) {
    while answer <= instant.milliseconds {
      // The address of a page is large; few answers need one.
      let input =
        if let slot = world.nextDeparture {
          world.takeAnswer(dueAt: instant, page: engine.adPage(of: slot))
        } else {
          world.takeAnswer(dueAt: instant)
        }
      if let input, stillApplies(input) { gather(input, at: instant, &history) }
      refreshAnswer()
    }
  }

  /// Has no answer come any more.
  mutating func endAnswers() { (isSimulated, answer) = (false, .max) }

  /// Whether the world's answer still applies: that a bid has expired does not, once its ad is rendered.
  private func stillApplies(_ input: Engine.Input) -> Bool {
    guard case .presentationFailed(let slot, let generation) = input else { return true }
    return engine.status(of: slot).map {
      $0.generation == generation && $0.isHeld && !$0.isRendered
    } ?? false
  }

  var hasGathered: Bool { !inputs.isEmpty }

  private mutating func gather(
    _ input: Engine.Input, at instant: Instant, _ history: inout RunHistory
  ) {
    inputs.append(input)
    if history.isKept { history.append(.input(input), page: number, at: instant) }
  }

  mutating func stepGathered(at instant: Instant, _ history: inout RunHistory) {
    for input in recycling?.inputs(after: inputs, in: engine) ?? [] {
      gather(input, at: instant, &history)
    }
    if let kind = screenAdKind, let ad = screenAd, ad.isRendered, ad.adState.canBecome(.closed),
      inputs.contains(where: { kind.call(of: $0) == .close })
    {
      // What the app closes was shown; then it gives up the ad, on which the engine decides.
      effects.append(.reportAdState(kind.slot, .closed))
      carryOut(at: instant, &history)
    }
    if inputs.count == 1, let input = inputs.popLast() {
      metrics.observe(input, at: instant)
      engine.handle(input, at: instant, into: &effects)
      return finishStep(at: instant, &history)
    }
    for step in Engine.Input.steps(of: inputs) {
      for input in step { metrics.observe(input, at: instant) }
      for input in step {
        engine.apply(input, at: instant, into: &effects)
        if !effects.isEmpty { carryOut(at: instant, &history) }
      }
      engine.finishStep(into: &effects)
      finishStep(at: instant, &history)
    }
    inputs.removeAll(keepingCapacity: true)
  }

  /// Carries out what the engine does by itself at its deadline.
  mutating func wake(_ history: inout RunHistory) {
    let due = deadline
    engine.handle(.woken, at: Instant(milliseconds: due), into: &effects)
    finishStep(at: Instant(milliseconds: due), &history)
    assert(deadline > due, "the engine carries out all that is due at once")
    deadline = max(deadline, due + 1)
  }

  /// Lets the page of an ad act on a click that the engine will take for one.
  private mutating func touch(_ slot: SlotID, at instant: Instant, _ history: inout RunHistory) {
    guard isSimulated, let status = engine.status(of: slot), status.adState.canBecome(.clicked)
    else { return }
    world.touch(slot, generation: status.generation, at: instant)
    refreshAnswer()
    gatherAnswers(dueAt: instant, &history)
  }

  private mutating func finishStep(at instant: Instant, _ history: inout RunHistory) {
    deadline = engine.nextDeadline?.milliseconds ?? .max
    if !effects.isEmpty { carryOut(at: instant, &history) }
  }

  private mutating func carryOut(at instant: Instant, _ history: inout RunHistory) {
    let needsAllEffects = isSimulated && world.usesPlugins
    // In place: copying an indirect case retains its payload.
    effects.withUnsafeBufferPointer { effects in
      for index in effects.indices {
        metrics.observe(effects[index], at: instant)
        recycling?.observe(effects[index])
        if isSimulated, needsAllEffects || effects[index].isForWorld {
          if world.needsSizes, case .fetch(let slot, _) = effects[index],
            let frame = engine.status(of: slot)?.frame
          {
            world.resize(slot, to: frame.size)
          }
          world.perform(effects[index], at: instant)
        }
        if history.isKept { history.append(.effect(effects[index]), page: number, at: instant) }
      }
    }
    effects.removeAll(keepingCapacity: true)
    if isSimulated { refreshAnswer() }
  }

  private mutating func refreshAnswer() {
    answer = isSimulated ? world.nextAnswer?.milliseconds ?? .max : .max
  }
}
