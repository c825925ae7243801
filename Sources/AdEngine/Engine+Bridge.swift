extension Engine {
  /// The address of the page of the ad in a slot, to which its relative URLs are relative.
  public func adPage(of id: SlotID) -> URLParts {
    page.handle(of: id).flatMap { adPages[$0]?.policy.page } ?? adTemplate
  }

  /// How many navigations of the ad that a slot holds were stopped (D32).
  public func blockedNavigations(of id: SlotID) -> Int {
    page.handle(of: id).flatMap { adPages[$0]?.policy.blocked } ?? 0
  }

  /// Whether a generation of a slot is the one that is held and has a page: what an older one says is dropped.
  private func hasPage(_ handle: Int32, _ generation: Int) -> Bool {
    guard contents[handle].generation == generation, contents[handle].isHeld else { return false }
    switch contents[handle].state {
    case .loading, .loaded, .impressed, .clicked: return true
    case .uninitialized, .failed, .closed: return false
    }
  }

  private func openPage(of handle: Int32) -> CreativeState {
    adPages[handle]
      ?? CreativeState(
        policy: NavigationPolicy(
          page: adTemplate, hasCommitted: contents[handle].state != .loading, hosts: hosts))
  }

  /// The user touched an ad: for a second it may open something (D32).
  mutating func touchPage(_ handle: Int32, at now: Int64) {
    var page = openPage(of: handle)
    page.activation.touch(at: Instant(milliseconds: now))
    adPages[handle] = page
  }

  mutating func closePage(of handle: Int32) {
    if !adPages.isEmpty { adPages[handle] = nil }
  }

  mutating func receive(
    _ message: Result<BridgeMessage, BridgeMessageError>, _ handle: Int32, _ generation: Int,
    at now: Int64, into effects: inout [Effect]
  ) {
    guard hasPage(handle, generation) else { return }
    let id = page.ids[Int(handle)]
    switch message {
    case .failure(let problem): effects.append(.refuse(.message(id, problem)))
    case .success(.adSize(let size)): takeSize(size, handle, into: &effects)
    case .success(let said): effects.append(.log(id, said))
    }
  }

  /// Gives the slot the size that was delivered or sent by its ad's page, within its container's bounds, if plausible (D25).
  mutating func takeSize(_ size: Size, _ handle: Int32, into effects: inout [Effect]) {
    guard size.isPlausible else {
      return effects.append(.refuse(.size(page.ids[Int(handle)], size)))
    }
    if contents[handle].state != .loading { contents[handle].ad = size }
    if contents[handle].isRendered { monitor.resize(handle, size, contents[handle].media) }
    needsMeasurement = true
    giveFrame(containers.frame(of: handle, for: size), handle, into: &effects)
  }

  mutating func decide(
    _ attempt: NavigationAttempt, _ handle: Int32, _ generation: Int, at now: Int64,
    into effects: inout [Effect]
  ) {
    guard hasPage(handle, generation) else { return }
    var adPage = openPage(of: handle)
    adPage.resolve(
      attempt, of: page.ids[Int(handle)], at: Instant(milliseconds: now), into: &effects)
    adPages[handle] = adPage
  }
}
