extension Engine {
  /// Takes an input to the part that decides on it; measurement and check wait for the end of the step.
  mutating func route(_ input: Input, at now: Int64, into effects: inout [Effect]) {
    switch input {
    case .woken: break
    case .scrolled(let position): moveViewport(to: position, into: &effects)
    case .scrolledAcross(let position): moveViewportAcross(to: position, into: &effects)
    case .viewportResized(let size): resizeViewport(to: size, into: &effects)
    case .slotAdded(let id, let frame): add(id, frame, at: now, into: &effects)
    case .slotMoved(let id, let frame):
      if let handle = known(id, &effects) { move(handle, id, to: frame, into: &effects) }
    case .slotMovedAcross(let id, let x):
      guard let handle = known(id, &effects) else { return }
      var frame = page.frame(of: handle)
      frame.x = x
      move(handle, id, to: frame, into: &effects)
    case .slotResized(let id, let size):
      guard let handle = known(id, &effects) else { return }
      if let (id, frame) = page.invalidFrame(afterResizing: handle, to: size) {
        return effects.append(.refuse(.frame(id, frame)))
      }
      resize(handle, to: size)
    case .slotClipped(let id, let share):
      guard let handle = known(id, &effects) else { return }
      guard (0...1).contains(share) else {
        return effects.append(.refuse(.visibleShare(id, share)))
      }
      change(handle) { $0.share = share }
    case .slotHidden(let id, let isHidden):
      if let handle = known(id, &effects) { change(handle) { $0.isHidden = isHidden } }
    case .slotSticky(let id, let isSticky):
      if let handle = known(id, &effects) { change(handle) { $0.isSticky = isSticky } }
    case .slotConstrained(let id, let constraints):
      guard let handle = known(id, &effects) else { return }
      containers.set(constraints, of: handle, initial: page.frame(of: handle).size)
    case .slotLazyLoadingChanged(let id, let rule):
      guard let handle = known(id, &effects) else { return }
      changeLazyLoading(rule, of: handle, at: now, into: &effects)
    case .slotRefreshChanged(let id, let interval):
      guard let handle = known(id, &effects) else { return }
      refreshes[handle] = interval.map { Refresh(interval: min(max($0, 0), Self.endOfTime)) }
    case .slotRemoved(let id):
      guard let handle = known(id, &effects) else { return }
      forget(handle, into: &effects)
      containers.remove(handle)
      refreshes[handle] = nil
      page.remove(handle)
      geometryChanged()
    case .pageClosed: closePage(into: &effects)
    case .pageCovered(let isCovered): cover(isCovered)
    case .lazyLoadingChanged(let change): changeLazyLoading(change, at: now, into: &effects)
    case .consentChanged(let status, let handOff):
      applyConsent(status, policy, handOff, at: now, into: &effects)
    case .policyChanged(let policy): applyConsent(consent, policy, handOff, at: now, into: &effects)
    case .reloadRequested(let id), .slotRenewed(let id):
      if let handle = known(id, &effects) { reload(handle, at: now, into: &effects) }
    case .activityChanged(let isActive):
      monitor.setActive(isActive)
      needsMeasurement = true
    case .clicked(let id):
      if let handle = known(id, &effects) { click(handle, at: now, into: &effects) }
    case .bidsArrived(let id, let auction):
      guard let handle = page.handle(of: id) else { return }
      receiveBids(handle, auction, at: now, into: &effects)
    case .answered(let id, let generation, let answer):
      guard let handle = page.handle(of: id) else { return }
      receive(answer, handle, generation, at: now, into: &effects)
    case .presentationFailed(let id, let generation):
      if let handle = page.handle(of: id) { withhold(handle, generation) }
    case .messaged(let id, let generation, let message):
      guard let handle = page.handle(of: id) else { return }
      receive(message, handle, generation, at: now, into: &effects)
    case .navigationRequested(let id, let generation, let attempt):
      guard let handle = page.handle(of: id) else { return }
      decide(attempt, handle, generation, at: now, into: &effects)
    }
  }

  private func known(_ id: SlotID, _ effects: inout [Effect]) -> Int32? {
    let handle = page.handle(of: id)
    if handle == nil { effects.append(.refuse(.unknownSlot(id))) }
    return handle
  }

  // MARK: - Geometry

  private mutating func moveViewport(to position: Double, into effects: inout [Effect]) {
    guard position.isFinite else { return effects.append(.refuse(.scroll(position))) }
    if manager.followsTravel { manager.travel(from: viewport.y, to: position) }
    viewport.y = position
    isStarted = true
    if !monitor.isQuiet(at: position) { needsMeasurement = true }
    needsCheck = true
  }

  private mutating func moveViewportAcross(to position: Double, into effects: inout [Effect]) {
    guard position.isFinite else { return effects.append(.refuse(.scroll(position))) }
    viewport.x = position
    isStarted = true
    manager.scanNext()
    geometryChanged()
  }

  private mutating func change(_ handle: Int32, _ change: (inout SlotVisibility) -> Void) {
    var visibility = page.visibility(of: handle)
    change(&visibility)
    page.setVisibility(visibility, of: handle)
    manager.revisit(handle)
    geometryChanged(below: page.frame(of: handle).minY)
  }

  private mutating func resizeViewport(to size: Size, into effects: inout [Effect]) {
    guard size.isValid else { return effects.append(.refuse(.viewport(size))) }
    viewport.size = size
    manager.viewportResized(to: size)
    if page.hasSlotsAcross { manager.scanNext() }
    isStarted = true
    refreshIsChecking()
    geometryChanged()
  }

  private mutating func add(
    _ id: SlotID, _ frame: SlotFrame, at now: Int64, into effects: inout [Effect]
  ) {
    guard page.handle(of: id) == nil else { return effects.append(.refuse(.duplicateSlot(id))) }
    guard frame.isValid else { return effects.append(.refuse(.frame(id, frame))) }
    let handle = page.add(id, frame)
    manager.add(handle)
    contents.add(handle)
    if !manager.isLazy { displayEagerly(handle, at: now, into: &effects) }
    needsCheck = true
  }

  private mutating func move(
    _ handle: Int32, _ id: SlotID, to frame: SlotFrame, into effects: inout [Effect]
  ) {
    guard frame.isValid else { return effects.append(.refuse(.frame(id, frame))) }
    if page.isPlacedAcross(handle) || frame.x != nil { manager.revisit(handle) }
    page.move(handle, to: frame)
    geometryChanged()
  }

  private mutating func displayEagerly(
    _ handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    let gap = viewport.gap(to: page.frame(of: handle))
    manager.displayEagerly(handle, gap: gap, &timers, into: &transitions)
    carryOutTransitions(at: now, into: &effects)
  }

  /// Gives a slot a size that leaves every frame valid, as plausible sizes of ads do.
  mutating func resize(_ handle: Int32, to size: Size) {
    let frame = page.frame(of: handle)
    if page.isPlacedAcross(handle) { manager.revisit(handle) }
    page.resize(handle, to: size)
    manager.geometryChanged()
    needsCheck = true
    if monitor.resized(from: frame.minY, by: size.height - frame.height, viewport, page) {
      needsMeasurement = true
    }
  }

  /// Asks for a measurement and a check by the new geometry; nothing changed above `edge`.
  private mutating func geometryChanged(below edge: Double = -.infinity) {
    manager.geometryChanged()
    if monitor.geometryChanged(below: edge) { needsMeasurement = true }
    needsCheck = true
  }

  private mutating func closePage(into effects: inout [Effect]) {
    monitor.forgetAll(&timers)
    auctions.forgetAll(&timers)
    page.sortIfNeeded()
    for rank in 0..<page.count { forget(page.handle(atRank: rank), into: &effects) }
    page = SlotGeometry()
    manager = LazyLoadingManager(manager.settings, viewport.size)
    contents = AdContents()
    auctions = Auctions(auctions.settings)
    containers = Containers()
    refreshes = [:]
    timers = TimerTable()
    viewport.x = 0
    viewport.y = 0
    scrollAdjustment = 0
    isStarted = false
    isCovered = false
    monitor.setCovered(false)
  }

  /// Lets the page be looked at again, or no longer; what was not checked while it was covered is checked then.
  private mutating func cover(_ covers: Bool) {
    guard covers != isCovered else { return }
    isCovered = covers
    monitor.setCovered(covers)
    needsMeasurement = true
    if covers { timers.set(.check, to: nil) } else { needsCheck = true }
  }

  private mutating func forget(_ handle: Int32, into effects: inout [Effect]) {
    endGeneration(handle, into: &effects)
    manager.remove(handle, &timers)
    auctions.remove(handle)
  }

  // MARK: - Settings

  private mutating func changeLazyLoading(
    _ change: LazyLoadingChange, at now: Int64, into effects: inout [Effect]
  ) {
    guard let settings = manager.settings else { return effects.append(.refuse(.noManager)) }
    do {
      manager.change(to: try settings.applying(change), in: viewport.size, &timers)
      if page.hasSlotsAcross { manager.scanNext() }
      refreshAuctionRule(at: now, into: &effects)
      needsCheck = true
    } catch {
      effects.append(.refuse(.lazyLoading(error)))
    }
  }

  private mutating func changeLazyLoading(
    _ rule: LazyLoadingOverride?, of handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    if case .settings(let change)? = rule, let error = change.errorOfSlot {
      return effects.append(.refuse(.lazyLoading(error)))
    }
    manager.set(rule, of: handle, in: viewport.size)
    if manager.isEager(handle) { displayEagerly(handle, at: now, into: &effects) }
    needsCheck = true
  }

  mutating func reload(_ handle: Int32, at now: Int64, into effects: inout [Effect]) {
    let wasLoaded = manager.state(of: handle) != .notLoaded
    manager.reset(handle, &timers)
    if wasLoaded {
      let gap = viewport.gap(to: page.frame(of: handle))
      effects.append(.reportLoadState(page.ids[Int(handle)], .notLoaded, gap: gap))
    }
    endGeneration(handle, into: &effects)
    restoreContainers(into: &effects)
    if manager.isEager(handle) { displayEagerly(handle, at: now, into: &effects) }
    needsCheck = true
  }
}
