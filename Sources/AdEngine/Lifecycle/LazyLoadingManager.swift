/// Decides by distance alone which slots are fetched, displayed and unloaded (`S0.47`, `S1.31`–`S1.44`).
///
/// One manager looks after the slots of one page. It is asked for checks; each slot that crosses a threshold gets
/// its transitions in page order. Between checks only unload deadlines happen.
struct LazyLoadingManager: Sendable {
  /// One step of one slot.
  struct Transition: Sendable {
    var handle: Int32
    var state: AdLoadState
    var gap: Double
  }

  /// The settings, or `nil` for a page without lazy loading, on which every slot is displayed at once (D15).
  private(set) var settings: LazyLoadingSettings?
  private var states: [AdLoadState] = []
  /// The time of the check that first saw a slot outside the unload zone; `.max` for one that is not.
  private var outsideSince: [Int64] = []
  private var unloads = DeadlineQueue()

  private var fetchZone = Zone()
  private var displayZone = Zone()
  private var unloadZone = Zone()
  private var rankVersion = 0
  /// Whether the next check looks at every slot.
  private var needsScan = true
  /// Slots that the next check looks at although they may not have crossed anything.
  private var revisits: [Int32] = []
  private var candidates: [Int] = []
  /// The scroll positions at which a check would change nothing.
  private(set) var band = QuietBand.nowhere

  init(_ settings: LazyLoadingSettings?) {
    self.settings = settings
  }

  /// The state of a slot on the page.
  func state(of handle: Int32) -> AdLoadState { states[Int(handle)] }

  /// Since when checks have seen the slot outside the unload zone.
  func outsideSince(of handle: Int32) -> Int64? {
    let since = outsideSince[Int(handle)]
    return since == .max ? nil : since
  }

  // MARK: - What changes the slots

  mutating func reserveCapacity(_ slots: Int) {
    states.reserveCapacity(slots)
    outsideSince.reserveCapacity(slots)
  }

  /// Starts to look after a slot.
  mutating func add(_ handle: Int32) {
    if Int(handle) == states.count {
      states.append(.notLoaded)
      outsideSince.append(.max)
    } else {
      states[Int(handle)] = .notLoaded
      outsideSince[Int(handle)] = .max
    }
    band = .nowhere
  }

  /// Stops looking after a slot.
  mutating func remove(_ handle: Int32, _ timers: inout TimerTable) {
    endStay(of: handle, &timers)
    revisits.removeAll { $0 == handle }
    band = .nowhere
  }

  /// Puts a slot back to the beginning; the next check decides on it again.
  mutating func reset(_ handle: Int32, _ timers: inout TimerTable) {
    states[Int(handle)] = .notLoaded
    endStay(of: handle, &timers)
    revisit(handle)
  }

  /// Displays a slot at once, whatever its distance: there is no lazy loading on its page.
  mutating func displayEagerly(
    _ handle: Int32, gap: Double, into transitions: inout [Transition]
  ) {
    states[Int(handle)] = .displayed
    transitions.append(Transition(handle: handle, state: .fetched, gap: gap))
    transitions.append(Transition(handle: handle, state: .displayed, gap: gap))
  }

  /// Takes new settings; the next check applies them.
  mutating func change(to new: LazyLoadingSettings) {
    if new.unloadingEnabled != settings?.unloadingEnabled { needsScan = true }
    settings = new
    band = .nowhere
  }

  /// Notes that an edge or the viewport's size changed.
  mutating func geometryChanged() {
    band = .nowhere
  }

  // MARK: - Checks

  /// Whether a check at this scroll position would change nothing.
  @inline(__always)
  func isQuiet(at position: Double) -> Bool { band.contains(position) }

  /// Runs a check at `now` and appends what it decides.
  mutating func check(
    at now: Int64, _ viewport: Viewport, _ page: inout PageGeometry, _ timers: inout TimerTable,
    into transitions: inout [Transition]
  ) {
    guard let settings else { return }
    page.sortIfNeeded()
    if rankVersion != page.rankVersion {
      rankVersion = page.rankVersion
      needsScan = true
    }
    if needsScan || !page.isStacked {
      for rank in 0..<page.count {
        decide(rank, settings, now, viewport, page, &transitions)
      }
      followZones(settings, viewport, page)
    } else {
      collectCandidates(settings, viewport, page)
      for rank in candidates {
        decide(rank, settings, now, viewport, page, &transitions)
      }
    }
    needsScan = false
    revisits.removeAll(keepingCapacity: true)
    band = quietBand(settings, viewport, page)
    setTimer(&timers)
  }

  private mutating func followZones(
    _ settings: LazyLoadingSettings, _ viewport: Viewport, _ page: PageGeometry
  ) {
    fetchZone.follow(settings.fetchThreshold, viewport, page)
    displayZone.follow(settings.displayThreshold, viewport, page)
    unloadZone.follow(settings.unloadZone, viewport, page)
  }

  /// Gathers, in page order, the slots that entered the fetch or the display zone, or entered or left the unload
  /// zone, and those to be looked at again.
  private mutating func collectCandidates(
    _ settings: LazyLoadingSettings, _ viewport: Viewport, _ page: PageGeometry
  ) {
    let oldFetch = fetchZone.ranks
    let oldDisplay = displayZone.ranks
    let oldUnload = unloadZone.ranks
    followZones(settings, viewport, page)
    candidates.removeAll(keepingCapacity: true)
    collect(fetchZone.ranks.subtracting(oldFetch))
    collect(displayZone.ranks.subtracting(oldDisplay))
    if settings.unloadingEnabled {
      collect(unloadZone.ranks.subtracting(oldUnload))
      collect(oldUnload.subtracting(unloadZone.ranks))
    }
    for handle in revisits { candidates.append(page.rank(of: handle)) }
    guard candidates.count > 1 else { return }
    candidates.sort()
    var last = 0
    for index in 1..<candidates.count where candidates[index] != candidates[last] {
      last += 1
      candidates[last] = candidates[index]
    }
    candidates.removeLast(candidates.count - last - 1)
  }

  private mutating func collect(_ runs: (Range<Int>, Range<Int>)) {
    for rank in runs.0 { candidates.append(rank) }
    for rank in runs.1 { candidates.append(rank) }
  }

  /// Takes one slot as far as its distance allows; up to two steps in one check (D13).
  private mutating func decide(
    _ rank: Int, _ settings: LazyLoadingSettings, _ now: Int64, _ viewport: Viewport,
    _ page: PageGeometry, _ transitions: inout [Transition]
  ) {
    let handle = page.handle(atRank: rank)
    let gap = max(page.tops[rank] - viewport.maxY, viewport.minY - page.bottoms[rank])
    var state = states[Int(handle)]
    if state == .notLoaded || state == .unloaded, gap <= settings.fetchThreshold {
      state = .fetched
      transitions.append(Transition(handle: handle, state: state, gap: gap))
    }
    if state == .fetched, gap <= settings.displayThreshold {
      state = .displayed
      transitions.append(Transition(handle: handle, state: state, gap: gap))
    }
    states[Int(handle)] = state

    let isOutside = isOutside(state, gap, settings)
    if !isOutside {
      outsideSince[Int(handle)] = .max
    } else if outsideSince[Int(handle)] == .max {
      outsideSince[Int(handle)] = now
      unloads.append(
        DeadlineQueue.Entry(time: now + LifecycleDelay.unload, handle: handle, stamp: now))
    }
  }

  private func isOutside(
    _ state: AdLoadState, _ gap: Double, _ settings: LazyLoadingSettings
  ) -> Bool {
    settings.unloadingEnabled && gap > settings.unloadZone
      && (state == .fetched || state == .displayed)
  }

  private func quietBand(
    _ settings: LazyLoadingSettings, _ viewport: Viewport, _ page: PageGeometry
  ) -> QuietBand {
    var band = QuietBand.everywhere
    if page.isStacked {
      // Leaving the fetch or the display zone changes nothing, and a viewport that comes back from beyond the unload zone
      // has made the fingers follow there.
      fetchZone.narrow(
        &band, settings.fetchThreshold, viewport, page, isLeavingNews: false)
      displayZone.narrow(
        &band, settings.displayThreshold, viewport, page, isLeavingNews: false)
      if settings.unloadingEnabled {
        unloadZone.narrow(&band, settings.unloadZone, viewport, page, isLeavingNews: true)
      }
      return band
    }
    let height = viewport.size.height
    for threshold in [settings.fetchThreshold, settings.displayThreshold, settings.unloadZone] {
      for (top, bottom) in zip(page.tops, page.bottoms) {
        let scale = top.magnitude + bottom.magnitude + height + threshold
        band.end(at: top - height - threshold, from: viewport.y, scale: scale)
        band.end(at: bottom + threshold, from: viewport.y, scale: scale)
      }
    }
    return band
  }

  // MARK: - Unloading

  /// Carries out the unload that is due at `now` by the newest geometry and settings, or drops it.
  ///
  /// It is no check and opens no 67 ms.
  mutating func unloadFirst(
    _ viewport: Viewport, _ page: PageGeometry, _ timers: inout TimerTable,
    into transitions: inout [Transition]
  ) {
    guard let entry = unloads.first(by: outsideSince) else { return }
    unloads.removeFirst()
    let gap = viewport.gap(to: page.frame(of: entry.handle))
    outsideSince[Int(entry.handle)] = .max
    if let settings, isOutside(states[Int(entry.handle)], gap, settings) {
      states[Int(entry.handle)] = .unloaded
      transitions.append(Transition(handle: entry.handle, state: .unloaded, gap: gap))
    } else {
      // The checks have not seen the slot come back; the next one restarts its 2,000 ms if it is outside.
      revisit(entry.handle)
    }
    setTimer(&timers)
  }

  private mutating func revisit(_ handle: Int32) {
    guard settings != nil else { return }
    revisits.append(handle)
    band = .nowhere
  }

  private mutating func endStay(of handle: Int32, _ timers: inout TimerTable) {
    guard outsideSince[Int(handle)] != .max else { return }
    outsideSince[Int(handle)] = .max
    setTimer(&timers)
  }

  private mutating func setTimer(_ timers: inout TimerTable) {
    timers.set(.unload, to: unloads.first(by: outsideSince)?.time)
  }
}
