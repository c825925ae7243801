package import AdEngine

/// What the engine decides, and what that counts for.
extension Metrics {
  package mutating func observe(_ effect: Engine.Effect, at instant: Instant) {
    advance(to: instant.milliseconds)
    if needsRefresh { refresh() }
    switch effect {
    case .reportLoadState(let slot, let state, let gap): noteLoadState(slot.rawValue, state, gap)
    case .reportAdState(let slot, .impressed): impress(slot.rawValue)
    case .reportAdState(let slot, .loaded): answer(slot.rawValue, .loaded)
    case .reportAdState(let slot, .failed): answer(slot.rawValue, .failed)
    case .reportAdState, .open, .block, .log, .refuse: break
    case .auction(let slot, _): if isPresent(slot.rawValue) { totals.auctions += 1 }
    case .reportAuction(let slot, _, let outcome): noteAuction(slot.rawValue, outcome)
    case .fetch(let slot, let generation): request(slot.rawValue, generation)
    case .render(let slot, _): render(slot.rawValue)
    case .release(let slot, _): release(slot.rawValue)
    case .resize(let slot, let size, let adjustment):
      resize(slot.rawValue, to: size, scrollBy: adjustment)
    case .reportViewable(let slot): countViewable(slot.rawValue)
    }
  }

  private mutating func noteLoadState(_ slot: Int, _ state: AdLoadState, _ gap: Double) {
    guard isPresent(slot) else { return }
    switch state {
    case .fetched:
      totals.fetched += 1
      if goesByPage(slot, \.fetchThreshold) {
        totals.farthestFetched = max(totals.farthestFetched, gap)
      }
    case .displayed:
      totals.displayed += 1
      if goesByPage(slot, \.displayThreshold) {
        totals.farthestDisplayed = max(totals.farthestDisplayed, gap)
      }
    case .notLoaded:
      records[slot].isRefreshing = !records[slot].isReloading
      records[slot].isReloading = false
    case .unloaded: break
    }
    records[slot].loadState = state
    countNear(slot)
  }

  private mutating func noteAuction(_ slot: Int, _ outcome: AuctionOutcome) {
    guard isPresent(slot) else { return }
    switch outcome {
    case .timedOut: totals.auctionTimeouts += 1
    case .expired: totals.expiredBids += 1
    }
  }

  private func goesByPage(_ slot: Int, _ field: KeyPath<LazyLoadingChange, Threshold?>) -> Bool {
    guard !own.isEmpty, let own = own[slot] else { return true }
    guard case .settings(let change) = own else { return false }
    return change[keyPath: field] == nil
  }

  private mutating func impress(_ slot: Int) {
    guard isPresent(slot), records[slot].generation?.isImpressed == false else { return }
    records[slot].generation?.isImpressed = true
    if isCounted(slot) { totals.impressed += 1 }
  }

  private func isCounted(_ slot: Int) -> Bool {
    // What a session says of a slot without a request is counted, as it stands there.
    !records.indices.contains(slot) || records[slot].generation?.isCounted != false
  }

  private mutating func countViewable(_ slot: Int) {
    if isCounted(slot) { totals.viewable += 1 }
    if records.indices.contains(slot) { records[slot].generation?.isViewable = true }
  }

  mutating func answer(_ slot: Int, _ answer: SlotRecord.Answer) {
    guard isPresent(slot), var generation = records[slot].generation,
      generation.answer == (answer == .withheld ? .loaded : .awaited)
    else { return }
    let wasBlank = generation.isBlank
    generation.answer = answer == .loaded && generation.isWithheld ? .withheld : answer
    records[slot].generation = generation
    if generation.answer == .withheld, generation.isCounted { totals.notPresented += 1 }
    // No ad will come, so the box is no longer blank time.
    if wasBlank, !generation.isBlank, records[slot].isVisible {
      blankCount -= 1
      findQuiet()
    }
  }

  /// Counts an ad that was asked for once its slot is near enough to be displayed.
  private mutating func countNear(_ slot: Int) {
    guard records[slot].loadState == .displayed, records[slot].generation?.wasNear == false else {
      return
    }
    records[slot].generation?.wasNear = true
    if isCounted(slot) { totals.cameNear += 1 }
  }

  private mutating func request(_ slot: Int, _ generation: Int) {
    guard isPresent(slot) else { return }
    release(slot)
    totals.requests += 1
    var requested = SlotRecord.Generation(number: generation)
    requested.isRefresh = records[slot].isRefreshing
    records[slot].isRefreshing = false
    if requested.isRefresh {
      totals.refreshes += 1
    } else if records[slot].wasRequested {
      totals.refetches += 1
    }
    records[slot].wasRequested = true
    if let visibleSince = records[slot].visibleSince {
      // What was in view before it might be asked for has waited since then, and no threshold could have helped.
      let possible = max(records[slot].emptySince, loadsSince, begunAt)
      requested.sight = .seen(at: max(visibleSince, possible), isArrival: visibleSince > possible)
    }
    records[slot].generation = requested
    countNear(slot)
  }

  private mutating func render(_ slot: Int) {
    guard isPresent(slot), var generation = records[slot].generation, !generation.isRendered else {
      return
    }
    let isVisible = records[slot].isVisible
    let wasBlank = generation.isBlank
    generation.rendering = isVisible ? .seen : .unseen(since: now)
    records[slot].generation = generation
    liveAds += 1
    liveAdMilliseconds -= Double(now)
    totals.liveAdsPeak = max(totals.liveAdsPeak, liveAds + liveAdsElsewhere)
    if generation.isCounted {
      totals.rendered += 1
      totals.timeToFirstAd = totals.timeToFirstAd ?? now - countedSince
      if !generation.isRefresh, case .seen(let firstSeen, let isArrival) = generation.sight {
        noteLead(firstSeen - now, isArrival: isArrival)
      }
    }
    if isVisible, wasBlank {
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
    guard isPresent(slot), let generation = records[slot].generation else { return }
    if generation.isCounted { totals.countWaste(of: generation) }
    records[slot].generation = nil
    records[slot].emptySince = now
    if generation.isRendered {
      liveAds -= 1
      liveAdMilliseconds += Double(now)
    }
    if !generation.isBlank, !records[slot].isRefreshing, records[slot].isVisible {
      blankCount += 1
      findQuiet()
    }
  }
}

extension MetricsReport {
  /// Counts what a generation that ends without having been in view has cost.
  mutating func countWaste(of generation: SlotRecord.Generation) {
    if generation.sight == .unseen { wastedFetches += 1 }
    if case .unseen = generation.rendering { wastedRenders += 1 }
  }
}
