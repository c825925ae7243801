import AdEngine

extension CauseTracer {
  /// The events that the slot waits for at a time.
  mutating func pendingConditions(at now: Instant) -> [PendingCondition] {
    handle(.woken, at: now)
    guard let standing else { return [] }
    let status = standing.status
    var pendingConditions: [PendingCondition] = []
    let isInReach = status.loadState == .fetched || status.loadState == .displayed
    if !status.isReachable, standing.distances != nil {
      pendingConditions.append(.unreachable(status, from: engine.viewport))
    } else if isInReach {
      if let pendingCondition = pendingContent(status) {
        pendingConditions.append(pendingCondition)
      }
      if status.loadState == .fetched, let distances = standing.distances {
        pendingConditions.append(.nearness(.display, gap: status.gap, threshold: distances.display))
      }
    } else if let distances = standing.distances {
      if let auction = status.auction { pendingConditions.append(pendingCondition(auction)) }
      pendingConditions.append(.nearness(.fetch, gap: status.gap, threshold: distances.fetch))
    }
    if let time = status.unloadsAt, let distances = standing.distances {
      pendingConditions.append(.unloading(at: time, gap: status.gap, threshold: distances.unload))
    }
    return pendingConditions
  }

  private func pendingContent(_ status: SlotStatus) -> PendingCondition? {
    switch status.adState {
    case .uninitialized:
      if let auction = status.auction { return pendingCondition(auction) }
      return engine.consentDecision == .hold ? .consent(engine.consent, engine.policy) : nil
    case .loading: return .answer(generation: status.generation, since: requested)
    case .failed: return failure.map(PendingCondition.reload)
    case .loaded, .impressed, .clicked, .closed: break
    }
    guard status.canPresent else { return .withheld }
    guard status.isRendered else { return status.loadState == .displayed ? .rendering : nil }
    guard !status.isViewable else { return nil }
    let exposure = Exposure(of: status, in: engine.viewport)
    return .exposure(
      ratio: exposure.ratio, rule: .viewable(status.ad ?? status.frame.size, status.media))
  }

  private func pendingCondition(_ auction: AuctionStatus) -> PendingCondition {
    let settings = engine.lazyLoading?.auction.settings ?? .standard
    if auction.stage == .running {
      return .auction(auction.number, since: auction.since, timeout: settings.timeout)
    }
    return auction.isAwaited ? .otherAuctions : .bids(until: auction.since + settings.expires)
  }
}

extension PendingCondition {
  /// What a slot waits for that is hidden or beside the viewport.
  fileprivate static func unreachable(_ status: SlotStatus, from viewport: Viewport)
    -> PendingCondition
  {
    .unreachable(
      isHidden: status.visibility.isHidden, distance: viewport.gapAcross(to: status.frame) ?? 0)
  }
}
