/// Decides by distance alone which slots are fetched, displayed and unloaded (`S0.47`, `S1.31`–`S1.44`), in page order.
struct LazyLoadingManager: Sendable {
  /// One step of one slot.
  struct Transition: Sendable {
    var handle: Int32
    var state: AdLoadState
    var gap: Double
  }

  /// The settings, or `nil` for a page without lazy loading, on which every slot is displayed at once (D15).
  private(set) var settings: LazyLoadingSettings?
  /// The distances on the side to which the page is travelled and on the other one; meaningless without settings.
  private(set) var ahead: LazyLoadingDistances
  private(set) var behind: LazyLoadingDistances
  /// Whether the page is travelled downwards, by the last scroll that moved it; always where that does not matter.
  private(set) var isDown = true
  /// Whether it matters in which direction the page is travelled.
  private(set) var followsTravel = false
  private(set) var isLazy = true
  /// Whether one request asks for the ads of all slots.
  private(set) var usesSingleRequest = false
  /// Whether auctions are held before requests.
  private var holdsAuctions = false
  /// How long slots stay in the fetch zone before they are fetched, in milliseconds.
  private var delay: Int64 = 0
  /// How far to the left or the right of the viewport a slot is in a zone, in points.
  private(set) var horizontalMargin = 0.0
  private var states: [AdLoadState] = []
  /// The slots that checks have seen outside the unload zone, until they are unloaded.
  private var outside = SlotDelays()
  /// The slots that checks have seen within the fetch threshold, where they are to stay there before they are fetched.
  private var waiting = SlotDelays()
  /// Whether a slot was requested along with another and has not been in its fetch zone since: it was never left behind.
  private var wasPrefetched: [Bool] = []
  /// Whether a check saw a slot near enough for its next auction to begin.
  private var hasStartedAuction: [Bool] = []
  /// The slots of which the last check was the first to see that, in page order.
  private var pendingAuctions: [Int32] = []

  private var zones = Zones()
  private var groups = SlotGroups()
  private var rankVersion = 0
  /// Whether the next check looks at every slot.
  private var needsScan = true
  /// Slots that the next check looks at although they may not have crossed anything.
  private var revisits: [Int32] = []
  private var candidates: [Int] = []
  /// The slots that were added since the last check.
  private var arrivals: [Int32] = []
  /// The scroll positions at which a check would change nothing.
  private(set) var band = QuietBand.nowhere
  /// The same, but for the slots that were added since the last check.
  private var bandOfOthers = QuietBand.nowhere

  init(_ settings: LazyLoadingSettings?, _ viewport: Size) {
    self.settings = settings
    ahead = (settings ?? .standard).distances(in: viewport)
    behind = (settings ?? .standard).distances(in: viewport, behind: true)
    followsTravel = settings?.isDirectional == true
    takeRules()
  }

  /// Reads from the settings what checks ask for, so that these copy no settings.
  private mutating func takeRules() {
    isLazy = settings != nil
    usesSingleRequest = settings?.requests == .single
    delay = settings?.fetchAfter ?? 0
    horizontalMargin = settings?.horizontalMargin ?? 0
    holdsAuctions = settings?.auction.settings != nil
  }

  private mutating func refreshTravel() {
    followsTravel = settings?.isDirectional == true || groups.isDirectional
    if !followsTravel { isDown = true }
  }

  /// Notes that the page is scrolled; to be called wherever ``followsTravel``.
  mutating func travel(from old: Double, to new: Double) {
    guard new != old, isDown != (new > old) else { return }
    isDown = new > old
    forgetBand()
  }

  func state(of handle: Int32) -> AdLoadState { states[Int(handle)] }

  /// Whether a slot loads at once, whatever its distance.
  func isEager(_ handle: Int32) -> Bool { !isLazy || groups.isEager(handle) }

  func override(of handle: Int32) -> LazyLoadingOverride? { groups[handle] }

  /// The distances that count on the page.
  var sides: Sides { Sides(ahead: ahead, behind: behind, isDown: isDown) }

  // Inlined, here and below: else each unload would copy the manager.
  /// The distances that count for a slot; `nil` for one that loads at once.
  @inline(__always)
  private func sides(of handle: Int32) -> Sides? {
    isEager(handle) ? nil : groups.sides(of: handle, isDown: isDown) ?? sides
  }

  /// Where a slot stands: its gap, the gap that its thresholds are compared with, and their distances.
  struct SlotPosition {
    /// The gap along the page, in points.
    var gap: Double
    /// The same, or for a slot that is hidden or beside the viewport one that only an unlimited threshold reaches.
    var reach: Double
    /// The distances on its side of the viewport; ahead if it is not reachable, so that they stay as it passes out of sight.
    var distances: LazyLoadingDistances
  }

  /// Where a slot with these distances stands.
  @inline(__always)
  private func position(
    _ rank: Int, _ handle: Int32, _ sides: Sides, _ viewport: Viewport, _ page: SlotGeometry
  ) -> SlotPosition {
    let below = page.top(rank) - viewport.maxY
    let above = viewport.minY - page.bottom(rank)
    let gap = max(below, above)
    if page.isReachable(handle, from: viewport, margin: horizontalMargin) {
      return SlotPosition(gap: gap, reach: gap, distances: sides.side(below: below, above: above))
    }
    return SlotPosition(
      gap: gap, reach: .greatestFiniteMagnitude, distances: isDown ? sides.below : sides.above)
  }

  /// Where a slot stands; `nil` for one that loads at once.
  @inline(__always)
  func position(of handle: Int32, _ viewport: Viewport, _ page: SlotGeometry) -> SlotPosition? {
    sides(of: handle).map { position(page.rank(of: handle), handle, $0, viewport, page) }
  }

  /// Since when checks have seen the slot outside the unload zone.
  func outsideSince(of handle: Int32) -> Int64? { outside.since(handle) }

  // MARK: - What changes the slots

  mutating func reserveCapacity(_ slots: Int) {
    states.reserveCapacity(slots)
    outside.reserveCapacity(slots)
    wasPrefetched.reserveCapacity(slots)
    waiting.reserveCapacity(slots)
    hasStartedAuction.reserveCapacity(slots)
  }

  /// Starts to look after a slot.
  mutating func add(_ handle: Int32) {
    if Int(handle) == states.count {
      states.append(.notLoaded)
      wasPrefetched.append(false)
      hasStartedAuction.append(false)
    } else {
      states[Int(handle)] = .notLoaded
      wasPrefetched[Int(handle)] = false
      hasStartedAuction[Int(handle)] = false
    }
    outside.add(handle)
    waiting.add(handle)
    guard isLazy else { return }
    arrivals.append(handle)
    band = .nowhere
  }

  /// Stops looking after a slot.
  mutating func remove(_ handle: Int32, _ timers: inout TimerTable) {
    endStay(of: handle, &timers)
    groups.remove(handle)
    refreshTravel()
    revisits.removeAll { $0 == handle }
    forgetBand()
  }

  /// Puts a slot back to the beginning; the next check decides on it again.
  mutating func reset(_ handle: Int32, _ timers: inout TimerTable) {
    states[Int(handle)] = .notLoaded
    wasPrefetched[Int(handle)] = false
    hasStartedAuction[Int(handle)] = false
    endStay(of: handle, &timers)
    revisit(handle)
  }

  /// Displays a slot at once, whatever its distance: there is no lazy loading on its page, or none for it.
  mutating func displayEagerly(
    _ handle: Int32, gap: Double, _ timers: inout TimerTable, into transitions: inout [Transition]
  ) {
    let state = states[Int(handle)]
    if state == .notLoaded || state == .unloaded {
      transitions.append(Transition(handle: handle, state: .fetched, gap: gap))
    }
    if state != .displayed {
      transitions.append(Transition(handle: handle, state: .displayed, gap: gap))
    }
    states[Int(handle)] = .displayed
    endStay(of: handle, &timers)
  }

  /// Says something about lazy loading for one slot; the next check applies it.
  mutating func set(_ rule: LazyLoadingOverride?, of handle: Int32, in viewport: Size) {
    groups.set(rule, of: handle, settings ?? .standard, viewport)
    refreshTravel()
    revisit(handle)
  }

  /// Takes new settings; the next check applies them.
  mutating func change(to new: LazyLoadingSettings, in viewport: Size, _ timers: inout TimerTable) {
    if new.unloadingEnabled != settings?.unloadingEnabled { needsScan = true }
    if new.fetchAfter != settings?.fetchAfter { restartWaiting(&timers) }
    if new.horizontalMargin != settings?.horizontalMargin { needsScan = true }
    settings = new
    let heldAuctions = holdsAuctions
    takeRules()
    if holdsAuctions != heldAuctions {
      for index in hasStartedAuction.indices { hasStartedAuction[index] = false }
      needsScan = true
    }
    refreshTravel()
    viewportResized(to: viewport)
  }

  mutating func viewportResized(to size: Size) {
    guard let settings else { return }
    ahead = settings.distances(in: size)
    behind = settings.distances(in: size, behind: true)
    groups.resolve(settings, size)
    forgetBand()
  }

  /// Lets the next check look at every slot.
  mutating func scanNext() {
    needsScan = true
    forgetBand()
  }

  /// Notes that an edge or the viewport's size changed.
  mutating func geometryChanged() { forgetBand() }

  private mutating func forgetBand() {
    band = .nowhere
    bandOfOthers = .nowhere
  }

  // MARK: - Checks

  /// Whether a check at this scroll position would change nothing.
  @inline(__always)
  func isQuiet(at position: Double) -> Bool { band.contains(position) }

  mutating func check(
    at now: Int64, _ viewport: Viewport, _ page: inout SlotGeometry, _ timers: inout TimerTable,
    into transitions: inout [Transition]
  ) {
    guard isLazy else { return }
    let sides = sides
    // On a page in order it costs as little to follow the zones.
    if !page.isSorted, bandOfOthers.contains(viewport.y), !usesSingleRequest {
      return checkArrivals(sides, at: now, viewport, page, &timers, into: &transitions)
    }
    if !arrivals.isEmpty { arrivals.removeAll(keepingCapacity: true) }
    page.sortIfNeeded()
    let isReordered = rankVersion != page.rankVersion
    rankVersion = page.rankVersion
    if groups.place(on: page, isReordered: isReordered) || isReordered { needsScan = true }
    let isScan = needsScan || !page.isStacked
    if isScan {
      followZones(sides, viewport, page)
    } else {
      collectCandidates(sides, viewport, page)
    }
    let asksForAll =
      usesSingleRequest && delay == 0
      && (isScan
        ? isFirstNear(0..<page.count, viewport, page) : isFirstNear(candidates, viewport, page))
    let approachesForAll =
      usesSingleRequest && holdsAuctions
      && (isScan
        ? isFirstApproaching(0..<page.count, viewport, page)
        : isFirstApproaching(candidates, viewport, page))
    if holdsAuctions {
      if isScan || approachesForAll {
        for rank in 0..<page.count { approach(rank, viewport, page, all: approachesForAll) }
      } else {
        for rank in candidates { approach(rank, viewport, page, all: false) }
      }
    }
    if isScan || asksForAll {
      for rank in 0..<page.count {
        decide(rank, sides, now, viewport, page, asksForAll: asksForAll, &transitions)
      }
    } else {
      for rank in candidates {
        decide(rank, sides, now, viewport, page, asksForAll: false, &transitions)
      }
    }
    needsScan = false
    if !revisits.isEmpty { revisits.removeAll(keepingCapacity: true) }
    refreshBand(sides, viewport, page)
    setTimer(&timers)
  }

  /// Checks the slots that were added, where nothing else has changed, without putting the page in order.
  private mutating func checkArrivals(
    _ sides: Sides, at now: Int64, _ viewport: Viewport, _ page: SlotGeometry,
    _ timers: inout TimerTable, into transitions: inout [Transition]
  ) {
    candidates.removeAll(keepingCapacity: true)
    for handle in arrivals { candidates.append(page.rank(of: handle)) }
    arrivals.removeAll(keepingCapacity: true)
    candidates.sort(by: page.precedes)
    if holdsAuctions {
      for rank in candidates { approach(rank, viewport, page, all: false) }
    }
    for rank in candidates {
      decide(rank, sides, now, viewport, page, asksForAll: false, &transitions)
      bandOfOthers.end(atEdgesOf: sides, page.top(rank), page.bottom(rank), viewport)
    }
    band = bandOfOthers
    // The zones do not know these slots.
    needsScan = true
    setTimer(&timers)
  }

  /// Whether one of these slots was not requested yet and is within its fetch threshold.
  private func isFirstNear(
    _ ranks: some Sequence<Int>, _ viewport: Viewport, _ page: SlotGeometry
  ) -> Bool {
    ranks.contains { rank in
      let handle = page.handle(atRank: rank)
      guard states[Int(handle)] == .notLoaded, let sides = self.sides(of: handle) else {
        return false
      }
      let position = position(rank, handle, sides, viewport, page)
      return position.reach <= position.distances.fetch
    }
  }

  // MARK: - Auctions

  /// Whether a slot that was not requested has come near enough for its auction to begin.
  func wantsAuction(_ handle: Int32) -> Bool { holdsAuctions && hasStartedAuction[Int(handle)] }

  /// The slots whose auctions are to begin since the last check, in page order.
  mutating func drainPendingAuctions() -> [Int32] {
    guard !pendingAuctions.isEmpty else { return [] }
    defer { pendingAuctions.removeAll(keepingCapacity: true) }
    return pendingAuctions
  }

  /// Whether a slot that was not requested yet is near enough for its auction to begin, or has to come back first.
  private func isApproaching(
    _ rank: Int, _ viewport: Viewport, _ page: SlotGeometry, all: Bool = false
  ) -> Bool {
    let handle = page.handle(atRank: rank)
    let state = states[Int(handle)]
    guard state == .notLoaded || state == .unloaded, !hasStartedAuction[Int(handle)],
      let sides = self.sides(of: handle)
    else { return false }
    if all, state == .notLoaded { return true }
    let position = position(rank, handle, sides, viewport, page)
    return position.reach <= position.distances.auctionReach(of: state)
  }

  /// Whether one of these slots is the first, of those that were not requested yet, to come near enough for auctions.
  private func isFirstApproaching(
    _ ranks: some Sequence<Int>, _ viewport: Viewport, _ page: SlotGeometry
  ) -> Bool {
    ranks.contains { rank in
      states[Int(page.handle(atRank: rank))] == .notLoaded && isApproaching(rank, viewport, page)
    }
  }

  /// Has the auction of a slot begin that has come near enough; with `all`, of each that was not requested yet.
  private mutating func approach(
    _ rank: Int, _ viewport: Viewport, _ page: SlotGeometry, all: Bool
  ) {
    guard isApproaching(rank, viewport, page, all: all) else { return }
    let handle = page.handle(atRank: rank)
    hasStartedAuction[Int(handle)] = true
    pendingAuctions.append(handle)
  }

  private mutating func followZones(_ sides: Sides, _ viewport: Viewport, _ page: SlotGeometry) {
    zones.update(sides, viewport, page)
    groups.update(viewport, page, isDown: isDown, slotsWait: false) { _ in }
  }

  /// Whether slots wait in the fetch zone before they are fetched.
  private var slotsWait: Bool { delay > 0 }

  /// Gathers, in page order, the slots whose zone changed and those to be looked at again.
  private mutating func collectCandidates(
    _ sides: Sides, _ viewport: Viewport, _ page: SlotGeometry
  ) {
    var candidates = self.candidates
    self.candidates = []
    candidates.removeAll(keepingCapacity: true)
    zones.update(sides, viewport, page, slotsWait: slotsWait) { ranks in
      for rank in ranks { candidates.append(rank) }
    }
    if !groups.isEmpty {
      groups.update(viewport, page, isDown: isDown, slotsWait: slotsWait) { candidates.append($0) }
    }
    defer { self.candidates = candidates }
    for handle in revisits { candidates.append(page.rank(of: handle)) }
    guard candidates.count > 1 else { return }
    candidates.sort()
    var last = 0
    for index in 1..<candidates.count where candidates[index] != candidates[last] {
      last += 1
      candidates[last] = candidates[index]
    }
    if last + 1 < candidates.count { candidates.removeLast(candidates.count - last - 1) }
  }

  /// Takes one slot as far as its distance allows; up to two steps in one check (D13).
  private mutating func decide(
    _ rank: Int, _ sides: Sides, _ now: Int64, _ viewport: Viewport,
    _ page: SlotGeometry, asksForAll: Bool, waited: Int32? = nil,
    _ transitions: inout [Transition]
  ) {
    let handle = page.handle(atRank: rank)
    var sides = sides
    if !groups.isEmpty {
      guard let own = self.sides(of: handle) else { return }
      sides = own
    }
    let position = position(rank, handle, sides, viewport, page)
    let (gap, reach, distances) = (position.gap, position.reach, position.distances)
    var isNear = reach <= distances.fetch
    var state = states[Int(handle)]
    if isNear, wasPrefetched[Int(handle)] { wasPrefetched[Int(handle)] = false }
    if slotsWait, handle != waited {
      if isNear, state == .notLoaded || state == .unloaded {
        waiting.begin(handle, at: now, for: delay)
      } else {
        waiting.end(handle)
      }
      isNear = false
    }
    if isNear && state == .unloaded || (isNear || asksForAll) && state == .notLoaded {
      if !isNear, reach > distances.fetch { wasPrefetched[Int(handle)] = true }
      waiting.end(handle)
      state = .fetched
      transitions.append(Transition(handle: handle, state: state, gap: gap))
    }
    if state == .fetched, reach <= distances.display {
      state = .displayed
      transitions.append(Transition(handle: handle, state: state, gap: gap))
    }
    states[Int(handle)] = state

    if isOutside(state, reach, distances), !wasPrefetched[Int(handle)] {
      outside.begin(handle, at: now, for: LifecycleDelay.unload)
    } else {
      outside.end(handle)
    }
  }

  private func isOutside(
    _ state: AdLoadState, _ reach: Double, _ distances: LazyLoadingDistances
  ) -> Bool {
    distances.unloadingEnabled && reach > distances.unload
      && (state == .fetched || state == .displayed)
  }

  // Mutating: a function that returns the band would be called with a copy of the manager.
  /// Finds the scroll positions at which a check would change nothing.
  private mutating func refreshBand(_ sides: Sides, _ viewport: Viewport, _ page: SlotGeometry) {
    var band = QuietBand.everywhere
    if page.isStacked {
      zones.narrow(&band, sides, viewport, page, slotsWait: slotsWait)
    } else {
      for rank in 0..<page.count {
        band.end(atEdgesOf: sides, page.top(rank), page.bottom(rank), viewport)
      }
    }
    if !groups.isEmpty {
      groups.narrow(&band, viewport, page, isDown: isDown, slotsWait: slotsWait)
    }
    self.band = band
    bandOfOthers = band
  }

  // MARK: - Unloading

  /// Unloads the slot that is due, or drops it by the newest geometry and settings; no check, it opens no 67 ms.
  mutating func unloadFirst(
    _ viewport: Viewport, _ page: SlotGeometry, _ timers: inout TimerTable,
    into transitions: inout [Transition]
  ) {
    guard let handle = outside.endFirst() else { return }
    if let position = position(of: handle, viewport, page),
      isOutside(states[Int(handle)], position.reach, position.distances)
    {
      states[Int(handle)] = .unloaded
      hasStartedAuction[Int(handle)] = false
      transitions.append(Transition(handle: handle, state: .unloaded, gap: position.gap))
    } else {
      // The checks have not seen the slot come back; the next one restarts its 2,000 ms if it is outside.
      revisit(handle)
    }
    setTimer(&timers)
  }

  // MARK: - Waiting

  /// Fetches the slot that has stayed long enough, if it is near, and what is requested along; it opens no 67 ms.
  mutating func fetchFirst(
    at now: Int64, _ viewport: Viewport, _ page: inout SlotGeometry, _ timers: inout TimerTable,
    into transitions: inout [Transition]
  ) {
    guard let first = waiting.endFirst() else { return setTimer(&timers) }
    page.sortIfNeeded()
    // Where the slot is fetched: it may have left the display zone while it waited, and the fingers not have followed. Where
    // it is not: the checks have not seen it leave; the next one lets it wait again if it is near.
    revisit(first)
    if let position = position(of: first, viewport, page),
      position.reach <= position.distances.fetch
    {
      if usesSingleRequest, states[Int(first)] == .notLoaded {
        needsScan = true
        for rank in 0..<page.count where isWaitingForAll(rank, first, page) {
          decide(rank, sides, now, viewport, page, asksForAll: true, waited: first, &transitions)
        }
      } else {
        decide(
          page.rank(of: first), sides, now, viewport, page, asksForAll: false, waited: first,
          &transitions)
      }
    }
    setTimer(&timers)
  }

  /// Whether a single request that a slot makes asks for the slot at a rank.
  private func isWaitingForAll(_ rank: Int, _ first: Int32, _ page: SlotGeometry) -> Bool {
    let handle = page.handle(atRank: rank)
    return handle == first || states[Int(handle)] == .notLoaded
  }

  /// Lets every slot that waits start again at the next check.
  private mutating func restartWaiting(_ timers: inout TimerTable) {
    waiting.endAll()
    needsScan = true
    setTimer(&timers)
  }

  /// Lets the next check look at a slot although it may not have crossed anything.
  mutating func revisit(_ handle: Int32) {
    guard isLazy else { return }
    revisits.append(handle)
    forgetBand()
  }

  private mutating func endStay(of handle: Int32, _ timers: inout TimerTable) {
    guard outside.since(handle) != nil || waiting.since(handle) != nil else { return }
    outside.end(handle)
    waiting.end(handle)
    setTimer(&timers)
  }

  private mutating func setTimer(_ timers: inout TimerTable) {
    timers.set(.unload, to: outside.nextDeadline())
    timers.set(.fetch, to: waiting.nextDeadline())
  }
}
