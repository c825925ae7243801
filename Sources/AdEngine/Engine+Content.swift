extension Engine {
  /// What the consent gate says now.
  public var consentDecision: ConsentDecision { ConsentDecision(policy: policy, status: consent) }

  /// Publishes the manager's transitions and does what each means for the slot's content, slot by slot.
  mutating func carryOutTransitions(at now: Int64, into effects: inout [Effect]) {
    if auctions.isEnabled { beginAuctions(at: now, into: &effects) }
    for index in transitions.indices {
      let transition = transitions[index]
      let handle = transition.handle
      // A gap beyond all finite numbers is reported as the greatest one: a session could not hold infinity.
      let farthest = Double.greatestFiniteMagnitude
      let gap = min(max(transition.gap, -farthest), farthest)
      effects.append(.reportLoadState(page.ids[Int(handle)], transition.state, gap: gap))
      switch transition.state {
      case .notLoaded: break
      case .fetched: fetchIfAllowed(handle, at: now, into: &effects)
      case .displayed: renderWhenReady(handle, at: now)
      case .unloaded: endGeneration(handle, into: &effects)
      }
    }
    transitions.removeAll(keepingCapacity: true)
    closeRequest(into: &effects)
    restoreContainers(into: &effects)
  }

  private mutating func fetchIfAllowed(
    _ handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    guard consentDecision != .hold else { return }
    guard auctions.isEnabled else { return fetch(handle, into: &effects) }
    requestAfterAuction(handle, at: now, into: &effects)
  }

  mutating func fetch(_ handle: Int32, into effects: inout [Effect]) {
    effects.append(.fetch(page.ids[Int(handle)], generation: contents.begin(handle)))
    enter(.loading, handle, into: &effects)
  }

  /// Takes the ad view of a slot to a state that may follow on the one it has, and publishes it.
  private mutating func enter(_ state: AdViewState, _ handle: Int32, into effects: inout [Effect]) {
    precondition(contents[handle].state.canBecome(state))
    contents[handle].state = state
    effects.append(.reportAdState(page.ids[Int(handle)], state))
  }

  /// Schedules the rendering once the slot is both displayed and loaded, whichever came last (D18).
  private mutating func renderWhenReady(_ handle: Int32, at now: Int64) {
    guard manager.state(of: handle) == .displayed, contents[handle].state == .loaded,
      contents[handle].canPresent
    else { return }
    contents.scheduleRender(handle, at: now, &timers)
  }

  mutating func endGeneration(_ handle: Int32, into effects: inout [Effect]) {
    endAuction(handle, into: &effects)
    let wasRendered = contents[handle].isRendered
    guard let generation = contents.end(handle, &timers) else { return }
    closePage(of: handle)
    effects.append(.release(page.ids[Int(handle)], generation: generation))
    if wasRendered { monitor.forget(handle, &timers) }
    containers.released(handle)
  }

  /// Gives the containers that take their initial size without an ad that size (D23), when all transitions are carried out.
  mutating func restoreContainers(into effects: inout [Effect]) {
    guard containers.isAnyReleased else { return }
    for (handle, size) in containers.takeReleased() { giveFrame(size, handle, into: &effects) }
  }

  /// Gives a slot's frame a size, if it has another.
  mutating func giveFrame(_ size: Size, _ handle: Int32, into effects: inout [Effect]) {
    let frame = page.frame(of: handle)
    guard frame.size != size else { return }
    let adjustment = isAnchored(below: frame) ? size.height - frame.height : 0
    effects.append(.resize(page.ids[Int(handle)], size, scrollBy: adjustment))
    resize(handle, to: size)
    guard adjustment != 0 else { return }
    // The user has travelled nowhere.
    viewport.y += adjustment
    scrollAdjustment += adjustment
    needsMeasurement = true
  }

  /// Whether what is in view stays there (CSS Scroll Anchoring; `S0.57`): not at the top of the page, nor with any of the slot in view.
  private func isAnchored(below frame: SlotFrame) -> Bool {
    scrollAnchoring && isStarted && viewport.y > 0 && frame.maxY <= viewport.y
  }

  // MARK: - The world's answers

  mutating func receive(
    _ answer: Answer, _ handle: Int32, _ generation: Int, at now: Int64,
    into effects: inout [Effect]
  ) {
    guard contents[handle].generation == generation else { return }
    let state = contents[handle].state
    switch answer {
    case .failed(let reason) where state.canBecome(.failed):
      enter(.failed, handle, into: &effects)
      guard reason == .noFill, containers.collapses(handle) else { return }
      let width = page.frame(of: handle).width
      giveFrame(Size(width: width, height: 0), handle, into: &effects)
    case .loaded(let size, let media) where state.canBecome(.loaded):
      enter(.loaded, handle, into: &effects)
      contents[handle].media = media
      contents[handle].ad = page.frame(of: handle).size
      // The page has begun to show: from now on another host is another site (D31).
      if !adPages.isEmpty { adPages[handle]?.policy.commit() }
      takeSize(size, handle, into: &effects)
      renderWhenReady(handle, at: now)
    case .failed, .loaded: break
    }
  }

  /// Keeps an ad that cannot be presented from being rendered.
  mutating func withhold(_ handle: Int32, _ generation: Int) {
    let content = contents[handle]
    guard content.generation == generation, content.isHeld, !content.isRendered else { return }
    contents.withhold(handle, &timers)
  }

  // MARK: - Rendering and what follows

  mutating func renderNext(into effects: inout [Effect]) {
    guard let handle = contents.takeRender(&timers) else { return }
    let content = contents[handle]
    effects.append(.render(page.ids[Int(handle)], generation: content.generation))
    let ad = content.ad ?? page.frame(of: handle).size
    monitor.watch(handle, ad, content.media, impressionDelay: impressionDelay)
    needsMeasurement = true
  }

  /// Measures what is in view and carries out what that means.
  @inline(never)
  mutating func measure(at now: Int64, into effects: inout [Effect]) {
    monitor.measure(at: now, viewport, page, &timers, into: &reached)
    guard !reached.isEmpty else { return }
    var due: [Int32] = []
    for goal in reached {
      switch goal.purpose {
      case .impression: enter(.impressed, goal.handle, into: &effects)
      case .viewability:
        contents[goal.handle].isViewable = true
        effects.append(.reportViewable(page.ids[Int(goal.handle)]))
        guard !refreshes.isEmpty, let refresh = refreshes[goal.handle], refresh.remaining > 0
        else { continue }
        monitor.awaitRefresh(of: goal, from: now + refresh.interval)
        needsMeasurement = true
      case .refresh: due.append(goal.handle)
      }
    }
    reached.removeAll(keepingCapacity: true)
    for handle in due {
      refreshes[handle]?.remaining -= 1
      reload(handle, at: now, into: &effects)
    }
    // What was begun here is looked at in the same step.
    guard !refreshes.isEmpty, needsMeasurement else { return }
    needsMeasurement = false
    measure(at: now, into: &effects)
  }

  mutating func click(_ handle: Int32, at now: Int64, into effects: inout [Effect]) {
    let state = contents[handle].state
    guard state.canBecome(.clicked) else {
      return effects.append(.refuse(.click(page.ids[Int(handle)], state)))
    }
    if state != .clicked { enter(.clicked, handle, into: &effects) }
    touchPage(handle, at: now)
  }

  // MARK: - Consent

  /// Lets loading go on, stops it or restarts it, where the decision or what ads are handed changes (D3, D4).
  mutating func applyConsent(
    _ status: ConsentStatus, _ newPolicy: ConsentPolicy, _ newPayload: ConsentPayload,
    at now: Int64,
    into effects: inout [Effect]
  ) {
    let before = (decision: consentDecision, handOff: handOff)
    consent = status
    policy = newPolicy
    handOff = newPayload
    let isPayloadNew = consentDecision != .hold && handOff != before.handOff
    guard consentDecision != before.decision || isPayloadNew else { return }
    monitor.forgetAll(&timers)
    auctions.forgetAll(&timers)
    page.sortIfNeeded()
    for rank in 0..<page.count {
      let handle = page.handle(atRank: rank)
      endGeneration(handle, into: &effects)
      let state = manager.state(of: handle)
      if state == .fetched || state == .displayed {
        fetchIfAllowed(handle, at: now, into: &effects)
      } else if consentDecision != .hold, manager.wantsAuction(handle) {
        beginAuction(handle, at: now, into: &effects)
      }
    }
    closeRequest(into: &effects)
    restoreContainers(into: &effects)
  }
}
