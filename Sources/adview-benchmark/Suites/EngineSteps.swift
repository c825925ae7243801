import AdEngine

/// An engine in the middle of a page, at rest, and the ways to scroll it.
struct EngineSteps {
  private var engine: Engine
  private var clock = FrameClock()
  private var scroll: QuietScroll
  private var effects: [Engine.Effect] = []

  init(slots: Int, hasAllRules: Bool = false, speed: Double = 7) {
    let page = BenchmarkArticle(slotCount: slots)
    engine = hasAllRules ? page.makeEngineWithAllRules() : page.makeEngine()
    scroll = QuietScroll(around: page.quietPosition, speed: speed)
    for _ in 0..<400 {
      // Bids come at once, answers never.
      for case .auction(let slot, let auction) in effects {
        engine.handle(.bidsArrived(slot, auction: auction), at: clock.now, into: &effects)
      }
      effects.removeAll()
      stepOnce()
    }
    effects.removeAll()
  }

  private mutating func stepOnce() {
    clock.tick()
    engine.handle(.scrolled(to: scroll.next()), at: clock.now, into: &effects)
  }

  /// One scroll a frame.
  mutating func step(_ count: Int) {
    for _ in 0..<count { stepOnce() }
    precondition(effects.isEmpty, "a quiet step decided something")
  }

  /// One scroll every fifth frame, 83 ms apart, so that each is checked at once.
  mutating func check(_ count: Int) {
    for _ in 0..<count {
      for _ in 0..<5 { clock.tick() }
      engine.handle(.scrolled(to: scroll.next()), at: clock.now, into: &effects)
    }
    precondition(effects.isEmpty, "a quiet step decided something")
  }
}

/// Every scroll is a check that fetches one slot, displays another and unloads one.
struct CrossingSteps {
  private var engine: Engine
  private var clock = FrameClock()
  private var position = 0.0
  private var speed = BenchmarkArticle.spacing
  private let end: Double
  private var effects: [Engine.Effect] = []

  init(slots: Int) {
    let settings = LazyLoadingSettings.standard
    let change = LazyLoadingChange(unloadingEnabled: true)
    let page = BenchmarkArticle(slotCount: slots)
    engine = page.makeEngine((try? settings.applying(change)) ?? settings)
    end = page.frame(of: slots - 1).maxY
    step(2 * slots)
  }

  /// One scroll from slot to slot every fifth frame.
  mutating func step(_ count: Int) {
    for _ in 0..<count {
      for _ in 0..<5 { clock.tick() }
      if !(0...end).contains(position + speed) { speed = -speed }
      position += speed
      effects.removeAll(keepingCapacity: true)
      engine.handle(.scrolled(to: position), at: clock.now, into: &effects)
    }
    blackHole(effects)
  }
}

extension Suite {
  /// What a scroll costs that changes nothing, by the size of the page.
  static let steps = Suite(
    title: "A scroll that crosses nothing, at 60 Hz",
    benchmarks: [100, 10, 50, 1000, 10_000, 100_000, 1_000_000].map { slots in
      Benchmark(
        "engine step, \(grouped(slots)) slots", .time, "step",
        baseline: slots == 100 ? nil : "engine step, 100 slots",
        goals: [.value(.atMost(20))] + (slots == 1_000_000 ? [.ratio(.atMost(1.2))] : [])
      ) {
        stepping(EngineSteps(slots: slots)) { $0.step($1) }
      }
    })

  /// The same with every rule on.
  static let ruledSteps = Suite(
    title: "The same with all rules on",
    benchmarks: [100, 1000, 10_000, 1_000_000].flatMap { slots in
      [
        Benchmark(
          "engine step, all rules, \(grouped(slots)) slots", .time, "step",
          baseline: "engine step, 100 slots", goals: [.value(.atMost(30))]
        ) {
          stepping(EngineSteps(slots: slots, hasAllRules: true, speed: 0.01)) { $0.step($1) }
        },
        Benchmark(
          "allocations, all rules, \(grouped(slots)) slots", .allocations, "step",
          goals: [.value(.atMost(0))]
        ) {
          stepping(EngineSteps(slots: slots, hasAllRules: true)) { $0.step($1) }
        },
      ]
    })

  /// What a scroll costs that fetches, displays and unloads, by the size of the page.
  static let crossings = Suite(
    title: "A scroll that fetches, displays and unloads",
    benchmarks: [100, 10_000, 1_000_000].map { slots in
      Benchmark(
        "engine crossing, \(grouped(slots)) slots", .time, "step",
        baseline: slots == 100 ? nil : "engine crossing, 100 slots"
      ) {
        stepping(CrossingSteps(slots: slots)) { $0.step($1) }
      }
    })

  /// How much memory is asked for by a scroll.
  static let allocations = Suite(
    title: "Calls of malloc and its kin",
    benchmarks: [100, 1_000_000].map { slots in
      Benchmark(
        "allocations, quiet, \(grouped(slots)) slots", .allocations, "step",
        goals: [.value(.atMost(0))]
      ) {
        stepping(EngineSteps(slots: slots)) { $0.step($1) }
      }
    })
}
