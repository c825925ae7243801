import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct OracleTests {
  private func traced(_ seeds: ClosedRange<Int>) -> [(SeededGenerator, TuningSession, SessionTrace)]
  {
    seeds.compactMap { seed in
      var draw = SeededGenerator(seed: seed)
      let session = draw.session()
      guard let trace = try? SessionTrace(session) else { return nil }
      return (draw, session, trace)
    }
  }

  @Test func `the oracle's viewable ads and blank time are those of a page without lazy loading`() {
    var compared = 0
    for (_, session, trace) in traced(1...900)
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
    for (draw, _, trace) in traced(1...300) {
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
