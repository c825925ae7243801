package import AdEngine

/// A page run again under other thresholds, with what happened on it so far.
///
/// It shows what the metrics would be if these thresholds had applied from the beginning.
package struct Rerun: Sendable {
  private let slotCount: Int
  private let isSimulated: Bool
  private var run: SessionRun
  /// How much of the history it has followed.
  private var followed = 0
  /// The sum of the scroll adjustments of each page, by the numbers of the pages.
  private var adjustments: [Int: Double] = [:]

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
  package mutating func catchUp(_ history: [RunEvent]) {
    var given: [RunInput] = []
    var instant = Instant.start
    for event in history.dropFirst(followed) {
      if case .effect(.resize(_, _, let adjustment)) = event.content, adjustment != 0 {
        adjustments[event.page, default: 0] += adjustment
      }
      guard case .input(let input) = event.content, counts(input) else { continue }
      if event.at != instant {
        apply(given, at: instant)
        given.removeAll(keepingCapacity: true)
        instant = event.at
      }
      if case .scrolled(let position) = input {
        given.append(
          .scroll(
            to: position, recordedAdjustment: adjustments[event.page, default: 0],
            page: run.page))
      } else {
        given.append(.input(input, page: run.page))
      }
    }
    apply(given, at: instant)
    followed = max(followed, history.count)
  }

  private func counts(_ input: Engine.Input) -> Bool {
    switch input {
    case .slotAdded(let id, _), .slotConstrained(let id, _), .slotLazyLoadingChanged(let id, _):
      !(0..<slotCount).contains(id.rawValue)
    case _ where input.isFromWorld: !isSimulated
    case .lazyLoadingChanged, .woken: false
    default: true
    }
  }

  private mutating func apply(_ given: [RunInput], at instant: Instant) {
    guard let first = given.first else { return }
    if given.count == 1, let (position, adjustment) = first.scroll {
      run.scroll(to: position, recordedAdjustment: adjustment, at: instant)
    } else {
      run.apply(given, at: instant)
    }
  }

  /// What the metrics say at `end`, which is no earlier than what it followed.
  ///
  /// Where the session goes on (`isOver` is false), what may still be seen is not wasted.
  package func report(at end: Instant, isOver: Bool = true) -> MetricsReport {
    var run = run
    run.advance(to: end)
    return run.report(at: end, isOver: isOver)
  }
}
