internal import AdEngine
internal import AdSessions

/// A run of a session as it was recorded, beside a replay of it under other settings: the same lines at the same
/// instants, so that the two can be compared.
struct BaselineRun: Sendable {
  /// When nothing is pending any more.
  let end: Instant
  private let steps: [ReplayScript.Step]
  private var run: SessionRun
  /// The states of the slots over time, by the numbers of their pages.
  private var timelines: [Int: Timeline]

  /// Begins a session that was read as it was recorded.
  init(_ script: ReplayScript) {
    end = script.end
    steps = script.steps
    run = SessionRun(script.setup, keepsHistory: true)
    timelines = [1: Timeline(slots: script.setup.slots.count)]
    follow()
  }

  /// What was counted so far; while the session goes on, what may still be seen is not wasted.
  func report(isOver: Bool) -> MetricsReport { run.report(at: run.now, isOver: isOver) }

  /// The same on the page on the screen alone.
  func pageReport(isOver: Bool) -> MetricsReport { run.pageReport(at: run.now, isOver: isOver) }

  /// The thresholds in force; `nil` without lazy loading.
  var lazyLoading: LazyLoadingSettings? { run.engine.lazyLoading }

  /// The states of the slots of a page that was opened.
  func timeline(ofPage number: Int) -> Timeline? { timelines[number] }

  /// Applies the step of this number.
  mutating func play(_ number: Int) {
    let step = steps[number]
    step.apply(to: &run)
    if case .open(_, let setup) = step.action {
      timelines[run.page] = Timeline(slots: setup.slots.count, openedAt: step.at)
    }
    follow()
  }

  /// Carries out everything that is due up to an instant.
  mutating func advance(to time: Instant) {
    run.advance(to: time)
    follow()
  }

  private mutating func follow() {
    for occurrence in run.takeHistory() { timelines[occurrence.page]?.note(occurrence) }
  }
}
