extension Suite {
  /// Whole sessions: 60 s at 60 Hz, every frame moves, all 50 slots pass.
  static let sessions = Suite(
    title: "A session of 60 s at 60 Hz, 50 slots passed",
    benchmarks: [false, true].flatMap { isUnloading in
      let name = isUnloading ? "session with unloading" : "session"
      return [
        Benchmark(
          name: "S1 loop's own \(name)", meter: .rate, noun: "session"
        ) {
          let session = SeedSession(isUnloading: isUnloading)
          return { count in
            for _ in 0..<count { blackHole(session.run()) }
          }
        },
        Benchmark(
          name: "engine \(name)", meter: .rate, noun: "session",
          baseline: "S1 loop's own \(name)",
          goals: isUnloading ? [] : [.value(.atLeast(8000)), .ratio(.atLeast(40))]
        ) {
          let session = EngineSession(isUnloading: isUnloading)
          let own = session.run()
          let other = SeedSession(isUnloading: isUnloading).run()
          precondition(own == other, "the sessions differ: \(own), \(other)")
          return { count in
            for _ in 0..<count { blackHole(session.run()) }
          }
        },
        Benchmark(
          name: "engine \(name), effects returned", meter: .rate, noun: "session",
          baseline: "S1 loop's own \(name)"
        ) {
          let session = EngineSession(isUnloading: isUnloading)
          return { count in
            for _ in 0..<count { blackHole(session.runReturning()) }
          }
        },
        Benchmark(
          name: "engine \(name), allocations", meter: .allocations, noun: "session"
        ) {
          let session = EngineSession(isUnloading: isUnloading)
          return { count in
            for _ in 0..<count { blackHole(session.run()) }
          }
        },
      ]
    })
}
