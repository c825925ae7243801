import AdEngine
import AdLab

/// Runs a session of the lab again and compares its decisions by the rules of ``SessionChecker``.
package struct LabChecker: Sendable {
  package let verdict: Verdict
  /// The session rewritten: the same causes, with the present decisions.
  package let rewritten: [UInt8]

  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)],
    world: SessionWorld? = nil
  ) throws(SessionError) {
    let script = try LabScript(header, lines: lines, world: world)
    var play = Play(script, header)
    for (number, line) in lines { play.receive(line, number) }
    play.finish()
    let outcome = play.match.outcome(
      isComplete: play.isComplete, lastLine: play.lastLine, metrics: [])
    var verdict = Verdict(world: script.world, expected: play.match.expectedCount, outcome: outcome)
    verdict.isIdle = script.isIdle
    verdict.isComplete = play.isComplete
    verdict.uncompared = play.uncompared
    self.verdict = verdict
    rewritten = play.recorder.drainUnwritten()
  }
}

/// A session of the lab while it is checked.
private struct Play {
  private let world: SessionWorld
  private var run: LabRun
  private(set) var match = DecisionMatch()
  var recorder: LabRecorder
  private var causes: [RecentCause] = []
  private(set) var lastLine = 1
  /// Whether the session says that it has ended.
  private(set) var isComplete = false
  /// How many decisions came after the last line of a session that was cut off.
  private(set) var uncompared = 0

  init(_ script: LabScript, _ header: SessionHeader) {
    world = script.world
    run = LabRun(script.setup)
    var setup = script.setup
    setup.seed = header.settings.seed
    recorder = LabRecorder(setup, answers: header.answers)
  }

  mutating func receive(_ line: SessionLine, _ number: Int) {
    lastLine = number
    switch line.entry {
    case .decision(let decision):
      match.add(
        DecisionMatch.Entry(number: number, at: line.at, decision: decision, causes: causes),
        isExpected: true)
    case .cause(let cause):
      if causes.count > DecisionMatch.Entry.maxCauses { causes.removeFirst() }
      causes.append(RecentCause(number: number, line: line))
      switch cause {
      case .lab(let input) where world == .recorded || !input.isFromWorld:
        run.apply(input, at: line.at)
        compare()
      case .caption(let text):
        run.advance(to: line.at)
        compare()
        recorder.caption(text, at: line.at)
      default:
        run.advance(to: line.at)
        compare()
      }
      match.reach(line.at)
    case .page: break
    case .end:
      isComplete = true
      run.advance(to: line.at)
      compare()
      match.reach(line.at)
    }
  }

  mutating func finish() {
    let isIdle = run.runUntilIdle()
    compare()
    uncompared = match.finish(isCut: !isComplete)
    if isIdle { recorder.end(at: run.now) }
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
