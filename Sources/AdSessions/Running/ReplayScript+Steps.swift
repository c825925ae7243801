package import AdEngine

extension ReplayScript {
  /// Makes a script of causes that are given to a run of the setup, of a session that ends at an instant; its instants are
  /// those of that run, until nothing is pending.
  package init(
    _ setup: RunSetup, slots: SlotTable, isBare: Bool, steps: [Step], endingAt lastLine: Instant
  ) {
    var run = SessionRun(setup, keepsHistory: true)
    var instants: Set<Instant> = [.start]
    for step in steps {
      instants.insert(step.at)
      step.apply(to: &run)
    }
    run.advance(to: lastLine)
    run.runUntilIdle()
    for event in run.drainHistory() { instants.insert(event.at) }
    instants.formUnion([lastLine, run.now])
    self.init(
      setup, slots: slots, isBare: isBare, steps: steps, instants: instants.sorted(),
      lastLine: lastLine,
      end: run.now
    )
  }
}

extension ReplayScript.Step {
  /// Gives the step to a run.
  package func apply(to run: inout SessionRun) {
    switch action {
    case .take(let given, _): run.apply(given, at: at)
    case .open(_, let setup): run.open(setup, at: at)
    case .goBack: run.goBack(at: at)
    }
  }
}
