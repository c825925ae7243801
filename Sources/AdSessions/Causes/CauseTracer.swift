import AdEngine

/// Handles a page's history again and keeps the causes of a slot's present states.
struct CauseTracer {
  /// A link with the index of its event.
  private struct Step {
    var number: Int
    var link: CauseChain.Link
  }

  /// The state of a slot as the manager sees it.
  struct Standing {
    var status: SlotStatus
    var viewport: Viewport
    var settings: LazyLoadingSettings?
    var distances: LazyLoadingDistances?

    func isInside(_ zone: Crossing.Zone) -> Bool {
      distances.map { status.zoneGap <= $0.reach(of: zone) } ?? true
    }

    /// Whether the slot is outside the unload zone; `false` while unloading is off.
    var isOutside: Bool { settings?.unloadingEnabled == true && !isInside(.unload) }
  }

  private let slot: SlotID
  var engine: Engine
  private var effects: [Engine.Effect] = []
  private var number = 0
  /// The causes of the load state and of the content.
  private var distance: [Step] = []
  private var content: [Step] = []
  /// The last crossing of each zone: entering it, or leaving the unload zone.
  private var crossings: [Crossing.Zone: Step] = [:]
  private var load = AdLoadState.notLoaded
  var requested = Instant.start
  var failure: AdFailure?
  /// When the slot's last auction began, and what it came to, if no request has used that.
  private var auctionBegan = Instant.start
  private var auctionEnd: AuctionEnd?
  private var sizeBefore: Size?

  init(_ slot: SlotID, _ start: Engine.Configuration) {
    self.slot = slot
    engine = Engine(start)
  }

  var links: [CauseChain.Link] {
    // Both are in order; of one event, a decision comes before its consequences.
    (distance + content).sorted { $0.number < $1.number }.map(\.link)
  }

  mutating func observe(_ event: RunEvent) {
    number += 1
    if case .effect(let effect) = event.content, effect.slot == slot {
      observe(effect, at: event.at)
    }
  }

  // MARK: - Inputs

  /// Follows the inputs of one instant: what each changes, and then what is decided about all.
  mutating func observe(_ inputs: [Engine.Input], at time: Instant) {
    for step in Engine.Input.steps(of: inputs) {
      for input in step {
        number += 1
        observe(input, at: time)
      }
      engine.finishStep(into: &effects)
      effects.removeAll(keepingCapacity: true)
    }
  }

  private mutating func observe(_ input: Engine.Input, at time: Instant) {
    let before = standing
    let resized = input.resizedSlot.flatMap { engine.status(of: $0) }
    let consent = (decision: engine.consentDecision, handOff: engine.handOff)
    sizeBefore = before?.status.frame.size
    engine.apply(input, at: time, into: &effects)
    guard let after = standing else { return }
    guard let before else {
      distance = [step(time, .added(gap: after.status.gap))]
      return
    }
    switch input {
    case .slotLazyLoadingChanged(slot, let rule): distance.append(step(time, .ownSettings(rule)))
    case .reloadRequested(slot), .slotRenewed(slot):
      let isRenewed = input == .slotRenewed(slot)
      distance = [step(time, isRenewed ? .renewed : .reloaded)]
      content = []
      crossings = [:]
      failure = nil
      load = .notLoaded
    case .bidsArrived(slot, let number)
    where before.status.auction.map { $0.number == number && $0.stage != .bids } ?? false:
      content.append(step(time, .bids(auction: number, after: time - auctionBegan)))
      auctionEnd = .bids(auction: number)
    case .answered(slot, let generation, let answer)
    where before.status.generation == generation && before.status.adState == .loading:
      content.append(step(time, .answered(answer, generation: generation, after: time - requested)))
      if case .failed(let reason) = answer { failure = reason }
    case .presentationFailed(slot, let generation)
    where before.status.canPresent && !(engine.status(of: slot)?.canPresent ?? true):
      content.append(step(time, .notPresented(generation: generation)))
    default: break
    }
    if consent != (engine.consentDecision, engine.handOff) {
      let isInReach = before.status.loadState == .fetched || before.status.loadState == .displayed
      content = isInReach ? [step(time, .consent(engine.consent, engine.policy))] : []
    }
    if let trigger = trigger(of: input, before, after, resized) {
      noteCrossings(trigger, before, after, at: time)
    }
  }

  private func trigger(
    of input: Engine.Input, _ before: Standing, _ after: Standing, _ resized: SlotStatus?
  ) -> Crossing.Trigger? {
    switch input {
    case .scrolled: return .scrolled(from: before.viewport.y, to: after.viewport.y)
    case .viewportResized: return .viewport(from: before.viewport.size, to: after.viewport.size)
    case .scrolledAcross: return .scrolledAcross(from: before.viewport.x, to: after.viewport.x)
    case .slotMoved:
      let (old, new) = (before.status.frame, after.status.frame)
      return old.y == new.y && old.x != new.x
        ? .movedAcross(from: old.x, to: new.x) : .moved(from: old.y, to: new.y)
    case .slotMovedAcross:
      return .movedAcross(from: before.status.frame.x, to: after.status.frame.x)
    case .slotHidden(slot, let isHidden): return .hidden(isHidden)
    case .lazyLoadingChanged:
      guard let old = before.settings, let new = after.settings else { return nil }
      return .thresholds(from: old, to: new)
    case .answered, .messaged, .slotResized:
      guard let resized, let size = engine.status(of: resized.id)?.frame.size else { return nil }
      return .resized(resized.id, from: resized.frame.size, to: size)
    default: return nil
    }
  }

  private mutating func noteCrossings(
    _ trigger: Crossing.Trigger, _ before: Standing, _ after: Standing, at time: Instant
  ) {
    func crossing(_ zone: Crossing.Zone) -> Step? {
      guard let distances = after.distances else { return nil }
      let edge = Crossing.Edge(zone, distances.reach(of: zone))
      return step(
        time,
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

  private mutating func observe(_ effect: Engine.Effect, at time: Instant) {
    handle(.woken, at: time)
    switch effect {
    case .reportLoadState(_, let state, let gap):
      observe(state, gap, at: time)
      load = state
    case .fetch(_, let generation):
      content.removeAll { if case .released = $0.link.cause { true } else { false } }
      content.append(step(time, .requested(generation: generation, after: auctionEnd)))
      auctionEnd = nil
      requested = time
      failure = nil
    case .auction(_, let number): beginAuction(number, at: time)
    case .reportAuction(_, let number, .timedOut):
      let wait = time - auctionBegan
      content.append(step(time, .auctionTimedOut(number, after: wait)))
      auctionEnd = .timedOut(after: wait)
    case .reportAuction(_, let number, .expired):
      let bids = content.last { if case .bids = $0.link.cause { true } else { false } }
      let age = time - (bids?.link.at ?? auctionBegan)
      content.append(step(time, .bidsExpired(auction: number, age: age)))
    case .reportAdState(_, .impressed): content.append(step(time, .impressed))
    case .reportAdState(_, .clicked): content.append(step(time, .clicked))
    case .reportAdState: break
    case .render(_, let generation): content.append(step(time, .rendered(generation: generation)))
    case .release(_, let generation): content.append(step(time, .released(generation: generation)))
    case .resize(_, let size, let adjustment):
      if let sizeBefore {
        content.append(step(time, .resized(from: sizeBefore, to: size, scrollBy: adjustment)))
      }
    case .reportViewable: content.append(step(time, .viewable))
    case .open, .block, .log: break
    case .refuse(let refusal): content.append(step(time, .refused(refusal)))
    }
  }

  private mutating func observe(_ state: AdLoadState, _ gap: Double, at time: Instant) {
    if state == .notLoaded, load != .notLoaded {
      (distance, content, crossings, failure) = ([step(time, .refreshed)], [], [:], nil)
    }
    guard engine.distances(of: slot) != nil else {
      if state == .fetched {
        let isAlone = engine.lazyLoading != nil
        distance.append(step(time, .displayedEagerly(slotAlone: isAlone)))
      }
      return
    }
    switch state {
    case .notLoaded: break
    case .fetched:
      if load == .unloaded {
        distance = distance.suffix(1)
        content.removeAll { !$0.link.cause.isOfAuction }
      }
      if gap > engine.distances(of: slot)?.fetch ?? .infinity, let other = nearest {
        return distance.append(step(time, .requestedAlong(with: other, gap: gap)))
      }
      noteCrossing(into: .fetch)
      if let delay = engine.lazyLoading?.fetchAfter, delay > 0 {
        distance.append(step(time, .stayed(for: delay)))
      }
      distance.append(decision(state, gap, .fetch, at: time))
    case .displayed:
      noteCrossing(into: .display)
      distance.append(decision(state, gap, .display, at: time))
    case .unloaded:
      noteCrossing(into: .unload)
      let since = time + -LifecycleDelay.unload
      distance.append(step(since, .leftBehind(until: time)))
      distance.append(decision(state, gap, .unload, at: time))
      content = []
    }
  }

  private mutating func beginAuction(_ number: Int, at time: Instant) {
    auctionBegan = time
    auctionEnd = nil
    guard let status = engine.status(of: slot) else { return }
    let reach = engine.distances(of: slot).flatMap {
      status.zoneGap <= $0.auction ? $0.auction : nil
    }
    content.append(step(time, .auctionBegan(number, gap: status.gap, reach: reach)))
  }

  /// The slot that had the ads of all slots requested: the first one within its fetch threshold.
  private var nearest: SlotID? {
    engine.statuses().first { status in
      status.loadState != .notLoaded
        && engine.distances(of: status.id).map { status.zoneGap <= $0.fetch } ?? false
    }?.id
  }

  /// Adds a crossing; if one change crossed two edges, it is one link.
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
    _ state: AdLoadState, _ gap: Double, _ zone: Crossing.Zone, at time: Instant
  ) -> Step {
    let threshold = engine.distances(of: slot)?.reach(of: zone) ?? 0
    var own = LazyLoadingChange()
    if case .settings(let change)? = engine.lazyLoadingOverride(of: slot) { own = change }
    let written = engine.lazyLoading.flatMap { settings in
      settings.written(zone, own, as: threshold, in: engine.viewport.size)
    }
    return step(time, .decided(state, gap: gap, threshold: threshold, written: written))
  }

  mutating func handle(_ input: Engine.Input, at time: Instant) {
    engine.handle(input, at: time, into: &effects)
    effects.removeAll(keepingCapacity: true)
  }

  var standing: Standing? {
    engine.status(of: slot).map {
      Standing(
        status: $0, viewport: engine.viewport, settings: engine.lazyLoading,
        distances: engine.distances(of: slot))
    }
  }

  private func step(_ time: Instant, _ cause: Cause) -> Step {
    Step(number: number, link: CauseChain.Link(time, cause))
  }

  // MARK: - What the slot waits for

  /// The events that the slot waits for at a time.
  mutating func pendingConditions(at now: Instant) -> [PendingCondition] {
    handle(.woken, at: now)
    guard let standing else { return [] }
    let status = standing.status
    var pendingConditions: [PendingCondition] = []
    let isInReach = status.loadState == .fetched || status.loadState == .displayed
    if !status.isReachable, standing.distances != nil {
      pendingConditions.append(.unreachable(status, from: engine.viewport))
    } else if isInReach {
      if let pendingCondition = pendingContent(status) {
        pendingConditions.append(pendingCondition)
      }
      if status.loadState == .fetched, let distances = standing.distances {
        pendingConditions.append(.nearness(.display, gap: status.gap, threshold: distances.display))
      }
    } else if let distances = standing.distances {
      if let auction = status.auction { pendingConditions.append(pendingCondition(auction)) }
      pendingConditions.append(.nearness(.fetch, gap: status.gap, threshold: distances.fetch))
    }
    if let time = status.unloadsAt, let distances = standing.distances {
      pendingConditions.append(.unloading(at: time, gap: status.gap, threshold: distances.unload))
    }
    return pendingConditions
  }

  private func pendingContent(_ status: SlotStatus) -> PendingCondition? {
    switch status.adState {
    case .uninitialized:
      if let auction = status.auction { return pendingCondition(auction) }
      return engine.consentDecision == .hold ? .consent(engine.consent, engine.policy) : nil
    case .loading: return .answer(generation: status.generation, since: requested)
    case .failed: return failure.map(PendingCondition.reload)
    case .loaded, .impressed, .clicked, .closed: break
    }
    guard status.canPresent else { return .withheld }
    guard status.isRendered else { return status.loadState == .displayed ? .rendering : nil }
    guard !status.isViewable else {
      return engine.refreshTime(of: slot).map { .refresh(at: $0) }
    }
    let exposure = Exposure(of: status, in: engine.viewport)
    return .exposure(
      ratio: exposure.ratio, rule: .viewable(status.ad ?? status.frame.size, status.media))
  }

  private func pendingCondition(_ auction: AuctionStatus) -> PendingCondition {
    let settings = engine.lazyLoading?.auction.settings ?? .standard
    if auction.stage == .running {
      return .auction(auction.number, since: auction.since, timeout: settings.timeout)
    }
    return auction.isAwaited ? .otherAuctions : .bids(until: auction.since + settings.expires)
  }
}

extension LazyLoadingDistances {
  /// The threshold of a zone, in points.
  fileprivate func reach(of zone: Crossing.Zone) -> Double {
    switch zone {
    case .fetch: fetch
    case .display: display
    case .unload: unload
    }
  }
}

extension LazyLoadingSettings {
  /// The threshold that makes the edge of a zone, where it is not written in points.
  fileprivate func written(
    _ zone: Crossing.Zone, _ own: LazyLoadingChange, as distance: Double, in viewport: Size
  ) -> Threshold.Side? {
    let fetch = own.fetchThreshold ?? fetchThreshold
    let written =
      switch zone {
      case .fetch: fetch
      case .display: own.displayThreshold ?? displayThreshold
      case .unload: own.unloadThreshold ?? unloadThreshold
      }
    // A zone may end where another threshold has it end.
    let edge = [written.ahead, written.behind, fetch.ahead, fetch.behind].first {
      self.distance(of: $0, in: viewport) == distance
    }
    if case .points? = edge { return nil }
    return edge
  }
}

extension Cause {
  fileprivate var isOfAuction: Bool {
    switch self {
    case .auctionBegan, .bids, .auctionTimedOut, .bidsExpired: true
    default: false
    }
  }
}

extension Engine.Input {
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
  var slot: SlotID? {
    switch self {
    case .reportLoadState(let slot, _, _), .reportAdState(let slot, _), .fetch(let slot, _),
      .auction(let slot, _), .reportAuction(let slot, _, _), .render(let slot, _),
      .release(let slot, _), .resize(let slot, _, _), .reportViewable(let slot),
      .open(let slot, _), .block(let slot, _), .log(let slot, _), .refuse(.size(let slot, _)):
      slot
    case .refuse: nil
    }
  }
}

extension PendingCondition {
  /// What a slot waits for that is hidden or beside the viewport.
  fileprivate static func unreachable(_ status: SlotStatus, from viewport: Viewport) -> Self {
    let distance = viewport.gapAcross(to: status.frame) ?? 0
    return .unreachable(isHidden: status.visibility.isHidden, distance: distance)
  }
}
