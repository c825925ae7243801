extension Engine {
  /// What the consent gate says now.
  public var consentDecision: ConsentDecision {
    ConsentDecision(policy: policy, status: consent)
  }

  /// Publishes the manager's transitions and does what each means for the slot's content, slot by slot.
  mutating func carryOutTransitions(at now: Int64, into effects: inout [Effect]) {
    for index in transitions.indices {
      let transition = transitions[index]
      let handle = transition.handle
      // What lies as far apart as numbers reach is not told as infinitely far: a session could not hold that.
      let farthest = Double.greatestFiniteMagnitude
      let gap = min(max(transition.gap, -farthest), farthest)
      effects.append(.publishLoadState(page.ids[Int(handle)], transition.state, gap: gap))
      switch transition.state {
      case .notLoaded:
        break
      case .fetched:
        fetchIfAllowed(handle, into: &effects)
      case .displayed:
        renderWhenReady(handle, at: now)
      case .unloaded:
        endGeneration(handle, into: &effects)
      }
    }
    transitions.removeAll(keepingCapacity: true)
    refreshDue()
    restoreContainers(at: now, into: &effects)
  }

  private mutating func fetchIfAllowed(_ handle: Int32, into effects: inout [Effect]) {
    guard consentDecision != .hold else { return }
    let id = page.ids[Int(handle)]
    effects.append(.fetch(id, generation: contents.begin(handle)))
    effects.append(.publishAdState(id, .loading))
  }

  /// Schedules the rendering once the slot is both displayed and loaded, whichever came last (D18).
  private mutating func renderWhenReady(_ handle: Int32, at now: Int64) {
    guard manager.state(of: handle) == .displayed, contents[handle].state == .loaded else { return }
    contents.scheduleRender(handle, at: now)
  }

  mutating func endGeneration(_ handle: Int32, into effects: inout [Effect]) {
    let wasRendered = contents[handle].isRendered
    guard let generation = contents.end(handle) else { return }
    closePage(of: handle)
    effects.append(.release(page.ids[Int(handle)], generation: generation))
    if wasRendered { monitor.forget(handle) }
    containers.released(handle)
  }

  /// Gives the containers that take their initial size without an ad that size (D23).
  ///
  /// To be called when all transitions of a moment are carried out: a size moves what lies below.
  mutating func restoreContainers(at now: Int64, into effects: inout [Effect]) {
    guard containers.isAnyReleased else { return }
    for (handle, size) in containers.takeReleased() {
      giveFrame(size, handle, at: now, into: &effects)
    }
  }

  /// Gives a slot's frame a size, if it has another.
  mutating func giveFrame(
    _ size: Size, _ handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    guard page.frame(of: handle).size != size else { return }
    effects.append(.resize(page.ids[Int(handle)], size))
    resize(handle, to: size, at: now, into: &effects)
  }

  // MARK: - The world's answers

  mutating func receive(
    _ answer: Answer, _ handle: Int32, _ generation: Int, at now: Int64,
    into effects: inout [Effect]
  ) {
    guard contents[handle].generation == generation, contents[handle].state == .loading else {
      return
    }
    let id = page.ids[Int(handle)]
    switch answer {
    case .failed:
      contents[handle].state = .failed
      effects.append(.publishAdState(id, .failed))
    case .loaded(let size, let media):
      contents[handle].state = .loaded
      contents[handle].media = media
      contents[handle].ad = page.frame(of: handle).size
      commitPage(handle)
      effects.append(.publishAdState(id, .loaded))
      accept(size, handle, id, at: now, into: &effects)
      renderWhenReady(handle, at: now)
    }
  }

  /// Gives the slot the delivered size within its container's bounds, if it can be believed.
  private mutating func accept(
    _ size: Size, _ handle: Int32, _ id: SlotID, at now: Int64, into effects: inout [Effect]
  ) {
    guard size.isBelievable else {
      return effects.append(.refuse(.size(id, size)))
    }
    contents[handle].ad = size
    giveFrame(containers.frame(of: handle, for: size), handle, at: now, into: &effects)
  }

  // MARK: - Rendering and what follows

  mutating func renderNext(at now: Int64, into effects: inout [Effect]) {
    guard let handle = contents.takeRender() else { return }
    let content = contents[handle]
    effects.append(.render(page.ids[Int(handle)], generation: content.generation))
    let ad = content.ad ?? page.frame(of: handle).size
    monitor.watch(handle, ad, content.media, impressionDelay: impressionDelay)
    measure(at: now, into: &effects)
  }

  /// Measures what is in view and carries out what that means.
  @inline(never)
  mutating func measure(at now: Int64, into effects: inout [Effect]) {
    monitor.measure(at: now, viewport, page, into: &reached)
    for goal in reached {
      let id = page.ids[Int(goal.handle)]
      switch goal.purpose {
      case .impression:
        contents[goal.handle].state = .impressed
        effects.append(.publishAdState(id, .impressed))
      case .viewability:
        contents[goal.handle].isViewable = true
        effects.append(.reportViewable(id))
      }
    }
    reached.removeAll(keepingCapacity: true)
    refreshDue()
  }

  mutating func click(_ handle: Int32, at now: Int64, into effects: inout [Effect]) {
    let id = page.ids[Int(handle)]
    switch contents[handle].state {
    case .impressed:
      contents[handle].state = .clicked
      effects.append(.publishAdState(id, .clicked))
      touchPage(handle, at: now)
    case .clicked:
      touchPage(handle, at: now)
    case .uninitialized, .loading, .failed, .loaded, .closed:
      effects.append(.refuse(.click(id, contents[handle].state)))
    }
  }

  // MARK: - Consent

  /// Lets loading go on, stops it, or starts it anew, where the gate's decision changes, or what is handed to ads that
  /// may load (D3, D4).
  mutating func applyConsent(
    _ status: ConsentStatus, _ newPolicy: ConsentPolicy, _ newHandOff: HandOff, at now: Int64,
    into effects: inout [Effect]
  ) {
    let before = (decision: consentDecision, handOff: handOff)
    consent = status
    policy = newPolicy
    handOff = newHandOff
    let isHandedAnew = consentDecision != .hold && handOff != before.handOff
    guard consentDecision != before.decision || isHandedAnew else { return }
    monitor.forgetAll()
    page.settle()
    for rank in 0..<page.count {
      let handle = page.handle(atRank: rank)
      endGeneration(handle, into: &effects)
      let state = manager.state(of: handle)
      if state == .fetched || state == .displayed { fetchIfAllowed(handle, into: &effects) }
    }
    restoreContainers(at: now, into: &effects)
  }
}
