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

  @Test func `at exactly the unload threshold a slot is still inside`() throws {
    let stage = try stage().scrolled((to: 1850, at: 1000), until: 60_000)
    #expect(stage.log == [])
  }

  @Test func `S0.54 between the fetch and the unload zone nothing happens in either direction`()
    throws
  {
    var stage = try stage().scrolled((to: 1500, at: 1000), until: 10_000)
    #expect(stage.loadState(1) == .displayed)
    stage.scroll((to: 5000, at: 10_000), (to: 1500, at: 20_000), until: 30_000)
    #expect(stage.log == ["12000 slot 1 unloaded gap 4750"])
    #expect(stage.loadState(1) == .unloaded)
  }

  @Test func `the two seconds run from the check that saw it, not from the scroll before`() throws {
    let stage = try stage().scrolled((to: 1, at: 1000), (to: 5000, at: 1001), until: 10_000)
    #expect(stage.log == ["3067 slot 1 unloaded gap 4750"])
  }

  @Test func `a return between two checks is not seen and ends nothing`() throws {
    var stage = try stage().scrolled((to: 5000, at: 1000), (to: 5001, at: 1500), (to: 0, at: 1510))
    stage.scroll((to: 5000, at: 1520), until: 10_000)
    #expect(stage.log == ["3000 slot 1 unloaded gap 4750"])
  }

  @Test func `at its deadline an unload is dropped if the newest geometry says no`() throws {
    var stage = try stage().scrolled((to: 5000, at: 1000), (to: 5001, at: 2990))
    // The check at 3057 has not seen this yet; the unload at 3000 has.
    stage.scroll((to: 0, at: 2999), until: 60_000)
    #expect(stage.log == [])
    #expect(stage.loadState(1) == .displayed)
  }

  @Test func `after a dropped unload the next check outside starts two new seconds`() throws {
    var stage = try stage().scrolled((to: 5000, at: 1000), (to: 5001, at: 2990), (to: 0, at: 2999))
    stage.scroll((to: 5000, at: 3010), until: 60_000)
    #expect(stage.log == ["5057 slot 1 unloaded gap 4750"])
  }

  @Test func `an unload is no check and opens no 67 ms`() throws {
    var stage = try stage()
    stage.add(2, slot(at: 9000), at: 1000)
    stage.scroll((to: 5000, at: 1067), (to: 8000, at: 3068))
    stage.expect(
      "3067 slot 1 unloaded gap 4750", "3068 slot 2 fetched gap 200",
      "3068 slot 2 displayed gap 200")
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

  @Test func `switched off, a stay outside ends; on again, another begins`() throws {
    var stage = try stage().scrolled(to: 5000, at: 1000)
    stage.set(unloading: false, at: 2000)
    #expect(stage.engine.nextDeadline == nil)
    stage.set(unloading: true, at: 2900)
    stage.expect("4900 slot 1 unloaded gap 4750", until: 60_000)
  }

  @Test func `switched off between the last check and the deadline, the unload is dropped`() throws
  {
    var stage = try stage().scrolled((to: 5000, at: 1000), (to: 5001, at: 2990))
    stage.set(unloading: false, at: 2995)
    stage.expect(until: 60_000)
  }

  @Test func `off and on again between two checks goes unnoticed`() throws {
    var stage = try stage().scrolled(to: 5000, at: 1000)
    stage.set(unloading: false, at: 1010)
    stage.set(unloading: true, at: 1020)
    stage.expect("3000 slot 1 unloaded gap 4750", until: 60_000)
  }

  // MARK: - Thresholds

  @Test func `a threshold raised over a slot that waits outside brings it back inside`() throws {
    var stage = try stage().scrolled(to: 5000, at: 1000)
    stage.set(unload: 6000, at: 2000)
    stage.expect(until: 60_000)
    stage.set(unload: 1000, at: 60_000)
    stage.expect("62000 slot 1 unloaded gap 4750", until: 70_000)
  }

  @Test func `D20 raising the fetch threshold pushes the unload zone before it`() throws {
    var stage = try stage().scrolled(to: 5000, at: 1000)
    stage.set(fetch: 4750, at: 2000)
    stage.expect(until: 60_000)
    // The zone is as large as the fetch threshold now: one point farther is outside of both.
    stage.scroll((to: 5001, at: 60_000), until: 70_000)
    stage.scroll(to: 5000, at: 70_000)
    #expect(stage.log == ["62000 slot 1 unloaded gap 4751", "70000 slot 1 fetched gap 4750"])
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

  @Test func `a slot that only came within the fetch zone is unloaded as well`() throws {
    var stage = Stage(slots: [slot(at: 1500)], lazyLoading: try .unloading, consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.clear()
    stage.scroll((to: -1500, at: 100), until: 10_000)
    #expect(stage.log == ["2100 slot 1 unloaded gap 2200", "2100 slot 1 release 1"])
    #expect(stage.adState(1) == .uninitialized)
  }

  @Test func `D23 an unloaded slot keeps the size of the ad that was there`() throws {
    var stage = try stage(consent: .granted)
    stage.deliver(1, 300, by: 600, at: 1000)
    stage.scroll((to: 9000, at: 5000), until: 10_000)
    #expect(stage.loadState(1) == .unloaded)
    #expect(stage.engine.status(of: SlotID(1))?.frame == SlotFrame(y: 0, width: 300, height: 600))
  }

  @Test func `a reload while it waits outside ends the stay; far away nothing is fetched`() throws {
    var stage = try stage(consent: .granted).scrolled(to: 5000, at: 1000)
    stage.reload(1, at: 2000)
    stage.expect("2000 slot 1 notLoaded gap 4750", "2000 slot 1 release 1", until: 60_000)
    #expect(stage.loadState(1) == .notLoaded)
  }

  @Test func `a reload in view fetches again with the next check`() throws {
    var stage = try stage(consent: .granted)
    stage.reload(1, at: 1000)
    stage.expect(
      "1000 slot 1 notLoaded gap -250", "1000 slot 1 release 1", "1000 slot 1 fetched gap -250",
      "1000 slot 1 fetch 2", "1000 slot 1 ad loading", "1000 slot 1 displayed gap -250")
  }

  @Test func `a reload of an unloaded slot says notLoaded and releases nothing twice`() throws {
    var stage = try stage(consent: .granted).scrolled((to: 5000, at: 1000), until: 5000).cleared()
    stage.reload(1, at: 5000)
    stage.reload(1, at: 5500)
    #expect(stage.log == ["5000 slot 1 notLoaded gap 4750"])
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
