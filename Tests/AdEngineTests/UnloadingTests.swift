import AdEngine
import TestSupport
import Testing

/// Slots left behind: two seconds outside the unload zone by what the checks see, then unloaded, and back.
@Suite(.tags(.fast)) struct UnloadingTests {
  /// One displayed slot at the top of a page that unloads; the log is empty and the moment is 1000.
  private func stage(consent: ConsentStatus = .unset) throws -> Stage {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading, consent: consent)
    stage.scroll((to: 0, at: 0), until: 1000)
    stage.clear()
    return stage
  }

  @Test func `D12 nothing but time is needed: the engine names the deadline and keeps it`() throws {
    var stage = try stage().scrolled(to: 1851, at: 1000)
    #expect(stage.engine.nextDeadline == Instant(milliseconds: 3000))
    #expect(stage.engine.status(of: SlotID(1))?.outsideSince == Instant(milliseconds: 1000))
    stage.expect(until: 2999)
    stage.expect("3000 slot 1 unloaded gap 1601", until: 3000)
    #expect(stage.engine.nextDeadline == nil)
  }

  /// What happens from 1000 on, and what is decided then, the slot outside at a gap of 4750.
  static let lives: [(String, Life, [String])] = [
    ("at exactly the unload threshold, still inside", [1000: .scrolled(to: 1850)], []),
    (
      "S0.54 between the fetch and the unload zone, nothing in either direction",
      [1000: .scrolled(to: 1500), 10_000: .scrolled(to: 5000), 20_000: .scrolled(to: 1500)],
      ["12000 slot 1 unloaded gap 4750"]
    ),
    (
      "from the check that saw it, not from the scroll before",
      [1000: .scrolled(to: 1), 1001: .scrolled(to: 5000)], ["3067 slot 1 unloaded gap 4750"]
    ),
    (
      "a return between two checks is not seen and ends nothing",
      [1000: outside, 1500: .scrolled(to: 5001), 1510: .scrolled(to: 0), 1520: outside],
      ["3000 slot 1 unloaded gap 4750"]
    ),
    (
      "dropped if the newest geometry says no, which the check at 3057 has not seen",
      [1000: outside, 2990: .scrolled(to: 5001), 2999: .scrolled(to: 0)], []
    ),
    (
      "two new seconds from the next check outside after a dropped one",
      [1000: outside, 2990: .scrolled(to: 5001), 2999: .scrolled(to: 0), 3010: outside],
      ["5057 slot 1 unloaded gap 4750"]
    ),
    (
      "no check, and opens no 67 ms",
      [1000: .slotAdded(SlotID(2), slot(at: 9000)), 1067: outside, 3068: .scrolled(to: 8000)],
      [
        "3067 slot 1 unloaded gap 4750", "3068 slot 2 fetched gap 200",
        "3068 slot 2 displayed gap 200",
      ]
    ),
    (
      "switched off, the stay ends; on again, another begins",
      [1000: outside, 2000: .set(unloading: false), 2900: .set(unloading: true)],
      ["4900 slot 1 unloaded gap 4750"]
    ),
    (
      "switched off between the last check and the deadline, dropped",
      [1000: outside, 2990: .scrolled(to: 5001), 2995: .set(unloading: false)], []
    ),
    (
      "brought back inside by a larger threshold",
      [1000: outside, 2000: .set(unload: 6000), 20_000: .set(unload: 1000)],
      ["22000 slot 1 unloaded gap 4750"]
    ),
    (
      "D20 the zone is as large as the fetch threshold, one point farther is outside of both",
      [1000: outside, 2000: .set(fetch: 4750), 20_000: .scrolled(to: 5001), 30_000: outside],
      ["22000 slot 1 unloaded gap 4751", "30000 slot 1 fetched gap 4750"]
    ),
    (
      "the stay ended by a reload, and far away nothing is fetched",
      [1000: outside, 2000: .reloadRequested(SlotID(1))], ["2000 slot 1 notLoaded gap 4750"]
    ),
    (
      "reloaded in view, fetched again with the next check", [1000: .reloadRequested(SlotID(1))],
      [
        "1000 slot 1 notLoaded gap -250", "1000 slot 1 fetched gap -250",
        "1000 slot 1 displayed gap -250",
      ]
    ),
  ]
  private static let outside = Engine.Input.scrolled(to: 5000)

  @Test(arguments: lives)
  func `a slot is unloaded two seconds after a check saw it outside, if it still is`(
    what: String, life: Life, log: [String]
  ) throws {
    #expect(try stage().lived(life, until: 40_000).log == log, "\(what)")
  }

  // MARK: - Switching it off and on

  @Test func `S1.41 with unloading off nothing is ever unloaded and nothing is waited for`() {
    var stage = Stage(slots: [slot(at: 0)]).scrolled((to: 0, at: 0), (to: 1e6, at: 100))
    #expect(stage.engine.nextDeadline == nil)
    stage.run(until: 100_000)
    #expect(stage.loadState(1) == .displayed)
  }

  @Test func `switched on, the two seconds begin with the check that follows`() {
    var stage = Stage(slots: [slot(at: 0)]).scrolled((to: 0, at: 0), (to: 5000, at: 100)).cleared()
    stage.set(unloading: true, at: 60_000)
    stage.expect("62000 slot 1 unloaded gap 4750", until: 100_000)
  }

  // MARK: - Who is unloaded, and what becomes of it

  @Test func `slots that were never fetched are not unloaded`() throws {
    let stage = Stage(
      slots: [slot(at: 5000), slot(at: 1500), slot(at: 100)], lazyLoading: try .unloading
    ).scrolled(to: 0).cleared().scrolled((to: -3000, at: 1000), until: 60_000)
    #expect(stage.log == ["3000 slot 3 unloaded gap 2300", "3000 slot 2 unloaded gap 3700"])
    #expect(stage.loadState(1) == .notLoaded)
  }

  @Test func `an unload releases the generation, and coming back begins the next`() throws {
    var stage = try stage(consent: .granted)
    stage.deliver(1, at: 1000)
    stage.run(until: 5000)
    stage.clear()
    stage.scroll((to: 5000, at: 5000), (to: 0, at: 10_000))
    #expect(stage.adState(1) == .loading)
    stage.deliver(1, generation: 2, at: 10_200)
    stage.expect(
      "7000 slot 1 unloaded gap 4750", "7000 slot 1 release 1", "10000 slot 1 fetched gap -250",
      "10000 slot 1 fetch 2", "10000 slot 1 ad loading", "10000 slot 1 displayed gap -250",
      "10200 slot 1 ad loaded", "10300 slot 1 render 2", "10300 slot 1 ad impressed",
      "11300 slot 1 viewable", until: 12_000)
  }

  // MARK: - D11

  @Test func `D11 whatever a slot has lived through, every load state is reachable again`() throws {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var stage = Stage(
        slots: (0..<8).map { slot(at: Double($0) * 700) }, lazyLoading: try .unloading,
        consent: random.pick(ConsentStatus.allCases)
      ).scrolled(to: 0)
      for step in 1...20 {
        let number = random.pick(Array(1...8))
        let goal = random.pick(AdLoadState.allCases)
        bring(number, to: goal, &stage, &random)
        #expect(stage.loadState(number) == goal, "seed \(seed) step \(step)")
      }
    }
  }

  /// Takes a slot from any state to any other by what a person and a host can do.
  private func bring(
    _ number: Int, to goal: AdLoadState, _ stage: inout Stage, _ random: inout SeededGenerator
  ) {
    let top = Double(number - 1) * 700
    let pause: Int64 = random.pick([67, 100, 2500])
    func go(_ gap: Double) { stage.scroll(to: top - 800 - gap, at: stage.now + pause) }
    switch goal {
    case .notLoaded:
      go(10_000)
      stage.reload(number, at: stage.now + pause)
    case .fetched:
      if stage.loadState(number) == .displayed { bring(number, to: .notLoaded, &stage, &random) }
      go(random.pick([201, 500, 800]))
    case .displayed: go(random.pick([-400, 0, 200]))
    case .unloaded:
      if stage.loadState(number) == .notLoaded { bring(number, to: .fetched, &stage, &random) }
      go(random.pick([1601, 20_000]))
      stage.run(until: stage.now + 2000)
    }
  }
}
