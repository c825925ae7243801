import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

@Suite struct RerunTests {
  private func setup(fetch: Double = 800, unloads: Bool = false) -> RunSetup {
    var engine = Engine.Configuration()
    engine.viewport = Size(width: 384, height: 800)
    engine.consent = .granted
    engine.lazyLoading = settings(fetch: fetch, unloads: unloads)
    return RunSetup(
      engine: engine,
      slots: (0..<20).map {
        RunSlot("\($0)", unit: "u", frame: SlotFrame(y: Double($0) * 700, height: 320))
      },
      world: AdServerSettings(seed: 3, noFillRate: 0.2))
  }

  private func settings(fetch: Double, unloads: Bool = false) -> LazyLoadingSettings {
    let change = LazyLoadingChange(
      fetchThreshold: .points(fetch), displayThreshold: .points(min(fetch, 200)),
      unloadingEnabled: unloads)
    return (try? LazyLoadingSettings.standard.applying(change)) ?? .standard
  }

  /// A person who reads on, goes back a little, reloads an ad and decides on consent in between.
  private func live(_ run: inout SessionRun) {
    for step in 0..<300 {
      let moment = Instant(milliseconds: Int64(step) * 50)
      run.scroll(to: Double(step * 20 - (step % 60 == 0 ? 600 : 0)), at: moment)
      if step == 90 { run.apply(.consentChanged(.denied), at: moment) }
      if step == 120 { run.apply(.consentChanged(.granted), at: moment) }
      if step == 200 { run.apply(.reloadRequested(SlotID(3)), at: moment) }
    }
  }

  @Test(arguments: [0.0, 200, 800, 2500], [false, true])
  func `a rerun says what a life under these thresholds comes to`(fetch: Double, unloads: Bool) {
    var first = SessionRun(setup(), keepsHistory: true)
    live(&first)
    var rerun = Rerun(setup(), under: settings(fetch: fetch, unloads: unloads))
    // A part of the history after another, as a person goes on.
    let history = first.drainHistory()
    rerun.catchUp(Array(history.prefix(history.count / 2)))
    rerun.catchUp(history)

    var second = SessionRun(setup(fetch: fetch, unloads: unloads))
    live(&second)
    let end = Instant(milliseconds: 16_000)
    second.advance(to: end)
    #expect(rerun.run(at: end).report(at: end) == second.report)
  }

  @Test func `changes of the thresholds on the way do not count`() {
    var run = SessionRun(setup(), keepsHistory: true)
    run.apply(.lazyLoadingChanged(LazyLoadingChange(fetchThreshold: 5000)), at: .start)
    live(&run)
    var plain = SessionRun(setup())
    plain.apply(.lazyLoadingChanged(LazyLoadingChange()), at: .start)
    live(&plain)
    var rerun = Rerun(setup(), under: settings(fetch: 800))
    rerun.catchUp(run.drainHistory())
    #expect(rerun.run(at: plain.now).report(at: plain.now) == plain.report)
  }
}
