import AdEngine

/// The loop of S1 in the middle of a page, at rest, and the ways to scroll it.
struct SeedSteps {
  private let loop: SeedLoop
  private var clock = FrameClock()
  private var scroll: QuietScroll

  init(slots: Int) {
    let page = BenchmarkPage(slotCount: slots)
    loop = page.makeSeedLoop()
    scroll = QuietScroll(around: page.quietPosition)
    // The first check fetches, the second displays.
    check(2)
    loop.changes = []
  }

  /// One scroll a frame; the loop checks at most every 67 ms.
  mutating func step(_ count: Int) {
    for _ in 0..<count {
      clock.tick()
      if let timer = loop.throttleTimer, timer <= clock.seconds {
        loop.fireThrottleTimer(at: timer)
      }
      loop.updateScrollViewBounds(BenchmarkPage.bounds(at: scroll.next()), at: clock.seconds)
    }
    precondition(loop.changes.isEmpty, "a quiet step decided something")
  }

  mutating func check(_ count: Int) {
    for _ in 0..<count {
      for _ in 0..<5 { clock.tick() }
      loop.scrollViewBounds = BenchmarkPage.bounds(at: scroll.next())
      loop.checkAdVisibility(at: clock.seconds)
    }
  }
}

extension Suite {
  /// The engine beside the loop of S1: scrolls that both check at once, and steps at 60 Hz with checks at most every 67 ms.
  static let againstSeed = Suite(
    title: "The engine and the loop of S1, crossing nothing",
    benchmarks: [10, 50, 100, 1000, 10_000, 100_000, 1_000_000].flatMap { slots in
      let size = "\(grouped(slots)) slots"
      return [
        Benchmark("engine per check, \(size)", .time, "check") {
          stepping(EngineSteps(slots: slots)) { $0.check($1) }
        },
        Benchmark(
          "S1 loop per check, \(size)", .time, "check", baseline: "engine per check, \(size)",
          goals: goals[slots] ?? []
        ) {
          stepping(SeedSteps(slots: slots)) { $0.check($1) }
        },
        Benchmark("engine per 60 Hz step, \(size)", .time, "step") {
          stepping(EngineSteps(slots: slots)) { $0.step($1) }
        },
        Benchmark(
          "S1 loop per 60 Hz step, \(size)", .time, "step",
          baseline: "engine per 60 Hz step, \(size)", fewest: 12
        ) {
          stepping(SeedSteps(slots: slots)) { $0.step($1) }
        },
      ]
    })

  private static let goals = [
    50: [Benchmark.Goal.ratio(.atLeast(400))], 10_000: [.ratio(.atLeast(100_000))],
  ]
}
