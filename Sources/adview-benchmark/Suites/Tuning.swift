import AdEngine
import AdSessions
import AdSimulation
import AdTuning

extension Suite {
  /// The same session under all settings, beside one run of the engine under one.
  static let tuning = Suite(
    title: "All settings of a session of 60 s at 60 Hz, 50 slots",
    benchmarks: [
      Benchmark("tuning: one setting by the engine", .milliseconds, "session") {
        Tuned.times(reservesSizes: true) { session in blackHole(session.report(under: .own)) }
      },
      Benchmark(
        "tuning: every setting, counts and blank time", .milliseconds, "session",
        baseline: "tuning: one setting by the engine", goals: [.ratio(.atMost(1.5))]
      ) {
        Tuned.times(reservesSizes: true) { session in Tuned.analyse(session) }
      },
      Benchmark(
        "tuning: every setting, 20 latencies", .milliseconds, "session",
        baseline: "tuning: every setting, counts and blank time", goals: [.ratio(.atMost(3))]
      ) {
        Tuned.times(reservesSizes: true) { session in
          for step in 1...20 { Tuned.analyse(session.with(.times(Double(step) / 5))) }
        }
      },
    ])

  private static func reading(_ name: String, roundsPositions: Bool) -> Benchmark {
    let bytes = Tuned.bytes(of: Tuned.session(reservesSizes: true), roundsPositions)
    return Benchmark(
      name, .megabytes(of: bytes.count), "session", goals: [.value(.atLeast(300))]
    ) {
      func count() -> Int? { (try? SessionReader.session(in: bytes))?.lines.count }
      precondition(count() == SessionScript.frames, "all of it is read")
      return times { blackHole(count()) }
    }
  }

  /// Many sessions, from their files to the report.
  static let tuningMany = Suite(
    title: "Many sessions",
    benchmarks: [
      reading("tuning: sessions read, 60 s, 50 slots", roundsPositions: true),
      reading("tuning: sessions read, positions of all digits", roundsPositions: false),
      // A hundred thousand of them in ten seconds.
      Benchmark(
        "tuning: read and counted, 10 slots", .milliseconds, "session",
        goals: [.value(.atMost(0.1))]
      ) {
        let readers = TunedReaders(30, reservesSizes: true)
        let files = readers.sessions.map { Tuned.bytes(of: $0) }
        return { count in
          var summary = TuningSummary(Tuned.terms)
          for number in 0..<count {
            guard let read = try? SessionReader.session(in: files[number % files.count]),
              let session = try? TuningSession(
                read.header, lines: read.lines, page: readers.page, name: "\(number)")
            else { preconditionFailure("the session is in order") }
            summary.add(session.changed { $0.world?.seed = UInt64(number) })
          }
          blackHole(summary.sessions)
        }
      },
      Benchmark(
        "tuning: fetch 0…2,560 by 10 where ads move slots, 10 slots", .milliseconds, "session",
        goals: [.value(.atMost(2))]
      ) {
        let sessions = TunedReaders(30, reservesSizes: false).sessions
        let grid = SettingGrid(
          fetches: Array(stride(from: 0.0, through: 2560, by: 10)), displays: [0])
        return { count in
          for number in 0..<count {
            blackHole(
              SessionResponse(sessions[number % sessions.count], on: grid, Tuned.metrics))
          }
        }
      },
      Benchmark(
        "tuning: the report on 1,000 sessions of 60 s, 50 slots", .milliseconds, "report",
        goals: [.value(.atMost(1000))]
      ) {
        let session = Tuned.session(reservesSizes: true)
        let sessions = (0..<1000).map { number in
          session.changed { $0.world?.seed = UInt64(number) }
        }
        return times {
          var study = Tuned.study(sessions.count)
          for session in sessions { study.add(session) }
          blackHole(study.report { details in for session in sessions { details.add(session) } })
        }
      },
      Benchmark(
        "tuning: the setting under the cursor, 1,000 sessions, 10 slots", .milliseconds, "setting",
        goals: [.value(.atMost(50))]
      ) {
        let sessions = TunedReaders(1000, reservesSizes: true).sessions
        var study = Tuned.study(sessions.count)
        for session in sessions { study.add(session) }
        let map = study.map
        let tried = try? LazyLoadingSettings(fetchThreshold: 600, displayThreshold: 100)
        let rows = [
          SettingRow(.present, .standard), SettingRow(.tried, tried),
          SettingRow(.recommended, map.settings(map.best)),
        ]
        let counted = study
        return times {
          var details = counted.details(of: rows, subject: 1)
          for session in sessions { details.add(session) }
          blackHole(TuningReport(details, map).rows.count)
        }
      },
    ])
}

/// What the benchmarks of tuning work on.
private enum Tuned {
  static let metrics: [Metric] = [.requests, .wastedFetches, .viewable, .blankExposure]

  static let terms = TuningSummary.Terms(
    engine: "benchmark", page: nil, world: "page", present: .standard,
    fetches: TuningPlan().fetches, displays: TuningPlan.usualDisplays,
    metrics: TuningStudy.metrics(of: .value))

  static func study(_ sessions: Int) -> TuningStudy {
    TuningStudy(
      fetches: TuningPlan().fetches, displays: TuningPlan.usualDisplays, objective: .value,
      present: .standard, sessions: sessions)
  }

  static func analyse(_ session: TuningSession) {
    guard let trace = try? SessionTrace(session) else { return }
    for metric in metrics { blackHole(trace.quadrants(of: metric)) }
  }

  static func times(
    reservesSizes: Bool, _ body: @escaping (TuningSession) -> Void
  ) -> (Int) -> Void {
    let session = session(reservesSizes: reservesSizes)
    return { count in
      for _ in 0..<count { body(session) }
    }
  }

  static func session(reservesSizes: Bool) -> TuningSession {
    let setup = SessionScript(isUnloading: false).setup
    var clock = FrameClock()
    let scrolls = (1...SessionScript.frames).map { frame in
      clock.tick()
      return (at: clock.now, to: SessionScript.position(at: frame))
    }
    return TuningSession(
      name: "benchmark", setup: reservesSizes ? setup.withReservedSizes : setup, scrolls: scrolls)
  }

  /// The file of a session of a page, scrolled by whole points or as it is.
  static func bytes(of session: TuningSession, _ roundsPositions: Bool = true) -> [UInt8] {
    var writer = SessionWriter()
    writer.write(
      SessionHeader(.page("page.md", digest: nil), answers: .simulated, viewport: session.viewport))
    for step in session.script(under: .off).steps {
      guard case .scroll(let position, _) = step.action else { continue }
      writer.write(.scrolled(to: roundsPositions ? position.rounded() : position), at: step.at)
    }
    return writer.drain()
  }
}

/// Simulated readers of a page of ten ads.
private struct TunedReaders {
  let page: PageConfiguration
  let sessions: [TuningSession]

  init(_ count: Int, reservesSizes: Bool) {
    let layout = PageLayout(Page.read(MarkdownText(ads: 10).bytes, name: "page.md").page)
    var page = PageConfiguration(layout)
    if reservesSizes { page.slots = page.slots.map(\.withReservedSize) }
    self.page = page
    guard let setup = try? RunSetup(page: page, overrides: SettingOverrides()) else {
      preconditionFailure("the page is in order")
    }
    sessions = (0..<count).map {
      TuningSession(reader: $0, of: layout, setup, leaves: 0.1...1, seed: 1)
    }
  }
}

extension RunSlot {
  fileprivate var withReservedSize: RunSlot {
    var slot = self
    slot.ad.creative.size = frame.size
    return slot
  }
}

extension RunSetup {
  fileprivate var withReservedSizes: RunSetup {
    RunSetup(engine: engine, slots: slots.map(\.withReservedSize), world: world, needed: needed)
  }
}
