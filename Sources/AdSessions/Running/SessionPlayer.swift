public import AdEngine
import AdRendering
import AdSimulation

/// Plays a session line by line into a run: names become identities, and settings given from outside stand firm.
///
/// A page session is answered by the answers it holds, if it holds any, and otherwise by the simulated world of its
/// page. Which it is shows at its first `world` line or at its end, and until then its lines wait here, unless
/// whoever makes the player says it. A bare session is answered by what it holds, unless the simulated world is asked
/// for.
public struct SessionPlayer: Sendable {
  /// The run that the lines go into.
  public private(set) var run: SessionRun
  /// The session's slots.
  public private(set) var slots = SlotTable()
  /// The settings that the reader has to check the session's changes against.
  public let lazyLoading: LazyLoadingSettings

  /// What the run begins with, once it is known who answers.
  private(set) var setup: RunSetup
  private let isBare: Bool
  /// What the page needs of a TC string.
  private let needed: TCFRequirement
  /// Whether answers that the session holds are passed over.
  private var isSimulated = false
  private let overrides: SettingOverrides
  /// Lines that wait until it is known who answers; `nil` once it is.
  private var waiting: [NumberedCause]?

  private struct NumberedCause: Sendable {
    var number: Int
    var at: Instant
    var cause: SessionCause
  }

  /// Why a session cannot begin.
  public enum Failure: Error, Hashable, Sendable {
    /// The session itself is at fault.
    case session(SessionError)
    /// The settings given from outside do not go with those of the session.
    case overrides(InvalidLazyLoading)
  }

  /// Makes a player for a session with this header, and with its page if it has one; without a world the session
  /// itself shows who answers.
  public init(
    _ header: SessionHeader,
    page: RunPage? = nil,
    overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld? = nil,
    keepsHistory: Bool = false
  ) throws(Failure) {
    var lazyLoading = page == nil ? .standard : page?.lazyLoading
    switch header.lazyLoading {
    case nil: break
    case .off: lazyLoading = nil
    case .settings(let change):
      do throws(InvalidLazyLoading) {
        lazyLoading = try (lazyLoading ?? .standard).applying(change)
      } catch {
        throw .session(SessionError(line: 1, .thresholds(error)))
      }
    }
    do throws(InvalidLazyLoading) {
      setup = try RunSetup(header, page: page, lazyLoading, overrides)
    } catch {
      throw .overrides(error)
    }
    self.lazyLoading = lazyLoading ?? .standard
    self.overrides = overrides
    isBare = page == nil
    needed = page?.needed ?? TCFRequirement()
    switch world {
    case nil: waiting = isBare ? nil : []
    case .recorded: setup.world = nil
    case .simulated:
      isSimulated = true
      if isBare { setup.world = AdServerSettings(seed: overrides.seed ?? header.seed ?? 1) }
    }
    for slot in setup.slots { _ = slots.add(slot.name, unit: slot.unit) }
    // The run of a page session begins when it is known who answers.
    run = SessionRun(waiting == nil ? setup : RunSetup(), keepsHistory: keepsHistory)
  }

  /// Takes the line with this number; decisions of the session are passed over.
  ///
  /// - Throws: ``SessionError`` when the line does not fit what the session said so far.
  public mutating func take(_ line: SessionLine, number: Int) throws(SessionError) {
    let cause: SessionCause
    switch line.entry {
    case .decision: return
    case .cause(let own): cause = own
    // Time passes until then.
    case .end: cause = .caption("")
    }
    let numbered = NumberedCause(number: number, at: line.at, cause: cause)
    if waiting != nil {
      waiting?.append(numbered)
      if cause.isFromWorld { try decideWorld(isSimulated: false) }
    } else {
      try play(numbered)
    }
  }

  /// Plays a cause of a session of which it is known who answers, and returns what the engine was told, if anything.
  mutating func perform(
    _ cause: SessionCause, at moment: Instant, number: Int
  ) throws(SessionError) -> Input? {
    try play(NumberedCause(number: number, at: moment, cause: cause))
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  ///
  /// - Throws: ``SessionError`` when a line that had to wait does not fit what the session said so far.
  @discardableResult
  public mutating func finish() throws(SessionError) -> Bool {
    if waiting != nil { try decideWorld(isSimulated: true) }
    return run.settle()
  }

  /// The run's history since the last call.
  public mutating func takeHistory() -> [Occurrence] { run.takeHistory() }

  // MARK: -

  private mutating func decideWorld(isSimulated: Bool) throws(SessionError) {
    let lines = waiting ?? []
    waiting = nil
    if !isSimulated { setup.world = nil }
    run.start(setup)
    for line in lines { try play(line) }
  }

  /// Plays a cause into the run and returns what the engine was told, if anything.
  @discardableResult
  private mutating func play(_ line: NumberedCause) throws(SessionError) -> Input? {
    if case .scrolled(let position) = line.cause {
      run.scroll(to: position, at: line.at)
      return .scrolled(to: position)
    }
    if isSimulated, line.cause.isFromWorld {
      run.advance(to: line.at)
      return nil
    }
    // An address is relative to the page that the ad shows by then.
    if case .navigationRequested = line.cause { run.advance(to: line.at) }
    do throws(SessionProblem) {
      let input = try input(line.cause).flatMap(overrides.masking)
      if let input {
        run.give(input, at: line.at)
      } else {
        run.advance(to: line.at)
      }
      return input
    } catch {
      throw SessionError(line: line.number, error)
    }
  }

  /// The input that a cause stands for; `nil` for a caption.
  private mutating func input(_ cause: SessionCause) throws(SessionProblem) -> Input? {
    switch cause {
    case .scrolled(let position): .scrolled(to: position)
    case .viewportResized(let size): .viewportResized(size)
    case .slotFramed(let name, let frame, let unit): try place(name, frame, unit)
    case .slotResized(let name, let size): .slotResized(try bareSlot(name, "resized"), size)
    case .slotRemoved(let name): try remove(name)
    case .lazyLoadingChanged(let change): .lazyLoadingChanged(change)
    case .consentChanged(let choice): choice.input(for: needed)
    case .policyChanged(let policy): .policyChanged(policy)
    case .clicked(let name): .clicked(try slot(name))
    case .reloadRequested(let name): .reloadRequested(try slot(name))
    case .activityChanged(let isActive): .activityChanged(isActive)
    case .pageOpened: throw .unsupported("opening another page (\"open\")")
    case .wentBack: throw .unsupported("going back a page (\"back\")")
    case .caption: nil
    case .answered(let name, let generation, let answer):
      .answered(try slot(name), generation: generation, answer)
    case .messaged(let name, let generation, let message):
      .messaged(try slot(name), generation: generation, .success(message))
    case .navigationRequested(let name, let generation, let navigation):
      try attempt(navigation, by: slot(name), generation)
    case .lab: throw .misplaced("lab", belongsTo: "a session of the preload lab")
    }
  }

  private func attempt(_ navigation: SessionNavigation, by slot: SlotID, _ generation: Int) -> Input
  {
    .navigationRequested(
      slot, generation: generation,
      NavigationAttempt(
        navigation.url, frame: navigation.frame, action: navigation.action,
        relativeTo: run.engine.adPage(of: slot)))
  }

  /// A frame moves a slot that is there and adds one that is not.
  private mutating func place(
    _ name: String, _ frame: SlotFrame, _ unit: String?
  ) throws(SessionProblem) -> Input {
    try requireBare("frame")
    guard let slot = slots[name], slots.contains(slot) else {
      let slot = slots.add(name, unit: unit ?? name)
      run.tellWorld(of: SimulatedSlot(unit: unit ?? name, requested: frame.size), as: slot)
      return .slotAdded(slot, frame)
    }
    if let unit, unit != slots.unit(of: slot) {
      throw .unitChanged(name, from: slots.unit(of: slot), to: unit)
    }
    return .slotMoved(slot, frame)
  }

  private mutating func remove(_ name: String) throws(SessionProblem) -> Input {
    let slot = try bareSlot(name, "removed")
    slots.remove(slot)
    return .slotRemoved(slot)
  }

  private func bareSlot(_ name: String, _ word: String) throws(SessionProblem) -> SlotID {
    try requireBare(word)
    guard let slot = slots[name], slots.contains(slot) else { throw .unknownSlot(name) }
    return slot
  }

  private func requireBare(_ word: String) throws(SessionProblem) {
    guard isBare else {
      throw .misplaced(word, belongsTo: "a session without a page: here the page places its slots")
    }
  }

  /// A slot that is or was on the page: an answer or a click may come after it has gone, and the engine says so.
  private func slot(_ name: String) throws(SessionProblem) -> SlotID {
    guard let slot = slots[name] else { throw .unknownSlot(name) }
    return slot
  }
}
