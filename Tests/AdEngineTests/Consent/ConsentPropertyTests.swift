import AdEngine
import TestSupport
import Testing

/// Random lives of persons who choose, scroll, reload and change their minds (seeded): nothing loads that they did not
/// allow (`S0.1`, `S0.2`, `S0.92`; D3, D4; GATE).
@Suite(.tags(.fast)) struct ConsentPropertyTests {
  /// A person, the page's engine, and what the answers of the store allow: worked out here by another way than there.
  private struct Life {
    var random: SeededGenerator
    var store = ConsentStore(vendors: [755, 12])
    var policy = ConsentPolicy.strict
    var needed: TCFRequirement
    var engine: Engine
    var now: Int64 = 0
    var fetches = 0
    var effects: [Engine.Effect] = []

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      needed = random.pick([
        TCFRequirement(), TCFRequirement(vendors: [755]),
        TCFRequirement(purposes: [], vendors: [12]),
        TCFRequirement(purposes: [2, 7], vendors: [12, 755]),
      ])
      store.becomeReady()
      engine = Engine(Engine.Configuration(viewport: Size(width: 400, height: 800)))
      for slot in 0..<8 {
        tell(.slotAdded(SlotID(slot), SlotFrame(y: Double(slot) * 700, width: 320, height: 250)))
      }
      tell(.scrolled(to: 0))
    }

    /// Whether a yes to everything that is needed was said, or no law asks for it.
    var isGranted: Bool {
      store.regulation == .none
        || needed.purposes.allSatisfy { store.answer(toPurpose: $0) == .enabled }
          && needed.vendors.allSatisfy { store.answer(toVendor: $0) == .enabled }
    }

    /// Whether nothing was left open, or no law asks for it.
    var isDecided: Bool {
      store.regulation == .none
        || store.purposes.allSatisfy { store.answer(toPurpose: $0) != .undecided }
          && store.vendors.allSatisfy { store.answer(toVendor: $0) != .undecided }
    }

    mutating func tell(_ input: Engine.Input) {
      effects = engine.handle(input, at: Instant(milliseconds: now))
      note()
    }

    /// Lets time run on; the engine is woken at each of its deadlines.
    mutating func wait(_ milliseconds: Int64) {
      let end = now + milliseconds
      while let deadline = engine.nextDeadline, deadline.milliseconds <= end {
        now = deadline.milliseconds
        tell(.woken)
      }
      now = end
    }

    private mutating func note() {
      for effect in effects {
        guard case .fetch = effect else { continue }
        fetches += 1
        switch policy {
        case .strict: #expect(isGranted, "a request without a yes under strict")
        case .determined: #expect(isDecided || isGranted, "a request before any decision")
        }
      }
    }

    /// Tells the engine what the store says, as a host does after each change.
    mutating func choose(_ change: (inout ConsentStore, inout SeededGenerator) -> Void) {
      let before = store.choice
      change(&store, &random)
      if store.choice != before { tell(store.choice.input(for: needed)) }
    }

    mutating func step() {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: choose { store, _ in store.setUserAgreeToAll(on: 20_000) }
      case 1: choose { store, _ in store.setUserDisagreeToAll(on: 20_000) }
      case 2: choose { store, _ in store.reset() }
      case 3...5:
        choose { store, random in
          let answer = random.pick(ConsentStore.Answer.allCases)
          let id = Int.random(in: 1...11, using: &random)
          store.setUserStatus(purposes: [id: answer], on: 20_001)
        }
      case 6:
        choose { store, random in
          let answer = random.pick(ConsentStore.Answer.allCases)
          store.setUserStatus(vendors: [random.pick([755, 12]): answer], on: 20_002)
        }
      case 7:
        choose { store, random in store.setRegulation(random.pick([.gdpr, .gdpr, .gdpr, .none])) }
      case 8:
        // A TC string from elsewhere, with any answers.
        choose { store, random in
          var string = TCString(created: 1, updated: 2, cmpID: 3, cmpVersion: 4)
          string.purposeConsents = PurposeSet((1...11).filter { _ in random.chance(85) })
          string.vendorConsents = VendorSet([755, 12].filter { _ in random.chance(70) })
          string.disclosedVendors = random.chance(50) ? VendorSet([755, 12]) : nil
          if let text = try? ConsentString(string.encoded()) {
            store.becomeReady(with: .tcString(text))
          }
        }
      case 9:
        policy = random.pick(ConsentPolicy.allCases)
        tell(.policyChanged(policy))
      case 10: tell(.reloadRequested(SlotID(Int.random(in: 0..<8, using: &random))))
      default: tell(.scrolled(to: Double(Int.random(in: 0...5000, using: &random))))
      }
    }
  }

  @Test func `GATE-9 no request leaves without a yes under strict, whatever persons do`() {
    var fetches = 0
    for seed in 0..<400 {
      var life = Life(seed: seed)
      for _ in 0..<120 {
        life.step()
        life.wait(Int64(life.random.pick([0, 16, 67, 400, 2500])))
      }
      fetches += life.fetches
    }
    #expect(fetches > 5000, "the persons said yes often enough")
  }

  @Test func `GATE-9 from a withdrawal to the next yes nothing is asked for and nothing is held`() {
    for seed in 0..<200 {
      var life = Life(seed: seed)
      life.choose { store, _ in store.setUserAgreeToAll(on: 1) }
      for _ in 0..<20 { life.step() }
      life.policy = .strict
      life.tell(.policyChanged(.strict))
      if life.store.regulation == .none {
        life.choose { store, _ in store.setRegulation(.gdpr) }
      }
      life.choose { store, _ in store.reset() }
      let before = life.fetches
      for _ in 0..<30 {
        switch Int.random(in: 0..<3, using: &life.random) {
        case 0: life.tell(.reloadRequested(SlotID(Int.random(in: 0..<8, using: &life.random))))
        case 1:
          // Some purposes are no yes to what is needed as long as others are open.
          life.choose { store, _ in store.setUserStatus(purposes: [9: .enabled], on: 1) }
        default: life.tell(.scrolled(to: Double(Int.random(in: 0...5000, using: &life.random))))
        }
        life.wait(300)
        #expect(life.engine.statuses().allSatisfy { !$0.isHeld }, "seed \(seed)")
      }
      #expect(life.fetches == before, "seed \(seed)")
      life.choose { store, _ in store.setUserAgreeToAll(on: 1) }
      life.wait(1000)
      #expect(life.fetches > before, "seed \(seed): the next yes loads what is near")
    }
  }

  @Test func `D3 what a store says and what its TC string says are one rule`() {
    for seed in 0..<2000 {
      var random = SeededGenerator(seed: seed)
      var store = ConsentStore(vendors: [755, 12, 3])
      store.becomeReady()
      store.setUserStatus(
        purposes: Dictionary(
          uniqueKeysWithValues: (1...11).map { ($0, random.chance(80) ? .enabled : .disabled) }),
        vendors: Dictionary(
          uniqueKeysWithValues: [755, 12, 3].map { ($0, random.chance(80) ? .enabled : .disabled) }),
        on: 7)
      let needed = TCFRequirement(
        purposes: (1...11).filter { _ in random.chance(30) },
        vendors: [755, 12, 3].filter { _ in random.chance(40) })
      let isGranted =
        needed.purposes.allSatisfy { store.answer(toPurpose: $0) == .enabled }
        && needed.vendors.allSatisfy { store.answer(toVendor: $0) == .enabled }
      let status = store.choice.status(for: needed)
      #expect(status == (isGranted ? .granted : .denied), "seed \(seed)")
      guard let text = store.choice.string?.text else {
        Issue.record("seed \(seed): decided, and no string")
        continue
      }
      #expect((try? ConsentString(text)).map { .tcString($0) } == store.choice, "seed \(seed)")
    }
  }
}
