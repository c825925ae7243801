package import AdEngine

/// A session, read: what its run begins with, and its steps in the words of the engine.
///
/// Giving the steps to a run of the setup, each at its instant, is the session once more. Since all of it is known
/// beforehand, a replay can go to any instant. ``ScriptReader`` reads it, also while the session is still being written.
package struct ReplayScript: Hashable, Sendable {
  /// The lines of one instant; those that open or leave a page are a step each.
  package struct Step: Hashable, Sendable {
    /// When.
    package var at: Instant
    /// What the lines come to.
    package var action: Action
  }

  /// What a step comes to.
  package enum Action: Hashable, Sendable {
    /// The run is given this, or only time passes: a setting given from outside stands firm, or the simulated world answers
    /// instead. A caption is shown from now on.
    case take([RunInput], caption: String?)
    /// A page is opened over the one on the screen.
    case open(SessionOpening, RunSetup)
    /// The page on the screen is left for the one under it.
    case goBack
  }

  /// What the run begins with.
  package internal(set) var setup: RunSetup
  /// The slots of the first page; of a bare session all that ever come.
  package internal(set) var slots: SlotTable
  /// The steps, in the order of the session.
  package internal(set) var steps: [Step]
  /// The moments at which the session has a line, or at which something takes place now; each once, in their order.
  package internal(set) var moments: [Instant]
  /// When nothing is pending any more after the last line; of a session that is still being written, its last line.
  package internal(set) var end: Instant

  init(
    _ setup: RunSetup, slots: SlotTable, steps: [Step] = [], moments: [Instant] = [.start],
    end: Instant = .start
  ) {
    (self.setup, self.slots, self.steps) = (setup, slots, steps)
    (self.moments, self.end) = (moments, end)
  }

  /// Reads a session: its header, its lines with their numbers, its page if it has one, laid out, and by their paths the
  /// others that it opens.
  ///
  /// Without a world the header says who answers, or in an older session whether there is an answer among the lines.
  ///
  /// - Throws: ``SessionPlayer/Failure`` when the session, or one of its lines, does not fit.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: RunPage?,
    others: [String: RunPage] = [:], overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld? = nil
  ) throws(SessionPlayer.Failure) {
    var reader = try ScriptReader(
      header, page: page, others: others, overrides: overrides,
      world: SessionWorld(of: header, asked: world, overrides: overrides)
        ?? SessionWorld(holdsAnswers: lines.contains { $0.line.isAnswer }))
    do throws(SessionError) {
      for (number, line) in lines { try reader.take(line, number: number) }
    } catch {
      throw .session(error)
    }
    reader.finish()
    self = reader.script
  }

  /// The last moment before another at which something takes place, if there is one.
  package func moment(before instant: Instant) -> Instant? {
    let next = index(firstAtOrAfter: instant)
    return next > 0 ? moments[next - 1] : nil
  }

  /// The first moment after another at which something takes place, if there is one.
  package func moment(after instant: Instant) -> Instant? {
    let next = index(firstAtOrAfter: instant + 1)
    return next < moments.count ? moments[next] : nil
  }

  private func index(firstAtOrAfter instant: Instant) -> Int {
    moments.indices.partitionPoint { moments[$0] >= instant }
  }
}
