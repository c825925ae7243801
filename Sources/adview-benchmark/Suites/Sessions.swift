extension Suite {
  /// Whole sessions: 60 s at 60 Hz, every frame moves, all 50 slots pass.
  static let sessions = Suite(
    title: "A session of 60 s at 60 Hz, 50 slots passed",
    benchmarks: benchmarks(isUnloading: false) + benchmarks(isUnloading: true))

  private static func benchmarks(isUnloading: Bool) -> [Benchmark] {
    let name = isUnloading ? "session with unloading" : "session"
    let script = SessionScript(isUnloading: isUnloading)
    return [
      Benchmark(name: "S1 loop's own \(name)", meter: .rate, noun: "session") {
        let session = SeedSession(script, isSeeing: false)
        return { count in
          for _ in 0..<count { blackHole(session.play()) }
        }
      },
      Benchmark(
        name: "S1 loop's \(name), viewability measured", meter: .rate, noun: "session",
        baseline: "S1 loop's own \(name)"
      ) {
        let session = SeedSession(script, isSeeing: true)
        return { count in
          for _ in 0..<count { blackHole(session.play()) }
        }
      },
      Benchmark(
        name: "engine \(name)", meter: .rate, noun: "session",
        baseline: "S1 loop's own \(name)",
        goals: isUnloading ? [] : [.value(.atLeast(8000)), .ratio(.atLeast(40))]
      ) {
        var session = EngineSession(script)
        let counts = session.counts()
        let others = SeedSession(script, isSeeing: true).play()
        precondition(counts == others, "the sessions differ: \(counts), \(others)")
        return { count in
          for _ in 0..<count { blackHole(session.play()) }
        }
      },
      Benchmark(
        name: "engine \(name), from a prepared run", meter: .rate, noun: "session",
        baseline: "S1 loop's own \(name)"
      ) {
        let session = EngineSession(script)
        return { count in
          for _ in 0..<count { blackHole(session.playPrepared()) }
        }
      },
      Benchmark(name: "engine \(name), allocations", meter: .allocations, noun: "session") {
        var session = EngineSession(script)
        return { count in
          for _ in 0..<count { blackHole(session.play()) }
        }
      },
    ]
  }
}
