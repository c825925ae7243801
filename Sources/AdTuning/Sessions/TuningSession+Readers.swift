import AdEngine
package import AdSessions
import AdSimulation

extension TuningSession {
  /// Lets one of many simulated readers read a page; the world has the reader's seed.
  ///
  /// The reader leaves after the pause before the next gesture.
  package init(
    reader number: Int, of layout: PageLayout, _ setup: RunSetup, leaves: ClosedRange<Double>,
    seed: UInt64
  ) {
    let person = NumberedReader(number, seed: seed, leaves: leaves)
    var setup = setup
    setup.world?.seed = person.seed

    var run = SessionRun(setup, keepsHistory: true)
    var visit = ReaderVisit(
      of: layout, person.reader.habits, seed: person.seed,
      height: setup.engine.viewport.height, leavingAt: person.depth)
    let loads = run.screenAdLoads
    var steps = loads.isEmpty ? [] : [Step(at: .start, action: .take(loads))]
    run.apply(loads, at: .start)
    while let step = visit.next() {
      steps.append(
        Step(
          at: step.at,
          action: .scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment)))
      run.scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment, at: step.at)
      visit.observe(run.drainHistory())
    }
    self.init(name: "reader \(number + 1)", Fork(setup, steps: steps, end: visit.end))
  }
}
