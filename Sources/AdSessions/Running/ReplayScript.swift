package import AdEngine

/// A whole session, read: what its run begins with, and its causes in the words of the engine.
///
/// Giving the steps to a run of the setup, each at its moment, is the session once more. Since all of it is known
/// beforehand, a replay can go to any moment.
package struct ReplayScript: Hashable, Sendable {
  /// A line of the session that is a cause.
  package struct Step: Hashable, Sendable {
    package var at: Instant
    /// What the cause comes to.
    package var action: SessionPlayer.Action
  }

  /// What the run begins with.
  package let setup: RunSetup
  /// The slots of the first page; of a bare session all that ever come.
  package let slots: SlotTable
  /// The causes, in the order of the session.
  package let steps: [Step]
  /// The moments at which the session has a line, or at which something takes place now; each once, in their order.
  package let moments: [Instant]
  /// When nothing is pending any more after the last line.
  package let end: Instant

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
    var player = try SessionPlayer(
      header, page: page, overrides: overrides,
      world: SessionWorld(of: header, asked: world, overrides: overrides)
        ?? SessionWorld(holdsAnswers: lines.contains { $0.line.isAnswer }),
      keepsHistory: true)
    setup = player.setup
    for (path, page) in others { player.provide(page, as: path) }
    var steps: [Step] = []
    var moments: Set<Instant> = [.start]
    do throws(SessionError) {
      for (number, line) in lines {
        moments.insert(line.at)
        let action = try player.play(line, number: number)
        if case .cause = line.entry { steps.append(Step(at: line.at, action: action)) }
      }
    } catch {
      throw .session(error)
    }
    player.finish()
    for occurrence in player.takeHistory() { moments.insert(occurrence.at) }
    moments.insert(player.run.now)
    slots = player.slots.first
    self.steps = steps
    self.moments = moments.sorted()
    end = player.run.now
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
