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
    var goals: [Goal] = []
    /// The ad's page: its host, whether it has begun, when it was last touched, and the actions that are settled.
    var host = URLHost.domain("adops.stepdev.dk")
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
  var counter = 0
  var impressionDelay: Int64
  var effects: [Effect] = []

  init(_ configuration: EngineConfiguration) {
    settings = configuration.lazyLoading
    viewport = Viewport(size: configuration.viewport)
    consent = configuration.consent
    handOff = configuration.handOff
    policy = configuration.policy
    impressionDelay = configuration.impressionDelay
  }

  mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    effects = []
    carryOut(until: now.milliseconds)
    take(input, now.milliseconds)
    return effects
  }

  /// Slots in page order, as positions in `slots`.
  private var pageOrder: [Int] {
    slots.indices.sorted {
      (slots[$0].frame.y, slots[$0].added) < (slots[$1].frame.y, slots[$1].added)
    }
  }

  func position(of id: SlotID) -> Int? { slots.firstIndex { $0.id == id } }

  private func gap(_ slot: Slot) -> Double {
    max(
      slot.frame.y - (viewport.y + viewport.size.height),
      viewport.y - (slot.frame.y + slot.frame.height))
  }

  private var decision: ConsentDecision {
    if consent == .granted { return .allow }
    if consent == .denied, policy == .determined { return .limited }
    return .hold
  }

  // MARK: - Deadlines

  private mutating func carryOut(until now: Int64) {
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
    }
  }

  private mutating func askForCheck(_ now: Int64) {
    guard isStarted, !isCovered, viewport.size.height > 0, settings != nil else { return }
    if let windowEnd, now < windowEnd {
      isCheckPending = true
    } else {
      runCheck(now)
    }
  }

  private mutating func runCheck(_ now: Int64) {
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

  private mutating func unloadOne(_ now: Int64) {
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

  private mutating func become(
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

  // MARK: - Content

  private mutating func fetch(_ index: Int) {
    guard decision != .hold else { return }
    slots[index].generation += 1
    slots[index].isHeld = true
    slots[index].ad = .loading
    slots[index].host = .domain("adops.stepdev.dk")
    slots[index].hasCommitted = false
    slots[index].touched = nil
    slots[index].actions = []
    effects.append(.fetch(slots[index].id, generation: slots[index].generation))
    effects.append(.publishAdState(slots[index].id, .loading))
  }

  private mutating func end(_ index: Int, _ now: Int64) {
    guard slots[index].isHeld else { return }
    slots[index].isHeld = false
    slots[index].ad = .uninitialized
    slots[index].size = nil
    slots[index].renderAt = nil
    slots[index].goals = []
    slots[index].wasReleased = slots[index].constraints.placeholder == .initial
    effects.append(.release(slots[index].id, generation: slots[index].generation))
  }

  /// Gives the slots that lost their ads their initial size, where that is asked for.
  private mutating func restoreReleased(_ now: Int64) {
    for index in pageOrder where slots[index].wasReleased {
      slots[index].wasReleased = false
      guard let size = slots[index].initialSize, slots[index].frame.size != size else { continue }
      effects.append(.resize(slots[index].id, size))
      resize(index, size, now)
    }
  }

  private mutating func renderWhenReady(_ index: Int, _ now: Int64) {
    guard slots[index].load == .displayed, slots[index].ad == .loaded else { return }
    slots[index].renderAt = now + 100
    counter += 1
    slots[index].renderOrder = counter
  }

  private mutating func renderOne(_ now: Int64) {
    let due = slots.indices.filter { slots[$0].renderAt == now }
    guard let index = due.min(by: { slots[$0].renderOrder < slots[$1].renderOrder }) else { return }
    slots[index].renderAt = nil
    effects.append(.render(slots[index].id, generation: slots[index].generation))
    let size = slots[index].size ?? slots[index].frame.size
    counter += 2
    slots[index].goals = [
      Goal(isImpression: true, share: 5, duration: impressionDelay, order: counter - 1),
      Goal(
        isImpression: false, share: size.width * size.height >= 242_500 ? 3 : 5,
        duration: slots[index].media == .video ? 2000 : 1000, order: counter),
    ]
    measure(now)
  }

  mutating func measure(_ now: Int64) {
    var reached: [(slot: Int, goal: Goal)] = []
    for index in slots.indices {
      let slot = slots[index]
      let size = slot.size ?? slot.frame.size
      let bottom = min(slot.frame.y + slot.frame.height, slot.frame.y + size.height)
      let visible = max(
        0, min(bottom, viewport.y + viewport.size.height) - max(slot.frame.y, viewport.y))
      for goalIndex in slot.goals.indices {
        var goal = slot.goals[goalIndex]
        let area = size.height * size.width
        let isSeen = isActive && !isCovered
        let isInView = isSeen && area > 0 && 10 * (visible * size.width) >= goal.share * area
        goal.since = isInView ? goal.since ?? now : nil
        slots[index].goals[goalIndex] = goal
        if let since = goal.since, now - since >= goal.duration { reached.append((index, goal)) }
      }
    }
    for (index, goal) in reached.sorted(by: { $0.goal.order < $1.goal.order }) {
      slots[index].goals.removeAll { $0.order == goal.order }
      if goal.isImpression {
        slots[index].ad = .impressed
        effects.append(.publishAdState(slots[index].id, .impressed))
      } else {
        effects.append(.reportViewable(slots[index].id))
      }
    }
  }

  // MARK: - Inputs

  private mutating func take(_ input: Input, _ now: Int64) {
    switch input {
    case .scrolled(let position):
      viewport.y = position
      isStarted = true
      geometryChanged(now)
    case .viewportResized(let size):
      viewport.size = size
      isStarted = true
      geometryChanged(now)
    case .slotAdded(let id, let frame):
      counter += 1
      slots.append(Slot(id: id, frame: frame, added: counter))
      if settings == nil { displayEagerly(slots.count - 1, now) }
      askForCheck(now)
    case .slotMoved(let id, let frame):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].frame = frame
      geometryChanged(now)
    case .slotResized(let id, let size):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      resize(index, size, now)
    case .slotConstrained(let id, let constraints):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      slots[index].constraints = constraints
      slots[index].initialSize = slots[index].frame.size
    case .slotRemoved(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      end(index, now)
      slots.remove(at: index)
      geometryChanged(now)
    case .pageClosed:
      for index in pageOrder { end(index, now) }
      slots = []
      isStarted = false
      isCheckPending = false
      isCovered = false
      viewport.y = 0
    case .pageCovered(let covers):
      guard covers != isCovered else { return }
      isCovered = covers
      measure(now)
      if covers { isCheckPending = false } else { askForCheck(now) }
    case .lazyLoadingChanged(let change):
      guard let settings else { return effects.append(.refuse(.noManager)) }
      do {
        self.settings = try settings.applying(change)
        askForCheck(now)
      } catch {
        effects.append(.refuse(.lazyLoading(error)))
      }
    case .consentChanged(let status, let handOff):
      changeConsent(status, policy, handOff, now)
    case .policyChanged(let policy):
      changeConsent(consent, policy, handOff, now)
    case .reloadRequested(let id), .slotRenewed(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      if slots[index].load != .notLoaded {
        effects.append(.publishLoadState(id, .notLoaded, gap: gap(slots[index])))
      }
      slots[index].load = .notLoaded
      slots[index].outsideSince = nil
      end(index, now)
      restoreReleased(now)
      if settings == nil { displayEagerly(index, now) }
      askForCheck(now)
    case .activityChanged(let isActive):
      self.isActive = isActive
      measure(now)
    case .clicked(let id):
      guard let index = position(of: id) else { return refuseUnknown(id) }
      if [.impressed, .clicked].contains(slots[index].ad) { slots[index].touched = now }
      if slots[index].ad == .impressed {
        slots[index].ad = .clicked
        effects.append(.publishAdState(id, .clicked))
      } else if slots[index].ad != .clicked {
        effects.append(.refuse(.click(id, slots[index].ad)))
      }
    case .answered(let id, let generation, let answer):
      receive(answer, id, generation, now)
    case .messaged(let id, let generation, let message):
      hear(message, id, generation, now)
    case .navigationRequested(let id, let generation, let attempt):
      decide(attempt, id, generation, now)
    case .woken:
      break
    }
  }

  private mutating func refuseUnknown(_ id: SlotID) { effects.append(.refuse(.unknownSlot(id))) }

  private mutating func geometryChanged(_ now: Int64) {
    measure(now)
    askForCheck(now)
  }

  private mutating func displayEagerly(_ index: Int, _ now: Int64) {
    let gap = gap(slots[index])
    become(.fetched, index, gap, now)
    become(.displayed, index, gap, now)
  }

  mutating func resize(_ index: Int, _ size: Size, _ now: Int64) {
    let old = slots[index].frame
    for other in slots.indices where other != index && slots[other].frame.y >= old.y + old.height {
      slots[other].frame.y += size.height - old.height
    }
    slots[index].frame = SlotFrame(y: old.y, width: size.width, height: size.height)
    geometryChanged(now)
  }

  private mutating func changeConsent(
    _ status: ConsentStatus, _ newPolicy: ConsentPolicy, _ newHandOff: HandOff, _ now: Int64
  ) {
    let (before, handedBefore) = (decision, handOff)
    consent = status
    policy = newPolicy
    handOff = newHandOff
    guard decision != before || decision != .hold && handOff != handedBefore else { return }
    for index in pageOrder {
      end(index, now)
      if [.fetched, .displayed].contains(slots[index].load) { fetch(index) }
    }
    restoreReleased(now)
  }

  private mutating func receive(_ answer: Answer, _ id: SlotID, _ generation: Int, _ now: Int64) {
    guard let index = position(of: id), slots[index].generation == generation,
      slots[index].ad == .loading
    else { return }
    switch answer {
    case .failed:
      slots[index].ad = .failed
      effects.append(.publishAdState(id, .failed))
    case .loaded(let size, let media):
      slots[index].ad = .loaded
      slots[index].hasCommitted = true
      slots[index].media = media
      slots[index].size = slots[index].frame.size
      effects.append(.publishAdState(id, .loaded))
      if size.width > 0, size.height > 0, size.width <= 4096, size.height <= 4096 {
        slots[index].size = size
        let frame = slots[index].constraints.frame(for: size)
        if slots[index].frame.size != frame {
          effects.append(.resize(id, frame))
          resize(index, frame, now)
        }
      } else {
        effects.append(.refuse(.size(id, size)))
      }
      renderWhenReady(index, now)
    }
  }
}
