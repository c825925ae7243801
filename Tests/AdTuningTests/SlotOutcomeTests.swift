import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import AdTuning

@Suite struct SlotOutcomeTests {
  @Test func `every slot has one of the fates, and those that are viewable are the engine's`() {
    var fates: Set<SlotFate> = []
    for (seed, _, _, trace) in traced(1...900) {
      for (fetch, display) in [(0.0, 0.0), (300, 50), (400, 100), (800, 200), (3000, 3000)] {
        let outcomes = trace.outcomes(fetch: fetch, display: display)
        #expect(outcomes.count == trace.slots.count)
        let viewable = outcomes.filter { $0.fate == .viewable }.count
        let counted = trace.report(fetch: fetch, display: display).viewable
        #expect(viewable == counted, "seed \(seed), \(fetch)/\(display)")
        fates.formUnion(outcomes.map(\.fate))
      }
    }
    #expect(fates == Set(SlotFate.allCases))
  }

  @Test func `an ad is viewable from its least thresholds on, and with nothing less`() {
    var changes = 0
    for (seed, _, _, trace) in traced(1...900) {
      for (index, outcome) in trace.outcomes(fetch: 0, display: 0).enumerated() {
        let (fetch, display) = outcome.least
        guard fetch < .infinity else { continue }
        func isViewable(_ fetch: Double, _ display: Double) -> Bool {
          let slot = trace.slots[index]
          let times = trace.times(of: slot, fetch: fetch, display: display)
          return slot.lastViewable.map { times.rendered ?? .max <= $0 } ?? false
        }
        #expect(isViewable(fetch, display), "seed \(seed), slot \(index)")
        if fetch > 0 { #expect(!isViewable(fetch.nextDown, display), "seed \(seed)") }
        if display > 0 { #expect(!isViewable(fetch, display.nextDown), "seed \(seed)") }
        changes += fetch > 0 ? 1 : 0
      }
    }
    #expect(changes > 40)
  }
}
