package import AdEngine
package import AdSimulation

/// A session, read by ``ScriptReader``: its run, and what a replay shows besides.
package struct ReplayScript: ReplayedSession, Hashable, Sendable {
  /// The run: what it begins with, its steps, and its last line, up to which is counted.
  package internal(set) var fork: Fork
  /// Whether it has slots of its own instead of a page.
  package internal(set) var isBare: Bool
  /// The slots of the first page; of a bare session all that ever come.
  package internal(set) var slots: SlotTable
  package internal(set) var captions: [SessionCaption] = []
  package internal(set) var instants: [Instant] = [.start]
  /// When the loader of the recorded page requested ads and had the responses.
  package internal(set) var loader = LoaderTimes()
  /// The requests that the session says it made, where its page has changed since.
  var decidedRequests: [RunEvent] = []

  package var setup: RunSetup { fork.setup }
  package var steps: [Fork.Step] { _read { yield fork.steps } }
  /// The time of its last line, up to which is counted.
  package var end: Instant { fork.end }

  /// Begins a session of which no line was read.
  init(_ setup: RunSetup, slots: SlotTable, isBare: Bool) {
    fork = Fork(setup, steps: [], end: .start)
    (self.slots, self.isBare) = (slots, isBare)
  }

  /// Makes a script of a run, whose instants it has.
  package init(_ fork: Fork, slots: SlotTable, isBare: Bool) {
    (self.fork, self.slots, self.isBare) = (fork, slots, isBare)
    var run = fork.run(under: .own, keepsHistory: true)
    instants = Set(fork.steps.map(\.at) + run.drainHistory().map(\.at) + [.start, end])
      .sorted()
  }

  /// The recorded answers for a run under other settings, or on a changed page; `nil` where these change nothing.
  package func replies(under overrides: SettingOverrides) -> RecordedReplies? {
    setup.world?.recorded ?? (fork.isUnchanged(under: overrides) ? nil : replies)
  }

  /// Its recorded answers by how long after their requests they came; a request after the last line is none of its own.
  package var replies: RecordedReplies {
    if let known = setup.world?.recorded { return known }
    var run = fork.run(under: .own, keepsHistory: true)
    return RecordedReplies(
      run.drainHistory(), decided: decidedRequests, loader: loader, slots: slots, isBare: isBare)
  }

  /// Takes the steps and captions that a player has played since it was asked last, and returns the instants of its events.
  mutating func take(from player: inout SessionPlayer) -> [Instant] {
    fork.steps += player.drainSteps()
    captions += player.drainCaptions()
    return player.drainHistory().map(\.at)
  }
}
