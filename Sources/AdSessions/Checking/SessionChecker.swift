import AdEngine
package import AdSimulation

/// Runs a session again and compares its decisions with those in the file; take the lines in order, then ``finish()``.
///
/// What is decided after the last line counts only if that is `end`: a recording that was cut off has none.
package struct SessionChecker: Sendable {
  private let world: SessionWorld
  /// Whether the simulated world repeats the recorded answers.
  private let repeatsAnswers: Bool
  private var player: SessionPlayer
  private var match = DecisionMatch()
  /// What the session comes to under the settings of its recording, where the page has others now.
  private let before: MetricsReport?
  private var causes: [RecentCause] = []
  /// The causes of the step whose lines are taken now.
  private var step: [SessionLine] = []
  private var lastLine = 1
  private var isComplete = false
  /// The instant up to which is counted.
  private var lastLineTime = Instant.start
  private var writer = SessionWriter()
  private var recorder: SessionRecorder
  private let rewritten: SessionHeader?

  /// Makes a checker whose fetches `world` answers; `replies` are its recorded answers where they follow the run's requests, and
  /// `before` is what it came to under settings that the page no longer has.
  ///
  /// With `rewritten` it writes the session again; lines about slots that a changed page does not have are left out.
  package init(
    _ header: SessionHeader,
    page: PageConfiguration? = nil,
    world: SessionWorld = .recorded,
    replies: RecordedReplies? = nil,
    before: MetricsReport? = nil,
    rewritten: SessionHeader? = nil
  ) throws(SessionPlayer.SetupError) {
    (self.world, repeatsAnswers, self.before) = (world, replies != nil, before)
    player = try SessionPlayer(
      header, page: page, world: world, replies: replies, keepsHistory: true,
      adjustsForAnchoring: false)
    self.rewritten = rewritten
    recorder = SessionRecorder(header, lazyLoading: player.lazyLoading)
    if let rewritten { writer.write(rewritten) }
    // The run has begun; the slots are the header's or the page's, but what was decided about them counts.
    compare(player.drainHistory().filter(\.isEffect)[...])
  }

  /// Provides the page at a path that a line may open.
  package mutating func provide(_ page: PageConfiguration, as path: String) {
    player.provide(page, as: path)
  }

  /// Takes the line with this number; throws when it does not fit what the session said so far.
  package mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    lastLine = number
    lastLineTime = line.countedUntil
    if let missing = player.missingSlot(of: line) { return player.note(missing) }
    switch line.entry {
    case .decision(let decision):
      match.add(
        DecisionMatch.Entry(
          number: number, at: line.at, page: line.page, decision: decision, causes: causes),
        isExpected: true)
    case .cause, .page:
      if player.startsStep(line) { finishStep() }
      if case .cause = line.entry {
        if causes.count > DecisionMatch.Entry.maxCauses { causes.removeFirst() }
        causes.append(RecentCause(number: number, line: line))
      }
      try player.receive(line, number: number)
      step.append(rewritten == nil ? line : player.updated(line))
      // A page is opened or left at once.
      switch line.entry {
      case .cause(.pageOpened), .cause(.wentBack): finishStep()
      default: break
      }
    case .end:
      isComplete = true
      finishStep()
      try player.receive(line, number: number)
    }
  }

  /// Advances time until nothing is pending, and returns the verdict.
  package mutating func finish() -> Verdict {
    finishStep()
    player.advance(to: lastLineTime)
    let report = player.run.report
    let isIdle = player.finish()
    compare(player.drainHistory()[...])
    let uncompared = match.finish(isCut: !isComplete)
    if rewritten != nil, isIdle {
      writer.write(recorder.end(at: player.run.now, visit: lastLineTime))
    }
    let outcome = match.outcome(
      isComplete: isComplete, lastLine: lastLine,
      metrics: before.map { MetricChange.changes(from: $0, to: report) } ?? [])
    var verdict = Verdict(
      world: repeatsAnswers ? .recorded : world, expected: match.expectedCount, outcome: outcome)
    verdict.isIdle = isIdle
    verdict.reasonUnchecked = player.run.reasonUnchecked
    verdict.report = report
    verdict.uncompared = uncompared
    verdict.isComplete = isComplete
    verdict.causes = player.missingSlots.map { .slotGone($0) }
    return verdict
  }

  /// The bytes of the updated session since the last call; after ``finish()`` the session is complete.
  package mutating func drainRewritten() -> [UInt8] { writer.drain() }

  /// Handles the events of the last step and of what was due before it.
  private mutating func finishStep() {
    player.finishStep()
    let history = player.drainHistory()
    // In the simulated world an answer of the session is no cause; a caption is none in either.
    let own = history.firstIndex { isOwn($0.content) } ?? history.endIndex
    compare(history[..<own])
    var (reactions, others) = reactions(in: history[own...])
    if rewritten != nil {
      for line in step where world == .recorded || !line.isAnswer {
        writer.write(line)
        guard case .cause(.clicked(let name)) = line.entry,
          let (slot, page) = player.slots.slot(name, onPage: line.page),
          let place = reactions.firstIndex(where: { $0.page == page && $0.slot == slot })
        else { continue }
        compare(reactions.remove(at: place).events[...])
      }
    }
    compare(others[...])
    if let instant = step.first?.at { match.reach(instant) }
    step.removeAll(keepingCapacity: true)
  }

  /// What the simulated world did at once about each click of a step, which belongs behind its line; and the other events.
  private func reactions(
    in history: ArraySlice<RunEvent>
  ) -> (reactions: [(page: Int, slot: SlotID, events: [RunEvent])], others: [RunEvent]) {
    var reactions: [(page: Int, slot: SlotID, events: [RunEvent])] = []
    var others: [RunEvent] = []
    var isAfterClick = false
    for event in history {
      switch event.content {
      case .input(.clicked(let slot)):
        reactions.append((event.page, slot, []))
        isAfterClick = true
      case let content where isOwn(content): isAfterClick = false
      case .input where isAfterClick: reactions[reactions.count - 1].events.append(event)
      default: others.append(event)
      }
    }
    return (reactions, others)
  }

  /// Whether an event is a line of the session and not an answer of the simulated world.
  private func isOwn(_ event: RunEvent.Content) -> Bool {
    switch event {
    case .effect: false
    case .input(let input): !input.isFromWorld || world == .recorded
    case .opened, .wentBack: true
    }
  }

  /// Takes decisions, and answers of the simulated world.
  private mutating func compare(_ history: ArraySlice<RunEvent>) {
    for event in history {
      let slots = player.slots[event.page]
      if case .effect(let effect) = event.content,
        let decision = SessionDecision(effect, in: slots)
      {
        match.add(
          DecisionMatch.Entry(
            at: event.at, page: ScreenAdKind.owner(of: event.page), decision: decision,
            causes: causes),
          isExpected: false)
      }
      guard rewritten != nil, let line = recorder.line(for: event, slots) else { continue }
      writer.write(line)
      // The visit lasts at least to its last cause.
      if case .cause = line.entry { lastLineTime = max(lastLineTime, line.at) }
    }
  }

  // MARK: - A whole session

  /// Checks a session that is there as bytes, on its own page and those that it opens, by their paths.
  package static func verdict(
    of bytes: [UInt8], page: PageConfiguration?, others: [String: PageConfiguration]
  ) throws(SessionPlayer.SetupError) -> Verdict {
    let (header, lines): (SessionHeader, [(number: Int, line: SessionLine)])
    do throws(SessionError) {
      (header, lines) = try SessionReader.session(in: bytes)
      if case .lab = header.content { return try LabChecker(header, lines: lines).verdict }
    } catch {
      throw .session(error)
    }
    let world = SessionWorld(of: header, lines: lines)
    var checker = try SessionChecker(header, page: page, world: world)
    for (path, page) in others { checker.provide(page, as: path) }
    for (number, line) in lines {
      try restating(
        try checker.receive(line, number: number), as: SessionPlayer.SetupError.session)
    }
    return checker.finish()
  }
}
