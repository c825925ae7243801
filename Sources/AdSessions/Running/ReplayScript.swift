package import AdEngine
package import AdSimulation

/// A session, read: what its run begins with, and its steps in the words of the engine.
///
/// Giving the steps to a run of the setup, each at its instant, is the session once more. Since all of it is known
/// beforehand, a replay can go to any instant. ``ScriptReader`` reads it, also while the session is still being written.
package struct ReplayScript: Hashable, Sendable {
  /// The lines of one instant; those that open or leave a page are a step each.
  package struct Step: Hashable, Sendable {
    package var at: Instant
    package var action: Action

    package func apply(to run: inout SessionRun) {
      switch action {
      case .take(let given, _): run.apply(given, at: at)
      case .open(_, let setup): run.open(setup, at: at)
      case .goBack: run.goBack(at: at)
      }
    }
  }

  /// What a step comes to.
  package enum Action: Hashable, Sendable {
    /// The run is given this, or if nothing only time passes; a caption is shown from now on.
    case take([RunInput], caption: String?)
    // Beside the others, which are a tenth as large: nearly all steps are scrolls.
    indirect case open(SessionOpening, RunSetup)
    /// The page on the screen is left for the one under it.
    case goBack
  }

  package internal(set) var setup: RunSetup
  /// Whether it has slots of its own instead of a page.
  package internal(set) var isBare: Bool
  /// The slots of the first page; of a bare session all that ever come.
  package internal(set) var slots: SlotTable
  package internal(set) var steps: [Step]
  /// The instants of the steps with a caption.
  package internal(set) var captions: [Instant]
  /// The instants at which the session has a line or the run an event; each once, ascending.
  package internal(set) var instants: [Instant]
  /// The time of the session's last line, up to which is counted.
  package internal(set) var lastLine: Instant
  /// When nothing is pending any more after the last line; of a session that is still being written, its last line.
  package internal(set) var end: Instant
  /// When the loader of the recorded page requested ads and had the responses.
  package internal(set) var loader = LoaderTimes()

  init(
    _ setup: RunSetup, slots: SlotTable, isBare: Bool, steps: [Step] = [],
    instants: [Instant] = [.start],
    lastLine: Instant = .start, end: Instant = .start
  ) {
    (self.setup, self.slots, self.isBare, self.steps) = (setup, slots, isBare, steps)
    (self.instants, self.lastLine, self.end) = (instants, lastLine, end)
    captions = Self.captions(of: steps)
  }

  mutating func append(_ new: [Step]) {
    steps += new
    captions += Self.captions(of: new)
  }

  private static func captions(of steps: [Step]) -> [Instant] {
    steps.compactMap { if case .take(_, .some) = $0.action { $0.at } else { nil } }
  }

  /// Reads a session: its header, its lines with their numbers, its page, laid out, and by their paths those that it opens.
  ///
  /// ``SessionWorld`` says who answers it.
  ///
  /// - Throws: ``SessionPlayer/SetupError`` when the session, or one of its lines, does not fit.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: PageConfiguration?,
    others: [String: PageConfiguration] = [:], overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld? = nil
  ) throws(SessionPlayer.SetupError) {
    var reader = try ScriptReader(
      header, page: page, others: others, overrides: overrides,
      world: SessionWorld(of: header, asked: world, overrides: overrides)
        ?? SessionWorld(holdsAnswers: lines.contains { $0.line.isAnswer }))
    do throws(SessionError) {
      for (number, line) in lines { try reader.receive(line, number: number) }
    } catch {
      throw .session(error)
    }
    reader.finish()
    self = reader.script
  }

  /// Makes a script of steps that end at an instant; its instants are those of a run of the setup, until nothing is pending.
  package init(
    _ setup: RunSetup, slots: SlotTable, isBare: Bool, steps: [Step], endingAt lastLine: Instant
  ) {
    var run = SessionRun(setup, keepsHistory: true)
    var instants: Set<Instant> = [.start]
    for step in steps {
      instants.insert(step.at)
      step.apply(to: &run)
    }
    run.advance(to: lastLine)
    run.runUntilIdle()
    for event in run.drainHistory() { instants.insert(event.at) }
    instants.formUnion([lastLine, run.now])
    self.init(
      setup, slots: slots, isBare: isBare, steps: steps, instants: instants.sorted(),
      lastLine: lastLine,
      end: run.now
    )
  }

  /// Whether settings from outside change nothing of the session: they are those that it has on all of its pages.
  package func isUnchanged(under overrides: SettingOverrides) -> Bool {
    guard setup.isUnchanged(under: overrides),
      overrides.viewport.map({ $0 == setup.engine.viewport }) ?? true
    else { return false }
    return steps.allSatisfy { step in
      switch step.action {
      case .goBack: true
      case .open(_, let setup): setup.isUnchanged(under: overrides)
      case .take(let given, _): overrides.keeps(given)
      }
    }
  }

  /// The recorded answers of a run under other settings; `nil` where these change nothing.
  package func replies(under overrides: SettingOverrides) -> RecordedReplies? {
    if isUnchanged(under: overrides) { return nil }
    var run = SessionRun(setup, keepsHistory: true)
    for step in steps { step.apply(to: &run) }
    // A request after the last line is none of the recording's.
    run.advance(to: lastLine)
    return RecordedReplies(run.drainHistory(), loader: loader, slots: slots, isBare: isBare)
  }

  /// The last of these instants before another, if there is one.
  package func instant(before instant: Instant) -> Instant? {
    let next = index(firstAtOrAfter: instant)
    return next > 0 ? instants[next - 1] : nil
  }

  /// The first of these instants after another, if there is one.
  package func instant(after instant: Instant) -> Instant? {
    let next = index(firstAtOrAfter: instant + 1)
    return next < instants.count ? instants[next] : nil
  }

  private func index(firstAtOrAfter instant: Instant) -> Int {
    instants.indices.partitionPoint { instants[$0] >= instant }
  }
}
