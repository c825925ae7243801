import AdEngine
import AdSessions
import AdSimulation
import TestSupport
import Testing

@testable import AdTuning

/// What takes place at the last instant at which it counts, and a millisecond to either side.
@Suite struct LastInstantTests {
  /// A slot whose answer takes two seconds, and a user who scrolls to these positions.
  private func session(
    slotAt y: Double, _ scrolls: [(at: Int64, to: Double)], end: Int64
  ) -> TuningSession {
    let size = Size(width: 300, height: 250)
    var slot = RunSlot(
      "a", unit: "u", frame: SlotFrame(y: y, width: size.width, height: size.height))
    slot.ad.creative = CreativeSettings(size: size, latency: 2000...2000, media: .display)
    var engine = Engine.Configuration()
    engine.viewport = Size(width: 384, height: 700)
    engine.consent = .granted
    return TuningSession(
      name: "session", setup: RunSetup(engine: engine, slots: [slot], world: AdServerSettings()),
      steps: scrolls.map {
        TuningSession.Step(at: Instant(milliseconds: $0.at), action: .scroll(to: $0.to))
      }, end: Instant(milliseconds: end))
  }

  @Test(arguments: [-1, 0, 1] as [Int64], [5000, 9000] as [Int64])
  func `what is rendered at the last instant counts, and what comes a millisecond later does not`(
    late: Int64, end: Int64
  ) throws {
    // In view from 3000 to 6000: an ad has to be there by 5000. Requested at 2900, it is.
    let scrolls: [(at: Int64, to: Double)] = [(0, 0), (2900 + late, 1000), (3000, 1600), (6000, 0)]
    let session = session(slotAt: 2000, scrolls.filter { $0.at <= end }, end: end)
    let trace = try SessionTrace(session)
    let grid = SettingGrid(fetches: [0, 299, 300, 1300], displays: [0, 300])
    let response = SessionResponse(trace, on: grid, Metric.tuned)
    try response.expectCounted(on: grid, "\(late) ms late") {
      session.report(under: try LazyLoadingSettings($0, $1))
    }
    let number = try #require(grid.number(fetch: 300, display: 300))
    #expect(response[end == 9000 ? .viewable : .rendered][number] == (late <= 0 ? 1 : 0))
    let outcome = trace.outcomes(fetch: 300, display: 300)[0]
    if end == 9000 { #expect(outcome.fate == (late <= 0 ? .viewable : .fetchTooLate)) }
  }

  @Test(arguments: [-1, 0, 1] as [Int64])
  func `the oracle has what is rendered as the session ends`(more: Int64) throws {
    let end = 2100 + more
    let session = session(slotAt: 100, [(0, 0)], end: end)
    let oracle = try SessionTrace(session).oracle
    #expect(oracle.rendered == (more >= 0 ? 1 : 0))
    #expect(oracle.rendered == session.report(under: nil).rendered)
  }
}
