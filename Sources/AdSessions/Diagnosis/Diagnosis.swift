package import AdEngine
package import AdRendering
package import AdSimulation

/// Answers to common questions about the ads of a page, from its settings and its history.
package struct Diagnosis: Hashable, Sendable {
  package struct Finding: Hashable, Sendable {
    package var symptom: Symptom
    package var fact: DiagnosisFact
  }

  /// A slot that comes back within this time flickers, in milliseconds.
  package static let shortAbsence: Int64 = 10_000
  /// An answer that takes this time is slow, in milliseconds.
  package static let slowAnswer: Int64 = 1000
  /// An answer that takes this time is slow even if it is the only one, in milliseconds.
  package static let verySlowAnswer: Int64 = 3000
  /// The number of rendered ads above which a phone may run out of memory.
  package static let manyAds = 5
  /// The number of events from which on they count as a pattern.
  static let minCount = 3
  /// The number of reloads of the app's own from which on they do: none is needed to keep an ad.
  private static let minReloads = 2
  /// The maximum number of items that an answer lists.
  private static let maxNamed = 8

  /// The answers, in the order of the questions; each that is asked has at least one.
  package private(set) var findings: [Finding] = []

  package struct Subject: Sendable {
    /// The configuration that the page started with.
    package var setup: RunSetup
    package var run: SessionRun
    /// The events of the page since it was opened.
    package var history: [RunEvent]
    /// The user's choice, if more is known than its outcome.
    package var choice: ConsentChoice?
    package var needed: TCFRequirement
    /// Whether consent is granted only by default.
    package var isConsentAssumed: Bool
    /// Whether the ladybug is on, where there is one.
    package var isLogOn: Bool?
    package var now: Instant
    /// How far the consent SDK has been set up, and whether it has a view for its notice.
    package var sdk: (phase: ConsentStore.Phase, hasWrapper: Bool) = (.ready, true)
    /// When the consent SDK became ready, if that was after the page was opened.
    package var sdkReadyAt: Instant?
    /// The world that knows the responses, if it is not the run's: a session holds only what came of them.
    package var looks: SimulatedWorld?
    /// What the ad server does not take of the targeting, in page order.
    package var targeting: [(slot: SlotID, problem: TargetingProblem)] = []
    /// When the loader of a recorded page requested ads and had the responses, with the names of its slots.
    package var loader: (times: LoaderTimes, slots: SlotTable)?
    /// Whether the simulated ad server answers, and not the recording.
    package var isSimulated: Bool { setup.world.map { $0.recorded == nil } ?? false }

    package init(
      setup: RunSetup, run: SessionRun, history: [RunEvent], choice: ConsentChoice? = nil,
      needed: TCFRequirement = TCFRequirement(), isConsentAssumed: Bool = false,
      isLogOn: Bool? = nil, now: Instant
    ) {
      (self.setup, self.run, self.history, self.choice) = (setup, run, history, choice)
      (self.needed, self.isConsentAssumed, self.isLogOn) = (needed, isConsentAssumed, isLogOn)
      self.now = now
    }
  }

  package init(_ subject: Subject, slot: SlotID? = nil) {
    answer(.noAd, Self.noAd(subject, slot))
    if let isOn = subject.isLogOn { answer(.noLog, [.ladybug(isOn: isOn)]) }
    let account = CostAccount(subject, slot: slot)
    answer(.slow, Self.slow(subject, account))
    answer(.flicker, Self.flicker(subject, slot, account))
  }

  private mutating func answer(_ symptom: Symptom, _ facts: [DiagnosisFact]) {
    let facts = facts.isEmpty ? [.nothing] : facts
    findings += facts.map { Finding(symptom: symptom, fact: $0) }
  }

  // MARK: - No ad

  private static func noAd(_ subject: Subject, _ slot: SlotID?) -> [DiagnosisFact] {
    let engine = subject.run.engine
    guard engine.slotCount > 0 else { return [.noSlots] }
    var facts = consent(subject)
    if engine.lazyLoading != nil {
      if !subject.history.contains(where: \.isLook) { facts.append(.neverScrolled) }
      if engine.viewport.size.height <= 0 { facts.append(.noViewport) }
    }
    let targeting = subject.targeting.filter { slot == nil || $0.slot == slot }.prefix(maxNamed)
      .map { DiagnosisFact.targeting($0.slot, $0.problem) }
    return facts + (slot.map { pendingConditions(subject, $0) } ?? slots(subject)) + targeting
  }

  private static func consent(_ subject: Subject) -> [DiagnosisFact] {
    let engine = subject.run.engine
    var facts: [DiagnosisFact] = []
    switch engine.consentDecision {
    case .allow: return subject.isConsentAssumed ? [.consentAssumed] : []
    case .limited: facts = [.limited]
    case .hold:
      let held = engine.statuses().count { $0.isInReach && !$0.isHeld }
      if subject.sdk.phase != .ready {
        facts.append(.sdk(subject.sdk.phase))
      } else if !subject.sdk.hasWrapper, engine.consent == .unset {
        facts.append(.noWrapper)
      }
      facts.append(.held(slots: held, engine.consent, engine.policy))
    }
    if let string = subject.choice?.string {
      facts.append(.lacking(subject.needed.verdict(on: string.content)))
    }
    return facts
  }

  /// The events that one slot waits for, as `why` shows them.
  private static func pendingConditions(_ subject: Subject, _ slot: SlotID) -> [DiagnosisFact] {
    guard let status = subject.run.engine.status(of: slot) else { return [] }
    let chain = CauseChain(
      of: slot, in: subject.history, from: subject.setup.engine, at: subject.now)
    var facts: [DiagnosisFact] = status.isRendered ? [.rendered(slots: 1)] : []
    facts += subject.fallbacks.filter { $0.slot == slot }.map { .fallback($0.slot, $0.words) }
    for pendingCondition in chain.pendingConditions {
      // The answer on consent says what is missing.
      if case .consent = pendingCondition { continue }
      facts.append(.waits(pendingCondition))
    }
    return facts
  }

  private static func slots(_ subject: Subject) -> [DiagnosisFact] {
    let engine = subject.run.engine
    var (rendered, awaited, ready, due, unloaded) = (0, 0, 0, 0, 0)
    let reach = engine.distances?.fetch ?? .infinity
    var far: [Double] = []
    var failed: [SlotID] = []
    var (unreachable, farByOwn) = (0, 0)
    var withheld: [SlotID] = []
    func hasOwnFetchThreshold(_ slot: SlotID) -> Bool {
      guard case .settings(let own)? = engine.lazyLoadingOverride(of: slot) else { return false }
      return own.fetchThreshold != nil
    }
    for status in engine.statuses() {
      if status.isRendered { rendered += 1 }
      switch (status.loadState, status.adState) {
      case (.unloaded, _): unloaded += 1
      case (.notLoaded, _) where !status.isReachable: unreachable += 1
      case (.notLoaded, _) where hasOwnFetchThreshold(status.id): farByOwn += 1
      // One that has just come within reach is requested with the next step.
      case (.notLoaded, _): if status.gap > reach { far.append(status.gap) }
      case (_, .loading): awaited += 1
      case (_, .failed): failed.append(status.id)
      case (_, .loaded) where !status.canPresent: withheld.append(status.id)
      case (.displayed, .loaded) where !status.isRendered: due += 1
      case (_, .loaded) where !status.isRendered: ready += 1
      default: break
      }
    }
    var facts: [DiagnosisFact] = []
    if rendered > 0 { facts.append(.rendered(slots: rendered)) }
    if awaited > 0 { facts.append(.awaited(slots: awaited)) }
    if due > 0 { facts.append(.due(slots: due)) }
    if ready > 0, let distances = engine.distances {
      facts.append(.ready(slots: ready, threshold: distances.display))
    }
    let reasons = failures(subject.history)
    for slot in failed.prefix(maxNamed) {
      if let reason = reasons[slot] {
        facts.append(.failed(slot, reason, subject.error(of: slot, reason)))
      }
    }
    if failed.count > maxNamed { facts.append(.failedToo(slots: failed.count - maxNamed)) }
    facts += withheld.prefix(maxNamed).map { .notPresented($0) }
    facts += subject.fallbacks.prefix(maxNamed).map { .fallback($0.slot, $0.words) }
    if let distances = engine.distances, let gap = far.min() {
      facts.append(.far(slots: far.count, gap: gap, threshold: distances.fetch))
    }
    if farByOwn > 0 { facts.append(.farByOwn(slots: farByOwn)) }
    if unreachable > 0 { facts.append(.unreachable(slots: unreachable)) }
    if unloaded > 0 { facts.append(.unloaded(slots: unloaded)) }
    return facts
  }

  private static func failures(_ history: [RunEvent]) -> [SlotID: AdFailure] {
    var reasons: [SlotID: AdFailure] = [:]
    for event in history {
      if case .input(.answered(let slot, _, .failed(let reason))) = event.content {
        reasons[slot] = reason
      }
    }
    return reasons
  }

  // MARK: - Slow

  private static func slow(_ subject: Subject, _ account: CostAccount) -> [DiagnosisFact] {
    let engine = subject.run.engine
    var facts: [DiagnosisFact] = []
    if let time = subject.sdkReadyAt, time > .start {
      facts.append(.sdkLate(time - .start, slots: slotsInReach(subject.history, at: time)))
    }
    if engine.lazyLoading == nil, engine.slotCount > 0 {
      facts.append(.eager(slots: engine.slotCount))
    }
    let (waits, own) = (account.answerTimes, account.own)
    if !waits.isEmpty {
      facts.append(.latency(waits.reduce(0, +) / Int64(waits.count), answers: waits.count))
    }
    if engine.lazyLoading != nil {
      if own.lateArrivals > 0 { facts.append(.late(ads: own.lateArrivals, of: own.rendered)) }
      // No threshold helps a slot that is in view when its ad can first be requested.
      let anyway = own.lateRenders - own.lateArrivals
      if anyway > 0 { facts.append(.lateAnyway(ads: anyway, of: own.rendered)) }
    }
    if own.requests >= minCount, own.wastedFetches * 2 > own.requests {
      facts.append(.wasted(requests: own.wastedFetches, of: own.requests))
    }
    let most = account.metrics.totals.liveAdsPeak
    if most > manyAds, let settings = engine.lazyLoading {
      facts.append(.alive(ads: most, unloading: settings.unloadingEnabled))
    }
    return facts
  }

  private static func slotsInReach(_ history: [RunEvent], at time: Instant) -> Int {
    var states: [SlotID: AdLoadState] = [:]
    for event in history where event.at < time {
      if case .effect(.reportLoadState(let id, let state, _)) = event.content { states[id] = state }
    }
    return states.values.count { $0 == .fetched || $0 == .displayed }
  }

  // MARK: - Flicker

  private static func flicker(
    _ subject: Subject, _ slot: SlotID?, _ account: CostAccount
  ) -> [DiagnosisFact] {
    let engine = subject.run.engine
    var unloadedAt: [SlotID: Instant] = [:]
    var returns: [SlotID: Int] = [:]
    var requested: [SlotID: Bool] = [:]
    var putBack: [SlotID: Int] = [:]
    for event in subject.history {
      switch event.content {
      case .input(.slotRemoved(let id)): if requested[id] != nil { requested[id] = false }
      case .effect(.fetch(let id, _)):
        if requested.updateValue(true, forKey: id) == false { putBack[id, default: 0] += 1 }
      case .effect(.reportLoadState(let id, let state, _)):
        if state == .unloaded { unloadedAt[id] = event.at }
        if state == .fetched, let left = unloadedAt.removeValue(forKey: id),
          event.at - left <= shortAbsence
        {
          returns[id, default: 0] += 1
        }
      default: break
      }
    }
    var facts: [DiagnosisFact] = []
    func most(_ counts: [SlotID: Int]) -> some Sequence<(key: SlotID, value: Int)> {
      counts.filter { slot == nil || $0.key == slot }
        .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.prefix(maxNamed)
    }
    for (id, times) in most(returns) { facts.append(.returned(id, times: times)) }
    for (id, times) in most(putBack) { facts.append(.putBack(id, times: times)) }
    // Thresholds are judged by what they did.
    if let distances = engine.distances, distances.unloadingEnabled, !returns.isEmpty,
      distances.unload - distances.fetch < engine.viewport.size.height / 2
    {
      facts.append(.noHysteresis(unload: distances.unload, fetch: distances.fetch))
    }
    if account.own.shifts > 0 { facts.append(.shifted(times: account.own.shifts)) }
    for cause in AdRenewalCause.allCases {
      let times = account.renewals[cause] ?? 0
      if times >= (cause == .reload ? minReloads : minCount) {
        facts.append(.renewed(times: times, by: cause))
      }
    }
    return facts
  }
}

extension SimulatedWorld {
  /// The slots whose present bid goes to another renderer than the one that it names, with the reason (`S4.44`).
  package func fallbacks(in engine: Engine) -> [(slot: SlotID, words: String)] {
    guard usesPlugins else { return [] }
    return engine.statuses().compactMap { status in
      guard status.adState != .uninitialized, status.adState != .loading else { return nil }
      return rendering(for: status.id, generation: status.generation)?.fallbackWords
        .map { (status.id, $0) }
    }
  }
}

extension Diagnosis.Subject {
  fileprivate var fallbacks: [(slot: SlotID, words: String)] {
    (looks ?? run.world).fallbacks(in: run.engine)
  }

  package func error(of slot: SlotID, _ failure: AdFailure) -> AdRenderingError? {
    guard let generation = run.engine.status(of: slot)?.generation else { return nil }
    return (looks ?? run.world).renderingError(for: slot, generation: generation, failure)
  }
}

extension SlotStatus {
  /// Whether its ad would be requested.
  fileprivate var isInReach: Bool { loadState == .fetched || loadState == .displayed }
}

extension RunEvent {
  /// Whether the input sets the viewport.
  fileprivate var isLook: Bool {
    switch content {
    case .input(.scrolled), .input(.viewportResized): true
    default: false
    }
  }
}
