package import AdEngine
import AdRendering
import AdSimulation

/// Plays a session line by line into a run: names become identities, and settings given from outside stand firm.
///
/// A page session is answered by the answers it holds, if it holds any, and otherwise by the simulated world of its
/// page. Which it is shows at its first `world` line or at its end, and until then its lines wait here, unless
/// whoever makes the player says it. A bare session is answered by what it holds, unless the simulated world is asked
/// for. Under settings given from outside a page session is answered by the simulated world.
///
/// A player reads no files: provide each page that a line opens before the line is taken.
package struct SessionPlayer: Sendable {
  /// The run that the lines go into.
  package private(set) var run: SessionRun
  /// The slots of the session's pages.
  package private(set) var slots = SessionSlots()
  /// The settings that the reader has to check the session's changes against.
  package let lazyLoading: LazyLoadingSettings

  /// What the run begins with, once it is known who answers.
  private(set) var setup: RunSetup
  private let isBare: Bool
  /// The pages that the session may open, by their paths.
  private var pages: [String: RunPage] = [:]
  /// The person's choice by now.
  private var choice: ConsentChoice
  /// Whether answers that the session holds are passed over.
  private var isSimulated = false
  private let overrides: SettingOverrides
  /// Lines that wait until it is known who answers; `nil` once it is.
  private var waiting: [NumberedCause]?

  private struct NumberedCause: Sendable {
    var number: Int
    var at: Instant
    var page: Int
    var cause: SessionCause
  }

  /// What a cause came to.
  enum Action: Hashable, Sendable {
    /// The page of this number was told of it.
    case give(Engine.Input, page: Int)
    /// All pages were told of the person's choice.
    case choose(ConsentChoice)
    /// Another page was opened.
    case open(SessionOpening, RunSetup)
    /// The page was left.
    case goBack
    /// Nothing: a remark, a setting that stands firm, or an answer that the simulated world gives.
    case pass
  }

  /// Why a session cannot begin.
  package enum Failure: Error, Hashable, Sendable {
    /// The session itself is at fault.
    case session(SessionError)
    /// The settings given from outside do not go with those of the session.
    case overrides(InvalidLazyLoading)
  }

  /// Makes a player for a session with this header, and with its page if it has one; without a world the session
  /// itself shows who answers.
  package init(
    _ header: SessionHeader,
    page: RunPage? = nil,
    overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld? = nil,
    keepsHistory: Bool = false
  ) throws(Failure) {
    let lazyLoading: LazyLoadingSettings?
    do throws(SessionProblem) {
      lazyLoading = try Self.lazyLoading(header.lazyLoading, page)
    } catch {
      throw .session(SessionError(line: 1, error))
    }
    do throws(InvalidLazyLoading) {
      setup = try RunSetup(header, page: page, lazyLoading, overrides)
    } catch {
      throw .overrides(error)
    }
    self.lazyLoading = lazyLoading ?? .standard
    self.overrides = overrides
    isBare = page == nil
    choice = overrides.consent ?? header.consent ?? .granted
    let isDecided = world != nil || isBare || overrides == SettingOverrides()
    switch isDecided ? world : SessionWorld(isAnswered: false, overrides) {
    case nil: waiting = isBare ? nil : []
    case .recorded: setup.world = nil
    case .simulated:
      isSimulated = true
      if isBare { setup.world = AdServerSettings(seed: overrides.seed ?? header.seed ?? 1) }
    }
    slots = SessionSlots(setup.slots)
    // The run of a page session begins when it is known who answers.
    run = SessionRun(waiting == nil ? setup : RunSetup(), keepsHistory: keepsHistory)
  }

  /// Takes the line with this number; decisions of the session are passed over.
  ///
  /// - Throws: ``SessionError`` when the line does not fit what the session said so far.
  package mutating func take(_ line: SessionLine, number: Int) throws(SessionError) {
    let cause: SessionCause
    switch line.entry {
    case .decision: return
    case .cause(let own): cause = own
    // Time passes until then.
    case .end: cause = .caption("")
    }
    let numbered = NumberedCause(number: number, at: line.at, page: line.page, cause: cause)
    if waiting != nil {
      waiting?.append(numbered)
      if cause.isFromWorld { try decideWorld(isSimulated: false) }
    } else {
      try play(numbered)
    }
  }

  /// Provides the page at a path that a line may open.
  package mutating func provide(_ page: RunPage, as path: String) { pages[path] = page }

  /// The settings that a page begins with which a line opens, as the session and the page say, without those given from
  /// outside.
  package func lazyLoading(
    of opening: SessionOpening
  ) throws(SessionProblem) -> LazyLoadingSettings {
    guard let page = pages[opening.path] else { throw .noSuchPage(opening.path) }
    return try Self.lazyLoading(opening.lazyLoading, page) ?? .standard
  }

  private static func lazyLoading(
    _ own: SessionLazyLoading?, _ page: RunPage?
  ) throws(SessionProblem) -> LazyLoadingSettings? {
    let ofPage = page == nil ? .standard : page?.lazyLoading
    switch own {
    case nil: return ofPage
    case .off: return nil
    case .settings(let change):
      do throws(InvalidLazyLoading) {
        return try (ofPage ?? .standard).applying(change)
      } catch {
        throw .thresholds(error)
      }
    }
  }

  /// Plays a cause of a session of which it is known who answers, and returns what it came to.
  mutating func perform(
    _ cause: SessionCause, at moment: Instant, page: Int, number: Int
  ) throws(SessionError) -> Action {
    try play(NumberedCause(number: number, at: moment, page: page, cause: cause))
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  ///
  /// - Throws: ``SessionError`` when a line that had to wait does not fit what the session said so far.
  @discardableResult
  package mutating func finish() throws(SessionError) -> Bool {
    if waiting != nil { try decideWorld(isSimulated: true) }
    return run.settle()
  }

  /// The run's history since the last call.
  package mutating func takeHistory() -> [Occurrence] { run.takeHistory() }

  // MARK: -

  private mutating func decideWorld(isSimulated: Bool) throws(SessionError) {
    let lines = waiting ?? []
    waiting = nil
    if !isSimulated { setup.world = nil }
    run.start(setup)
    for line in lines { try play(line) }
  }

  /// Plays a cause into the run and returns what it came to.
  @discardableResult
  private mutating func play(_ line: NumberedCause) throws(SessionError) -> Action {
    if case .scrolled(let position) = line.cause {
      run.scroll(to: position, at: line.at)
      return .give(.scrolled(to: position), page: run.page)
    }
    if isSimulated, line.cause.isFromWorld {
      run.advance(to: line.at)
      return .pass
    }
    // An address is relative to the page that the ad shows by then.
    if case .navigationRequested = line.cause { run.advance(to: line.at) }
    do throws(SessionProblem) {
      return try perform(line)
    } catch {
      throw SessionError(line: line.number, error)
    }
  }

  private mutating func perform(_ line: NumberedCause) throws(SessionProblem) -> Action {
    switch line.cause {
    case .pageOpened(let opening):
      let setup = try setup(of: opening)
      run.open(setup, at: line.at)
      slots.open(opening.path, setup.slots)
      return .open(opening, setup)
    case .wentBack:
      try requirePages("back")
      guard run.goBack(at: line.at) else { throw .noPageBefore }
      return .goBack
    case .consentChanged(let choice) where overrides.consent == nil:
      self.choice = choice
      run.choose(choice, at: line.at)
      return .choose(choice)
    default:
      guard let input = try input(line.cause, onPage: line.page).flatMap(overrides.masking) else {
        run.advance(to: line.at)
        return .pass
      }
      let page = line.cause.isAboutSlot ? line.page : run.page
      run.give(input, toPage: page, at: line.at)
      return .give(input, page: page)
    }
  }

  private func setup(of opening: SessionOpening) throws(SessionProblem) -> RunSetup {
    try requirePages("open")
    guard let page = pages[opening.path] else { throw .noSuchPage(opening.path) }
    let lazyLoading = try Self.lazyLoading(opening.lazyLoading, page)
    var header = SessionHeader(opening)
    header.consent = opening.consent ?? choice
    do throws(InvalidLazyLoading) {
      var setup = try RunSetup(header, page: page, lazyLoading, overrides)
      if self.setup.world == nil { setup.world = nil }
      return setup
    } catch {
      throw .thresholds(error)
    }
  }

  private func requirePages(_ word: String) throws(SessionProblem) {
    guard !isBare else { throw .misplaced(word, belongsTo: "a session of a page") }
  }

  /// The input that a cause stands for; `nil` for one that is none, such as a caption, or a choice where another stands
  /// firm.
  private mutating func input(
    _ cause: SessionCause, onPage page: Int
  ) throws(SessionProblem) -> Engine.Input? {
    switch cause {
    case .scrolled(let position): .scrolled(to: position)
    case .viewportResized(let size): .viewportResized(size)
    case .slotFramed(let name, let frame, let unit): try place(name, frame, unit)
    case .slotResized(let name, let size): .slotResized(try bareSlot(name, "resized"), size)
    case .slotRemoved(let name): try remove(name)
    case .lazyLoadingChanged(let change): .lazyLoadingChanged(change)
    case .policyChanged(let policy): .policyChanged(policy)
    case .clicked(let name): .clicked(try slot(name, onPage: page))
    case .reloadRequested(let name): .reloadRequested(try slot(name, onPage: page))
    case .activityChanged(let isActive): .activityChanged(isActive)
    case .pageOpened, .wentBack, .consentChanged, .caption: nil
    case .answered(let name, let generation, let answer):
      .answered(try slot(name, onPage: page), generation: generation, answer)
    case .messaged(let name, let generation, let message):
      .messaged(try slot(name, onPage: page), generation: generation, .success(message))
    case .navigationRequested(let name, let generation, let navigation):
      try attempt(navigation, by: slot(name, onPage: page), onPage: page, generation)
    case .lab: throw .misplaced("lab", belongsTo: "a session of the preload lab")
    }
  }

  private func attempt(
    _ navigation: SessionNavigation, by slot: SlotID, onPage page: Int, _ generation: Int
  ) -> Engine.Input {
    let engine = run[page: page]?.engine ?? run.engine
    return .navigationRequested(
      slot, generation: generation,
      NavigationAttempt(
        navigation.url, frame: navigation.frame, action: navigation.action,
        relativeTo: engine.adPage(of: slot)))
  }

  /// A frame moves a slot that is there and adds one that is not.
  private mutating func place(
    _ name: String, _ frame: SlotFrame, _ unit: String?
  ) throws(SessionProblem) -> Engine.Input {
    try requireBare("frame")
    guard let slot = slots.first[name], slots.first.contains(slot) else {
      let slot = slots.first.add(name, unit: unit ?? name)
      run.addToWorld(SimulatedSlot(unit: unit ?? name, requested: frame.size), as: slot)
      return .slotAdded(slot, frame)
    }
    if let unit, unit != slots.first.unit(of: slot) {
      throw .unitChanged(name, from: slots.first.unit(of: slot), to: unit)
    }
    return .slotMoved(slot, frame)
  }

  private mutating func remove(_ name: String) throws(SessionProblem) -> Engine.Input {
    let slot = try bareSlot(name, "removed")
    slots.first.remove(slot)
    return .slotRemoved(slot)
  }

  private func bareSlot(_ name: String, _ word: String) throws(SessionProblem) -> SlotID {
    try requireBare(word)
    guard let slot = slots.first[name], slots.first.contains(slot) else {
      throw .unknownSlot(name)
    }
    return slot
  }

  private func requireBare(_ word: String) throws(SessionProblem) {
    guard isBare else {
      throw .misplaced(word, belongsTo: "a session without a page: here the page places its slots")
    }
  }

  /// A slot that is or was on a page: an answer or a click may come after it has gone, and the engine says so.
  private func slot(_ name: String, onPage page: Int) throws(SessionProblem) -> SlotID {
    guard page <= slots.pageCount else { throw .unknownPage(page) }
    guard let slot = slots[page][name] else { throw .unknownSlot(name) }
    return slot
  }
}
