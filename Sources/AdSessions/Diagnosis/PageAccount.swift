import AdEngine

/// What the ads of one page cost, or one slot's, counted from what took place on that page alone.
struct PageAccount {
  /// Why an ad was released while its slot was in reach.
  private(set) var renewals: [AdRenewalCause: Int] = [:]
  /// The requests, and those of them whose slot was never in view.
  private(set) var requests = 0
  private(set) var wasted = 0
  /// Whether something was asked for before its slot was in view, as a higher threshold would do earlier.
  private(set) var hasFetchedAhead = false
  /// The rendered ads; those that came after their slot was in view; and those of them that an earlier request would
  /// have helped.
  private(set) var rendered = 0
  private(set) var late = 0
  private(set) var lateArrivals = 0
  /// How often a delivered size moved something in view.
  private(set) var shifts = 0
  /// The most rendered ads of the whole page at once.
  private(set) var liveAdsPeak = 0
  /// How long each answer took, in milliseconds.
  private(set) var answerTimes: [Int64] = []

  private let slot: SlotID?
  private var metrics: Metrics
  private var asked: [SlotID: (generation: Int, at: Instant)] = [:]
  private var cause: AdRenewalCause?

  /// Counts what took place on the page, all of it or what concerns one slot.
  init(_ subject: Diagnosis.Subject, slot: SlotID?) {
    self.slot = slot
    metrics = Metrics(viewport: subject.setup.engine.viewport)
    metrics.begin(consent: subject.setup.engine.consent, policy: subject.setup.engine.policy)
    for occurrence in subject.history {
      switch occurrence.event {
      case .input(let input): follow(input, at: occurrence.at)
      case .effect(let effect): follow(effect, at: occurrence.at)
      case .opened, .wentBack: break
      }
    }
    for (number, record) in metrics.records.enumerated() where isMeant(SlotID(number)) {
      if record.generation?.sight == .unseen { wasted += 1 }
    }
    liveAdsPeak = metrics.totals.liveAdsPeak
  }

  private func isMeant(_ id: SlotID) -> Bool { slot == nil || slot == id }

  private func record(of id: SlotID) -> SlotRecord? {
    metrics.records.indices.contains(id.rawValue) ? metrics.records[id.rawValue] : nil
  }

  private mutating func follow(_ input: Engine.Input, at moment: Instant) {
    metrics.observe(input, at: moment)
    cause = AdRenewalCause(input)
    if case .answered(let id, let generation, _) = input, let request = asked[id],
      request.generation == generation
    {
      asked[id] = nil
      if isMeant(id) { answerTimes.append(moment - request.at) }
    }
  }

  private mutating func follow(_ effect: Engine.Effect, at moment: Instant) {
    let before = metrics.totals
    metrics.observe(effect, at: moment)
    guard let id = effect.slot else { return }
    if case .fetch(_, let generation) = effect { asked[id] = (generation, moment) }
    guard isMeant(id) else { return }
    let after = metrics.totals
    requests += after.requests - before.requests
    wasted += after.wastedFetches - before.wastedFetches
    rendered += after.rendered - before.rendered
    late += after.lateRenders - before.lateRenders
    lateArrivals += after.lateArrivals - before.lateArrivals
    shifts += after.shifts - before.shifts
    switch effect {
    case .fetch:
      if record(of: id)?.generation?.isArrival == true { hasFetchedAhead = true }
    case .release:
      if record(of: id)?.loadState != .unloaded, let cause { renewals[cause, default: 0] += 1 }
    default: break
    }
  }
}

/// Why an ad was released although its slot was in reach.
package enum AdRenewalCause: CaseIterable, Sendable {
  /// Somebody asked for a reload.
  case reload
  /// The page was visited again, and the ad is renewed at each visit (`S0.74`).
  case visit
  /// The person chose otherwise, or the policy changed.
  case choice

  /// Finds what an input is a cause of.
  fileprivate init?(_ input: Engine.Input) {
    switch input {
    case .reloadRequested: self = .reload
    case .slotRenewed: self = .visit
    case .consentChanged, .policyChanged: self = .choice
    default: return nil
    }
  }
}
