import AdEngine
import AdSessions

/// The session through the engine, with the simulated ad server and the metrics, as `adview run` runs it.
struct EngineSession {
  private let setup: RunSetup
  private var run: SessionRun

  init(_ script: SessionScript) {
    setup = script.setup
    run = SessionRun(setup)
  }

  /// Runs the session from the empty page on and returns what its metrics say.
  mutating func play() -> MetricsReport {
    run.start(setup)
    return Self.play(&run)
  }

  /// Runs the session with the slots on the page already, as a copy of a run that was prepared once.
  func playPrepared() -> MetricsReport {
    var run = run
    return Self.play(&run)
  }

  private static func play(_ run: inout SessionRun) -> MetricsReport {
    var clock = FrameClock()
    for frame in 1...SessionScript.frames {
      clock.tick()
      run.scroll(to: SessionScript.position(at: frame), at: clock.now)
    }
    return run.report
  }

  /// Runs the session and returns what it has in common with the loop of S1.
  mutating func counts() -> SessionCounts {
    let report = play()
    return SessionCounts(
      requests: report.requests, rendered: report.rendered, impressed: report.impressed,
      viewable: report.viewable)
  }
}
