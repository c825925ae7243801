package import AdEngine

/// A whole session, read: what its run begins with, and its causes in the words of the engine.
///
/// Giving the steps to a run of the setup, each at its moment, is the session once more. Since all of it is known
/// beforehand, a replay can go to any moment.
package struct ReplayScript: Hashable, Sendable {
  /// A line of the session that is a cause.
  package struct Step: Hashable, Sendable {
    /// When.
    package var at: Instant
    /// What the cause comes to.
    package var action: Action

    /// What a cause comes to.
    package enum Action: Hashable, Sendable {
      /// The engine of the page of this number is told of this.
      case give(Engine.Input, page: Int)
      /// All pages are told of the person's choice.
      case choose(ConsentChoice)
      /// A page is opened over the one on the screen.
      case open(SessionOpening, RunSetup)
      /// The page on the screen is left for the one under it.
      case goBack
      /// This is shown.
      case show(caption: String)
      /// Nothing: a setting given from outside stands firm, or the simulated world answers instead.
      case pass
    }
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
  /// Without a world the answers in the session count if it holds any and no settings are given from outside, else the
  /// simulated world answers.
  ///
  /// - Throws: ``SessionPlayer/Failure`` when the session, or one of its lines, does not fit.
  package init(
    _ header: SessionHeader, lines: [(number: Int, line: SessionLine)], page: RunPage?,
    others: [String: RunPage] = [:], overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld? = nil
  ) throws(SessionPlayer.Failure) {
    let isAnswered = lines.contains { numbered in
      if case .cause(let cause) = numbered.line.entry { cause.isFromWorld } else { false }
    }
    var player = try SessionPlayer(
      header, page: page, overrides: overrides,
      world: world ?? (page == nil ? .recorded : SessionWorld(isAnswered: isAnswered, overrides)),
      keepsHistory: true)
    setup = player.setup
    for (path, page) in others { player.provide(page, as: path) }
    var steps: [Step] = []
    var moments: Set<Instant> = [.start]
    do throws(SessionError) {
      for (number, line) in lines {
        moments.insert(line.at)
        if case .end = line.entry { try player.take(line, number: number) }
        guard case .cause(let cause) = line.entry else { continue }
        let action: Step.Action
        switch try player.perform(cause, at: line.at, page: line.page, number: number) {
        case .give(let input, let page): action = .give(input, page: page)
        case .choose(let choice): action = .choose(choice)
        case .open(let opening, let setup): action = .open(opening, setup)
        case .goBack: action = .goBack
        case .pass:
          if case .caption(let text) = cause {
            action = .show(caption: text)
          } else {
            action = .pass
          }
        }
        steps.append(Step(at: line.at, action: action))
      }
      try player.finish()
    } catch {
      throw .session(error)
    }
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
