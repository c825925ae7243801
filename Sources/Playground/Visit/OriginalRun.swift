internal import AdEngine
internal import AdSessions

/// A session as recorded, beside its replay under other settings: the same lines at the same instants.
struct OriginalRun: Sendable {
  private var run: SessionRun
  /// The number of the step that comes next.
  private var next = 0
  /// The states of the slots over time, by the numbers of their pages.
  private var timelines: [Int: Timeline]

  /// Begins a session that was read as it was recorded.
  init(_ script: ReplayScript) {
    run = SessionRun(script.setup, keepsHistory: true)
    timelines = [1: Timeline(slots: script.slots.count)]
    catchUp()
  }

  /// What was counted so far; while the session goes on, what may still be seen is not wasted.
  func report(isOver: Bool) -> MetricsReport { run.report(at: run.now, isOver: isOver) }

  /// The same on the page on the screen alone.
  func pageReport(isOver: Bool) -> MetricsReport { run.pageReport(at: run.now, isOver: isOver) }

  /// The page on the screen.
  var engine: Engine { run.engine }

  var lazyLoading: LazyLoadingSettings? { run.engine.lazyLoading }

  /// The states of the slots of a page that was opened.
  func timeline(ofPage number: Int) -> Timeline? { timelines[number] }

  /// Lets everything happen up to an instant; `steps` are the recording's.
  mutating func advance(to time: Instant, _ steps: [Fork.Step]) {
    while next < steps.count, steps[next].at <= time {
      play(steps[next])
      next += 1
    }
    run.advance(to: time)
    catchUp()
  }

  private mutating func play(_ step: Fork.Step) {
    step.apply(to: &run)
    if case .open(_, let setup) = step.action {
      timelines[run.page] = Timeline(slots: setup.slots.count, openedAt: step.at)
    }
    catchUp()
  }

  /// Takes a slot that comes later to the first page.
  mutating func addSlots(upTo count: Int) {
    while let known = timelines[1]?.slotCount, known < count { timelines[1]?.addSlot() }
  }

  private mutating func catchUp() {
    for event in run.drainHistory() { timelines[event.page]?.add(event) }
  }
}
