package import AdEngine
package import AdSimulation

/// What a run does next.
enum NextStep: Equatable {
  /// Wake the engine at this moment.
  case wake(Int64)
  /// Let the world answer at this moment.
  case answer(Int64)
  /// Nothing is due up to the limit.
  case wait

  /// Decides what comes next up to and including `limit`; `Int64.max` is never.
  ///
  /// The earlier moment comes first. At the same moment come first the engine's deadline, then the world's answer,
  /// then, at `limit`, the line of the session.
  init(deadline: Int64, answer: Int64, limit: Int64) {
    if deadline <= answer {
      self = deadline <= limit && deadline < .max ? .wake(deadline) : .wait
    } else {
      self = answer <= limit ? .answer(answer) : .wait
    }
  }
}

/// Runs a session without a screen: its pages, each with its engine, its simulated world if it has one, and its metrics,
/// in exact order of time.
///
/// Give inputs by ``give(_:at:)`` or ``scroll(to:at:)`` with instants that do not decrease; before each, everything that
/// is due takes place at its own instant. At one instant come first the engine's deadlines, then the world's
/// answers, then the inputs given. After the last input call ``settle()``. A run is a value: a copy of a run that was
/// prepared goes on by itself. ``start(_:)`` begins again and keeps the memory.
///
/// Pages lie on each other, as on a phone; `SessionRun+Pages.swift` opens and closes them. A covered page lives on
/// under the others: what it waits for arrives, but it is neither checked nor in view.
package struct SessionRun: Sendable {
  /// The page on the screen.
  package internal(set) var top: PageRun
  /// The pages under it, the first page first.
  package internal(set) var below: [PageRun] = []
  /// The instant of the last thing that took place.
  package internal(set) var now = Instant.start
  /// When the next thing takes place on a page under the one on the screen, in milliseconds; `Int64.max`: never.
  var belowNext = Int64.max
  /// How many pages were opened so far.
  var pageCount = 1
  /// What was counted on pages that are closed.
  var past: MetricsReport?
  var log: RunHistory

  /// How many things may take place after the last input before the run gives up: a guard against an engine and a world
  /// that wake each other forever.
  private static let settlingLimit = 10_000_000

  /// Makes a run that has begun: its slots are on the page, at instant 0.
  package init(_ setup: RunSetup, keepsHistory: Bool = false) {
    log = RunHistory(isKept: keepsHistory)
    top = PageRun(setup.engine)
    top.place(setup, at: .start, &log)
  }

  /// Begins again.
  package mutating func start(_ setup: RunSetup) {
    now = .start
    log.removeAll()
    pageCount = 1
    below.removeAll(keepingCapacity: true)
    belowNext = .max
    past = nil
    top.start(setup, &log)
  }

  // MARK: - What there is to look at

  /// The number of the page on the screen.
  package var page: Int { top.number }

  /// The engine of the page on the screen; read in place, since a copy of it would be felt.
  package var engine: Engine { _read { yield top.engine } }

  /// The simulated world of the page on the screen; read in place.
  package var world: SimulatedWorld { _read { yield top.world } }

  /// A page that is open, by its number.
  package subscript(page number: Int) -> PageRun? {
    number == top.number ? top : below.first { $0.number == number }
  }

  /// The numbers of the pages that are open, the first page first.
  package var pages: [Int] { below.map(\.number) + [top.number] }

  /// What took place since the run began or the history was taken, if the run keeps it.
  package var history: [Occurrence] { log.occurrences }

  /// The history since the last call.
  package mutating func takeHistory() -> [Occurrence] {
    defer { log.removeAll() }
    return log.occurrences
  }

  /// The first instant at which something takes place by itself, if any.
  package var nextMoment: Instant? { next == .max ? nil : Instant(milliseconds: next) }

  /// What the metrics say now, on all pages.
  package var report: MetricsReport { report(at: now) }

  /// What the metrics say at `end`, or at the last thing that took place if that is later.
  package func report(at end: Instant) -> MetricsReport {
    var report = top.metrics.report(at: end)
    for page in below { report.add(page.metrics.report(at: end)) }
    if let past { report.add(past) }
    return report
  }

  // MARK: - Inputs

  /// Adds a slot that comes later to the simulated world of the page on the screen, if there is one.
  package mutating func addToWorld(_ slot: SimulatedSlot, as id: SlotID) {
    top.addToWorld(slot, as: id)
  }

  /// Lets everything take place that is due before `input` at this instant, then the input.
  ///
  /// It is the input of the page on the screen; what concerns all pages, the pages under it are given after it. What the
  /// person chooses is given by ``choose(_:at:)``, because each page makes something else of a TC string.
  package mutating func give(_ input: Engine.Input, at instant: Instant) {
    advance(to: instant)
    top.step(input, at: instant, &log)
    if case .clicked(let slot) = input { top.touch(slot, at: instant) }
    if !below.isEmpty, input.isOfAllPages { onBelow { $0.step(input, at: instant, &$1) } }
  }

  /// Lets everything take place that is due before this instant, and then the person's choice, which counts on every page
  /// by what that page needs.
  package mutating func choose(_ choice: ConsentChoice, at instant: Instant) {
    advance(to: instant)
    top.step(choice.input(for: top.needed), at: instant, &log)
    onBelow { $0.step(choice.input(for: $0.needed), at: instant, &$1) }
  }

  /// The same as giving `scrolled(to:)`, by the shortest way: most of what a session holds.
  package mutating func scroll(to position: Double, at instant: Instant) {
    if next <= instant.milliseconds { advance(to: instant) }
    now = max(now, instant)
    top.scroll(to: position, at: instant, &log)
  }

  // MARK: - Time

  /// Lets everything take place that is due up to and including this instant.
  package mutating func advance(to instant: Instant) {
    while dueStep(upTo: instant.milliseconds) {}
    now = max(now, instant)
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  @discardableResult
  package mutating func settle() -> Bool {
    for _ in 0..<Self.settlingLimit where !dueStep(upTo: .max) { return true }
    return false
  }

  private var next: Int64 { min(top.next, belowNext) }

  /// Carries out the next thing that is due, and returns whether there was one.
  private mutating func dueStep(upTo limit: Int64) -> Bool {
    switch NextStep(
      deadline: top.deadline, answer: min(top.answer, belowNext), limit: limit)
    {
    case .wait: return false
    case .answer(let due) where due == belowNext: stepBelow(at: due)
    case .wake(let due), .answer(let due):
      if top.stepDue(&log) { now = max(now, Instant(milliseconds: due)) }
    }
    return true
  }
}
