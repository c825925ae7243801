import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct SessionTraceRunTests {
  /// A report without what a trace does not know: layout shifts.
  private func withoutShifts(_ report: MetricsReport) -> MetricsReport {
    var report = report
    (report.shifts, report.shiftScore, report.worstShift) = (0, 0, 0)
    return report
  }

  @Test func `a session that moves its slots is followed as it goes under some settings`() throws {
    var followed = 0
    for seed in 1...500 {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(.free, isAnchored: seed.isMultiple(of: 3))
      let (fetch, display) = draw.thresholds([])
      let settings = try LazyLoadingSettings(fetch, display)
      guard let trace = try? SessionTrace(session, as: settings) else { continue }
      #expect(
        trace.report(fetch: fetch, display: display)
          == withoutShifts(session.report(under: settings)), "seed \(seed)")
      followed += 1
    }
    #expect(followed > 100)
  }

  @Test func `other display thresholds move nothing, so they are known too`() throws {
    for seed in 1...200 {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(.free, isAnchored: seed.isMultiple(of: 3))
      guard let trace = try? SessionTrace(session, as: .standard) else { continue }
      for display in [0.0, 77, 400, 800] {
        #expect(
          trace.report(fetch: 800, display: display)
            == withoutShifts(session.report(under: try LazyLoadingSettings(800, display))),
          "seed \(seed), \(display)")
      }
    }
  }
}
