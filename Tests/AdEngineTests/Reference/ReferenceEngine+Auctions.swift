import AdEngine

/// Auctions: the request for an ad waits for them, the states do not.
extension ReferenceEngine {
  private var rule: AuctionSettings? { settings?.auction.settings }
  private var isSingle: Bool { settings?.requests == .single }

  // MARK: - Auctions

  /// At a check: the slots that have come near enough since the last one.
  mutating func beginAuctions(_ now: Int64) {
    guard rule != nil else { return }
    func isWanted(_ slot: Slot) -> Bool {
      !slot.hasStartedAuction && [.notLoaded, .unloaded].contains(slot.load)
    }
    func isNear(_ slot: Slot) -> Bool {
      guard let margins = margins(of: slot), let auction = margins.auction else { return false }
      let isLeft = slot.load == .unloaded && margins.unloads
      return reach(slot) <= (isLeft ? min(auction, margins.unload) : auction)
    }
    let wantsAll =
      isSingle && slots.contains { isWanted($0) && $0.load == .notLoaded && isNear($0) }
    for index in pageOrder where isWanted(slots[index]) {
      let isAlong = wantsAll && slots[index].load == .notLoaded && margins(of: slots[index]) != nil
      guard isAlong || isNear(slots[index]) else { continue }
      slots[index].hasStartedAuction = true
      if decision != .hold { beginAuction(index, now) }
    }
  }

  mutating func beginAuction(_ index: Int, _ now: Int64) {
    guard let rule else { return }
    counter += 1
    slots[index].auctions += 1
    slots[index].auction = .running
    slots[index].auctionSince = now
    slots[index].auctionEnd = now + rule.timeout
    slots[index].auctionOrder = counter
    effects.append(.auction(slots[index].id, number: slots[index].auctions))
  }

  mutating func timeOutOne(_ now: Int64) {
    let due = slots.indices.filter { slots[$0].auction == .running && slots[$0].auctionEnd == now }
    guard let index = due.min(by: { slots[$0].auctionOrder < slots[$1].auctionOrder }) else {
      return
    }
    slots[index].auction = .timedOut
    slots[index].auctionSince = now
    effects.append(.reportAuction(slots[index].id, number: slots[index].auctions, .timedOut))
    sendIfReady(slots[index].request)
  }

  mutating func receiveBids(_ id: SlotID, _ number: Int, _ now: Int64) {
    guard let index = position(of: id), slots[index].auctions == number,
      [.running, .timedOut].contains(slots[index].auction)
    else { return }
    slots[index].auction = .bids
    slots[index].auctionSince = now
    sendIfReady(slots[index].request)
  }

  // MARK: - Requests

  /// What a slot does that is to be requested; ``closeRequest()`` follows.
  mutating func fetchOrWait(_ index: Int, _ now: Int64) {
    guard decision != .hold else { return }
    guard let rule else { return fetch(index) }
    let slot = slots[index]
    let isOld = slot.auction != .running && now - slot.auctionSince >= rule.expires
    if slot.auction == .bids, isOld {
      effects.append(.reportAuction(slot.id, number: slot.auctions, .expired))
    }
    if slot.auction == nil || isOld { beginAuction(index, now) }
    counter += 1
    slots[index].request = openRequest
    slots[index].requestOrder = counter
    if !isSingle { closeRequest() }
  }

  mutating func closeRequest() {
    openRequest += 1
    sendIfReady(openRequest - 1)
  }

  private mutating func sendIfReady(_ request: Int?) {
    guard let request, request != openRequest else { return }
    let waiting = slots.indices.filter { slots[$0].request == request }
      .sorted { slots[$0].requestOrder < slots[$1].requestOrder }
    guard !waiting.contains(where: { slots[$0].auction == .running }) else { return }
    for index in waiting {
      slots[index].request = nil
      slots[index].auction = nil
      fetch(index)
    }
  }

  // MARK: - What ends auctions

  mutating func endAuction(_ index: Int) {
    let request = slots[index].request
    slots[index].request = nil
    slots[index].auction = nil
    sendIfReady(request)
  }

  mutating func forgetAuctions() {
    for index in slots.indices {
      slots[index].request = nil
      slots[index].auction = nil
    }
  }

  mutating func changeAuctions(from old: AuctionRule, to new: AuctionRule, _ now: Int64) {
    if (old == .off) != (new == .off) {
      for index in slots.indices { slots[index].hasStartedAuction = false }
    }
    if let new = new.settings {
      guard new.timeout != old.settings?.timeout else { return }
      for index in slots.indices {
        slots[index].auctionEnd = max(now + 1, slots[index].auctionSince + new.timeout)
      }
    } else {
      let waiting = pageOrder.filter { slots[$0].request != nil }
      forgetAuctions()
      for index in waiting { fetch(index) }
    }
  }
}
