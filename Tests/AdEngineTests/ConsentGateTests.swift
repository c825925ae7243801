import AdEngine
import TestSupport
import Testing

/// Consent holds loading, not distance (D3, D4, GATE-1 to GATE-9).
@Suite(.tags(.fast)) struct ConsentGateTests {
  /// One slot in view, the page open since 0; the log is empty and the moment is 1000.
  private func stage(
    _ status: ConsentStatus, _ policy: ConsentPolicy = .strict, loaded: Bool = false
  ) -> Stage {
    var stage = Stage(slots: [slot(at: 0)], consent: status, policy: policy).scrolled(to: 0)
    if loaded { stage.deliver(1, at: 10) }
    stage.run(until: 1000)
    stage.clear()
    return stage
  }

  static let table: [(ConsentPolicy, ConsentStatus, ConsentDecision)] = [
    (.strict, .unset, .hold), (.strict, .denied, .hold), (.strict, .granted, .allow),
    (.determined, .unset, .hold), (.determined, .denied, .limited), (.determined, .granted, .allow),
  ]

  @Test(arguments: table)
  func `D3, GATE-1, GATE-2 policy and choice lead to a decision, and only hold keeps from fetching`(
    policy: ConsentPolicy, status: ConsentStatus, decision: ConsentDecision
  ) {
    #expect(ConsentDecision(policy: policy, status: status) == decision)
    var stage = Stage(slots: [slot(at: 0)], consent: status, policy: policy)
    #expect(stage.engine.consentDecision == decision)
    stage.scroll((to: 0, at: 0), until: 60_000)
    let fetch = ["0 slot 1 fetch 1", "0 slot 1 ad loading"]
    #expect(
      stage.log == ["0 slot 1 fetched gap -250"] + (decision == .hold ? [] : fetch)
        + ["0 slot 1 displayed gap -250"])
    #expect(stage.engine.status(of: SlotID(1))?.isHeld == (decision != .hold))
  }

  @Test func `D3 the default is the promise: nothing set, strictly held`() {
    #expect(Engine().consent == .unset)
    #expect(Engine().policy == .strict)
    #expect(Engine().consentDecision == .hold)
  }

  @Test func `GATE-3 a later grant loads what is near, in page order, and nothing else`() {
    var stage = Stage(slots: [slot(at: 5000), slot(at: 1500), slot(at: 0)]).scrolled(to: 0)
    stage.clear()
    stage.consent(.granted, at: 1000)
    stage.expect(
      "1000 slot 3 fetch 1", "1000 slot 3 ad loading", "1000 slot 2 fetch 1",
      "1000 slot 2 ad loading")
    #expect(stage.adState(1) == .uninitialized)
  }

  /// A choice and a policy, what changes from 1000 on, and what is decided then.
  static let changes: [(String, ConsentStatus, ConsentPolicy, Life, [String])] = [
    (
      "GATE-3 a choice, even no, loads under determined", .unset, .determined,
      [1000: .consentChanged(.denied)], ["1000 slot 1 fetch 1", "1000 slot 1 ad loading"]
    ),
    (
      "GATE-4 a notification without a change of the decision holds on", .unset, .strict,
      [
        1000: .consentChanged(.unset), 2000: .consentChanged(.denied),
        3000: .consentChanged(.unset),
      ],
      []
    ),
    (
      "after a no, determined begins to load and strict takes it back", .denied, .strict,
      [1000: .policyChanged(.determined), 2000: .policyChanged(.strict)],
      ["1000 slot 1 fetch 1", "1000 slot 1 ad loading", "2000 slot 1 release 1"]
    ),
    (
      "after a yes, another policy changes nothing", .granted, .strict,
      [1000: .policyChanged(.determined), 2000: .policyChanged(.strict)], []
    ),
    (
      "without a choice, another policy changes nothing", .unset, .strict,
      [1000: .policyChanged(.determined), 2000: .policyChanged(.strict)], []
    ),
  ]

  @Test(arguments: changes)
  func `GATE-3 and GATE-4 what changes the decision loads or takes back, what does not, neither`(
    what: String, status: ConsentStatus, policy: ConsentPolicy, life: Life, log: [String]
  ) { #expect(stage(status, policy).lived(life, until: 5000).log == log, "\(what)") }

  @Test func `GATE-5 and D4 a change after the load reloads with the new choice`() {
    var stage = stage(.granted, .determined, loaded: true)
    stage.consent(.denied, at: 5000)
    stage.expect(
      "1110 slot 1 viewable", "5000 slot 1 release 1", "5000 slot 1 fetch 2",
      "5000 slot 1 ad loading")
    stage.consent(.granted, at: 6000)
    stage.expect("6000 slot 1 release 2", "6000 slot 1 fetch 3", "6000 slot 1 ad loading")
  }

  @Test func `GATE-6 and D4 the same choice said twice reloads nothing`() {
    for policy in ConsentPolicy.allCases {
      var stage = stage(.granted, policy, loaded: true)
      stage.run(until: 5000)
      stage.clear()
      stage.consent(.granted, at: 5000)
      stage.consent(.granted, at: 6000)
      stage.policy(policy, at: 7000)
      #expect(stage.log == [])
      #expect(stage.adState(1) == .impressed)
    }
  }

  @Test func `GATE-5 and D4 another hand-off loads anew, even where the decision is the same`() {
    for policy in ConsentPolicy.allCases {
      var stage = stage(.granted, policy, loaded: true)
      stage.run(until: 5000)
      stage.clear()
      stage.consent(.granted, ConsentPayload("CA"), at: 5000)
      #expect(
        stage.log == ["5000 slot 1 release 1", "5000 slot 1 fetch 2", "5000 slot 1 ad loading"])
      #expect(stage.engine.handOff == ConsentPayload("CA"))
    }
  }

  @Test func `GATE-6 and D4 the same hand-off again, or another while all is held, loads nothing`()
  {
    var stage = stage(.granted, loaded: true)
    stage.consent(.granted, ConsentPayload("CA"), at: 1000)
    stage.run(until: 5000)
    stage.clear()
    stage.consent(.granted, ConsentPayload("CA"), at: 5000)
    stage.policy(.determined, at: 6000)
    #expect(stage.log == [])
    stage.policy(.strict, at: 7000)
    stage.consent(.denied, ConsentPayload("CB"), at: 8000)
    stage.clear()
    stage.consent(.denied, ConsentPayload("CC"), at: 9000)
    stage.consent(.unset, at: 9500)
    #expect(stage.log == [])
    stage.consent(.granted, ConsentPayload("CA"), at: 10_000)
    #expect(stage.log.filter { $0.contains("fetch") } == ["10000 slot 1 fetch 3"])
  }

  @Test func `GATE-8 yes, then forgotten: a fresh slot is held again`() {
    var stage = stage(.granted, loaded: true)
    stage.run(until: 5000)
    stage.clear()
    stage.consent(.unset, at: 5000)
    stage.add(2, slot(at: 300), at: 6000)
    #expect(
      stage.log == [
        "5000 slot 1 release 1", "6000 slot 2 fetched gap -500", "6000 slot 2 displayed gap -500",
      ])
    stage.consent(.granted, at: 7000)
    #expect(stage.log.contains("7000 slot 1 fetch 2"))
    #expect(stage.log.contains("7000 slot 2 fetch 1"))
  }

  @Test func `GATE-9 and D4 a withdrawal under strict tears down until the next grant`() throws {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 1500)], lazyLoading: try .unloading, consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.deliver(1, at: 10)
    stage.run(until: 2000)
    stage.clear()
    stage.consent(.denied, at: 2000)
    // Distance goes on: the slots are left behind, unloaded and come near again, and ask for nothing.
    stage.scroll((to: 9000, at: 3000), (to: 0, at: 6000))
    stage.reload(1, at: 7000)
    stage.expect(
      "2000 slot 1 release 1", "2000 slot 2 release 1", "5000 slot 1 unloaded gap 8750",
      "5000 slot 2 unloaded gap 7250", "6000 slot 1 fetched gap -250",
      "6000 slot 1 displayed gap -250", "6000 slot 2 fetched gap 700",
      "7000 slot 1 notLoaded gap -250", "7000 slot 1 fetched gap -250",
      "7000 slot 1 displayed gap -250")
    stage.consent(.granted, at: 8000)
    stage.expect(
      "8000 slot 1 fetch 2", "8000 slot 1 ad loading", "8000 slot 2 fetch 2",
      "8000 slot 2 ad loading")
  }
}
