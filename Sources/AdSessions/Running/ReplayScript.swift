package import AdEngine
import AdSimulation

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
  /// The slots that its lines name and its page, which has changed, does not have.
  package internal(set) var missingSlots: [MissingSlot] = []
  /// When the loader of the recorded page requested ads and had the responses.
  package internal(set) var loader = LoaderTimes()

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

  /// Takes the steps and captions that a player has played since it was asked last, and returns the instants of its events.
  mutating func take(from player: inout SessionPlayer) -> [Instant] {
    fork.steps += player.drainSteps()
    captions += player.drainCaptions()
    missingSlots = player.missingSlots
    return player.drainHistory().map(\.at)
  }
}
