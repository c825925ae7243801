import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// The machine that drives engine, world and metrics.
@Suite struct SessionRunTests {
  private func setup(_ tops: [Double], latency: Int64? = nil) -> RunSetup {
    var engine = Engine.Configuration()
    engine.viewport = Size(width: 384, height: 800)
    engine.consent = .granted
    return RunSetup(
      engine: engine,
      slots: tops.map { RunSlot("at \($0)", unit: "u", frame: SlotFrame(y: $0, height: 320)) },
      world: latency.map { AdServerSettings(latency: $0...$0) })
  }

  @Test func `slots come in the order of their tops, equal tops as given`() {
    let tops = [("a", 300.0), ("b", 100), ("c", 200), ("d", 100), ("e", 200)]
    let slots = tops.map { RunSlot($0, unit: "u", frame: SlotFrame(y: $1, height: 1)) }
    #expect(RunSetup(slots: slots).slots.map(\.name) == ["b", "d", "c", "e", "a"])
  }

  @Test func `answers and deadlines take place at their own moments`() {
    var run = SessionRun(setup([900], latency: 500), keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.scroll(to: 600, at: Instant(milliseconds: 5000))
    let renders = run.history.filter { $0.content == .effect(.render(SlotID(0), generation: 1)) }
    #expect(renders.map(\.at.milliseconds) == [600], "100 ms after the answer at 500")
    #expect(run.history.map(\.at) == run.history.map(\.at).sorted())
    #expect(run.now == Instant(milliseconds: 5000))
  }

  @Test func `an answer of a moment comes before the line of that moment`() throws {
    var run = SessionRun(setup([900], latency: 500), keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.scroll(to: 10, at: Instant(milliseconds: 500))
    let inputs = run.history.inputs
    #expect(inputs.count == 4)
    #expect(inputs.last == .scrolled(to: 10))
    #expect(inputs[2].isFromWorld, "the answer")
  }

  @Test func `time runs on until nothing is pending`() {
    var configured = setup([900], latency: 500)
    configured.engine.lazyLoading = try? LazyLoadingSettings(unloadingEnabled: true)
    var run = SessionRun(configured, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.scroll(to: 9000, at: Instant(milliseconds: 1000))
    let isIdle = run.runUntilIdle()
    #expect(isIdle)
    #expect(run.now == Instant(milliseconds: 3000), "the unload, 2,000 ms after the check")
    #expect(run.report.duration == 3000)
    #expect(run.report.wastedRenders == 1)
    let isStill = run.runUntilIdle()
    #expect(isStill, "there is nothing more")
    #expect(run.now == Instant(milliseconds: 3000))
  }

  @Test func `without a world nothing is answered`() {
    var run = SessionRun(setup([900]), keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.runUntilIdle()
    #expect(run.report.requests == 1)
    #expect(run.report.rendered == 0)
    #expect(run.now == .start)
  }

  @Test func `giving a scroll is the same as scrolling`() {
    var given = SessionRun(setup([900, 3000], latency: 300), keepsHistory: true)
    var scrolled = given
    for step in 0..<200 {
      let moment = Instant(milliseconds: Int64(step) * 16)
      given.apply(.scrolled(to: Double(step) * 20), at: moment)
      scrolled.scroll(to: Double(step) * 20, at: moment)
    }
    #expect(given.history == scrolled.history)
    #expect(given.report == scrolled.report)
  }

  @Test func `another page begins with its own settings and world, and the metrics go on`() {
    var run = SessionRun(setup([0, 2000], latency: 500), keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.scroll(to: 700, at: Instant(milliseconds: 300))
    _ = run.drainHistory()
    var next = setup([0, 5000], latency: 100)
    next.engine.lazyLoading = nil
    run.replace(with: next, at: Instant(milliseconds: 400))
    #expect(run.history.first?.content == .input(.pageClosed))
    #expect(run.engine.lazyLoading == nil)
    run.runUntilIdle()
    let answers = run.history.compactMap { event -> Int64? in
      if case .input(.answered) = event.content { event.at.milliseconds } else { nil }
    }
    #expect(answers == [500, 500], "the page that was left is not answered any more")
    #expect(run.report.requests == 4)
    #expect(run.engine.viewport.y == 0)
  }
}
