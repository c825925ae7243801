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
}
