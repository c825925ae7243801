import AdEngine

/// The costs of the ads of a page, or of one slot, counted from the history of the page.
struct CostAccount {
  /// The reason why an ad was released while its slot was in reach.
  private(set) var renewals: [AdRenewalCause: Int] = [:]
  /// What was counted of the page, or of the slot.
  private(set) var own = MetricsReport()
  /// The time to each answer, in milliseconds.
  private(set) var answerTimes: [Int64] = []

  private let slot: SlotID?
  private let loader: (times: LoaderTimes, slots: SlotTable)?
  private(set) var metrics: Metrics
  private var asked: [SlotID: (generation: Int, at: Instant)] = [:]
  private var cause: AdRenewalCause?

  /// Counts the events of the page, or those of one slot.
  init(_ subject: Diagnosis.Subject, slot: SlotID?) {
    self.slot = slot
    loader = subject.loader
    metrics = Metrics(viewport: subject.setup.engine.viewport)
    metrics.begin(consent: subject.setup.engine.consent, policy: subject.setup.engine.policy)
    for event in subject.history {
      switch event.content {
      case .input(let input): observe(input, at: event.at)
      case .effect(let effect): observe(effect, at: event.at)
      case .opened, .wentBack: break
      }
    }
    for (number, record) in metrics.records.enumerated() where isMeant(SlotID(number)) {
      // What is still below may be seen yet.
      if record.generation?.sight == .unseen, metrics.isPassed(record) { own.wastedFetches += 1 }
    }
  }

  private func isMeant(_ id: SlotID) -> Bool { slot == nil || slot == id }

  private func record(of id: SlotID) -> SlotRecord? {
    metrics.records.indices.contains(id.rawValue) ? metrics.records[id.rawValue] : nil
  }

  private mutating func observe(_ input: Engine.Input, at time: Instant) {
    metrics.observe(input, at: time)
    cause = AdRenewalCause(input)
    if case .answered(let id, let generation, _) = input, let request = asked[id],
      request.generation == generation
    {
      asked[id] = nil
      let name = loader?.slots.name(of: id) ?? ""
      // How long the ad server took for an ad that was requested before the recording began is unknown.
      if isMeant(id), loader?.times.isRequestedBefore(name) != true || generation > 1 {
        answerTimes.append(
          loader?.times.latency(of: name, generation: generation) ?? time - request.at)
      }
    }
  }

  private mutating func observe(_ effect: Engine.Effect, at time: Instant) {
    let before = metrics.totals
    metrics.observe(effect, at: time)
    guard let id = effect.slot else { return }
    if case .fetch(_, let generation) = effect { asked[id] = (generation, time) }
    guard isMeant(id) else { return }
    for count in MetricsReport.counts {
      own[keyPath: count] += metrics.totals[keyPath: count] - before[keyPath: count]
    }
    let cause = record(of: id)?.isRefreshing == true ? .refresh : self.cause
    if case .release = effect, record(of: id)?.loadState != .unloaded, let cause {
      renewals[cause, default: 0] += 1
    }
  }
}

/// The reason why an ad was released although its slot was in reach.
package enum AdRenewalCause: CaseIterable, Sendable {
  case reload
  /// It had been viewable for long enough.
  case refresh
  /// The page was visited again, and the ad is reloaded at each visit (`S0.74`).
  case visit
  /// Consent or the policy changed.
  case choice

  fileprivate init?(_ input: Engine.Input) {
    switch input {
    case .reloadRequested: self = .reload
    case .slotRenewed: self = .visit
    case .consentChanged, .policyChanged: self = .choice
    default: return nil
    }
  }
}
