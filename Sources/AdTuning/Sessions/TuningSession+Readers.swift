import AdEngine
package import AdSessions
package import AdSimulation

extension TuningSession {
  /// Lets a simulated reader read a page and leave it.
  ///
  /// Who reads follows from the number: the three readers take turns, each with a seed of their own, and so does the
  /// simulated world. The reader leaves at a depth drawn evenly from `leaves`, after the pause that they would have made
  /// before the next gesture. Ads of other sizes change the height of the page; the reader scrolls it as it is under the
  /// settings of `setup`.
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
