package import AdEngine

/// A page run again as if other thresholds had applied from the beginning, with what happened on it so far.
package struct Rerun: Sendable {
  private let slotCount: Int
  private let isSimulated: Bool
  private let isRecycling: Bool
  private var run: SessionRun
  private var followed = 0
  /// The sum of the scroll adjustments of each page, by the numbers of the pages.
  private var adjustments: [Int: Double] = [:]

  /// Begins with what a run began with, under these thresholds.
  package init(_ setup: RunSetup, under settings: LazyLoadingSettings) {
    var setup = setup
    setup.engine.lazyLoading = settings
    slotCount = setup.slots.count
    isSimulated = setup.world != nil
    isRecycling = setup.recycling != nil
    run = SessionRun(setup)
  }

  /// Takes what is new in the history of the run, or in as much of it as ``follows(_:isSimulated:)`` names.
  package mutating func catchUp(_ history: some RandomAccessCollection<RunEvent>) {
    var given: [RunInput] = []
    var instant = Instant.start
    for event in history.dropFirst(followed) {
      if case .effect(.resize(_, _, let adjustment)) = event.content, adjustment != 0 {
        adjustments[event.page, default: 0] += adjustment
      }
      guard case .input(let input) = event.content, Self.follows(event, isSimulated: isSimulated),
        !isOfSetup(input)
      else { continue }
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

  /// Whether a run under other thresholds follows an event: neither changes of these, nor what a simulated world says again.
  package static func follows(_ event: RunEvent, isSimulated: Bool) -> Bool {
    switch event.content {
    case .input(.lazyLoadingChanged), .input(.woken): false
    case .input(let input): !(isSimulated && input.isFromWorld)
    case .effect(.resize(_, _, let adjustment)): adjustment != 0
    case .effect, .opened, .wentBack: false
    }
  }

  /// Whether the setup of the run says it: its slots, and rules of theirs, which do not change while a page is run again.
  private func isOfSetup(_ input: Engine.Input) -> Bool {
    switch input {
    case .slotAdded(let id, _), .slotConstrained(let id, _), .slotHidden(let id, _),
      .slotSticky(let id, _), .slotLazyLoadingChanged(let id, _), .slotRefreshChanged(let id, _):
      (0..<slotCount).contains(id.rawValue)
    // Cells that are recycled are by this run's own scroll positions.
    case .slotRemoved: isRecycling
    default: false
    }
  }

  private mutating func apply(_ given: [RunInput], at instant: Instant) {
    if !given.isEmpty { Fork.Step(at: instant, action: Fork.Action(given)).apply(to: &run) }
  }

  /// The run as it is at a time, which may be later than what was taken.
  package func run(at time: Instant) -> SessionRun {
    var run = run
    run.advance(to: time)
    return run
  }
}
