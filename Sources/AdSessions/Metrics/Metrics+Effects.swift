package import AdEngine

/// What the engine decides, and what that counts for.
extension Metrics {
  /// Tells of something that the engine decided.
  package mutating func observe(_ effect: Engine.Effect, at moment: Instant) {
    advance(to: moment.milliseconds)
    if needsRefresh { refresh() }
    switch effect {
    case .publishLoadState(let slot, let state, _): noteLoadState(slot.rawValue, state)
    case .publishAdState(let slot, .impressed):
      guard isPresent(slot.rawValue), !records[slot.rawValue].isImpressed else { return }
      records[slot.rawValue].isImpressed = true
      totals.impressed += 1
    case .publishAdState, .open, .block, .log, .refuse: break
    case .fetch(let slot, let generation): request(slot.rawValue, generation)
    case .render(let slot, _): render(slot.rawValue)
    case .release(let slot, _): release(slot.rawValue)
    case .resize(let slot, let size): resize(slot.rawValue, to: size.height)
    case .reportViewable: totals.viewable += 1
    }
  }

  private mutating func noteLoadState(_ slot: Int, _ state: AdLoadState) {
    guard isPresent(slot) else { return }
    switch state {
    case .notLoaded: break
    case .fetched:
      totals.fetched += 1
      if records[slot].wasUnloaded { totals.refetches += 1 }
    case .displayed: totals.displayed += 1
    case .unloaded: break
    }
    records[slot].wasUnloaded = state == .unloaded
    records[slot].isDisplayed = state == .displayed
    countShown(slot)
  }

  /// Counts an ad that was asked for once its slot is near enough to be displayed.
  private mutating func countShown(_ slot: Int) {
    guard records[slot].isDisplayed, records[slot].isRequested, !records[slot].wasShown else {
      return
    }
    records[slot].wasShown = true
    totals.shown += 1
  }

  private mutating func request(_ slot: Int, _ generation: Int) {
    guard isPresent(slot) else { return }
    release(slot)
    totals.requests += 1
    records[slot].isRequested = true
    records[slot].generation = generation
    if records[slot].isVisible {
      records[slot].wasSeen = true
      // What was in view before it might be asked for has waited since then, and no threshold could have helped.
      let possible = max(records[slot].emptySince, loadsSince, begunAt)
      records[slot].firstVisible = max(records[slot].visibleSince, possible)
      records[slot].isArrival = records[slot].visibleSince > possible
    }
    countShown(slot)
  }

  private mutating func render(_ slot: Int) {
    guard isPresent(slot), records[slot].isRequested, !records[slot].isRendered else { return }
    records[slot].isRendered = true
    totals.rendered += 1
    totals.timeToFirstAd = totals.timeToFirstAd ?? now
    liveAds += 1
    liveAdMilliseconds -= Double(now)
    totals.liveAdsPeak = max(totals.liveAdsPeak, liveAds + liveAdsElsewhere)
    if records[slot].firstVisible >= 0 {
      noteLead(records[slot].firstVisible - now, isArrival: records[slot].isArrival)
    } else {
      records[slot].awaitsView = now
    }
    if records[slot].isVisible {
      records[slot].wasSeenRendered = true
      blankCount -= 1
      findQuiet()
    }
  }

  mutating func noteLead(_ lead: Int64, isArrival: Bool) {
    totals.leadTimes.append(lead)
    guard lead < 0 else { return }
    totals.lateRenders += 1
    if isArrival { totals.lateArrivals += 1 }
  }

  mutating func release(_ slot: Int) {
    guard isPresent(slot), records[slot].isRequested else { return }
    if !records[slot].wasSeen { totals.wastedFetches += 1 }
    let wasRendered = records[slot].isRendered
    if wasRendered {
      if !records[slot].wasSeenRendered { totals.wastedRenders += 1 }
      liveAds -= 1
      liveAdMilliseconds += Double(now)
    }
    records[slot].endGeneration(at: now)
    if wasRendered, records[slot].isVisible {
      blankCount += 1
      findQuiet()
    }
  }
}
