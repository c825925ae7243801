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
    var layout = layout
    var person = PersonWhoScrolls(reader.habits, physics: physics, seed: ownSeed)
    var steps: [Step] = []
    var end = Instant.start
    let height = setup.engine.viewport.height
    while let step = person.next(bottom: layout.height - height) {
      end = step.at
      if let last = steps.last, case .scroll(let position) = last.action,
        position + height >= depth * layout.height
      {
        break
      }
      run.scroll(to: step.position, at: step.at)
      for case .effect(.resize(let slot, let size)) in run.takeHistory().map(\.event) {
        layout.resize(slot: slot.rawValue, to: size)
      }
      steps.append(Step(at: step.at, action: .scroll(to: step.position)))
    }
    if let last = steps.last, last.at == end { end = end + reader.habits.pause.lowerBound }
    self.init(name: "reader \(number + 1)", setup: setup, steps: steps, end: end)
  }
}
