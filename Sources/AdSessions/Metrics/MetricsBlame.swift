package import AdEngine

/// Which slot has cost most of each metric on one page: what a number grows by at a decision or an answer is due to its slot.
package struct MetricsBlame: Sendable {
  /// What an event adds to these metrics; of the viewable rate, the ads that were rendered and are not viewable.
  private static let parts: [(metric: Metric, amount: @Sendable (MetricsReport) -> Double)] = [
    (.failed, { Double($0.failed) }), (.wastedFetches, { Double($0.wastedFetches) }),
    (.wastedRenders, { Double($0.wastedRenders) }), (.lateRenders, { Double($0.lateRenders) }),
    (.refetches, { Double($0.refetches) }),
    (.viewableRate, { Double($0.rendered - $0.viewable) }),
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
    for event in history {
      // Events at the instant of a reset belong to the time before it.
      restartIfDue(event.at.milliseconds - 1)
      pass(to: event.at.milliseconds)
      observe(event)
    }
    pass(to: end.milliseconds)
    restartIfDue(end.milliseconds)
    for (slot, record) in metrics.records.enumerated() {
      guard let generation = record.generation, generation.isCounted else { continue }
      if isOver || metrics.isPassed(record) {
        charge(slot) { $0.totals.countWaste(of: generation) }
      } else if generation.isRendered, !generation.isViewable {
        // It may still become viewable.
        add(.viewableRate, slot, -1)
      }
    }
  }

  /// The slot that has cost most of a metric; `nil` where no slot has cost any, or slots have no part in it.
  package func slot(for metric: Metric) -> SlotID? {
    let most = costs[metric]?.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return most.flatMap { $0.value > 0 ? SlotID($0.key) : nil }
  }

  private mutating func observe(_ event: RunEvent) {
    switch event.content {
    case .input(let input):
      let slot: SlotID? = if case .answered(let slot, _, _) = input { slot } else { nil }
      charge(slot?.rawValue) { $0.observe(input, at: event.at) }
    case .effect(let effect):
      charge(effect.slot?.rawValue) { $0.observe(effect, at: event.at) }
    case .opened, .wentBack: break
    }
  }

  /// Charges a slot with what the numbers grow by.
  private mutating func charge(_ slot: Int?, for counting: (inout Metrics) -> Void) {
    guard let slot else { return counting(&metrics) }
    let before = metrics.totals
    counting(&metrics)
    let totals = metrics.totals
    for (metric, amount) in Self.parts { add(metric, slot, amount(totals) - amount(before)) }
    if totals.leadTimes.count > before.leadTimes.count, let lead = totals.leadTimes.last, lead < 0 {
      add(.leadTimeP50, slot, Double(-lead))
    }
    guard totals.shifts > before.shifts else { return }
    let window = metrics.shiftWindow
    if window.count == 1 { burst = [:] }
    burst[slot, default: 0] += window.lastScore
    if window.score == totals.shiftScore { costs[.shiftScore] = burst }
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
    (burst, costs) = ([:], [:])
  }

  private mutating func add(_ metric: Metric, _ slot: Int, _ amount: Double) {
    if amount != 0 { costs[metric, default: [:]][slot, default: 0] += amount }
  }
}
