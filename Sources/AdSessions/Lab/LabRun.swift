package import AdEngine
package import AdSimulation

/// Something that took place in the lab.
package struct LabOccurrence: Hashable, Sendable {
  /// When.
  package var at: Instant
  /// What.
  package var event: Event

  /// An input or an effect.
  package enum Event: Hashable, Sendable {
    /// What happened. Wake-ups are not told.
    case input(PreloadInput)
    /// What the machine decided.
    case effect(PreloadEffect)
  }

  /// Makes an occurrence.
  package init(at: Instant, _ event: Event) {
    self.at = at
    self.event = event
  }
}

/// Everything that a run of the lab begins with.
package struct LabSetup: Hashable, Sendable {
  /// What is set.
  package var settings: PreloadSettings
  /// How long a completion event is waited for, in milliseconds.
  package var watchdog: Int64
  /// The seed of the simulated world; `nil` when answers come from elsewhere.
  package var seed: UInt64?

  /// Makes a setup; the defaults are the lab's own.
  package init(
    _ settings: PreloadSettings = PreloadSettings(),
    watchdog: Int64 = PreloadMachine.standardWatchdog, seed: UInt64? = 1
  ) {
    self.settings = settings
    self.watchdog = watchdog
    self.seed = seed
  }
}

/// Runs the preload lab: its machine, the simulated world if there is one, and the record of every ad, in exact order
/// of time.
///
/// It is to ``PreloadMachine`` what ``SessionRun`` is to the engine, with the same order at one moment: the machine's
/// deadlines, then what the world says, then the inputs given.
package struct LabRun: Hashable, Sendable {
  /// The machine, to be looked at.
  package private(set) var machine: PreloadMachine
  /// What became of each fetch, in the order of the generations.
  package private(set) var records: [LabRecord] = []
  /// The moment of the last thing that took place.
  package private(set) var now = Instant.start
  /// What took place since the run began or the history was taken.
  package private(set) var history: [LabOccurrence] = []
  private var world: SimulatedLab?

  /// Nothing in the lab goes on for longer than a few deadlines; a run that does is a mistake.
  private static let settlingLimit = 10_000

  /// Makes a run that has begun.
  package init(_ setup: LabSetup = LabSetup()) {
    machine = PreloadMachine(setup.settings, watchdog: setup.watchdog)
    world = setup.seed.map(SimulatedLab.init(seed:))
  }

  /// The ad that is under way, or was the last.
  package var record: LabRecord? { records.last }

  /// Whether the world is the simulated one.
  package var isSimulated: Bool { world != nil }

  /// How the creative under way is doing now, where the simulated world can tell.
  package func creativeStatus(at moment: Instant) -> LabCreativeStatus? {
    world?.status(at: moment)
  }

  /// The first moment at which something takes place by itself, if any.
  package var nextMoment: Instant? {
    [machine.nextDeadline, world?.nextAnswer].compactMap { $0 }.min()
  }

  /// Lets everything take place that is due before `input` at this moment, then the input; returns what was refused.
  @discardableResult
  package mutating func give(_ input: PreloadInput, at moment: Instant) -> PreloadRefusal? {
    advance(to: moment)
    return step(input, at: moment)
  }

  /// Lets everything take place that is due up to and including this moment.
  package mutating func advance(to moment: Instant) {
    while let next = nextMoment, next <= moment { takeStep(at: next) }
    now = max(now, moment)
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  @discardableResult
  package mutating func settle() -> Bool {
    for _ in 0..<Self.settlingLimit {
      guard let next = nextMoment else { return true }
      takeStep(at: next)
    }
    return false
  }

  /// The history since the last call.
  package mutating func takeHistory() -> [LabOccurrence] {
    defer { history = [] }
    return history
  }

  // MARK: -

  private mutating func takeStep(at moment: Instant) {
    now = max(now, moment)
    if let deadline = machine.nextDeadline, deadline <= moment {
      step(.woken, at: moment)
    } else if let input = world?.takeAnswer(dueAt: moment) {
      step(input, at: moment)
    }
  }

  @discardableResult
  private mutating func step(_ input: PreloadInput, at moment: Instant) -> PreloadRefusal? {
    now = max(now, moment)
    if input != .woken { note(.input(input), at: moment) }
    var refusal: PreloadRefusal?
    for effect in machine.handle(input, at: moment) {
      note(.effect(effect), at: moment)
      world?.perform(effect, at: moment)
      if case .refuse(let reason) = effect { refusal = reason }
    }
    return refusal
  }

  private mutating func note(_ event: LabOccurrence.Event, at moment: Instant) {
    history.append(LabOccurrence(at: moment, event))
    if case .effect(.fetch(let generation, let unit, _)) = event {
      // A fetch publishes its state before it asks.
      records.append(LabRecord(generation: generation, unit: unit, fetchedAt: moment))
    } else if !records.isEmpty {
      records[records.count - 1].note(event, at: moment)
    }
  }
}
