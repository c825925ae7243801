import AdEngine
import AdSessions
import AdSimulation

/// The session that is measured: a steady scroll down the page, until the last slot is passed.
struct SessionScript {
  static let frames = 3600
  static let page = BenchmarkArticle(slotCount: 50)
  private static let pointsPerFrame = page.frame(of: page.slotCount - 1).maxY / Double(frames)

  let isUnloading: Bool

  /// Where the page is scrolled to at a frame, counted from 1.
  static func position(at frame: Int) -> Double { Double(frame) * pointsPerFrame }

  /// What a run of the session begins with; the ad server is that of a page which says nothing about it.
  var setup: RunSetup {
    let standard = LazyLoadingSettings.standard
    let change = LazyLoadingChange(unloadingEnabled: isUnloading)
    return RunSetup(
      engine: Engine.Configuration(
        lazyLoading: (try? standard.applying(change)) ?? standard,
        viewport: BenchmarkArticle.viewport, consent: .granted),
      slots: (0..<Self.page.slotCount).map {
        RunSlot(String($0 + 1), unit: Self.page.adId(of: $0), frame: Self.page.frame(of: $0))
      },
      world: AdServerSettings())
  }
}

/// What is counted in a session; both ways to run it must count the same.
struct SessionCounts: Equatable {
  var requests = 0
  var rendered = 0
  var impressed = 0
  var viewable = 0
}

extension SessionCounts {
  /// What a report has in common with the loop of S1.
  init(_ report: MetricsReport) {
    self.init(
      requests: report.requests, rendered: report.rendered, impressed: report.impressed,
      viewable: report.viewable)
  }
}

extension RunSetup {
  /// Runs the session through the engine, with the simulated ad server and the metrics, as `adview run` does.
  fileprivate func play() -> MetricsReport {
    var run = SessionRun(self)
    var clock = FrameClock()
    for frame in 1...SessionScript.frames {
      clock.tick()
      run.scroll(to: SessionScript.position(at: frame), at: clock.now)
    }
    return run.report
  }
}

extension Suite {
  /// Whole sessions: 60 s at 60 Hz, every frame moves, all 50 slots pass.
  static let sessions = Suite(
    title: "A session of 60 s at 60 Hz, 50 slots passed",
    benchmarks: benchmarks(isUnloading: false) + benchmarks(isUnloading: true))

  private static func benchmarks(isUnloading: Bool) -> [Benchmark] {
    let name = isUnloading ? "session with unloading" : "session"
    let script = SessionScript(isUnloading: isUnloading)
    return [
      Benchmark("S1 loop's own \(name)", .rate, "session") {
        let session = SeedSession(script, isSeeing: false)
        return times { blackHole(session.play()) }
      },
      Benchmark(
        "engine \(name)", .rate, "session", baseline: "S1 loop's own \(name)",
        goals: isUnloading ? [] : [.value(.atLeast(8000)), .ratio(.atLeast(40))]
      ) {
        let setup = script.setup
        let counts = SessionCounts(setup.play())
        let others = SeedSession(script, isSeeing: true).play()
        precondition(counts == others, "the sessions differ: \(counts), \(others)")
        return times { blackHole(setup.play()) }
      },
    ]
  }
}
