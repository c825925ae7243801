import AdEngine

/// What each input changes.
extension ReferenceEngine {
  /// The inputs of one instant as one step.
  mutating func handle(_ inputs: [Engine.Input], at now: Instant) -> [Engine.Effect] {
    effects = []
    carryOut(until: now.milliseconds)
    // Closing and covering are steps of their own.
    let breaks = inputs.indices.filter { Self.isAlone(inputs[$0]) }.flatMap { [$0, $0 + 1] }
    let ends = breaks + [inputs.count]
    for (start, end) in zip([0] + breaks, ends) {
      takeStep(Array(inputs[start..<end]), now.milliseconds)
    }
    return effects
  }

  private mutating func takeStep(_ inputs: [Engine.Input], _ now: Int64) {
    var late: [Engine.Input] = []
    for input in Self.ordered(inputs) {
      if let (id, generation) = Self.news(input), let index = position(of: id),
        slots[index].generation < generation
      {
        late.append(input)
      } else if case .bidsArrived(let id, let number) = input, let index = position(of: id),
        slots[index].auctions < number
      {
        late.append(input)
      } else {
        take(input, now)
      }
    }
    decide(now)
    for input in late { take(input, now) }
    decide(now)
  }

  private static func isAlone(_ input: Engine.Input) -> Bool {
    switch input {
    case .pageClosed, .pageCovered: true
    default: false
    }
  }

  private static func news(_ input: Engine.Input) -> (SlotID, Int)? {
    switch input {
    case .answered(let id, let generation, _), .presentationFailed(let id, let generation),
      .messaged(let id, let generation, _), .navigationRequested(let id, let generation, _):
      (id, generation)
    default: nil
    }
  }

  /// Viewport, sizes, frames, left edges, shares, hiding, scroll across and down, of each the last one; then the rest.
  private static func ordered(_ inputs: [Engine.Input]) -> [Engine.Input] {
    /// What the input sets: its kind and its slot.
    func place(_ index: Int) -> (kind: Int, slot: SlotID?)? {
      func isKnown(_ id: SlotID) -> Bool {
        !inputs[..<index].contains { other in
          switch other {
          case .slotAdded(id, _), .slotRemoved(id): true
          default: false
          }
        }
      }
      switch inputs[index] {
      case .viewportResized: return (0, nil)
      case .slotResized(let id, _): return isKnown(id) ? (1, id) : nil
      case .slotMoved(let id, _): return isKnown(id) ? (2, id) : nil
      case .slotMovedAcross(let id, _): return isKnown(id) ? (3, id) : nil
      case .slotClipped(let id, _): return isKnown(id) ? (4, id) : nil
      case .slotHidden(let id, _): return isKnown(id) ? (5, id) : nil
      case .scrolledAcross: return (6, nil)
      case .scrolled: return (7, nil)
      default: return nil
      }
    }
    let absolute = (0..<8).flatMap { kind in
      inputs.indices.filter { index in
        guard let own = place(index), own.kind == kind else { return false }
        return !inputs.indices.contains { later in
          guard later > index, let other = place(later) else { return false }
          return other == own
        }
      }
    }
    let others = inputs.indices.filter { place($0) == nil }
    return (absolute + others).map { inputs[$0] }
  }

  mutating func take(_ input: Engine.Input, _ now: Int64) {
    change(by: input, now)
    if !followsTravel { isDown = true }
  }

  private mutating func change(by input: Engine.Input, _ now: Int64) {
    switch input {
    case .scrolled(let position):
      if followsTravel, position != viewport.y { isDown = position > viewport.y }
      viewport.y = position
      isStarted = true
      geometryChanged(now)
    case .scrolledAcross(let position):
      viewport.x = position
      isStarted = true
      geometryChanged(now)
    case .slotMovedAcross(let id, let x):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].frame.x = x
      geometryChanged(now)
    case .slotClipped(let id, let share):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      guard share >= 0, share <= 1 else { return effects.append(.refuse(.visibleShare(id, share))) }
      slots[index].share = share
      geometryChanged(now)
    case .slotHidden(let id, let isHidden):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].isHidden = isHidden
      geometryChanged(now)
    case .viewportResized(let size):
      viewport.size = size
      isStarted = true
      geometryChanged(now)
    case .slotAdded(let id, let frame):
      counter += 1
      slots.append(Slot(id: id, frame: frame, added: counter))
      if settings == nil { displayEagerly(slots.count - 1, now) }
      needsCheck = true
    case .slotMoved(let id, let frame):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].frame = frame
      geometryChanged(now)
    case .slotResized(let id, let size):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      resize(index, size, now)
    case .slotSticky(let id, let isSticky):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].isSticky = isSticky
      geometryChanged(now)
    case .slotConstrained(let id, let constraints):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].constraints = constraints
      slots[index].initialSize = slots[index].frame.size
    case .slotLazyLoadingChanged(let id, let rule):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      if case .settings(let change)? = rule, let error = change.errorOfSlot {
        return effects.append(.refuse(.lazyLoading(error)))
      }
      slots[index].rule = rule
      if margins(of: slots[index]) == nil { displayEagerly(index, now) }
      needsCheck = true
    case .slotRefreshChanged(let id, let interval):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].refresh = interval.map { max($0, 0) }
      slots[index].refreshes = Engine.maxRefreshes
    case .slotRemoved(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      end(index, now)
      slots.remove(at: index)
      geometryChanged(now)
    case .pageClosed:
      forgetAuctions()
      for index in pageOrder { end(index, now) }
      slots = []
      isStarted = false
      isCheckPending = false
      isCovered = false
      isDown = true
      viewport.x = 0
      viewport.y = 0
    case .pageCovered(let covers):
      guard covers != isCovered else { return }
      isCovered = covers
      needsMeasurement = true
      if covers { isCheckPending = false } else { needsCheck = true }
    case .lazyLoadingChanged(let change):
      guard let settings else { return effects.append(.refuse(.noManager)) }
      do {
        let new = try settings.applying(change)
        if new.fetchAfter != settings.fetchAfter {
          for index in slots.indices { slots[index].nearSince = nil }
        }
        let old = settings.auction
        self.settings = new
        changeAuctions(from: old, to: new.auction, now)
        needsCheck = true
      } catch {
        effects.append(.refuse(.lazyLoading(error)))
      }
    case .consentChanged(let status, let handOff):
      changeConsent(status, policy, handOff, now)
    case .policyChanged(let policy):
      changeConsent(consent, policy, handOff, now)
    case .reloadRequested(let id), .slotRenewed(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      reload(index, now)
    case .activityChanged(let isActive):
      self.isActive = isActive
      needsMeasurement = true
    case .clicked(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      if [.impressed, .clicked].contains(slots[index].ad) { slots[index].touched = now }
      if slots[index].ad == .impressed {
        slots[index].ad = .clicked
        effects.append(.reportAdState(id, .clicked))
      } else if slots[index].ad != .clicked {
        effects.append(.refuse(.click(id, slots[index].ad)))
      }
    case .bidsArrived(let id, let number): receiveBids(id, number, now)
    case .answered(let id, let generation, let answer): receive(answer, id, generation, now)
    case .presentationFailed(let id, let generation):
      guard let index = position(of: id), slots[index].generation == generation,
        slots[index].isHeld, !slots[index].isRendered
      else { return }
      slots[index].isWithheld = true
      slots[index].renderAt = nil
    case .messaged(let id, let generation, let message): hear(message, id, generation, now)
    case .navigationRequested(let id, let generation, let attempt):
      decide(attempt, id, generation, now)
    case .woken: break
    }
  }

  /// Begins again with a slot.
  mutating func reload(_ index: Int, _ now: Int64) {
    let id = slots[index].id
    if slots[index].load != .notLoaded {
      effects.append(.reportLoadState(id, .notLoaded, gap: gap(slots[index])))
    }
    slots[index].load = .notLoaded
    slots[index].isAhead = false
    slots[index].hasStartedAuction = false
    slots[index].nearSince = nil
    slots[index].outsideSince = nil
    end(index, now)
    restoreReleased(now)
    if margins(of: slots[index]) == nil { displayEagerly(index, now) }
    needsCheck = true
  }

  mutating func refuseUnknown(_ id: SlotID) { effects.append(.refuse(.unknownSlot(id))) }

  mutating func geometryChanged(_ now: Int64) {
    needsMeasurement = true
    needsCheck = true
  }

  mutating func displayEagerly(_ index: Int, _ now: Int64) {
    let gap = gap(slots[index])
    slots[index].outsideSince = nil
    slots[index].nearSince = nil
    if slots[index].load == .notLoaded || slots[index].load == .unloaded {
      become(.fetched, index, gap, now)
    }
    if slots[index].load == .fetched { become(.displayed, index, gap, now) }
    closeRequest()
  }

  /// Gives a slot the size of its ad; what is in view stays there if the slot lies above it.
  mutating func giveSize(_ size: Size, _ index: Int, _ now: Int64) {
    let old = slots[index].frame
    let isAbove = viewport.y > 0 && old.y + old.height <= viewport.y
    let adjustment = scrollAnchoring && isStarted && isAbove ? size.height - old.height : 0
    effects.append(.resize(slots[index].id, size, scrollBy: adjustment))
    resize(index, size, now)
    viewport.y += adjustment
    if adjustment != 0 { needsMeasurement = true }
  }

  mutating func resize(_ index: Int, _ size: Size, _ now: Int64) {
    let old = slots[index].frame
    for other in slots.indices where other != index && slots[other].frame.y >= old.y + old.height {
      slots[other].frame.y += size.height - old.height
    }
    slots[index].frame = SlotFrame(x: old.x, y: old.y, width: size.width, height: size.height)
    geometryChanged(now)
  }

  mutating func changeConsent(
    _ status: ConsentStatus, _ newPolicy: ConsentPolicy, _ newPayload: ConsentPayload, _ now: Int64
  ) {
    let (before, handedBefore) = (decision, handOff)
    consent = status
    policy = newPolicy
    handOff = newPayload
    guard decision != before || decision != .hold && handOff != handedBefore else { return }
    forgetAuctions()
    for index in pageOrder {
      end(index, now)
      if [.fetched, .displayed].contains(slots[index].load) {
        fetchOrWait(index, now)
      } else if decision != .hold, slots[index].hasStartedAuction {
        beginAuction(index, now)
      }
    }
    closeRequest()
    restoreReleased(now)
  }

  mutating func receive(_ answer: Answer, _ id: SlotID, _ generation: Int, _ now: Int64) {
    guard let index = position(of: id), slots[index].generation == generation,
      slots[index].ad == .loading
    else { return }
    switch answer {
    case .failed(let reason):
      slots[index].ad = .failed
      effects.append(.reportAdState(id, .failed))
      let frame = slots[index].frame
      if reason == .noFill, slots[index].constraints.collapse != .never, frame.height != 0 {
        giveSize(Size(width: frame.width, height: 0), index, now)
      }
    case .loaded(let size, let media):
      slots[index].ad = .loaded
      slots[index].hasCommitted = true
      slots[index].media = media
      slots[index].size = slots[index].frame.size
      effects.append(.reportAdState(id, .loaded))
      if size.width > 0, size.height > 0, size.width <= 4096, size.height <= 4096 {
        slots[index].size = size
        let frame = slots[index].constraints.frame(for: size)
        if slots[index].frame.size != frame { giveSize(frame, index, now) }
      } else {
        effects.append(.refuse(.size(id, size)))
      }
      renderWhenReady(index, now)
    }
  }
}
