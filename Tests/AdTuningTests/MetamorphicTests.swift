import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

/// What has to stay as it is, or to change in one direction, when a session or a setting is changed.
@Suite struct MetamorphicTests {
  private static let sessions: [(seed: Int, draw: SeededGenerator, session: TuningSession)] =
    (1...150).map { seed in
      var draw = SeededGenerator(seed: seed, stream: 3)
      let session = draw.session()
      return (seed, draw, session)
    }

  /// When the engine first asked for each slot's ad.
  private func requests(_ session: TuningSession, _ fetch: Double, _ display: Double) throws
    -> [SlotID: Instant]
  {
    var requests: [SlotID: Instant] = [:]
    let settings = try LazyLoadingSettings(fetch, display)
    for event in session.run(under: settings, keepsHistory: true).history {
      guard case .effect(.fetch(let slot, generation: _)) = event.content else { continue }
      requests[slot] = requests[slot] ?? event.at
    }
    return requests
  }

  @Test func `with reserved sizes a larger fetch threshold never makes a request later`() throws {
    var earlier = 0
    for (seed, draw, session) in Self.sessions {
      var draw = draw
      let (one, other) = (draw.thresholds([]).fetch, draw.thresholds([]).fetch)
      let small = try requests(session, min(one, other), 0)
      let large = try requests(session, max(one, other), 0)
      for (slot, instant) in small {
        let sooner = try #require(large[slot], "seed \(seed)")
        #expect(sooner <= instant, "seed \(seed), \(slot)")
        if sooner < instant { earlier += 1 }
      }
    }
    #expect(earlier > 50)
  }

  @Test func `a page that lies further down comes to the same`() throws {
    try expectSame { session in
      func moved(_ given: RunInput) -> RunInput {
        if case .input(.scrolled(let to), let page) = given {
          return .input(.scrolled(to: to + 4096), page: page)
        }
        return given
      }
      let slots = session.setup.slots.map { slot in
        var slot = slot
        slot.frame.y += 4096
        return slot
      }
      let steps = session.steps.map { step in
        switch step.action {
        case .scroll(let to, let adjustment):
          TuningSession.Step(
            at: step.at, action: .scroll(to: to + 4096, recordedAdjustment: adjustment))
        case .take(let given): TuningSession.Step(at: step.at, action: .take(given.map(moved)))
        case .open, .goBack: step
        }
      }
      let setup = session.setup
      return (RunSetup(engine: setup.engine, slots: slots, world: setup.world), steps, session.end)
    }
  }

  @Test func `a slot that is far from all that is read changes nothing`() throws {
    try expectSame { session in
      let far = RunSlot("far", unit: "unit 0", frame: SlotFrame(y: 1e6, width: 300, height: 250))
      let setup = session.setup
      return (
        RunSetup(engine: setup.engine, slots: setup.slots + [far], world: setup.world),
        session.steps, session.end
      )
    }
  }

  /// Expects that the engine, and the trace where there is one, say the same of changed sessions, apart from what is said.
  private func expectSame(
    _ change: (TuningSession) -> (RunSetup, [TuningSession.Step], Instant),
    apart: (inout MetricsReport) -> Void = { _ in }
  ) throws {
    for (seed, draw, session) in Self.sessions where session.steps.first?.isScroll == true {
      var draw = draw
      let (setup, steps, end) = change(session)
      let changed = TuningSession(name: session.name, setup: setup, steps: steps, end: end)
      let trace = try? SessionTrace(changed)
      for _ in 0..<4 {
        let (fetch, display) = draw.thresholds([])
        let settings = try LazyLoadingSettings(fetch, display)
        let expected = session.report(under: settings)
        var report = changed.report(under: settings)
        apart(&report)
        #expect(report == expected, "seed \(seed), \(fetch)/\(display)")
        guard let trace else { continue }
        var traced = trace.report(fetch: fetch, display: display)
        apart(&traced)
        #expect(traced == expected, "seed \(seed), \(fetch)/\(display)")
      }
    }
  }
}

extension TuningSession.Step {
  fileprivate var isScroll: Bool { if case .scroll = action { true } else { false } }
}
