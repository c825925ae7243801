package import AdEngine

package struct LabRunEvent: Hashable, Sendable {
  /// Either side of the machine.
  package enum Content: Hashable, Sendable {
    /// What went into the machine, but for wake-ups.
    case input(PreloadInput)
    /// What came out of it.
    case effect(PreloadEffect)
  }

  /// The time of the input; effects have that of the input that led to them.
  package let at: Instant
  /// The input or the effect.
  package let content: Content
}

package struct LabSetup: Hashable, Sendable {
  package var settings: PreloadSettings
  /// How long a completion event is waited for, in milliseconds.
  package var watchdog: Int64
  /// The seed of the simulated world; `nil` when answers come from elsewhere.
  package var seed: UInt64?

  package init(
    _ settings: PreloadSettings = PreloadSettings(),
    watchdog: Int64 = PreloadMachine.standardWatchdog, seed: UInt64? = 1
  ) {
    (self.settings, self.watchdog, self.seed) = (settings, watchdog, seed)
  }
}

/// Runs the lab; at one instant come the machine's deadlines, the world's answers, then the inputs given.
package struct LabRun: Hashable, Sendable {
  package private(set) var machine: PreloadMachine
  /// What became of each fetch, in the order of the generations.
  package private(set) var records: [LabRecord] = []
  /// The time up to which everything has happened.
  package private(set) var now = Instant.start
  /// The inputs and effects since the run began or the history was taken.
  package private(set) var history: [LabRunEvent] = []
  private var world: SimulatedLab?

  /// Nothing in the lab takes more than a few deadlines; the limit guards against a loop of wake-ups.
  private static let maxStepsUntilIdle = 10_000

  package init(_ setup: LabSetup = LabSetup()) {
    machine = PreloadMachine(setup.settings, watchdog: setup.watchdog)
    world = setup.seed.map(SimulatedLab.init(seed:))
  }

  /// The ad that is under way, or was the last.
  package var record: LabRecord? { records.last }

  /// How much of the content of the creative under way is there, 0…1, where the simulated world can tell.
  package func creativeProgress(at time: Instant) -> Double? { world?.progress(at: time) }

  /// When the next thing happens by itself, if anything will.
  package var nextEventTime: Instant? {
    [machine.nextDeadline, world?.nextAnswer].compactMap { $0 }.min()
  }

  /// Advances to an instant, then applies an input; returns why it was refused, if it was.
  @discardableResult
  package mutating func apply(_ input: PreloadInput, at time: Instant) -> String? {
    advance(to: time)
    return step(input, at: time)
  }

  /// Carries out everything that is due up to and including this instant.
  package mutating func advance(to time: Instant) {
    while let next = nextEventTime, next <= time { takeStep(at: next) }
    now = max(now, time)
  }

  /// Lets time run on until nothing is pending, and returns whether that was reached.
  @discardableResult
  package mutating func runUntilIdle() -> Bool {
    for _ in 0..<Self.maxStepsUntilIdle {
      guard let next = nextEventTime else { return true }
      takeStep(at: next)
    }
    return false
  }

  /// The history since the last call.
  package mutating func drainHistory() -> [LabRunEvent] {
    defer { history = [] }
    return history
  }

  private mutating func takeStep(at time: Instant) {
    now = max(now, time)
    if let deadline = machine.nextDeadline, deadline <= time {
      step(.woken, at: time)
    } else if let input = world?.takeAnswer(dueAt: time) {
      step(input, at: time)
    }
  }

  @discardableResult
  private mutating func step(_ input: PreloadInput, at time: Instant) -> String? {
    now = max(now, time)
    if input != .woken { record(.input(input), at: time) }
    var refusal: String?
    for effect in machine.handle(input, at: time) {
      record(.effect(effect), at: time)
      world?.perform(effect, at: time)
      if case .refuse(let reason) = effect { refusal = reason }
    }
    return refusal
  }

  private mutating func record(_ content: LabRunEvent.Content, at time: Instant) {
    history.append(LabRunEvent(at: time, content: content))
    if case .effect(.fetch(let generation, let unit, _)) = content {
      // A fetch publishes its state before it asks.
      records.append(LabRecord(generation: generation, unit: unit, fetchedAt: time))
    } else if !records.isEmpty {
      records[records.count - 1].add(content, at: time)
    }
  }
}
