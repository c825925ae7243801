internal import AdEngine
internal import AdSessions

/// What a session came to as it was recorded, beside a replay of it under other settings.
///
/// It lives through the same lines at the same moments, so that the two can be laid side by side.
struct RecordedCourse: Sendable {
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

  /// What was counted so far.
  var report: MetricsReport { run.report }

  /// The states of the slots of a page that was opened.
  func timeline(ofPage number: Int) -> Timeline? { timelines[number] }

  /// Hands over the session's cause of this number at its moment.
  mutating func play(_ number: Int) {
    let step = steps[number]
    switch step.action {
    case .give(let input, let page): run.give(input, toPage: page, at: step.at)
    case .choose(let choice): run.choose(choice, at: step.at)
    case .open(_, let setup):
      run.open(setup, at: step.at)
      timelines[run.page] = Timeline(slots: setup.slots.count, openedAt: step.at)
    case .goBack: run.goBack(at: step.at)
    case .show, .pass: run.advance(to: step.at)
    }
    follow()
  }

  /// Lets everything take place that is due up to this moment.
  mutating func advance(to moment: Instant) {
    run.advance(to: moment)
    follow()
  }

  private mutating func follow() {
    for occurrence in run.takeHistory() { timelines[occurrence.page]?.note(occurrence) }
  }
}
