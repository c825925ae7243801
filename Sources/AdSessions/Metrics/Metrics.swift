package import AdEngine

/// Counts what a session was worth and what it cost: give every input before its effects, in order.
///
/// A refused input counts for nothing; hosts number slots from 0 on without large gaps.
package struct Metrics: Sendable {
  var records: [SlotRecord] = []
  var page = SlotGeometry()
  var window = SlotWindow()
  var needsRefresh = false
  /// Whether slots were added out of view, which the window does not know.
  var isWindowStale = false
  private(set) var shiftWindow = LayoutShiftWindow()

  var x = 0.0
  var y = 0.0
  var viewportWidth: Double
  var viewportHeight: Double
  /// Whether the engine has begun to look: the first scroll or viewport input was there.
  var hasBegun = false
  var hasScrolled = false
  var isActive = true
  private var consent = ConsentStatus.granted
  private var policy = ConsentPolicy.strict
  /// Whether the user's choice lets ads load.
  private(set) var mayLoad = true
  /// Since when the user's choice lets ads load, and when the page was first looked at, in milliseconds.
  var loadsSince: Int64 = 0
  var begunAt: Int64 = 0
  var isCovered = false
  var own: [Int: LazyLoadingOverride] = [:]
  /// The slots in view.
  var visible: [Int] = []
  /// Between these two scroll positions no slot comes into view or leaves it, and no edge of a blank one does.
  var quiet = (above: Double.infinity, below: -Double.infinity)
  /// The height of the blank slots in view, at scroll position 0 and how it grows, while it is quiet.
  var blank = (atZero: 0.0, slope: 0.0)

  var now: Int64 = 0
  /// Since when is counted, in milliseconds.
  var countedSince: Int64 = 0
  /// How many slots in view are blank.
  var blankCount = 0
  var liveAds = 0
  /// The rendered ads that are alive on other pages of the session.
  var liveAdsElsewhere = 0
  /// In point milliseconds.
  var blankExposure = 0.0
  /// The sum of the instants of all releases minus that of all renderings.
  var liveAdMilliseconds = 0.0
  var totals = MetricsReport()

  package init(viewport: Size = Size(width: 0, height: 0)) {
    viewportWidth = viewport.width
    viewportHeight = viewport.height
  }

  mutating func reserveCapacity(_ slots: Int) {
    page.reserveCapacity(slots)
    records.reserveCapacity(slots)
  }

  /// Names the choice that a page begins with.
  mutating func begin(consent: ConsentStatus, policy: ConsentPolicy) {
    (self.consent, self.policy) = (consent, policy)
    let mayLoad = ConsentDecision(policy: policy, status: consent) != .hold
    guard mayLoad != self.mayLoad else { return }
    self.mayLoad = mayLoad
    needsRefresh = true
  }

  /// The numbers as of an instant, at least the last reported; unless `isOver`, requests below are not wasted yet.
  package func report(at end: Instant, isOver: Bool = true) -> MetricsReport {
    var copy = self
    copy.advance(to: end.milliseconds)
    // What came into view at the last instant was seen, too.
    if copy.needsRefresh { copy.refresh() }
    var report = copy.totals
    for record in copy.records {
      guard let generation = record.generation, generation.isCounted else { continue }
      if generation.answer == .awaited, !generation.isRendered { report.unfinished += 1 }
      if isOver || copy.isPassed(record) {
        report.countWaste(of: generation)
      } else if generation.sight == .unseen {
        report.notSeenYet += 1
      }
      if !isOver, !copy.isPassed(record), generation.isRendered, !generation.isViewable {
        report.notViewableYet += 1
      }
    }
    report.duration = copy.now - countedSince
    report.liveAds = liveAds
    report.blankExposure = copy.blankExposure / 1000
    report.liveAdSeconds = (copy.liveAdMilliseconds + Double(liveAds) * Double(copy.now)) / 1000
    report.leadTimes.sort()
    return report
  }

  /// The viewport's size, in points.
  var viewportSize: Size { Size(width: viewportWidth, height: viewportHeight) }

  /// When the counters were reset last, in milliseconds; `nil` if they never were.
  var restartedAt: Int64? { countedSince > 0 ? countedSince : nil }

  /// Whether the user has scrolled past a slot.
  func isPassed(_ record: SlotRecord) -> Bool {
    guard hasBegun, let handle = record.handle else { return false }
    return page.bottom(of: handle) < y + 1
  }

  /// Counts from an instant on; ads requested before are counted no more, but cost time while they are alive.
  package mutating func restart(at instant: Instant) {
    advance(to: instant.milliseconds)
    if needsRefresh { refresh() }
    countedSince = now
    totals = MetricsReport()
    totals.liveAdsPeak = liveAds + liveAdsElsewhere
    shiftWindow = LayoutShiftWindow()
    blankExposure = 0
    liveAdMilliseconds = -Double(liveAds) * Double(now)
    for index in records.indices { records[index].generation?.isCounted = false }
  }

  // MARK: - Inputs

  /// Takes an input; what is in view is looked at once, when the inputs of the instant are over.
  package mutating func observe(_ input: Engine.Input, at instant: Instant) {
    advance(to: instant.milliseconds)
    switch input {
    case .scrolled(let position):
      guard noteScroll(to: position) else { return }
      begin()
      needsRefresh = true
    case .scrolledAcross(let position):
      guard position.isFinite else { return }
      x = position
      begin()
      needsRefresh = true
    case .viewportResized(let size): resizeViewport(to: size)
    case .slotAdded(let slot, let frame): add(slot.rawValue, frame)
    case .slotMoved(let slot, let frame): move(slot.rawValue, frame)
    case .slotMovedAcross(let slot, let x):
      guard isPresent(slot.rawValue), x.isFinite else { return }
      records[slot.rawValue].x = x
      needsRefresh = true
    case .slotResized(let slot, let size): resize(slot.rawValue, to: size)
    case .slotClipped(let slot, let share):
      guard (0...1).contains(share) else { return }
      change(slot.rawValue) { $0.share = share }
    case .slotHidden(let slot, let isHidden): change(slot.rawValue) { $0.isHidden = isHidden }
    case .slotRemoved(let slot): remove(slot.rawValue)
    case .pageClosed:
      finishMeasuring()
      for slot in records.indices { forget(slot) }
      records.removeAll(keepingCapacity: true)
      page = SlotGeometry()
      // The next page begins at its top, and nothing is looked at before it is scrolled there.
      x = 0
      y = 0
      hasBegun = false
      hasScrolled = false
      isCovered = false
    case .pageCovered(let covers):
      finishMeasuring()
      isCovered = covers
      needsRefresh = true
    case .consentChanged(let status, _): choose(status, policy)
    case .policyChanged(let policy): choose(consent, policy)
    case .activityChanged(let active):
      isActive = active
      needsRefresh = true
    case .answered(let slot, let generation, .failed(let reason)):
      fail(slot.rawValue, generation, reason)
    case .answered(let slot, let generation, .loaded):
      if isCurrent(slot.rawValue, generation) {
        records[slot.rawValue].generation?.isDelivered = true
      }
    case .presentationFailed(let slot, let generation): withhold(slot.rawValue, generation)
    case .slotLazyLoadingChanged(let slot, let own): self.own[slot.rawValue] = own
    case .reloadRequested(let slot), .slotRenewed(let slot):
      guard isPresent(slot.rawValue), records[slot.rawValue].loadState != .notLoaded else { return }
      records[slot.rawValue].isReloading = true
    case .slotConstrained, .slotSticky, .slotRefreshChanged, .bidsArrived, .lazyLoadingChanged,
      .clicked, .messaged, .navigationRequested, .woken:
      break
    }
  }

  /// Measures the step before, which ends where another page is shown, even at the same instant.
  private mutating func finishMeasuring() {
    if needsRefresh { refresh() }
  }

  /// Takes a scroll that is the only input of its instant: the same as observing it, by the shortest way.
  @inline(__always)
  package mutating func scrolled(to position: Double, at instant: Instant) {
    guard position > quiet.above, position < quiet.below, !needsRefresh, hasScrolled else {
      return scrolledToNews(position, at: instant)
    }
    advance(to: instant.milliseconds)
    totals.distance += abs(position - y)
    y = position
  }

  /// Takes a scroll that may bring a slot into view or out of it.
  @inline(never)
  private mutating func scrolledToNews(_ position: Double, at instant: Instant) {
    advance(to: instant.milliseconds)
    guard noteScroll(to: position) else { return }
    if position > quiet.above, position < quiet.below, !needsRefresh { return }
    if !hasBegun || needsRefresh || isWindowStale {
      begin()
      refresh()
    } else {
      moveWindow()
    }
  }

  /// Moves the viewport, and returns whether that is possible.
  private mutating func noteScroll(to position: Double) -> Bool {
    guard position.isFinite else { return false }
    if hasScrolled { totals.distance += abs(position - y) }
    hasScrolled = true
    y = position
    return true
  }

  @inline(__always)
  mutating func advance(to instant: Int64) {
    guard instant > now else { return }
    if needsRefresh { refresh() }
    if blankCount > 0 { blankExposure += (blank.atZero + blank.slope * y) * Double(instant - now) }
    now = instant
  }

  private mutating func resizeViewport(to size: Size) {
    guard size.isValid else { return }
    viewportWidth = size.width
    viewportHeight = size.height
    begin()
    needsRefresh = true
  }

  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    begunAt = now
  }

  private mutating func choose(_ consent: ConsentStatus, _ policy: ConsentPolicy) {
    let before = mayLoad
    begin(consent: consent, policy: policy)
    if mayLoad != before { loadsSince = now }
  }

  // MARK: - Slots

  func isPresent(_ slot: Int) -> Bool { handle(of: slot) != nil }

  private func handle(of slot: Int) -> Int32? {
    records.indices.contains(slot) ? records[slot].handle : nil
  }

  private mutating func add(_ slot: Int, _ frame: SlotFrame) {
    guard slot >= 0, !isPresent(slot), frame.isValid else { return }
    while records.count <= slot { records.append(SlotRecord()) }
    var record = SlotRecord()
    record.wasRequested = records[slot].wasRequested
    record.handle = page.add(SlotID(slot), Self.along(frame))
    record.x = frame.x
    record.width = frame.width
    record.emptySince = now
    records[slot] = record
    awaitSlot(frame)
  }

  private mutating func move(_ slot: Int, _ frame: SlotFrame) {
    guard let handle = handle(of: slot), frame.isValid else { return }
    page.move(handle, to: Self.along(frame))
    records[slot].x = frame.x
    records[slot].width = frame.width
    needsRefresh = true
  }

  /// A frame as far as it concerns how far the page is scrolled: where a slot lies across is in its record.
  private static func along(_ frame: SlotFrame) -> SlotFrame {
    SlotFrame(y: frame.y, width: frame.width, height: frame.height)
  }

  private mutating func change(_ slot: Int, _ body: (inout SlotVisibility) -> Void) {
    guard isPresent(slot) else { return }
    body(&records[slot].visibility)
    needsRefresh = true
  }

  mutating func resize(_ slot: Int, to size: Size, scrollBy adjustment: Double = 0) {
    guard let handle = handle(of: slot),
      SlotFrame(y: 0, width: size.width, height: size.height).isValid
    else { return }
    if records[slot].width != size.width {
      records[slot].width = size.width
      if records[slot].x != nil { needsRefresh = true }
    }
    let frame = page.frame(of: handle)
    let (bottom, difference) = (frame.maxY, size.height - frame.height)
    guard difference != 0 else { return }
    page.resize(handle, to: size)
    // Where the scroll position is adjusted nothing in view has moved, nor has the user scrolled.
    if adjustment == 0 { countShift(from: bottom, by: difference) } else { y += adjustment }
    needsRefresh = true
  }

  /// How much of a viewport at `y` moves, in points, when what is below `bottom` moves; not above 0 when nothing in it does.
  package static func movedPart(
    of y: Double, height: Double, below bottom: Double, by difference: Double
  ) -> Double {
    y + height - max(y, min(bottom, bottom + difference))
  }

  private mutating func countShift(from bottom: Double, by difference: Double) {
    guard hasBegun, isActive, !isCovered, viewportHeight > 0 else { return }
    let moving = Self.movedPart(of: y, height: viewportHeight, below: bottom, by: difference)
    guard moving > 0 else { return }
    let score = moving / viewportHeight * min(1, abs(difference) / viewportHeight)
    totals.shifts += 1
    shiftWindow.add(score, at: now)
    totals.shiftScore = max(totals.shiftScore, shiftWindow.score)
    totals.worstShift = max(totals.worstShift, score)
  }

  private mutating func remove(_ slot: Int) {
    guard let handle = handle(of: slot) else { return }
    forget(slot)
    page.remove(handle)
  }

  /// Ends what is counted of a slot that leaves the page.
  private mutating func forget(_ slot: Int) {
    guard isPresent(slot) else { return }
    release(slot)
    if !own.isEmpty { own[slot] = nil }
    if records[slot].isVisible {
      if records[slot].isBlank { blankCount -= 1 }
      visible.removeAll { $0 == slot }
    }
    let wasRequested = records[slot].wasRequested
    records[slot] = SlotRecord()
    records[slot].wasRequested = wasRequested
    needsRefresh = true
  }

  private func isCurrent(_ slot: Int, _ generation: Int) -> Bool {
    isPresent(slot) && records[slot].generation?.number == generation
  }

  /// Keeps that the ad of a generation cannot be presented; one that is rendered has been.
  private mutating func withhold(_ slot: Int, _ generation: Int) {
    guard isCurrent(slot, generation), let current = records[slot].generation,
      current.isDelivered, !current.isRendered
    else { return }
    records[slot].generation?.isWithheld = true
    // In the step of the delivery, the engine has yet to accept the ad.
    if current.answer == .loaded { answer(slot, .withheld) }
  }

  private mutating func fail(_ slot: Int, _ generation: Int, _ reason: AdFailure) {
    guard isPresent(slot), let current = records[slot].generation, current.number == generation,
      current.answer == .awaited, let index = AdFailure.allCases.firstIndex(of: reason)
    else { return }
    if current.isCounted { totals.failures[index] += 1 }
    answer(slot, .failed)
  }
}
