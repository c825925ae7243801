import AdEngine
import AdSessions
import AdSimulation
import AdTuning

extension Suite {
  /// The same session under all settings, beside one run of the engine under one.
  static let tuning = Suite(
    title: "All settings of a session of 60 s at 60 Hz, 50 slots",
    benchmarks: [
      Benchmark(name: "tuning: one setting by the engine", meter: .milliseconds, noun: "session") {
        let session = tuningSession(reservesSizes: true)
        return { count in
          for _ in 0..<count { blackHole(session.report(under: .standard)) }
        }
      },
      Benchmark(
        name: "tuning: every setting, counts and blank time", meter: .milliseconds, noun: "session",
        baseline: "tuning: one setting by the engine", goals: [.ratio(.atMost(1.5))]
      ) {
        let session = tuningSession(reservesSizes: true)
        return { count in
          for _ in 0..<count {
            guard let trace = try? SessionTrace(session, unloads: false) else { continue }
            for metric in metrics { blackHole(trace.quadrants(of: metric)) }
          }
        }
      },
      Benchmark(
        name: "tuning: the map", meter: .milliseconds, noun: "session",
        baseline: "tuning: one setting by the engine"
      ) {
        let session = tuningSession(reservesSizes: true)
        return { count in
          for _ in 0..<count {
            guard let trace = try? SessionTrace(session, unloads: false) else { continue }
            blackHole(SessionResponse(trace, on: grid, metrics))
          }
        }
      },
      Benchmark(
        name: "tuning: the map where ads move slots", meter: .milliseconds, noun: "session",
        baseline: "tuning: one setting by the engine"
      ) {
        let session = tuningSession(reservesSizes: false)
        return { count in
          for _ in 0..<count {
            blackHole(SessionResponse(session, on: grid, metrics, unload: nil))
          }
        }
      },
      Benchmark(
        name: "tuning: the map, by a run for each setting", meter: .milliseconds, noun: "session",
        baseline: "tuning: one setting by the engine"
      ) {
        let session = tuningSession(reservesSizes: true)
        return { count in
          for _ in 0..<count {
            for number in grid.valid {
              let (fetch, display) = grid[number]
              blackHole(
                session.report(
                  under: try? LazyLoadingSettings(
                    fetchThreshold: .points(fetch), displayThreshold: .points(display))))
            }
          }
        }
      },
    ])

  private static let metrics: [TuningMetric] = [
    .requests, .wastedFetches, .viewable, .blankExposure,
  ]

  private static let grid = SettingGrid(
    fetches: TuningPlan().fetches, displays: TuningPlan.usualDisplays)

  private static func tuningSession(reservesSizes: Bool) -> TuningSession {
    let setup = SessionScript(isUnloading: false).setup
    let slots = setup.slots.map { slot in
      var slot = slot
      if reservesSizes { slot.ad.creative.size = slot.frame.size }
      return slot
    }
    var clock = FrameClock()
    let scrolls = (1...SessionScript.frames).map { frame in
      clock.tick()
      return (at: clock.now, to: SessionScript.position(at: frame))
    }
    return TuningSession(
      name: "benchmark",
      setup: RunSetup(
        engine: setup.engine, slots: slots, world: setup.world, needed: setup.needed),
      scrolls: scrolls)
  }
}
