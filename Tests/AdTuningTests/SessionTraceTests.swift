import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct SessionTraceTests {
  @Test(.tags(.sweep)) func `a trace predicts the whole report of every pair of thresholds`() throws
  {
    let wanted = Sweep.isDeep ? 200_000 : 2_000
    var points = 0
    var seed = 0
    while points < wanted {
      seed += 1
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(isMeasured: seed.isMultiple(of: 4))
      guard let trace = try? SessionTrace(session) else { continue }
      let gaps = trace.gaps
      for _ in 0..<10 {
        let (fetch, display) = draw.thresholds(gaps)
        let predicted = trace.report(fetch: fetch, display: display)
        let counted = session.report(under: try LazyLoadingSettings(fetch, display))
        points += 1
        try #require(
          predicted == counted, "seed \(seed), \(fetch)/\(display): \(predicted) \(counted)")
      }
    }
    #expect(seed < wanted * 3 / 10, "most sessions can be traced")
  }

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

  // MARK: - The oracle

  @Test func `the oracle's viewable ads and blank time are those of a page without lazy loading`() {
    var compared = 0
    for (_, _, session, trace) in traced(1...900)
    where trace.views.checkTimes.first == 0 && trace.consentView < 0 {
      let eager = session.report(under: nil)
      #expect(trace.oracle.viewable == eager.viewable)
      #expect(trace.oracle.blankExposure == eager.blankExposure)
      #expect(trace.oracle.requests == eager.requests - eager.wastedFetches)
      compared += 1
    }
    #expect(compared > 100)
  }

  @Test func `no setting beats the oracle`() {
    for (_, draw, _, trace) in traced(1...300) {
      var draw = draw
      for _ in 0..<5 {
        let (fetch, display) = draw.thresholds([])
        let report = trace.report(fetch: fetch, display: display)
        #expect(report.viewable <= trace.oracle.viewable)
        #expect(report.impressed <= trace.oracle.impressed)
        #expect(report.blankExposure >= trace.oracle.blankExposure)
        #expect(report.requests - report.wastedFetches <= trace.oracle.requests)
      }
    }
  }
}
