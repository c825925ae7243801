import AdEngine
package import AdSessions
package import AdSimulation

extension TuningSession {
  /// Lets a simulated reader read a page: three readers take turns by number, with seeds of their own, as the world has.
  ///
  /// The reader leaves at a depth drawn evenly from `leaves`, after the pause before the next gesture.
  package init(
    reader number: Int, of layout: PageLayout, _ setup: RunSetup, leaves: ClosedRange<Double>,
    physics: FlingPhysics = .ios, seed: UInt64
  ) {
    let reader = Reader.allCases[number % Reader.allCases.count]
    let ownSeed = seed &* 1_000_003 &+ UInt64(number)
    var setup = setup
    setup.world?.seed = ownSeed
    var draw = SeededDraw(
      seed: ownSeed, unit: SeededDraw.number(for: "depth"), slot: 0, generation: 0)
    let share = Double(draw.number(in: 0...10_000)) / 10_000
    let depth = leaves.lowerBound + share * (leaves.upperBound - leaves.lowerBound)

    var run = SessionRun(setup, keepsHistory: true)
    var visit = ReaderVisit(
      of: layout, reader.habits, physics: physics, seed: ownSeed,
      height: setup.engine.viewport.height, leavingAt: depth)
    var steps: [Step] = []
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
