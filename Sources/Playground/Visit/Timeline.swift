internal import AdEngine
internal import AdSessions

/// What was so of a slot from one instant on.
struct TimelineState: Hashable, Sendable {
  var since: Instant
  var load = AdLoadState.notLoaded
  var ad = AdViewState.uninitialized
  var isRendered = false
  var isViewable = false
  /// Whether the rendered ad could not be presented.
  var isRefused = false
  /// Whether there is an auction, or what one came to, that no request has used.
  var isInAuction = false
}

/// A change of a slot's height that moved what is in view below it.
struct LayoutShift: Hashable, Sendable {
  /// How long it is marked in the article, in milliseconds.
  static let duration: Int64 = 2000

  let slot: Int
  let at: Instant
  /// How far what is below moved down, in points; below 0 it moved up.
  let points: Double

  var end: Instant { at + Self.duration }

  var words: String { "\(abs(points).points) pt \(points > 0 ? "down" : "up")" }
}

/// The states of every slot over time, as instants of change; when there are too many the older half goes.
struct Timeline: Hashable, Sendable {
  /// The instants that are kept of all slots together; each slot keeps at least its last.
  static let capacity = 40_000

  /// The last changes of height that moved what is in view.
  private(set) var shifts: [LayoutShift] = []
  private static let maxShifts = 1000

  /// A lane a slot, its instants in the order of time; a slot that nothing has happened to yet has none.
  private var lanes: [[TimelineState]]
  /// The instants that are kept.
  private(set) var count = 0
  let opened: Instant
  /// What was before this instant may be forgotten.
  private(set) var memory: Instant

  init(slots: Int = 0, openedAt time: Instant = .start) {
    lanes = Array(repeating: [], count: slots)
    opened = time
    memory = time
  }

  var slotCount: Int { lanes.count }

  mutating func addSlot() { lanes.append([]) }

  /// Adds an event; its time is not before that of the last one.
  mutating func add(_ event: RunEvent) {
    // What is released with a slot that goes leaves no place that waits for an ad.
    if case .input(.slotRemoved(let id)) = event.content {
      change(id, at: event.at) { $0.load = .notLoaded }
    }
    guard case .effect(let effect) = event.content else { return }
    switch effect {
    case .reportLoadState(let id, let state, _):
      change(id, at: event.at) { $0.load = state }
    case .reportAdState(let id, let state):
      change(id, at: event.at) { $0.ad = state }
    case .render(let id, _):
      change(id, at: event.at) { $0.isRendered = true }
    case .reportViewable(let id):
      change(id, at: event.at) { $0.isViewable = true }
    case .release(let id, _):
      change(id, at: event.at) {
        $0 = TimelineState(since: $0.since, load: $0.load)
      }
    case .auction(let id, _): change(id, at: event.at) { $0.isInAuction = true }
    case .fetch(let id, _) where state(of: id)?.isInAuction == true:
      change(id, at: event.at) { $0.isInAuction = false }
    case .fetch, .reportAuction, .resize, .open, .block, .log, .refuse:
      break
    }
  }

  private func state(of id: SlotID) -> TimelineState? {
    lanes.indices.contains(id.rawValue) ? lanes[id.rawValue].last : nil
  }

  /// Adds that auctions ended of which the engine has none any more: consent was withdrawn.
  mutating func noteAuctions(of engine: Engine, at time: Instant) {
    for slot in lanes.indices where lanes[slot].last?.isInAuction == true {
      guard engine.status(of: SlotID(slot))?.auction == nil else { continue }
      change(SlotID(slot), at: time) { $0.isInAuction = false }
    }
  }

  /// Adds that a slot in view has taken another height.
  mutating func add(_ shift: LayoutShift) {
    if shifts.count >= Self.maxShifts { shifts.removeFirst(Self.maxShifts / 2) }
    shifts.append(shift)
  }

  /// The change of height of a slot that is marked in the article at an instant.
  func marked(slot: Int, at time: Instant) -> LayoutShift? {
    shifts.last { $0.slot == slot && $0.at <= time && time < $0.end }
  }

  func lastMarked(at time: Instant) -> LayoutShift? {
    shifts.last { $0.at <= time && time < $0.end }
  }

  /// When the next mark in the article goes.
  func nextShiftEnd(after time: Instant) -> Instant? {
    shifts.lazy.filter { $0.at <= time && $0.end > time }.map(\.end).min()
  }

  /// Adds that a rendered ad cannot be presented.
  mutating func noteRefusal(of id: SlotID, at time: Instant) {
    change(id, at: time) { $0.isRefused = true }
  }

  private mutating func change(
    _ id: SlotID, at time: Instant, _ change: (inout TimelineState) -> Void
  ) {
    let slot = id.rawValue
    guard lanes.indices.contains(slot) else { return }
    var state = lanes[slot].last ?? TimelineState(since: opened)
    change(&state)
    if let last = lanes[slot].last, last.since == time {
      lanes[slot][lanes[slot].count - 1] = state
      return
    }
    state.since = time
    lanes[slot].append(state)
    count += 1
    if count > max(Self.capacity, 4 * lanes.count) { forgetHalf() }
  }

  /// Forgets what was before the middle one of all instants, but for the state that each slot had then.
  private mutating func forgetHalf() {
    memory = lanes.lazy.joined().map(\.since).sorted()[count / 2]
    count = 0
    for slot in lanes.indices {
      let kept = lanes[slot].firstIndex { $0.since > memory } ?? lanes[slot].count
      if kept > 1 { lanes[slot].removeFirst(kept - 1) }
      count += lanes[slot].count
    }
  }

  /// What was so of a slot at an instant; `nil` before the page was opened, and where it is forgotten.
  func state(ofSlot slot: Int, at time: Instant) -> TimelineState? {
    guard lanes.indices.contains(slot), time >= memory else { return nil }
    let next = firstIndex(ofSlot: slot, after: time)
    return next > 0 ? lanes[slot][next - 1] : TimelineState(since: opened)
  }

  func changes(ofSlot slot: Int, after start: Instant, upTo end: Instant) -> ArraySlice<
    TimelineState
  > {
    guard lanes.indices.contains(slot), start < end else { return [] }
    return lanes[slot][
      firstIndex(ofSlot: slot, after: start)..<firstIndex(ofSlot: slot, after: end)]
  }

  private func firstIndex(ofSlot slot: Int, after time: Instant) -> Int {
    lanes[slot].indices.partitionPoint { lanes[slot][$0].since > time }
  }
}
