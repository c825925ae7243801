package import AdEngine
package import AdSimulation

/// Something that is given to a run from outside.
package enum RunInput: Hashable, Sendable {
  /// An input of the page of this number, covered or not; one that concerns all pages is given to those under it, too.
  case input(Engine.Input, page: Int)
  /// A recording's scroll position and adjustments by then: moved by the difference to the run's, it shows the same lines.
  case scrolled(to: Double, recordedAdjustment: Double, page: Int)
  /// A slot is added to the page on the screen, and to its simulated world.
  indirect case slotAdded(SlotID, SlotFrame, SimulatedSlot)
  /// The user's choice: it counts on every page, and each makes something else of a TC string.
  case choice(ConsentChoice)

  /// A scroll position; it counts as it is where the adjustments of its recording are `nil`.
  package static func scroll(to position: Double, recordedAdjustment: Double?, page: Int) -> Self {
    recordedAdjustment.map { .scrolled(to: position, recordedAdjustment: $0, page: page) }
      ?? .input(.scrolled(to: position), page: page)
  }

  /// The scroll position that it is, if it is one, and the adjustments of its recording.
  package var scroll: (position: Double, recordedAdjustment: Double?)? {
    switch self {
    case .input(.scrolled(let position), page: _): (position, nil)
    case .scrolled(let position, let adjustment, page: _): (position, adjustment)
    case .input, .choice, .slotAdded: nil
    }
  }
}

/// Runs a session's pages with engine, world and metrics in exact order of time; a copy continues independently.
///
/// Give inputs at instants that do not decrease: deadlines of all engines come first, then one step, answers before inputs,
/// of the page on the screen, those under it, then ads in no slot. A step has a millisecond of its own.
package struct SessionRun: Sendable {
  package internal(set) var top: RunningPage
  /// The pages under it, the first page first.
  package internal(set) var below: [RunningPage] = []
  package internal(set) var now = Instant.start
  /// The ads of all pages that stand in no slot, each as a page of its own (``ScreenAdKind``).
  package internal(set) var screenAdPages: [RunningPage] = []
  /// The next deadline, and the next answer, of all but the page on the screen, in milliseconds; `Int64.max`: none.
  var belowDeadline = Int64.max
  var belowAnswer = Int64.max
  /// The instant of the last step, in milliseconds.
  private var lastStep = Int64.min
  var pageCount = 1
  /// What was counted on pages that are closed.
  var past: MetricsReport?
  var log: RunHistory

  /// The steps that may follow the last input: a guard against an engine and a world that wake each other forever.
  private static let maxStepsToIdle = 10_000_000

  /// Makes a run that has begun: its slots are on the page, at instant 0.
  package init(_ setup: RunSetup, keepsHistory: Bool = false) {
    log = RunHistory(isKept: keepsHistory)
    top = RunningPage(setup.engine)
    top.place(setup, at: .start, &log)
    addScreenAds(of: setup)
  }

  // MARK: - Reading

  package var page: Int { top.number }

  /// The engine of the page on the screen; read in place, since a copy of it would be felt.
  package var engine: Engine { _read { yield top.engine } }

  /// The simulated world of the page on the screen; read in place.
  package var world: SimulatedWorld { _read { yield top.world } }

  /// A page that is open, or the ad of a ``ScreenAdKind``, by its number.
  package subscript(page number: Int) -> RunningPage? {
    if number == top.number { return top }
    return number < 0
      ? screenAdPages.first { $0.number == number } : below.first { $0.number == number }
  }

  /// The numbers of the pages that are open, the first page first.
  package var pages: [Int] { below.map(\.number) + [top.number] }

  /// The events since the run began or the history was taken, if the run keeps them.
  package var history: [RunEvent] { log.events }

  /// The history since the last call.
  package mutating func drainHistory() -> [RunEvent] {
    defer { log.removeAll() }
    return log.events
  }

  /// The first instant at which something happens by itself, if any.
  package var nextDueTime: Instant? { next == .max ? nil : Instant(milliseconds: next) }

  package var report: MetricsReport { report(at: now) }

  // MARK: - Inputs

  package mutating func addToWorld(_ slot: SimulatedSlot, as id: SlotID) {
    top.addToWorld(slot, as: id)
  }

  /// Runs what is due before this instant, then applies what is given, if anything, as one step.
  package mutating func apply(_ given: [RunInput], at instant: Instant) {
    guard !given.isEmpty else { return advance(to: instant) }
    let instant = freeInstant(from: instant)
    carryOutDeadlines(upTo: instant)
    now = instant
    step(given, at: instant)
  }

  /// Runs everything that is due before this instant, then applies an input of the page on the screen.
  package mutating func apply(_ input: Engine.Input, at instant: Instant) {
    apply([.input(input, page: page)], at: instant)
  }

  /// Runs everything that is due before this instant, then applies the user's choice on every page.
  package mutating func choose(_ choice: ConsentChoice, at instant: Instant) {
    apply([.choice(choice)], at: instant)
  }

  /// The same as giving `scrolled(to:)`, by the fastest path: most lines of a session are scrolls.
  package mutating func scroll(to position: Double, at instant: Instant) {
    let milliseconds = instant.milliseconds
    guard milliseconds > lastStep, instant >= now else {
      return apply(.scrolled(to: position), at: instant)
    }
    if milliseconds >= next {
      carryOutDeadlines(upTo: instant)
      // An answer that is due now belongs to the same step.
      guard milliseconds < nextAnswer else { return apply(.scrolled(to: position), at: instant) }
    }
    now = instant
    lastStep = milliseconds
    top.scroll(to: position, at: instant, &log)
  }

  /// Takes a scroll position of a recording, by a short way; it counts as it is without an adjustment.
  package mutating func scroll(
    to position: Double, recordedAdjustment: Double?, at instant: Instant
  ) {
    guard let recordedAdjustment, top.engine.scrollAnchoring || recordedAdjustment != 0 else {
      return scroll(to: position, at: instant)
    }
    let instant = freeInstant(from: instant)
    carryOutDeadlines(upTo: instant)
    scroll(to: top.position(position, recordedAdjustment: recordedAdjustment), at: instant)
  }

  // MARK: - Time

  /// The first instant from this one on, and from now on, at which there was no step yet.
  package func freeInstant(from instant: Instant) -> Instant {
    let first = max(instant, now)
    return first.milliseconds > lastStep ? first : Instant(milliseconds: lastStep) + 1
  }

  /// Ends the step: further inputs belong to another one, even at the same instant, since another page is shown.
  mutating func endStep() { lastStep = .min }

  /// Runs everything that is due up to and including this instant, and allows nothing else at it.
  mutating func end(_ instant: Instant) {
    advance(to: instant)
    lastStep = max(lastStep, instant.milliseconds)
  }

  /// Runs everything that is due up to and including this instant.
  package mutating func advance(to instant: Instant) {
    while dueStep(upTo: instant.milliseconds) {}
    now = max(now, instant)
  }

  /// Runs everything that is due before this instant, and the deadlines at it, but no answer.
  mutating func carryOutDeadlines(upTo instant: Instant) {
    while dueStep(upTo: instant.milliseconds, answers: false) {}
  }

  /// Advances time until nothing is pending; returns `false` if the run gave up.
  @discardableResult
  package mutating func runUntilIdle() -> Bool {
    for _ in 0..<Self.maxStepsToIdle where awaitsOnlyRefreshes || !dueStep(upTo: .max) {
      return true
    }
    return false
  }

  /// Whether refreshes are pending and nothing else: they would go on as long as their ads are in view.
  package var awaitsOnlyRefreshes: Bool {
    nextAnswer == .max && nextDeadline < .max
      && top.engine.isIdleButForRefreshes
      && below.allSatisfy(\.engine.isIdleButForRefreshes)
      && screenAdPages.allSatisfy(\.engine.isIdleButForRefreshes)
  }

  /// Leaves open what was not answered by now, as a recording does at its last line.
  mutating func endAnswers() {
    top.endAnswers()
    for index in below.indices { below[index].endAnswers() }
    for index in screenAdPages.indices { screenAdPages[index].endAnswers() }
    belowAnswer = .max
  }

  private var nextDeadline: Int64 { min(top.deadline, belowDeadline) }

  private var nextAnswer: Int64 {
    let answer = min(top.answer, belowAnswer)
    return answer > lastStep ? answer : lastStep + 1
  }

  private var next: Int64 { min(nextDeadline, nextAnswer) }

  /// Carries out the next thing that is due, and returns whether there was one; an answer at `limit` itself only if asked.
  private mutating func dueStep(upTo limit: Int64, answers includesAnswers: Bool = true) -> Bool {
    let due = next
    guard due <= limit, due < .max else { return false }
    let instant = Instant(milliseconds: due)
    if nextDeadline == due {
      if top.deadline == due { top.wake(&log) }
      if belowDeadline == due { wakeBelow(at: due) }
      now = max(now, instant)
    } else {
      guard due < limit || includesAnswers else { return false }
      if step([], at: instant) { now = max(now, instant) }
    }
    return true
  }

  /// Carries out one step on all pages: the answers that are due and what is given.
  @discardableResult
  private mutating func step(_ given: [RunInput], at instant: Instant) -> Bool {
    // The answers of all pages come before what is given, as a session that is recorded writes them.
    top.gatherAnswers(dueAt: instant, &log)
    let isAlone = below.isEmpty && screenAdPages.isEmpty
    if !isAlone { gatherAnswersBelow(dueAt: instant) }
    top.gather(given, isOnScreen: true, at: instant, &log)
    var isAny = top.hasGathered
    if isAny { top.stepGathered(at: instant, &log) }
    if !isAlone, stepBelow(given, at: instant) { isAny = true }
    if isAny { lastStep = instant.milliseconds }
    return isAny
  }
}
