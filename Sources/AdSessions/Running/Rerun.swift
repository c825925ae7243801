package import AdEngine

/// What happened on a page so far, to be run again under other thresholds.
///
/// It answers what would have been, had they been so from the beginning.
package struct Rerun: Sendable {
  private let setup: RunSetup
  private let causes: [(input: Engine.Input, at: Instant)]

  /// Takes what a run began with and what took place in it since.
  ///
  /// What a simulated world answered is left out, since it answers anew; so are all changes of the thresholds.
  package init(_ setup: RunSetup, _ history: [Occurrence]) {
    self.setup = setup
    causes = history.compactMap { occurrence in
      guard case .input(let input) = occurrence.event else { return nil }
      switch input {
      case .slotAdded(let id, _), .slotConstrained(let id, _):
        return setup.slots.indices.contains(id.rawValue) ? nil : (input, occurrence.at)
      case _ where input.isFromWorld && setup.world != nil: return nil
      case .lazyLoadingChanged, .woken: return nil
      default: return (input, occurrence.at)
      }
    }
  }

  /// What the metrics say at `end` if the thresholds are `settings` from the beginning.
  package func report(under settings: LazyLoadingSettings, at end: Instant) -> MetricsReport {
    var setup = setup
    setup.engine.lazyLoading = settings
    var run = SessionRun(setup)
    for cause in causes where cause.at <= end {
      if case .scrolled(let position) = cause.input {
        run.scroll(to: position, at: cause.at)
      } else {
        run.give(cause.input, at: cause.at)
      }
    }
    run.advance(to: end)
    return run.report
  }
}
