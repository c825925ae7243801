import AdEngine

/// The loop of S1 in the middle of a page, at rest, and the ways to scroll it.
struct SeedSteps {
  private let loop: SeedLoop
  private var clock = FrameClock()
  private var scroll: QuietScroll

  init(slots: Int) {
    let page = BenchmarkArticle(slotCount: slots)
    loop = page.makeSeedLoop()
    scroll = QuietScroll(around: page.quietPosition)
    // The first check fetches, the second displays.
    check(2)
    loop.changes = []
  }

  mutating func check(_ count: Int) {
    for _ in 0..<count {
      for _ in 0..<5 { clock.tick() }
      loop.scrollViewBounds = BenchmarkArticle.bounds(at: scroll.next())
      loop.checkAdVisibility(at: clock.seconds)
    }
  }
}

extension Suite {
  /// The engine beside the loop of S1, each scroll checked at once.
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
      ]
    })

  private static let goals = [
    50: [Benchmark.Goal.ratio(.atLeast(400))], 10_000: [.ratio(.atLeast(100_000))],
  ]
}
