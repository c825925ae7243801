import AdEngine
import AdLab

/// Runs a session of the lab again and compares its decisions by the rules of ``SessionChecker``.
package struct LabChecker: Sendable {
  package private(set) var verdict: Verdict
  /// The session rewritten: the same causes, with the present decisions.
  package private(set) var rewritten: [UInt8] = []

  private var run: LabRun
  private var match = DecisionMatch()
  private var recorder: LabRecorder
  private var causes: [RecentCause] = []

  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)],
    world: SessionWorld? = nil
  ) throws(SessionError) {
    let script = try LabScript(header, lines: lines, world: world)
    var setup = script.setup
    setup.seed = header.settings.seed
    run = LabRun(script.setup)
    recorder = LabRecorder(setup, answers: header.answers)
    verdict = Verdict(world: script.world, expected: 0, outcome: .passed)
    verdict.isComplete = false
    for (number, line) in lines { receive(line, number) }
    verdict.isIdle = run.runUntilIdle()
    compare()
    verdict.uncompared = match.finish(isCut: !verdict.isComplete)
    if verdict.isIdle { recorder.end(at: run.now) }
    verdict.expected = match.expectedCount
    verdict.outcome = match.outcome(
      isComplete: verdict.isComplete, lastLine: lines.last?.number ?? 1, metrics: [])
    rewritten = recorder.drainUnwritten()
  }

  private mutating func receive(_ line: SessionLine, _ number: Int) {
    switch line.entry {
    case .decision(let decision):
      match.add(
        DecisionMatch.Entry(number: number, at: line.at, decision: decision, causes: causes),
        isExpected: true)
    case .cause(let cause):
      if causes.count > DecisionMatch.Entry.maxCauses { causes.removeFirst() }
      causes.append(RecentCause(number: number, line: line))
      if case .lab(let input) = cause, verdict.world == .recorded || !input.isFromWorld {
        run.apply(input, at: line.at)
      } else {
        run.advance(to: line.at)
      }
      compare()
      if case .caption(let text) = cause { recorder.caption(text, at: line.at) }
      match.reach(line.at)
    case .page: break
    case .end:
      verdict.isComplete = true
      run.advance(to: line.at)
      compare()
      match.reach(line.at)
    }
  }

  /// Compares the events since the last call with the session.
  private mutating func compare() {
    for event in run.drainHistory() {
      recorder.record(event)
      guard case .effect(let effect) = event.content else { continue }
      if case .refuse = effect { continue }
      match.add(
        DecisionMatch.Entry(at: event.at, decision: .lab(effect), causes: causes),
        isExpected: false)
    }
  }
}
