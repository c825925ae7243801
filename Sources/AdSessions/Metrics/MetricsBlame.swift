package import AdEngine

/// Which slot has cost most of each metric on one page: what happened there, counted again slot by slot.
package struct MetricsBlame: Sendable {
  /// The metrics of which slots have parts.
  package static let metrics: Set<Metric> = [
    .failed, .wastedFetches, .notSeenYet, .blankExposure, .lateRenders, .leadTimeP50,
    .wastedRenders, .refetches, .shiftScore, .viewableRate,
  ]

  private var metrics: Metrics
  /// When the counters are reset, in milliseconds.
  private var restart: Int64?
  /// What each slot has cost in the newest burst of layout shifts.
  private var burst: [Int: Double] = [:]
  /// What each slot has cost so far, in the units of the metric.
  package private(set) var costs: [Metric: [Int: Double]] = [:]

  /// Counts what happened on a page up to an instant; from where its counters were reset, if they were.
  init(
    _ setup: RunSetup, _ history: [RunEvent], until end: Instant, isOver: Bool,
    restartedAt restart: Int64?
  ) {
    self.restart = restart
    metrics = Metrics(viewport: setup.engine.viewport)
    metrics.begin(consent: setup.engine.consent, policy: setup.engine.policy)
    for event in history { observe(event) }
    pass(to: end.milliseconds)
    restartIfDue(end.milliseconds)
    for (slot, record) in metrics.records.enumerated() {
      guard let generation = record.generation, generation.isCounted else { continue }
      if isOver || metrics.isPassed(record) {
        addWaste(of: generation, slot)
      } else if generation.sight == .unseen {
        add(.notSeenYet, slot, 1)
      }
    }
  }

  /// The slot that has cost most of a metric; `nil` where no slot has cost any, or slots have no part in it.
  package func slot(for metric: Metric) -> SlotID? {
    let most = costs[metric]?.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return most.flatMap { $0.value > 0 ? SlotID($0.key) : nil }
  }

  private mutating func observe(_ event: RunEvent) {
    // Events at the instant of a reset belong to the time before it.
    restartIfDue(event.at.milliseconds - 1)
    pass(to: event.at.milliseconds)
    switch event.content {
    case .input(let input):
      let failed = metrics.totals.failures
      metrics.observe(input, at: event.at)
      if case .answered(let slot, _, .failed) = input, metrics.totals.failures != failed {
        add(.failed, slot.rawValue, 1)
      }
    case .effect(let effect): observe(effect, at: event.at)
    case .opened, .wentBack: break
    }
  }

  private mutating func chargeShift(to slot: Int) {
    let window = metrics.shiftWindow
    if window.count == 1 { burst = [:] }
    burst[slot, default: 0] += window.lastScore
    if window.score == metrics.totals.shiftScore { costs[.shiftScore] = burst }
  }

  private mutating func observe(_ effect: Engine.Effect, at instant: Instant) {
    if metrics.needsRefresh { metrics.refresh() }
    let before = (metrics.totals.refetches, metrics.totals.shifts)
    switch effect {
    case .release(let slot, _), .fetch(let slot, _):
      let index = slot.rawValue
      if metrics.records.indices.contains(index),
        let generation = metrics.records[index].generation
      {
        addWaste(of: generation, index)
      }
    case .render(let slot, _):
      let index = slot.rawValue
      if metrics.records.indices.contains(index),
        let generation = metrics.records[index].generation, generation.isCounted,
        case .seen(let seen, _) = generation.sight, instant.milliseconds > seen
      {
        add(.lateRenders, index, 1)
        let wait = Double(instant.milliseconds - seen)
        costs[.leadTimeP50, default: [:]][index] = max(wait, costs[.leadTimeP50]?[index] ?? 0)
      }
    default: break
    }
    metrics.observe(effect, at: instant)
    switch effect {
    case .fetch(let slot, _):
      add(.refetches, slot.rawValue, Double(metrics.totals.refetches - before.0))
    case .resize(let slot, _, _) where metrics.totals.shifts != before.1:
      chargeShift(to: slot.rawValue)
    default: break
    }
  }

  /// Adds the blank time of the slots in view up to an instant.
  private mutating func pass(to time: Int64) {
    let wait = Double(time - metrics.now)
    guard wait > 0 else { return }
    if metrics.needsRefresh { metrics.refresh() }
    guard metrics.mayLoad else { return }
    let (top, bottom) = (metrics.y, metrics.y + metrics.viewportHeight)
    for slot in metrics.visible where metrics.records[slot].isBlank {
      guard let handle = metrics.records[slot].handle else { continue }
      let frame = metrics.page.frame(of: handle)
      add(.blankExposure, slot, (min(frame.maxY, bottom) - max(frame.minY, top)) * wait)
    }
    metrics.advance(to: time)
  }

  private mutating func restartIfDue(_ time: Int64) {
    guard let restart, restart <= time else { return }
    self.restart = nil
    pass(to: restart)
    metrics.restart(at: Instant(milliseconds: restart))
    burst = [:]
    costs.removeAll()
  }

  private mutating func addWaste(of generation: SlotRecord.Generation, _ slot: Int) {
    guard generation.isCounted else { return }
    if generation.sight == .unseen { add(.wastedFetches, slot, 1) }
    if case .unseen = generation.rendering { add(.wastedRenders, slot, 1) }
    if generation.isRendered, !generation.isViewable { add(.viewableRate, slot, 1) }
  }

  private mutating func add(_ metric: Metric, _ slot: Int, _ amount: Double) {
    if amount > 0 { costs[metric, default: [:]][slot, default: 0] += amount }
  }
}
