public import AdEngine

/// Counts what a session was worth and what it cost, fed with the inputs and the effects as they happen.
///
/// Give every input before its effects, and both in the order in which they happened; an input that the engine refuses
/// counts for nothing here either. Slots are kept in page order with a window of those in view, so a scroll step costs
/// what it crosses and the few slots that are blank in view. Hosts choose the numbers of their slots from 0 on
/// without large gaps.
public struct Metrics: Sendable {
  private var records: [SlotRecord] = []
  private var order = PageOrder()
  private var needsRefresh = false

  private var y = 0.0
  private var viewportHeight: Double
  /// Whether the engine has begun to look: the first scroll or viewport input was there.
  private var hasBegun = false
  private var hasScrolled = false
  private var isActive = true
  /// Between these two scroll positions no slot comes into view or leaves it.
  private var quiet = (above: Double.infinity, below: -Double.infinity)

  private var now: Int64 = 0
  private var blankCount = 0
  private var blankHeight = 0.0
  private var liveAds = 0
  /// In point milliseconds.
  private var blankExposure = 0.0
  private var liveAdMilliseconds: Int64 = 0
  private var totals = MetricsReport()

  /// Makes metrics for a page without slots in a viewport of this size.
  public init(viewport: Size = Size(width: 0, height: 0)) {
    viewportHeight = viewport.height
  }

  /// Begins anew, keeping the memory.
  public mutating func reset(viewport: Size) {
    let kept = (records, order, totals.leadTimes)
    self = Metrics(viewport: viewport)
    (records, order, totals.leadTimes) = kept
    records.removeAll(keepingCapacity: true)
    order.removeAll()
    totals.leadTimes.removeAll(keepingCapacity: true)
  }

  /// The numbers as of this moment; a moment before the last one told counts as that.
  public func report(at end: Instant) -> MetricsReport {
    var copy = self
    copy.advance(to: end.milliseconds)
    var report = copy.totals
    for record in records where record.isRequested {
      if !record.wasSeen { report.wastedFetches += 1 }
      if record.isRendered, !record.wasSeenRendered { report.wastedRenders += 1 }
    }
    report.duration = copy.now
    report.blankExposure = copy.blankExposure / 1000
    report.liveAdSeconds = Double(copy.liveAdMilliseconds) / 1000
    report.leadTimes.sort()
    return report
  }

  // MARK: - Inputs

  /// Tells of something that happened.
  public mutating func observe(_ input: Input, at moment: Instant) {
    if case .scrolled(let position) = input {
      scrolled(to: position, at: moment)
      return
    }
    advance(to: moment.milliseconds)
    switch input {
    case .scrolled: break
    case .viewportResized(let size): resizeViewport(to: size)
    case .slotAdded(let slot, let frame): add(slot.rawValue, frame)
    case .slotMoved(let slot, let frame): move(slot.rawValue, frame)
    case .slotResized(let slot, let size): resize(slot.rawValue, to: size.height)
    case .slotRemoved(let slot): remove(slot.rawValue)
    case .pageClosed:
      for slot in records.indices { remove(slot) }
      records.removeAll(keepingCapacity: true)
    case .activityChanged(let active):
      isActive = active
      needsRefresh = true
    case .answered(let slot, let generation, .failed(let reason)):
      fail(slot.rawValue, generation, reason)
    case .answered, .lazyLoadingChanged, .consentChanged, .policyChanged, .reloadRequested,
      .clicked, .woken:
      break
    }
  }

  /// Tells that the page was scrolled: the same as observing the input, without the way round.
  public mutating func scrolled(to position: Double, at moment: Instant) {
    guard position.isFinite else { return }
    advance(to: moment.milliseconds)
    if hasScrolled { totals.distance += abs(position - y) }
    hasScrolled = true
    y = position
    if position > quiet.above, position < quiet.below, !needsRefresh {
      if blankCount > 0 { measureBlank() }
      return
    }
    if !hasBegun || needsRefresh {
      hasBegun = true
      refresh()
    } else {
      moveWindow()
    }
  }

  private mutating func advance(to moment: Int64) {
    guard moment > now else { return }
    if needsRefresh { refresh() }
    let passed = moment - now
    if blankCount > 0 { blankExposure += blankHeight * Double(passed) }
    liveAdMilliseconds += Int64(liveAds) * passed
    now = moment
  }

  private mutating func resizeViewport(to size: Size) {
    guard size.height.isFinite, size.width.isFinite, size.height >= 0, size.width >= 0 else {
      return
    }
    viewportHeight = size.height
    hasBegun = true
    needsRefresh = true
  }

  // MARK: - Slots

  private func isPresent(_ slot: Int) -> Bool {
    records.indices.contains(slot) && records[slot].isPresent
  }

  private mutating func add(_ slot: Int, _ frame: SlotFrame) {
    guard slot >= 0, !isPresent(slot), frame.isValid else { return }
    while records.count <= slot { records.append(SlotRecord()) }
    var record = SlotRecord()
    record.minY = frame.minY
    record.height = frame.height
    record.isPresent = true
    record.emptySince = now
    records[slot] = record
    order.insert(slot, top: frame.minY)
    needsRefresh = true
  }

  private mutating func move(_ slot: Int, _ frame: SlotFrame) {
    guard isPresent(slot), frame.isValid else { return }
    order.remove(slot)
    records[slot].minY = frame.minY
    records[slot].height = frame.height
    order.insert(slot, top: frame.minY)
    needsRefresh = true
  }

  private mutating func resize(_ slot: Int, to height: Double) {
    guard isPresent(slot), height.isFinite, height >= 0 else { return }
    let bottom = records[slot].maxY
    let difference = height - records[slot].height
    guard difference != 0 else { return }
    records[slot].height = height
    for other in records.indices where other != slot && records[other].minY >= bottom {
      records[other].minY += difference
    }
    countShift(from: bottom, by: difference)
    needsRefresh = true
  }

  private mutating func countShift(from bottom: Double, by difference: Double) {
    guard hasBegun, isActive, viewportHeight > 0 else { return }
    let moving = y + viewportHeight - max(y, min(bottom, bottom + difference))
    guard moving > 0 else { return }
    let score = moving / viewportHeight * min(1, abs(difference) / viewportHeight)
    totals.shifts += 1
    totals.shiftScore += score
    totals.worstShift = max(totals.worstShift, score)
  }

  private mutating func remove(_ slot: Int) {
    guard isPresent(slot) else { return }
    release(slot)
    if records[slot].isVisible { blankCount -= 1 }
    order.remove(slot)
    records[slot] = SlotRecord()
    needsRefresh = true
  }

  private mutating func fail(_ slot: Int, _ generation: Int, _ reason: AdFailure) {
    guard isPresent(slot), records[slot].isRequested, records[slot].generation == generation,
      !records[slot].isAnswered, let index = AdFailure.allCases.firstIndex(of: reason)
    else { return }
    records[slot].isAnswered = true
    totals.failures[index] += 1
  }

  // MARK: - Effects

  /// Tells of something that the engine decided.
  public mutating func observe(_ effect: Effect, at moment: Instant) {
    advance(to: moment.milliseconds)
    if needsRefresh { refresh() }
    switch effect {
    case .publishLoadState(let slot, let state, _): noteLoadState(slot.rawValue, state)
    case .publishAdState(let slot, .impressed):
      guard isPresent(slot.rawValue), !records[slot.rawValue].isImpressed else { return }
      records[slot.rawValue].isImpressed = true
      totals.impressed += 1
    case .publishAdState, .refuse: break
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
  }

  private mutating func request(_ slot: Int, _ generation: Int) {
    guard isPresent(slot) else { return }
    release(slot)
    totals.requests += 1
    records[slot].isRequested = true
    records[slot].generation = generation
    if records[slot].isVisible {
      records[slot].wasSeen = true
      records[slot].firstVisible = max(records[slot].visibleSince, records[slot].emptySince)
    }
  }

  private mutating func render(_ slot: Int) {
    guard isPresent(slot), records[slot].isRequested, !records[slot].isRendered else { return }
    records[slot].isRendered = true
    totals.rendered += 1
    totals.timeToFirstAd = totals.timeToFirstAd ?? now
    liveAds += 1
    totals.liveAdsPeak = max(totals.liveAdsPeak, liveAds)
    if records[slot].firstVisible >= 0 {
      noteLead(records[slot].firstVisible - now)
    } else {
      records[slot].awaitsView = now
    }
    if records[slot].isVisible {
      records[slot].wasSeenRendered = true
      blankCount -= 1
      measureBlank()
    }
  }

  private mutating func noteLead(_ lead: Int64) {
    totals.leadTimes.append(lead)
    if lead < 0 { totals.lateRenders += 1 }
  }

  private mutating func release(_ slot: Int) {
    guard isPresent(slot), records[slot].isRequested else { return }
    if !records[slot].wasSeen { totals.wastedFetches += 1 }
    let wasRendered = records[slot].isRendered
    if wasRendered {
      if !records[slot].wasSeenRendered { totals.wastedRenders += 1 }
      liveAds -= 1
    }
    records[slot].endGeneration(at: now)
    if wasRendered, records[slot].isVisible {
      blankCount += 1
      measureBlank()
    }
  }

  // MARK: - What is in view

  /// Whether anything can be in view; a viewport of less than two points shows nothing.
  private var showsSlots: Bool { hasBegun && isActive && viewportHeight >= 2 }

  /// A slot is in view when its bottom is at or below the one edge and its top at or above the other.
  private var edges: (top: Double, bottom: Double) {
    showsSlots ? (y + 1, y + viewportHeight - 1) : (.infinity, -.infinity)
  }

  private func isInView(_ record: SlotRecord, _ edges: (top: Double, bottom: Double)) -> Bool {
    record.isPresent && record.height >= 1 && record.maxY >= edges.top
      && record.minY <= edges.bottom
  }

  /// Looks at every slot: something moved that was not the viewport.
  private mutating func refresh() {
    needsRefresh = false
    order.refresh(from: records)
    let edges = edges
    order.find(from: edges.top, to: edges.bottom)
    for slot in records.indices { look(at: slot, edges) }
    findQuiet()
    measureBlank()
  }

  /// Looks at the slots that a scroll may have brought into view or taken out of it.
  private mutating func moveWindow() {
    let edges = edges
    let before = order.window
    order.move(from: edges.top, to: edges.bottom)
    for index in before { look(at: order.slots[index], edges) }
    for index in order.window { look(at: order.slots[index], edges) }
    findQuiet()
    measureBlank()
  }

  private mutating func look(at slot: Int, _ edges: (top: Double, bottom: Double)) {
    let isVisible = isInView(records[slot], edges)
    guard isVisible != records[slot].isVisible else { return }
    records[slot].isVisible = isVisible
    if !records[slot].isRendered { blankCount += isVisible ? 1 : -1 }
    guard isVisible else { return }
    records[slot].visibleSince = now
    guard records[slot].isRequested else { return }
    records[slot].wasSeen = true
    records[slot].wasSeenRendered = records[slot].isRendered
    if records[slot].firstVisible < 0 { records[slot].firstVisible = now }
    if records[slot].awaitsView >= 0 {
      noteLead(now - records[slot].awaitsView)
      records[slot].awaitsView = -1
    }
  }

  /// Finds the scroll positions between which what is in view stays the same.
  private mutating func findQuiet() {
    guard showsSlots else {
      // Before the beginning every scroll position is news, the first one above all.
      quiet = hasBegun ? (-.infinity, .infinity) : (.infinity, -.infinity)
      return
    }
    let neighbours = order.neighbours
    let toBottom = 1 - viewportHeight
    var above = neighbours.above - 1
    var below = neighbours.below + toBottom
    for index in order.window {
      let record = records[order.slots[index]]
      if record.isVisible {
        above = max(above, record.minY + toBottom)
        below = min(below, record.maxY - 1)
      } else {
        // Hidden between overlapping neighbours: it ends above the viewport.
        above = max(above, record.maxY - 1)
      }
    }
    quiet = (above, below)
  }

  private mutating func measureBlank() {
    blankHeight = 0
    // While slots come and go the window is stale; the refresh measures again.
    guard blankCount > 0, !needsRefresh else { return }
    let top = y
    let bottom = y + viewportHeight
    for index in order.window {
      let record = records[order.slots[index]]
      if record.isVisible, !record.isRendered {
        blankHeight += min(record.maxY, bottom) - max(record.minY, top)
      }
    }
  }
}
