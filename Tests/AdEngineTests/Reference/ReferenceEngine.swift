import AdEngine

/// The engine's rules written down as plainly as possible.
///
/// Every slot is looked at, every time, and nothing is kept that could be computed. The real engine must agree with
/// it to the letter.
struct ReferenceEngine {
  struct Slot {
    var id: SlotID
    var frame: SlotFrame
    var added: Int
    var constraints = ContainerConstraints.none
    var initialSize: Size?
    var wasReleased = false
    var load = AdLoadState.notLoaded
    /// What is said about lazy loading for this slot alone.
    var rule: LazyLoadingOverride?
    /// Whether it was requested along with another slot, and has not been near since.
    var isAhead = false
    /// Since when checks see it near, if it is to stay there before it is fetched.
    var nearSince: Int64?
    var nearOrder = 0
    /// Whether a check saw it near enough for its next auction, the number of its auctions, and how far the last has come.
    var hasStartedAuction = false
    var auctions = 0
    var auction: AuctionStatus.Stage?
    var auctionSince: Int64 = 0
    var auctionEnd: Int64 = 0
    var auctionOrder = 0
    /// The request that waits for auctions, if this slot is in one, and its place in it.
    var request: Int?
    var requestOrder = 0
    var outsideSince: Int64?
    var outsideOrder = 0
    var generation = 0
    var isHeld = false
    var ad = AdViewState.uninitialized
    var size: Size?
    var media = AdMedia.display
    /// The share of it that is visible at most, and whether it is hidden.
    var share = 1.0
    var isHidden = false
    /// Whether its ad sticks to the top of the viewport.
    var isSticky = false
    /// After how many milliseconds its viewable ad is refreshed.
    var refresh: Int64?
    /// How many refreshes are left.
    var refreshes = 0
    var renderAt: Int64?
    var renderOrder = 0
    var isRendered = false
    /// Whether the ad cannot be presented.
    var isWithheld = false
    var goals: [Goal] = []
    /// The ad's page: its host, whether it has begun, when it was last touched, and the actions that are settled.
    var host = URLHost.domain("ads.example")
    var hasCommitted = false
    var touched: Int64?
    var actions: Set<Int> = []
  }

  struct Goal {
    var isImpression: Bool
    /// Whether the slot is reloaded when it is reached.
    var isRefresh = false
    var share: Double
    var duration: Int64
    /// Before this time it is not reached.
    var earliest = Int64.min
    var since: Int64?
    var order: Int
  }

  var slots: [Slot] = []
  var settings: LazyLoadingSettings?
  var viewport: Viewport
  var consent: ConsentStatus
  var handOff: ConsentPayload
  var policy: ConsentPolicy
  var isActive = true
  var isCovered = false
  var isStarted = false
  var isDown = true
  var windowEnd: Int64?
  var isCheckPending = false
  var needsMeasurement = false
  var needsCheck = false
  var counter = 0
  var openRequest = 0
  var impressionDelay: Int64
  var scrollAnchoring: Bool
  var effects: [Engine.Effect] = []

  init(_ configuration: Engine.Configuration) {
    settings = configuration.lazyLoading
    viewport = Viewport(size: configuration.viewport)
    consent = configuration.consent
    handOff = configuration.handOff
    policy = configuration.policy
    impressionDelay = configuration.impressionDelay
    scrollAnchoring = configuration.scrollAnchoring
  }

  /// Slots in page order, as positions in `slots`.
  var pageOrder: [Int] {
    slots.indices.sorted {
      (slots[$0].frame.y, slots[$0].added) < (slots[$1].frame.y, slots[$1].added)
    }
  }

  func position(of id: SlotID) -> Int? { slots.firstIndex { $0.id == id } }

  func gap(_ slot: Slot) -> Double {
    max(
      slot.frame.y - (viewport.y + viewport.size.height),
      viewport.y - (slot.frame.y + slot.frame.height))
  }

  /// Whether a slot is not hidden and not beside the viewport.
  func isReachable(_ slot: Slot) -> Bool {
    guard !slot.isHidden else { return false }
    guard let x = slot.frame.x else { return true }
    let right = viewport.x + viewport.size.width
    let margin = settings?.horizontalMargin ?? 0
    return x - right <= margin && viewport.x - (x + slot.frame.width) <= margin
  }

  /// The gap as the zones see it: beside the viewport and hidden a slot is in the zones without an end alone.
  func reach(_ slot: Slot) -> Double { isReachable(slot) ? gap(slot) : .greatestFiniteMagnitude }

  var decision: ConsentDecision {
    if consent == .granted { return .allow }
    if consent == .denied, policy == .determined { return .limited }
    return .hold
  }

  struct Margins {
    var fetch: Double
    var display: Double
    var unload: Double
    var unloads: Bool
    var auction: Double?
  }

  /// What the settings come to for a slot in the viewport as it is; `nil` for one that loads at once.
  func margins(of slot: Slot) -> Margins? {
    guard let settings, slot.rule != .off else { return nil }
    var own = LazyLoadingChange()
    if case .settings(let change)? = slot.rule { own = change }
    let below = slot.frame.y - (viewport.y + viewport.size.height)
    let above = viewport.y - (slot.frame.y + slot.frame.height)
    let isBehind = isReachable(slot) && (below >= above) != isDown
    func distance(_ threshold: Threshold) -> Double {
      switch isBehind ? threshold.behind : threshold.ahead {
      case .points(let points): return points
      case .percent(let percent):
        let isPhone = viewport.size.width < 744 || viewport.size.height < 480
        let scaling = isPhone ? own.mobileScaling ?? settings.mobileScaling : 1
        return percent * scaling * viewport.size.height / 100
      case .unlimited: return .greatestFiniteMagnitude
      }
    }
    let fetch = distance(own.fetchThreshold ?? settings.fetchThreshold)
    return Margins(
      fetch: fetch,
      display: min(distance(own.displayThreshold ?? settings.displayThreshold), fetch),
      unload: max(distance(own.unloadThreshold ?? settings.unloadThreshold), fetch),
      unloads: own.unloadingEnabled ?? settings.unloadingEnabled,
      auction: settings.auction.settings.map { max(distance($0.threshold), fetch) })
  }

  /// Whether it matters in which direction the page is travelled.
  var followsTravel: Bool {
    func isDirectional(_ thresholds: [Threshold?]) -> Bool {
      thresholds.contains { $0.map { $0.ahead != $0.behind } ?? false }
    }
    return settings.map {
      isDirectional([
        $0.fetchThreshold, $0.displayThreshold, $0.unloadThreshold, $0.auction.settings?.threshold,
      ])
    } ?? false
      || slots.contains { slot in
        guard case .settings(let own)? = slot.rule else { return false }
        return isDirectional([own.fetchThreshold, own.displayThreshold, own.unloadThreshold])
      }
  }

  // MARK: - Deadlines

  mutating func carryOut(until now: Int64) {
    while true {
      let check = isCheckPending ? windowEnd ?? .max : .max
      let delay = settings?.fetchAfter ?? 0
      let near = slots.compactMap { $0.nearSince }.min().map { $0 + delay } ?? .max
      let auction = slots.filter { $0.auction == .running }.map(\.auctionEnd).min() ?? .max
      let unload = slots.compactMap { $0.outsideSince }.min().map { $0 + 2000 } ?? .max
      let render = slots.compactMap { $0.renderAt }.min() ?? .max
      let goal =
        slots.flatMap(\.goals).compactMap { goal in
          goal.since.map { max($0 + goal.duration, goal.earliest) }
        }.min()
        ?? .max
      let moment = min(check, near, min(auction, unload, render, goal))
      guard moment <= now, moment != .max else { return }
      if check == moment {
        isCheckPending = false
        if viewport.size.height > 0 { runCheck(moment) }
      } else if near == moment {
        fetchOne(moment)
      } else if auction == moment {
        timeOutOne(moment)
      } else if unload == moment {
        unloadOne(moment)
      } else if render == moment {
        renderOne(moment)
      } else {
        measure(moment)
      }
      decide(moment)
    }
  }

  /// Measures and checks, if something asked for it.
  mutating func decide(_ now: Int64) {
    if needsMeasurement {
      needsMeasurement = false
      measure(now)
    }
    if needsCheck { askForCheck(now) }
    needsCheck = false
  }

  mutating func askForCheck(_ now: Int64) {
    guard isStarted, !isCovered, viewport.size.height > 0, settings != nil else { return }
    if let windowEnd, now < windowEnd {
      isCheckPending = true
    } else {
      runCheck(now)
    }
  }

  mutating func runCheck(_ now: Int64) {
    windowEnd = now + 67
    beginAuctions(now)
    let delay = settings?.fetchAfter ?? 0
    let asksForAll =
      settings?.requests == .single && delay == 0
      && slots.contains { slot in
        guard let margins = margins(of: slot) else { return false }
        return slot.load == .notLoaded && reach(slot) <= margins.fetch
      }
    for index in pageOrder {
      guard let margins = margins(of: slots[index]) else { continue }
      let gap = gap(slots[index])
      let reach = reach(slots[index])
      if reach <= margins.fetch { slots[index].isAhead = false }
      if asksForAll, slots[index].load == .notLoaded, reach > margins.fetch {
        slots[index].isAhead = true
        become(.fetched, index, gap, now)
      }
      let waits = [.notLoaded, .unloaded].contains(slots[index].load) && reach <= margins.fetch
      if waits, delay == 0 {
        become(.fetched, index, gap, now)
      } else if !waits {
        slots[index].nearSince = nil
      } else if slots[index].nearSince == nil {
        slots[index].nearSince = now
        counter += 1
        slots[index].nearOrder = counter
      }
      if slots[index].load == .fetched, reach <= margins.display {
        become(.displayed, index, gap, now)
      }
      let isOutside =
        margins.unloads && reach > margins.unload && !slots[index].isAhead
        && [.fetched, .displayed].contains(slots[index].load)
      if !isOutside {
        slots[index].outsideSince = nil
      } else if slots[index].outsideSince == nil {
        slots[index].outsideSince = now
        counter += 1
        slots[index].outsideOrder = counter
      }
    }
    closeRequest()
  }

  mutating func fetchOne(_ now: Int64) {
    let delay = settings?.fetchAfter ?? 0
    let due = slots.indices.filter { slots[$0].nearSince.map { $0 + delay } == now }
    guard let first = due.min(by: { slots[$0].nearOrder < slots[$1].nearOrder }) else { return }
    slots[first].nearSince = nil
    guard let margins = margins(of: slots[first]), reach(slots[first]) <= margins.fetch else {
      return
    }
    let asksForAll = settings?.requests == .single && slots[first].load == .notLoaded
    for index in pageOrder where index == first || asksForAll && slots[index].load == .notLoaded {
      guard let margins = self.margins(of: slots[index]) else { continue }
      let gap = gap(slots[index])
      let reach = reach(slots[index])
      slots[index].nearSince = nil
      slots[index].isAhead = reach > margins.fetch
      become(.fetched, index, gap, now)
      if reach <= margins.display { become(.displayed, index, gap, now) }
    }
    closeRequest()
  }

  mutating func unloadOne(_ now: Int64) {
    let due = slots.indices.filter { slots[$0].outsideSince.map { $0 + 2000 } == now }
    guard let index = due.min(by: { slots[$0].outsideOrder < slots[$1].outsideOrder })
    else { return }
    slots[index].outsideSince = nil
    let gap = gap(slots[index])
    guard let margins = margins(of: slots[index]), margins.unloads,
      reach(slots[index]) > margins.unload
    else { return }
    slots[index].hasStartedAuction = false
    become(.unloaded, index, gap, now)
    restoreReleased(now)
  }

  mutating func become(_ state: AdLoadState, _ index: Int, _ gap: Double, _ now: Int64) {
    slots[index].load = state
    effects.append(.reportLoadState(slots[index].id, state, gap: gap))
    switch state {
    case .notLoaded: break
    case .fetched: fetchOrWait(index, now)
    case .displayed: renderWhenReady(index, now)
    case .unloaded: end(index, now)
    }
  }
}
