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
    var outsideSince: Int64?
    var outsideOrder = 0
    var generation = 0
    var isHeld = false
    var ad = AdViewState.uninitialized
    var size: Size?
    var media = AdMedia.display
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
    var share: Double
    var duration: Int64
    var since: Int64?
    var order: Int
  }

  var slots: [Slot] = []
  var settings: LazyLoadingSettings?
  var viewport: Viewport
  var consent: ConsentStatus
  var handOff: HandOff
  var policy: ConsentPolicy
  var isActive = true
  var isCovered = false
  var isStarted = false
  var windowEnd: Int64?
  var isCheckPending = false
  var needsMeasurement = false
  var needsCheck = false
  var counter = 0
  var impressionDelay: Int64
  var effects: [Engine.Effect] = []

  init(_ configuration: Engine.Configuration) {
    settings = configuration.lazyLoading
    viewport = Viewport(size: configuration.viewport)
    consent = configuration.consent
    handOff = configuration.handOff
    policy = configuration.policy
    impressionDelay = configuration.impressionDelay
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

  var decision: ConsentDecision {
    if consent == .granted { return .allow }
    if consent == .denied, policy == .determined { return .limited }
    return .hold
  }

  // MARK: - Deadlines

  mutating func carryOut(until now: Int64) {
    while true {
      let check = isCheckPending ? windowEnd ?? .max : .max
      let unload = slots.compactMap { $0.outsideSince }.min().map { $0 + 2000 } ?? .max
      let render = slots.compactMap { $0.renderAt }.min() ?? .max
      let goal =
        slots.flatMap(\.goals).compactMap { goal in goal.since.map { $0 + goal.duration } }.min()
        ?? .max
      let moment = min(check, unload, render, goal)
      guard moment <= now, moment != .max else { return }
      if check == moment {
        isCheckPending = false
        if viewport.size.height > 0 { runCheck(moment) }
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
    if needsMeasurement { measure(now) }
    needsMeasurement = false
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
    guard let settings else { return }
    for index in pageOrder {
      let gap = gap(slots[index])
      if slots[index].load == .notLoaded || slots[index].load == .unloaded,
        gap <= settings.fetchThreshold
      {
        become(.fetched, index, gap, now)
      }
      if slots[index].load == .fetched, gap <= settings.displayThreshold {
        become(.displayed, index, gap, now)
      }
      let isOutside =
        settings.unloadingEnabled && gap > max(settings.unloadThreshold, settings.fetchThreshold)
        && [.fetched, .displayed].contains(slots[index].load)
      if !isOutside {
        slots[index].outsideSince = nil
      } else if slots[index].outsideSince == nil {
        slots[index].outsideSince = now
        counter += 1
        slots[index].outsideOrder = counter
      }
    }
  }

  mutating func unloadOne(_ now: Int64) {
    let due = slots.indices.filter { slots[$0].outsideSince.map { $0 + 2000 } == now }
    guard let index = due.min(by: { slots[$0].outsideOrder < slots[$1].outsideOrder })
    else { return }
    slots[index].outsideSince = nil
    let gap = gap(slots[index])
    guard let settings, settings.unloadingEnabled,
      gap > max(settings.unloadThreshold, settings.fetchThreshold)
    else { return }
    become(.unloaded, index, gap, now)
    restoreReleased(now)
  }

  mutating func become(
    _ state: AdLoadState, _ index: Int, _ gap: Double, _ now: Int64
  ) {
    slots[index].load = state
    effects.append(.publishLoadState(slots[index].id, state, gap: gap))
    switch state {
    case .notLoaded: break
    case .fetched: fetch(index)
    case .displayed: renderWhenReady(index, now)
    case .unloaded: end(index, now)
    }
  }
}
