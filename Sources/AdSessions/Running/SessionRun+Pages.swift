package import AdEngine
package import AdSimulation

/// A page of a run that others cover.
struct CoveredPage: Sendable {
  var number: Int
  var engine: Engine
  var world: SimulatedWorld
  var isSimulated: Bool
  var needed: TCFRequirement
  var renewed: [SlotID]
  /// As in the run, but without the pages under this one.
  var deadline: Int64
  var answer: Int64
}

/// The pages of a run, which lie on each other as those of a phone do (`S0.74`).
extension SessionRun {
  /// So many pages are kept under the one on the screen; when there are more, the first one is closed.
  package static let deepest = 20

  /// Opens another page over the one on the screen, which is covered and lives on.
  ///
  /// The viewport and whether the app is active go on as they are; what the setup says of them does not count.
  package mutating func open(_ setup: RunSetup, at moment: Instant) {
    advance(to: moment)
    pageCount += 1
    if keepsHistory { note(.opened, of: pageCount) }
    step(.pageCovered(true), at: now)
    var configuration = setup.engine
    configuration.viewport = engine.viewport.size
    configuration.isActive = engine.isActive
    cover()
    engine = Engine(configuration)
    world = SimulatedWorld()
    renewed = []
    deadline = .max
    page = pageCount
    metrics.open(page)
    place(setup, at: now)
    refreshAnswer()
    if covered.count > Self.deepest { forgetFirst() }
  }

  /// Closes the page on the screen and goes back to the one under it; returns whether there is one.
  ///
  /// Its ads are as they were, without a request, but for those that are renewed at each visit.
  @discardableResult
  package mutating func goBack(at moment: Instant) -> Bool {
    guard let below = covered.last else { return false }
    advance(to: moment)
    if keepsHistory { note(.wentBack, of: below.number) }
    step(.pageClosed, at: now)
    metrics.goBack(at: now)
    exchange(covered.count - 1)
    covered.removeLast()
    refreshCovered()
    for slot in renewed { step(.slotRenewed(slot), at: now) }
    step(.pageCovered(false), at: now)
    return true
  }

  /// Closes the page on the screen and puts another in its place, under a number of its own.
  package mutating func replace(with setup: RunSetup, at moment: Instant) {
    advance(to: moment)
    if engine.slotCount > 0 { step(.pageClosed, at: now) }
    pageCount = covered.isEmpty ? 1 : pageCount + 1
    page = pageCount
    metrics.replace(with: page)
    engine = Engine(setup.engine)
    deadline = .max
    place(setup, at: now)
    refreshAnswer()
  }

  /// Gives an input to the page of this number, covered or not; one that is closed is told nothing.
  package mutating func give(_ input: Engine.Input, toPage number: Int, at moment: Instant) {
    guard number != page else { return give(input, at: moment) }
    advance(to: moment)
    guard let index = covered.firstIndex(where: { $0.number == number }) else { return }
    under(index) { $0.step(input, at: moment) }
  }

  /// The numbers of the pages that are open, the first page first.
  package var pages: [Int] { covered.map(\.number) + [page] }

  /// The engine of a page, if it is open.
  package func engine(ofPage number: Int) -> Engine? {
    number == page ? engine : covered.first { $0.number == number }?.engine
  }

  /// The simulated world of a page, to be looked at, if the page is open.
  package func world(ofPage number: Int) -> SimulatedWorld? {
    number == page ? world : covered.first { $0.number == number }?.world
  }

  // MARK: - Under the page on the screen

  /// Does something to every covered page, from the uppermost on, as if it were the one on the screen.
  mutating func underAll(_ body: (inout SessionRun) -> Void) {
    for index in covered.indices.reversed() { under(index, body) }
  }

  /// Carries out what is due at this moment on the first page on which something is.
  mutating func stepCovered(at moment: Int64) {
    guard let index = covered.firstIndex(where: { min($0.deadline, $0.answer) <= moment }) else {
      return refreshCovered()
    }
    under(index) { $0.ownStep(at: moment) }
  }

  /// Closes the first page of all.
  private mutating func forgetFirst() {
    under(0) { $0.step(.pageClosed, at: $0.now) }
    covered.removeFirst()
    refreshCovered()
  }

  /// Does something to a covered page as if it were the one on the screen.
  private mutating func under(_ index: Int, _ body: (inout SessionRun) -> Void) {
    coveredNext = .max
    exchange(index)
    body(&self)
    exchange(index)
    refreshCovered()
  }

  private mutating func cover() {
    coveredNext = .max
    refreshAnswer()
    covered.append(
      CoveredPage(
        number: page, engine: engine, world: world, isSimulated: isSimulated, needed: needed,
        renewed: renewed, deadline: deadline, answer: answer))
    refreshCovered()
  }

  private mutating func exchange(_ index: Int) {
    swap(&page, &covered[index].number)
    swap(&engine, &covered[index].engine)
    swap(&world, &covered[index].world)
    swap(&isSimulated, &covered[index].isSimulated)
    swap(&needed, &covered[index].needed)
    swap(&renewed, &covered[index].renewed)
    swap(&deadline, &covered[index].deadline)
    swap(&answer, &covered[index].answer)
  }

  private mutating func refreshCovered() {
    coveredNext = covered.lazy.map { min($0.deadline, $0.answer) }.min() ?? .max
    refreshAnswer()
  }

  private mutating func note(_ event: Occurrence.Event, of number: Int) {
    let onScreen = page
    page = number
    note(event, at: now)
    page = onScreen
  }
}

extension Engine.Input {
  /// Whether the input concerns every page that is open, and not only the one on the screen.
  var isOfAllPages: Bool {
    switch self {
    case .consentChanged, .policyChanged, .activityChanged, .viewportResized: true
    default: false
    }
  }
}
