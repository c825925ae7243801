extension Engine {
  /// Takes an input other than a scroll to the part that decides on it.
  mutating func route(_ input: Input, at now: Int64, into effects: inout [Effect]) {
    switch input {
    case .scrolled, .woken:
      break
    case .viewportResized(let size):
      resizeViewport(to: size, at: now, into: &effects)
    case .slotAdded(let id, let frame):
      add(id, frame, at: now, into: &effects)
    case .slotMoved(let id, let frame):
      guard let handle = known(id, &effects) else { return }
      guard frame.isValid else { return effects.append(.refuse(.frame(id, frame))) }
      page.move(handle, to: frame)
      geometryChanged(at: now, into: &effects)
    case .slotResized(let id, let size):
      guard let handle = known(id, &effects) else { return }
      if let (id, frame) = page.invalidFrame(afterResizing: handle, to: size) {
        return effects.append(.refuse(.frame(id, frame)))
      }
      resize(handle, to: size, at: now, into: &effects)
    case .slotConstrained(let id, let constraints):
      guard let handle = known(id, &effects) else { return }
      containers.set(constraints, of: handle, initial: page.frame(of: handle).size)
    case .slotRemoved(let id):
      guard let handle = known(id, &effects) else { return }
      forget(handle, into: &effects)
      containers.remove(handle)
      page.remove(handle)
      geometryChanged(at: now, into: &effects)
    case .pageClosed:
      closePage(into: &effects)
    case .pageCovered(let isCovered):
      cover(isCovered, at: now, into: &effects)
    case .lazyLoadingChanged(let change):
      changeLazyLoading(change, at: now, into: &effects)
    case .consentChanged(let status, let handOff):
      applyConsent(status, policy, handOff, at: now, into: &effects)
    case .policyChanged(let policy):
      applyConsent(consent, policy, handOff, at: now, into: &effects)
    case .reloadRequested(let id), .slotRenewed(let id):
      guard let handle = known(id, &effects) else { return }
      reload(handle, at: now, into: &effects)
    case .activityChanged(let isActive):
      monitor.setActive(isActive)
      measure(at: now, into: &effects)
    case .clicked(let id):
      guard let handle = known(id, &effects) else { return }
      click(handle, at: now, into: &effects)
    case .answered(let id, let generation, let answer):
      guard let handle = page.handle(of: id) else { return }
      receive(answer, handle, generation, at: now, into: &effects)
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

  private mutating func resizeViewport(
    to size: Size, at now: Int64, into effects: inout [Effect]
  ) {
    guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
      return effects.append(.refuse(.viewport(size)))
    }
    viewport.size = size
    isStarted = true
    refreshIsChecking()
    geometryChanged(at: now, into: &effects)
  }

  private mutating func add(
    _ id: SlotID, _ frame: SlotFrame, at now: Int64, into effects: inout [Effect]
  ) {
    guard page.handle(of: id) == nil else {
      return effects.append(.refuse(.duplicateSlot(id)))
    }
    guard frame.isValid else { return effects.append(.refuse(.frame(id, frame))) }
    let handle = page.add(id, frame)
    manager.add(handle)
    contents.add(handle)
    if manager.settings == nil { displayEagerly(handle, at: now, into: &effects) }
    askForCheck(at: now, into: &effects)
  }

  private mutating func displayEagerly(
    _ handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    let gap = viewport.gap(to: page.frame(of: handle))
    manager.displayEagerly(handle, gap: gap, into: &transitions)
    carryOutTransitions(at: now, into: &effects)
  }

  /// Gives a slot a size that leaves every frame valid, as plausible sizes of ads do.
  mutating func resize(
    _ handle: Int32, to size: Size, at now: Int64, into effects: inout [Effect]
  ) {
    let top = page.frame(of: handle).minY
    page.resize(handle, to: size)
    geometryChanged(below: top, at: now, into: &effects)
  }

  /// Measures what is in view by the new geometry and asks for a check; nothing changed above `edge`.
  private mutating func geometryChanged(
    below edge: Double = -.infinity, at now: Int64, into effects: inout [Effect]
  ) {
    manager.geometryChanged()
    if monitor.geometryChanged(below: edge) { measure(at: now, into: &effects) }
    askForCheck(at: now, into: &effects)
  }

  private mutating func closePage(into effects: inout [Effect]) {
    monitor.forgetAll(&timers)
    page.sortIfNeeded()
    for rank in 0..<page.count {
      forget(page.handle(atRank: rank), into: &effects)
    }
    page = PageGeometry()
    manager = LazyLoadingManager(manager.settings)
    contents = AdContents()
    containers = Containers()
    timers = TimerTable()
    viewport.y = 0
    isStarted = false
    isCovered = false
    monitor.setCovered(false)
  }

  /// Lets the page be looked at again, or no longer; what was not checked while it was covered is checked then.
  private mutating func cover(_ covers: Bool, at now: Int64, into effects: inout [Effect]) {
    guard covers != isCovered else { return }
    isCovered = covers
    monitor.setCovered(covers)
    measure(at: now, into: &effects)
    if covers {
      timers.set(.check, to: nil)
    } else {
      askForCheck(at: now, into: &effects)
    }
  }

  private mutating func forget(_ handle: Int32, into effects: inout [Effect]) {
    endGeneration(handle, into: &effects)
    manager.remove(handle, &timers)
  }

  // MARK: - Settings

  private mutating func changeLazyLoading(
    _ change: LazyLoadingChange, at now: Int64, into effects: inout [Effect]
  ) {
    guard let settings = manager.settings else { return effects.append(.refuse(.noManager)) }
    do {
      manager.change(to: try settings.applying(change))
      askForCheck(at: now, into: &effects)
    } catch {
      effects.append(.refuse(.lazyLoading(error)))
    }
  }

  private mutating func reload(
    _ handle: Int32, at now: Int64, into effects: inout [Effect]
  ) {
    let wasLoaded = manager.state(of: handle) != .notLoaded
    manager.reset(handle, &timers)
    if wasLoaded {
      let gap = viewport.gap(to: page.frame(of: handle))
      effects.append(.publishLoadState(page.ids[Int(handle)], .notLoaded, gap: gap))
    }
    endGeneration(handle, into: &effects)
    restoreContainers(at: now, into: &effects)
    if manager.settings == nil { displayEagerly(handle, at: now, into: &effects) }
    askForCheck(at: now, into: &effects)
  }
}
