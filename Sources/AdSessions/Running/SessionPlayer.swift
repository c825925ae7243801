package import AdEngine
import AdRendering
package import AdSimulation

/// Plays a session into a run; lines of one instant are one step, so the last is held until a later one or ``finish()``.
///
/// Provide each page that a line opens before the line is taken.
package struct SessionPlayer: Sendable {
  package private(set) var run: SessionRun
  package private(set) var slots: SessionSlots
  package private(set) var countedUntil = Instant.start

  /// The sum of the recording's scroll adjustments on each page that has any, by the numbers of the pages.
  private var recordedAdjustments: [Int: Double] = [:]
  /// Whether the session says so far what was decided: one that holds causes alone means its positions as they are.
  private var holdsDecisions = false
  /// Whether positions are moved where this run's scroll adjustments are others than the recording's.
  private let adjustsForAnchoring: Bool

  package let setup: RunSetup
  private let isBare: Bool
  /// Whether answers that the session holds are passed over.
  private let isSimulated: Bool
  private let overrides: SettingOverrides
  /// The recorded answers of a run under other settings or on a changed page; `nil` where they come when they came.
  private let replies: RecordedReplies?
  private var pages: [String: PageConfiguration] = [:]
  /// The pages that are no longer as they were in the recording: their paths, by their numbers.
  private var changedPages: [Int: String] = [:]
  /// The slots that lines name and a page that has changed does not have; these lines are left out.
  package private(set) var missingSlots: [MissingSlot] = []
  /// The user's choice by now.
  private var choice: ConsentChoice
  /// The settings that each page that was opened has by the session, in the order of their numbers.
  private var settings: [LazyLoadingSettings]
  /// The step whose lines are taken now, if a line of it was.
  private var heldAt: Instant?
  private var held: [HeldInput] = []
  /// The steps and the captions so far that were not taken, if they are kept.
  private(set) var steps: [Fork.Step] = []
  private var captions: [SessionCaption] = []
  private let keepsSteps: Bool
  /// Whether the page is no longer that of the recording, so that the requests that the session says it made are kept.
  private let keepsRequests: Bool
  private var requests: [RunEvent] = []

  /// What a line gives to the run, or a navigation, relative to the page that the ad shows when the step comes.
  private enum HeldInput: Sendable {
    case given(RunInput)
    case navigation(SessionNavigation, SlotID, generation: Int, page: Int)
  }

  /// Why a session cannot begin.
  package enum SetupError: Error, Hashable, Sendable {
    case session(SessionError)
    /// The settings given from outside do not go with those of the session.
    case overrides(LazyLoadingError)
  }

  /// Makes a player; with `adjustsForAnchoring` positions move by how far scroll adjustments differ from the recording's.
  package init(
    _ header: SessionHeader,
    page: PageConfiguration? = nil,
    overrides: SettingOverrides = SettingOverrides(),
    world: SessionWorld = .recorded,
    replies: RecordedReplies? = nil,
    keepsHistory: Bool = false,
    keepsSteps: Bool = false,
    adjustsForAnchoring: Bool = true
  ) throws(SetupError) {
    self.replies = replies
    let lazyLoading = try restating(try Self.lazyLoading(header.settings.lazyLoading, page)) {
      (error: SessionLineError) in SetupError.session(SessionError(line: 1, error))
    }
    var setup = try restating(
      try RunSetup(header, page: page, lazyLoading, overrides), as: SetupError.overrides)
    isBare = page == nil
    isSimulated = world == .simulated || replies != nil
    if !isSimulated {
      setup.world = nil
    } else if isBare {
      setup.world = AdServerSettings(seed: overrides.seed ?? header.settings.seed ?? 1)
      setup.world?.network = overrides.network ?? header.settings.network
    }
    setup.world?.recorded = replies
    (self.setup, self.overrides, self.keepsSteps) = (setup, overrides, keepsSteps)
    self.adjustsForAnchoring = adjustsForAnchoring
    if case .page(let path, let digest) = header.content, page?.differs(from: digest) == true {
      changedPages[1] = path
    }
    keepsRequests = keepsSteps && !header.isRecorded(on: page)
    settings = [lazyLoading ?? .standard]
    choice = overrides.consent ?? header.settings.consent ?? .granted
    slots = SessionSlots(setup)
    run = SessionRun(setup, keepsHistory: keepsHistory)
  }

  /// The lazy-loading settings of the page on the screen by the session, without those given from outside.
  package var lazyLoading: LazyLoadingSettings {
    get { settings[run.page - 1] }
    set { settings[run.page - 1] = newValue }
  }

  /// Takes the line with this number, unless it is a decision; throws when it does not fit what the session said so far.
  package mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    countedUntil = line.countedUntil
    let missing = missingSlot(of: line)
    if let missing { note(missing) }
    if missing == nil, startsStep(line) { finishStep() }
    let before = heldAt
    switch line.entry {
    // What the recording decided about a slot that is gone has moved its scroll position all the same.
    case .decision(let decision): note(decision, at: line.at, onPage: line.page)
    case _ where missing != nil: break
    case .end:
      holdsDecisions = true
      endAnswers()
    case .page: hold(line.at)
    case .cause(let cause):
      hold(line.at)
      guard !isSimulated || !cause.isFromWorld || replies != nil && cause.isNavigation else {
        return
      }
      do throws(SessionLineError) {
        try take(cause, at: line.at, onPage: line.page)
      } catch {
        // An invalid line begins no step.
        heldAt = before
        throw SessionError(line: number, error)
      }
    }
  }

  /// Plays a whole session on the pages that its lines open, by their paths, up to its last line.
  package mutating func play(
    _ lines: [(number: Int, line: SessionLine)], opening pages: [String: PageConfiguration]
  ) throws(SetupError) {
    for (path, page) in pages { provide(page, as: path) }
    for (number, line) in lines {
      try restating(try receive(line, number: number), as: SetupError.session)
    }
    advance(to: lines.last?.line.countedUntil ?? .start)
  }

  private mutating func note(
    _ decision: SessionDecision, at instant: Instant, onPage page: Int
  ) {
    holdsDecisions = true
    if case .size(_, _, let adjustment) = decision, adjustment != 0 {
      recordedAdjustments[page, default: 0] += adjustment
    }
    if keepsRequests, let (effect, page) = decision.request(in: slots, onPage: page) {
      requests.append(RunEvent(at: instant, page: page, .effect(effect)))
    }
  }

  /// The slot that a line is about and its page, which has changed, does not have.
  func missingSlot(of line: SessionLine) -> MissingSlot? {
    guard !changedPages.isEmpty, let name = line.slot else { return nil }
    var page = line.page
    if case .cause(.slotMovedAcross) = line.entry { page = run.page }
    guard let path = changedPages[page], slots.slot(name, onPage: page) == nil else { return nil }
    return MissingSlot(name: name, page: path)
  }

  mutating func note(_ slot: MissingSlot) {
    if !missingSlots.contains(slot) { missingSlots.append(slot) }
  }

  /// A line as it is written where the pages are as they are now.
  func updated(_ line: SessionLine) -> SessionLine {
    guard case .cause(.pageOpened(var opening)) = line.entry, opening.digest != nil,
      let page = pages[opening.path]
    else { return line }
    opening.digest = page.digest
    var line = line
    line.entry = .cause(.pageOpened(opening))
    return line
  }

  func startsStep(_ line: SessionLine) -> Bool {
    switch line.entry {
    case .decision: false
    case .cause(.pageOpened), .cause(.wentBack), .end: true
    case .cause, .page: heldAt.map { $0 < line.at } ?? false
    }
  }

  private mutating func hold(_ instant: Instant) { heldAt = heldAt ?? instant }

  /// Plays the lines that are held.
  mutating func finishStep() {
    guard let instant = heldAt else { return }
    heldAt = nil
    if replies != nil { keepTouches() }
    // By far the most steps are a scroll.
    if held.count == 1, !keepsSteps, case .given(let given) = held[0],
      let (position, adjustment) = given.scroll
    {
      held.removeAll(keepingCapacity: true)
      return run.scroll(to: position, recordedAdjustment: adjustment, at: instant)
    }
    if held.contains(where: { if case .navigation = $0 { true } else { false } }) {
      run.carryOutDeadlines(upTo: instant)
    }
    let given = held.map { held -> RunInput in
      switch held {
      case .given(let given): given
      case .navigation(let navigation, let slot, let generation, let page):
        .input(attempt(navigation, by: slot, onPage: page, generation), page: page)
      }
    }
    held.removeAll(keepingCapacity: true)
    run.apply(given, at: instant)
    if !given.isEmpty { keep(Fork.Action(given), at: instant) }
  }

  /// Keeps of the navigations those that a touch causes: the others follow the answer of their ad.
  private mutating func keepTouches() {
    guard held.contains(where: { if case .navigation = $0 { true } else { false } }) else { return }
    let touched = held.compactMap { held -> RecordedReplies.Request? in
      guard case .given(.input(.clicked(let slot), let page)) = held else { return nil }
      return .init(slot, generation: 0, page: page)
    }
    held.removeAll { held in
      guard case .navigation(_, let slot, _, let page) = held else { return false }
      return !touched.contains(.init(slot, generation: 0, page: page))
    }
  }

  private mutating func keep(_ action: Fork.Action, at instant: Instant) {
    if keepsSteps { steps.append(Fork.Step(at: instant, action: action)) }
  }

  package mutating func provide(_ page: PageConfiguration, as path: String) { pages[path] = page }

  private static func lazyLoading(
    _ own: LazyLoadingOverride?, _ page: PageConfiguration?
  ) throws(SessionLineError) -> LazyLoadingSettings? {
    let ofPage = page == nil ? .standard : page?.settings.lazyLoading
    switch own {
    case nil: return ofPage
    case .off: return nil
    case .settings(let change):
      return try restating(
        try (ofPage ?? .standard).applying(change), as: SessionLineError.thresholds)
    }
  }

  /// Lets everything happen that is due by an instant.
  package mutating func advance(to instant: Instant) {
    finishStep()
    run.advance(to: instant)
  }

  /// Goes to the end of the visit; what no recorded answer came for by then stays open.
  private mutating func endAnswers() {
    run.advance(to: countedUntil)
    if replies != nil { run.endAnswers() }
  }

  /// Advances time until nothing is pending; returns `false` if the run gave up.
  @discardableResult
  package mutating func finish() -> Bool {
    finishStep()
    endAnswers()
    return run.runUntilIdle()
  }

  /// The steps that were finished since the last call, if they are kept.
  package mutating func drainSteps() -> [Fork.Step] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// The captions since the last call, if the steps are kept.
  mutating func drainCaptions() -> [SessionCaption] {
    defer { captions = [] }
    return captions
  }

  package mutating func drainHistory() -> [RunEvent] { run.drainHistory() }

  /// The requests and auctions of the recording where its page has changed since, if the session says what was decided.
  var decidedRequests: [RunEvent]? { keepsRequests && holdsDecisions ? requests : nil }

  private mutating func take(
    _ cause: SessionCause, at instant: Instant, onPage page: Int
  ) throws(SessionLineError) {
    switch cause {
    case .caption(let text):
      if keepsSteps { captions.append(SessionCaption(at: instant, text: text)) }
    case .pageOpened(let opening):
      let (setup, lazyLoading) = try setup(of: opening)
      run.open(setup, at: instant)
      slots.open(opening.path, setup)
      if pages[opening.path]?.differs(from: opening.digest) == true {
        changedPages[run.page] = opening.path
      }
      settings.append(lazyLoading)
      heldAt = nil
      keep(.open(opening, setup), at: instant)
    case .wentBack:
      try requirePages("back")
      guard run.goBack(at: instant) else { throw .noPageBefore }
      heldAt = nil
      keep(.goBack, at: instant)
    case .consentChanged(let choice) where overrides.consent == nil:
      self.choice = choice
      held.append(.given(.choice(choice)))
    case .navigationRequested(let name, let generation, let navigation):
      let (slot, page) = try slot(name, onPage: page)
      held.append(.navigation(navigation, slot, generation: generation, page: page))
    case .screenAd(let call, let kind):
      let (_, page) = try slot(kind.rawValue, onPage: page)
      held += run[page: page]?.inputs(for: call).map { .given($0) } ?? []
    case .slotFramed(let name, let frame, let unit):
      held.append(.given(try place(name, frame, unit)))
    case .lab: throw .misplaced("lab", belongsTo: "a session of the preload lab")
    default:
      guard let (input, page) = try input(cause, onPage: page) else { return }
      guard let input = overrides.masking(input) else { return }
      if case .scrolled(let position) = input {
        held.append(
          .given(.scroll(to: position, recordedAdjustment: recordedAdjustment, page: page)))
      } else {
        held.append(.given(.input(input, page: page)))
      }
    }
  }

  /// The sum of the recording's scroll adjustments on the page, where this run's may be another.
  private var recordedAdjustment: Double? {
    guard adjustsForAnchoring, holdsDecisions,
      run.engine.scrollAnchoring || !recordedAdjustments.isEmpty
    else { return nil }
    return recordedAdjustments[run.page, default: 0]
  }

  private func setup(
    of opening: SessionOpening
  ) throws(SessionLineError) -> (RunSetup, LazyLoadingSettings) {
    try requirePages("open")
    guard let page = pages[opening.path] else { throw .noSuchPage(opening.path) }
    let lazyLoading = try Self.lazyLoading(opening.settings.lazyLoading, page)
    var header = SessionHeader(
      .page(opening.path, digest: opening.digest), settings: opening.settings)
    header.settings.consent = opening.settings.consent ?? choice
    var setup = try restating(
      try RunSetup(header, page: page, lazyLoading, overrides), as: SessionLineError.thresholds)
    if self.setup.world == nil { setup.world = nil }
    setup.world?.recorded = replies
    return (setup, lazyLoading ?? .standard)
  }

  private func requirePages(_ word: String) throws(SessionLineError) {
    guard !isBare else { throw .misplaced(word, belongsTo: "a session of a page") }
  }

  /// The input that a cause stands for, and the page that it is for; `nil` for a choice where another stands firm.
  private mutating func input(
    _ cause: SessionCause, onPage page: Int
  ) throws(SessionLineError) -> (input: Engine.Input, page: Int)? {
    if case .lazyLoadingChanged(let change) = cause { try apply(change) }
    guard let (name, place) = cause.slot else { return cause.input().map { ($0, run.page) } }
    let slot: (slot: SlotID, page: Int) =
      switch place {
      case .anyPage: try self.slot(name, onPage: page)
      case .topPage: (try self.slot(name, onPage: run.page).slot, run.page)
      case .bare(let key): (try bareSlot(name, key), run.page)
      }
    if case .slotRemoved = cause { slots.first.remove(slot.slot) }
    return cause.input(for: slot.slot).map { ($0, slot.page) }
  }

  /// A change has to go with the settings that the session has made so far.
  private mutating func apply(_ change: LazyLoadingChange) throws(SessionLineError) {
    lazyLoading = try restating(try lazyLoading.applying(change), as: SessionLineError.thresholds)
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
  ) throws(SessionLineError) -> RunInput {
    try requireBare("frame")
    guard let slot = slots.first[name], slots.first.contains(slot) else {
      let slot = slots.first.add(name, unit: unit ?? name)
      return .slotAdded(slot, frame, SimulatedSlot(unit: unit ?? name, requested: frame.size))
    }
    if let unit, unit != slots.first.unit(of: slot) {
      throw .unitChanged(name, from: slots.first.unit(of: slot), to: unit)
    }
    return .input(.slotMoved(slot, frame), page: run.page)
  }

  private func bareSlot(_ name: String, _ word: String) throws(SessionLineError) -> SlotID {
    try requireBare(word)
    guard let slot = slots.first[name], slots.first.contains(slot) else { throw .unknownSlot(name) }
    return slot
  }

  private func requireBare(_ word: String) throws(SessionLineError) {
    guard isBare else {
      throw .misplaced(word, belongsTo: "a session without a page: here the page places its slots")
    }
  }

  /// A slot that is or was on a page: an answer or a click may come after it has gone, and the engine says so.
  private func slot(
    _ name: String, onPage page: Int
  ) throws(SessionLineError) -> (slot: SlotID, page: Int) {
    guard page <= slots.pageCount else { throw .unknownPage(page) }
    guard let place = slots.slot(name, onPage: page) else { throw .unknownSlot(name) }
    return place
  }
}

/// A slot that a session names and its page, which has changed, does not have.
package struct MissingSlot: Hashable, Sendable {
  let name: String
  /// The path of the page, from the session.
  let page: String
}

extension [MissingSlot] {
  /// What the user should know; `nil` where no slot is missing.
  package var sentence: String? {
    guard let first else { return nil }
    let others = count > 1 ? ", nor \((count - 1).counted("other"))" : ""
    let isNumbered = contains { $0.name.allSatisfy(\.isNumber) }
    return "\(first.page) has no slot \"\(first.name)\" any more\(others)"
      + (isNumbered ? "; those without a name are numbered from the top" : "")
  }
}
