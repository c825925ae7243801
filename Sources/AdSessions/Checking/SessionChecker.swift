package import AdEngine

/// Runs a session again, line by line, and compares what is decided now with what the session says was decided.
///
/// The decisions (`out` lines) must be the same bytes in the same order, those of one moment included; see the
/// architecture article for the reason. Where they lie between the causes does not count. Under recorded answers
/// nothing of the simulated world takes part, so the verdict does not depend on it.
///
/// What is decided after the last line counts only if that line is the session's end: a recording that was cut off has
/// none, and whatever was pending then was not recorded.
///
/// Take the lines in order, then ``finish()``. The checker touches no file and may write the session anew: with the
/// same causes, but with the decisions, and in the simulated world the answers, of now.
package struct SessionChecker: Sendable {
  /// Who answers; until the first answer is seen the checker may not know, unless it was told.
  package private(set) var world: SessionWorld
  private var player: SessionPlayer
  /// The same session under the simulated world, as long as it is not known who answers, and the lines that wait.
  private var simulated: SessionPlayer?
  private var waiting: [NumberedLine] = []

  private var match = DecisionMatch()
  /// What the session's own decisions come to.
  private var recorded: RecordedMetrics
  private var holdsAnswers = false
  private var causes: [RecentCause] = []
  private var lastLine = 1
  private var isComplete = false
  private var lastMoment = Instant.start
  private var writer = SessionWriter()
  private var recorder: SessionRecorder
  private let rewritten: SessionHeader?

  private struct NumberedLine: Sendable {
    var number: Int
    var line: SessionLine
  }

  /// Makes a checker of a session with this header, and with its page if it has one.
  ///
  /// Without a `world` the answers are the recorded ones where the session has some, or no page, and else those of the
  /// simulated world. With `rewritten`, the session is written anew with this header.
  package init(
    _ header: SessionHeader,
    page: RunPage? = nil,
    world: SessionWorld? = nil,
    rewritten: SessionHeader? = nil
  ) throws(SessionPlayer.Failure) {
    let isUndecided = world == nil && page != nil
    self.world = world ?? .recorded
    player = try SessionPlayer(header, page: page, world: self.world, keepsHistory: true)
    simulated =
      isUndecided
      ? try SessionPlayer(header, page: page, world: .simulated, keepsHistory: true) : nil
    recorded = RecordedMetrics(player.run.top.metrics)
    self.rewritten = rewritten
    recorder = SessionRecorder(header, lazyLoading: player.lazyLoading)
    if let rewritten { writer.write(rewritten) }
    if !isUndecided { begin() }
  }

  /// The settings that the reader has to check the session's changes against.
  package var lazyLoading: LazyLoadingSettings { player.lazyLoading }

  /// Provides the page at a path that a line may open.
  package mutating func provide(_ page: RunPage, as path: String) {
    player.provide(page, as: path)
    simulated?.provide(page, as: path)
  }

  /// The settings that a page begins with which a line opens.
  package func lazyLoading(
    of opening: SessionOpening
  ) throws(SessionProblem) -> LazyLoadingSettings {
    try player.lazyLoading(of: opening)
  }

  /// Takes the line with this number.
  ///
  /// - Throws: ``SessionError`` when the line does not fit what the session said so far.
  package mutating func take(_ line: SessionLine, number: Int) throws(SessionError) {
    guard simulated != nil else {
      try check(line, number)
      return
    }
    waiting.append(NumberedLine(number: number, line: line))
    if case .cause(let cause) = line.entry, cause.isFromWorld { try decide(on: player, .recorded) }
  }

  /// Lets time run on until nothing is pending, and says what came of it all.
  ///
  /// - Throws: ``SessionError`` when a line that had to wait does not fit what the session said so far.
  package mutating func finish() throws(SessionError) -> Verdict {
    if let simulated { try decide(on: simulated, .simulated) }
    let hasSettled = try player.finish()
    take(player.takeHistory()[...])
    let uncompared = match.finish(isCut: !isComplete)
    if rewritten != nil, hasSettled { writer.write(recorder.end(at: player.run.now)) }
    var verdict = Verdict(world: world, expected: match.expectedCount, outcome: .passed)
    verdict.hasSettled = hasSettled
    verdict.uncompared = uncompared
    verdict.isComplete = isComplete
    if match.expectedCount == 0 {
      verdict.outcome = .expectsNothing
    } else if let parting = match.parting {
      verdict.outcome = .diverged(divergence(parting))
    }
    return verdict
  }

  /// The bytes of the session written anew, since the last call; after ``finish()`` the session is complete.
  package mutating func takeRewritten() -> [UInt8] { writer.take() }

  // MARK: -

  private mutating func decide(
    on player: SessionPlayer, _ world: SessionWorld
  ) throws(SessionError) {
    self.player = player
    self.world = world
    simulated = nil
    recorded = RecordedMetrics(player.run.top.metrics)
    begin()
    let lines = waiting
    waiting = []
    for line in lines { try check(line.line, line.number) }
  }

  /// The run has begun; the slots are the header's or the page's, but what was decided about them counts.
  private mutating func begin() {
    let history = player.takeHistory()
    take(history.filter { if case .effect = $0.event { true } else { false } }[...])
  }

  private mutating func check(_ line: SessionLine, _ number: Int) throws(SessionError) {
    lastLine = number
    lastMoment = line.at
    switch line.entry {
    case .decision(let decision):
      match.expect(
        DecisionMatch.Entry(
          number: number, at: line.at, page: line.page, decision: decision, causes: causes))
      if let effect = decision.effect(in: player.slots[line.page]) {
        recorded.observe(Occurrence(at: line.at, page: line.page, .effect(effect)))
      }
    case .cause(let cause):
      if causes.count > DecisionMatch.Entry.causesTold { causes.removeFirst() }
      causes.append(RecentCause(number: number, line: line))
      try player.take(line, number: number)
      take(player.takeHistory(), of: cause, line)
      match.reach(line.at)
    case .end:
      isComplete = true
      try player.take(line, number: number)
      take(player.takeHistory()[...])
      match.reach(line.at)
    }
  }

  /// Takes what took place because of a cause and before it.
  private mutating func take(
    _ history: [Occurrence], of cause: SessionCause, _ line: SessionLine
  ) {
    if case .answered(let name, let generation, let answer) = cause {
      holdsAnswers = true
      if world == .simulated, let slot = player.slots[line.page][name] {
        let input = Engine.Input.answered(slot, generation: generation, answer)
        recorded.observe(Occurrence(at: line.at, page: line.page, .input(input)))
      }
    }
    // In the simulated world an answer of the session is no cause; a caption is none in either.
    let own = history.firstIndex { isOwn($0.event) } ?? history.endIndex
    take(history[..<own])
    for occurrence in history[own...] {
      if case .effect = occurrence.event { continue }
      recorded.observe(occurrence)
    }
    if rewritten != nil, !cause.isFromWorld || world == .recorded { writer.write(line) }
    take(history[own...].filter { if case .effect = $0.event { true } else { false } }[...])
  }

  /// Whether an event is a line of the session and not an answer of the simulated world.
  private func isOwn(_ event: Occurrence.Event) -> Bool {
    switch event {
    case .effect: false
    case .input(let input): !input.isFromWorld || world == .recorded
    case .opened, .wentBack: true
    }
  }

  /// Takes decisions, and answers of the simulated world.
  private mutating func take(_ history: ArraySlice<Occurrence>) {
    for occurrence in history {
      let slots = player.slots[occurrence.page]
      if case .effect(let effect) = occurrence.event,
        let decision = SessionDecision(effect, in: slots)
      {
        match.happen(
          DecisionMatch.Entry(
            at: occurrence.at, page: occurrence.page, decision: decision, causes: causes))
      }
      if rewritten != nil, let line = recorder.line(for: occurrence, slots) { writer.write(line) }
    }
  }

  // MARK: - What there is to say

  private func divergence(_ parting: DecisionMatch.Parting) -> Divergence {
    let end = max(player.run.now, lastMoment)
    var before = recorded.report(at: end)
    let now = player.run.report(at: end)
    // Why requests failed stands in answers only.
    if world == .simulated, !holdsAnswers { before.failures = now.failures }
    return Divergence(
      line: parting.expected?.number ?? lastLine, expected: parting.expected?.text,
      happened: parting.happened?.text, causes: parting.causes,
      metrics: MetricChange.changes(from: before, to: now))
  }
}
