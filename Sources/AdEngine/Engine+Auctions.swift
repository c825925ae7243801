/// Auctions stand between a slot that is near and the request for its ad; its states are about distance and go on without them.
extension Engine {
  /// Begins the auctions of the slots that a check saw come near enough.
  mutating func beginAuctions(at now: Int64, into effects: inout [Effect]) {
    for handle in manager.drainPendingAuctions() where consentDecision != .hold {
      beginAuction(handle, at: now, into: &effects)
    }
  }

  mutating func beginAuction(_ handle: Int32, at now: Int64, into effects: inout [Effect]) {
    let number = auctions.begin(handle, at: now, &timers)
    effects.append(.auction(page.ids[Int(handle)], number: number))
  }

  /// Lets a slot wait for its auction, which begins now unless one counts; ``closeRequest(into:)`` follows when all are named.
  mutating func requestAfterAuction(_ handle: Int32, at now: Int64, into effects: inout [Effect]) {
    switch auctions.outcome(handle, at: now) {
    case .none: beginAuction(handle, at: now, into: &effects)
    case .expired(let hadBids):
      if hadBids {
        let number = auctions[handle].number
        effects.append(.reportAuction(page.ids[Int(handle)], number: number, .expired))
      }
      beginAuction(handle, at: now, into: &effects)
    case .running, .usable: break
    }
    auctions.join(handle)
    if !manager.usesSingleRequest { closeRequest(into: &effects) }
  }

  /// Requests the ads of the slots named since the last call, if none of their auctions is under way.
  mutating func closeRequest(into effects: inout [Effect]) {
    if auctions.isEnabled { fetch(auctions.closeRequest(), into: &effects) }
  }

  private mutating func fetch(_ handles: [Int32], into effects: inout [Effect]) {
    for handle in handles { fetch(handle, into: &effects) }
  }

  mutating func receiveBids(
    _ handle: Int32, _ number: Int, at now: Int64, into effects: inout [Effect]
  ) {
    guard auctions.receiveBids(handle, number, at: now, &timers) else { return }
    fetch(auctions.noteEnd(of: handle), into: &effects)
  }

  mutating func timeOutAuction(at now: Int64, into effects: inout [Effect]) {
    guard let handle = auctions.timeOutFirst(at: now, &timers) else { return }
    let number = auctions[handle].number
    effects.append(.reportAuction(page.ids[Int(handle)], number: number, .timedOut))
    fetch(auctions.noteEnd(of: handle), into: &effects)
  }

  /// Ends the auction of a slot that is not to be requested any more, or not yet.
  mutating func endAuction(_ handle: Int32, into effects: inout [Effect]) {
    if auctions.isEnabled { fetch(auctions.forget(handle, &timers), into: &effects) }
  }

  /// Takes the page's new rule; where auctions are no longer held, what waits for one is requested.
  mutating func refreshAuctionRule(at now: Int64, into effects: inout [Effect]) {
    let settings = manager.settings?.auction.settings
    guard settings != auctions.settings else { return }
    let old = auctions
    auctions.change(to: settings, at: now, &timers)
    guard settings == nil else { return }
    page.sortIfNeeded()
    for rank in 0..<page.count where old[page.handle(atRank: rank)].request != 0 {
      fetch(page.handle(atRank: rank), into: &effects)
    }
  }

  /// What is known of a slot's auction, if it has one.
  func auctionStatus(of handle: Int32) -> AuctionStatus? {
    let auction = auctions[handle]
    return auction.stage.map { stage in
      AuctionStatus(
        number: auction.number, stage: stage, since: Instant(milliseconds: auction.since),
        isAwaited: auction.request != 0)
    }
  }
}
