package import AdEngine
package import AdSimulation

/// Something that took place in a run.
package struct Occurrence: Hashable, Sendable {
  /// When.
  package var at: Instant
  /// The number of the page: 1 for the first page of the run, one more for each that was opened later.
  package var page: Int
  /// What.
  package var event: Event

  /// An input, an effect, or a way from page to page.
  package enum Event: Hashable, Sendable {
    /// What happened: a line of the session, what follows from it, or an answer of the world. Wake-ups are not told.
    case input(Engine.Input)
    /// What the engine decided.
    case effect(Engine.Effect)
    /// The page was opened over the one before; what both engines are told follows.
    case opened
    /// The page above was left for this one; what both engines are told follows.
    case wentBack
  }

  /// Makes an occurrence.
  package init(at: Instant, page: Int = 1, _ event: Event) {
    self.at = at
    self.page = page
    self.event = event
  }
}

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

/// Runs a session without a screen: the engines of its pages, their simulated worlds if they have any, and the metrics,
/// in exact order of time.
///
/// Give inputs by ``give(_:at:)`` or ``scroll(to:at:)`` with moments that do not decrease; before each, everything that
/// is due takes place at its own moment. At one moment come first the engine's deadlines, then the world's
/// answers, then the inputs given. After the last input call ``settle()``. A run is a value: a copy of a run that was
/// prepared goes on by itself. ``start(_:)`` begins anew and keeps the memory.
///
/// Pages lie on each other, as on a phone; `SessionRun+Pages.swift` opens and closes them. A covered page lives on
/// under the others: what it waits for arrives, but it is neither checked nor in view.
package struct SessionRun: Sendable {
  /// What was counted, on all pages.
  package internal(set) var metrics: SessionMetrics
  /// The moment of the last thing that took place.
  package internal(set) var now = Instant.start
  /// Whether the run keeps what takes place in `history`; off by default.
  package var keepsHistory: Bool
  /// What took place since the run began or the history was taken.
  package private(set) var history: [Occurrence] = []

  /// The number of the page on the screen.
  package internal(set) var page = 1
  /// The engine of the page on the screen, to be looked at.
  package internal(set) var engine: Engine
  /// The simulated world of the page on the screen, to be looked at.
  package internal(set) var world = SimulatedWorld()
  var isSimulated = false
  /// What the page on the screen needs of a TC string.
  var needed = TCFRequirement()
  /// The slots that begin anew when the page is visited again.
  var renewed: [SlotID] = []
  private var effects: [Engine.Effect] = []
  /// The engine's next deadline in milliseconds; `Int64.max`: none.
  var deadline = Int64.max
  /// The next answer of the world, or the next thing on a covered page, in milliseconds; `Int64.max`: none.
  var answer = Int64.max
  /// The pages under the one on the screen, the first page first.
  var covered: [CoveredPage] = []
  /// When the next thing takes place on one of them.
  var coveredNext = Int64.max
  /// How many pages were opened so far.
  var pageCount = 1

  /// How many things may take place after the last input before the run gives up: an engine and a world that wake
  /// each other for ever are a mistake, and a program that never ends is the worst way to say so.
  private static let settlingLimit = 10_000_000

  /// Makes a run that has begun: its slots are on the page, at moment 0.
  package init(_ setup: RunSetup, keepsHistory: Bool = false) {
    self.keepsHistory = keepsHistory
    engine = Engine(setup.engine)
    metrics = SessionMetrics(viewport: setup.engine.viewport)
    place(setup, at: .start)
  }

  /// Begins anew.
  package mutating func start(_ setup: RunSetup) {
    engine = Engine(setup.engine)
    metrics.reset(viewport: setup.engine.viewport)
    now = .start
    history.removeAll(keepingCapacity: true)
    page = 1
    pageCount = 1
    covered.removeAll(keepingCapacity: true)
    coveredNext = .max
    deadline = .max
    answer = .max
    place(setup, at: .start)
  }

  /// Puts the slots of a setup onto the page on the screen, whose engine is new.
  mutating func place(_ setup: RunSetup, at moment: Instant) {
    isSimulated = setup.world != nil
    needed = setup.needed
    world.start(setup.world ?? AdServerSettings())
    renewed.removeAll(keepingCapacity: true)
    metrics.top.begin(consent: setup.engine.consent, policy: setup.engine.policy)
    engine.reserveCapacity(setup.slots.count)
    if isSimulated { world.reserveCapacity(setup.slots.count) }
    // By number: a slot as a value would be copied with its names.
    for number in setup.slots.indices {
      let id = SlotID(number)
      if isSimulated { world.add(setup.slots[number].ad, as: id) }
      if setup.slots[number].renewal == .visit { renewed.append(id) }
      step(.slotAdded(id, setup.slots[number].frame), at: moment)
      if setup.slots[number].constraints != .none {
        step(.slotConstrained(id, setup.slots[number].constraints), at: moment)
      }
    }
  }

  /// Tells the simulated world, if there is one, of a slot that comes later.
  mutating func tellWorld(of slot: SimulatedSlot, as id: SlotID) {
    if isSimulated { world.add(slot, as: id) }
  }

  /// Lets everything take place that is due before `input` at this moment, then the input.
  ///
  /// It is the input of the page on the screen; what concerns all pages, the pages under it are told after it. What the
  /// person chooses is given by ``choose(_:at:)``, because each page makes something else of a TC string.
  package mutating func give(_ input: Engine.Input, at moment: Instant) {
    advance(to: moment)
    step(input, at: moment)
    if isSimulated, case .clicked(let slot) = input { touch(slot, at: moment) }
    if !covered.isEmpty, input.isOfAllPages { underAll { $0.step(input, at: moment) } }
  }

  /// Lets everything take place that is due before this moment, and then the person's choice, which counts on every page
  /// by what that page needs.
  package mutating func choose(_ choice: ConsentChoice, at moment: Instant) {
    advance(to: moment)
    step(choice.input(for: needed), at: moment)
    underAll { $0.step(choice.input(for: $0.needed), at: moment) }
  }

  /// The same as giving `scrolled(to:)`, by the shortest way: most of what a session holds.
  package mutating func scroll(to position: Double, at moment: Instant) {
    if deadline <= moment.milliseconds || answer <= moment.milliseconds { advance(to: moment) }
    now = max(now, moment)
    metrics.top.scrolled(to: position, at: moment)
    if keepsHistory { note(.input(.scrolled(to: position)), at: moment) }
    engine.scroll(to: position, at: moment, into: &effects)
    finishStep(at: moment)
  }

  /// Lets everything take place that is due up to and including this moment.
  package mutating func advance(to moment: Instant) {
    while dueStep(upTo: moment.milliseconds) {}
    now = max(now, moment)
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  @discardableResult
  package mutating func settle() -> Bool {
    for _ in 0..<Self.settlingLimit where !dueStep(upTo: .max) { return true }
    return false
  }

  /// The first moment at which something takes place by itself, if any.
  package var nextMoment: Instant? {
    let next = min(deadline, answer)
    return next == .max ? nil : Instant(milliseconds: next)
  }

  /// What the metrics say now.
  package var report: MetricsReport { metrics.report(at: now) }

  /// The history since the last call.
  package mutating func takeHistory() -> [Occurrence] {
    defer { history.removeAll(keepingCapacity: true) }
    return history
  }

  // MARK: -

  /// Keeps what took place on the page on the screen.
  @inline(never)
  mutating func note(_ event: Occurrence.Event, at moment: Instant) {
    history.append(Occurrence(at: moment, page: page, event))
  }

  /// Carries out the next thing that is due, and returns whether there was one.
  private mutating func dueStep(upTo limit: Int64) -> Bool {
    switch NextStep(deadline: deadline, answer: answer, limit: limit) {
    case .wait:
      return false
    case .wake(let moment):
      let moment = Instant(milliseconds: moment)
      now = max(now, moment)
      engine.handle(.woken, at: moment, into: &effects)
      finishStep(at: moment)
      assert(deadline > moment.milliseconds, "the engine carries out all that is due at once")
      deadline = max(deadline, moment.milliseconds + 1)
    case .answer(let moment) where coveredNext == moment:
      stepCovered(at: moment)
    case .answer(let moment):
      let moment = Instant(milliseconds: moment)
      // Not by mapping a method of the engine: that copies the engine.
      var page: URLParts?
      if let slot = world.nextDeparture { page = engine.adPage(of: slot) }
      let input = world.takeAnswer(dueAt: moment, page: page)
      refreshAnswer()
      if let input { step(input, at: moment) }
    }
    return true
  }

  /// Carries out what is due on the page on the screen at this moment, which is known to be something.
  mutating func ownStep(at moment: Int64) { _ = dueStep(upTo: moment) }

  mutating func step(_ input: Engine.Input, at moment: Instant) {
    now = max(now, moment)
    metrics.observe(input, page: page, at: moment)
    if keepsHistory { note(.input(input), at: moment) }
    engine.handle(input, at: moment, into: &effects)
    finishStep(at: moment)
  }

  /// Lets the page of an ad act on a click that the engine took for one.
  private mutating func touch(_ slot: SlotID, at moment: Instant) {
    guard let status = engine.status(of: slot), status.adState == .clicked else { return }
    world.touch(slot, generation: status.generation, at: moment)
    refreshAnswer()
  }

  private mutating func finishStep(at moment: Instant) {
    deadline = engine.nextDeadline?.milliseconds ?? .max
    if !effects.isEmpty { carryOut(at: moment) }
  }

  private mutating func carryOut(at moment: Instant) {
    // In place: an effect that is copied is looked at for what it may hold.
    effects.withUnsafeBufferPointer { effects in
      for index in effects.indices {
        metrics.observe(effects[index], page: page, at: moment)
        if isSimulated, effects[index].isForWorld { world.perform(effects[index], at: moment) }
        if keepsHistory { note(.effect(effects[index]), at: moment) }
      }
    }
    effects.removeAll(keepingCapacity: true)
    if isSimulated { refreshAnswer() }
  }

  /// Names the moment of what the world answers next, or of what takes place next on a covered page.
  mutating func refreshAnswer() {
    answer = isSimulated ? world.nextAnswer?.milliseconds ?? .max : .max
    answer = min(answer, coveredNext)
  }
}
