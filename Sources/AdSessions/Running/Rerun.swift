package import AdEngine

/// A page run again under other thresholds, with what happened on it so far.
///
/// It answers what would have been, had they been so from the beginning.
package struct Rerun: Sendable {
  private let slotCount: Int
  private let isSimulated: Bool
  private var run: SessionRun
  /// How much of the history it has followed.
  private var followed = 0

  /// Begins with what a run began with, under these thresholds.
  package init(_ setup: RunSetup, under settings: LazyLoadingSettings) {
    var setup = setup
    setup.engine.lazyLoading = settings
    slotCount = setup.slots.count
    isSimulated = setup.world != nil
    run = SessionRun(setup)
  }

  /// Takes what happened since it was asked last; `history` is all that happened in the run since it began.
  ///
  /// What a simulated world answered is left out, since it answers again; so are all changes of the thresholds.
  package mutating func follow(_ history: [Occurrence]) {
    for occurrence in history.dropFirst(followed) {
      guard case .input(let input) = occurrence.event else { continue }
      switch input {
      case .slotAdded(let id, _), .slotConstrained(let id, _):
        if !(0..<slotCount).contains(id.rawValue) { run.give(input, at: occurrence.at) }
      case _ where input.isFromWorld && isSimulated: break
      case .lazyLoadingChanged, .woken: break
      case .scrolled(let position): run.scroll(to: position, at: occurrence.at)
      default: run.give(input, at: occurrence.at)
      }
    }
    followed = max(followed, history.count)
  }

  /// What the metrics say at `end`, which is no earlier than what it followed.
  package func report(at end: Instant) -> MetricsReport {
    var run = run
    run.advance(to: end)
    return run.report
  }
}
