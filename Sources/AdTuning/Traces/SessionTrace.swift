import AdEngine
import AdSessions
import AdSimulation

/// A session known at every pair without a run: sizes reserved, one page, no unloading, ads let load at most once.
package struct SessionTrace: Sendable {
  let views: ViewTrace
  let slots: [SlotTrace]
  /// From when on ads may load, in milliseconds; `nil` for never.
  let consent: Int64?
  /// The number of the view during which the user let ads load; −1 when they could from the beginning.
  let consentView: Int
  /// The thresholds of the session itself, in points; `nil` where it has none, or changes them on the way.
  let own: (fetch: Double, display: Double)?

  /// Why a session's numbers are not known without running it.
  package enum TraceError: String, Error, CaseIterable, Hashable, Sendable {
    case unloading = "ads are unloaded"
    case freeSizes = "ads change the sizes of their slots"
    case messages = "ads send messages"
    case pages = "several pages"
    case slots = "slots come, move or go"
    case reloads = "slots are reloaded"
    case consent = "consent is withdrawn or changed"
    case ownThresholds = "slots have thresholds of their own"
    case singleRequest = "one request asks for all ads"
    case auctions = "auctions are held before requests"
    case waiting = "ads wait before they are requested"
    case otherSettings = "other settings decide, too"
    case changes = "settings change on the way"
    case directional = "thresholds depend on the direction"
    case across = "slots lie beside each other"
    case appCode = "an app's plug-ins make the ads, and may remember earlier ones"

    /// Why a session that is given an input has to be run under every setting; `nil` where a trace can follow it.
    init?(_ input: Engine.Input) {
      switch input {
      case .scrolled, .viewportResized, .activityChanged, .policyChanged, .clicked: return nil
      case .reloadRequested, .slotRenewed: self = .reloads
      case .scrolledAcross, .slotMovedAcross: self = .across
      case .slotLazyLoadingChanged: self = .ownThresholds
      case .messaged, .navigationRequested: self = .messages
      case .pageClosed, .pageCovered: self = .pages
      case .consentChanged: self = .consent
      case .bidsArrived: self = .auctions
      // The thresholds that are compared take precedence.
      case .lazyLoadingChanged(let change) where change.isOfThresholds: return nil
      case .lazyLoadingChanged: self = .changes
      // Slots that come, move or go, and whatever input no trace was taught.
      default: self = .slots
      }
    }
  }

  /// Follows a session under its own rules beside the two thresholds.
  package init(_ session: TuningSession) throws(TraceError) {
    let rules = session.setup.engine.lazyLoading ?? .standard
    if rules.unloadingEnabled { throw .unloading }
    if let obstacle = rules.obstacle { throw obstacle }
    if session.setup.recycling != nil { throw .slots }
    for slot in session.setup.slots {
      if slot.lazyLoading != nil { throw .ownThresholds }
      if slot.refresh != nil { throw .reloads }
      if slot.constraints.collapse != .never { throw .freeSizes }
      if slot.isLeftOut || slot.isSticky { throw .slots }
    }
    if session.setup.world?.runsAppCode == true { throw .appCode }
    let engine = session.setup.engine
    var reading = TraceReading(engine)
    try reading.follow(session)
    guard session.setup.slots.allSatisfy({ $0.frame.fits(in: reading.narrowest) }) else {
      throw .across
    }
    views = reading.views
    own = reading.changesThresholds ? nil : session.setup.engine.lazyLoading?.pair
    consent = reading.consent
    consentView = reading.consentView

    var world = SimulatedWorld(session.setup.world ?? AdServerSettings())
    if let settings = session.setup.world, settings.messageRate > 0 || settings.holdsAdEvents {
      throw .messages
    }
    var slots: [SlotTrace] = []
    slots.reserveCapacity(session.setup.slots.count)
    for (number, slot) in session.setup.slots.enumerated() {
      let id = SlotID(number)
      world.add(slot.ad, as: id)
      if slot.ad.creative.page?.activity?.messages.isEmpty == false { throw .messages }
      let reply = session.setup.world == nil ? nil : world.reply(to: id, generation: 1)
      if case .loaded(let size, _)? = reply?.answer, size.isPlausible,
        slot.constraints.frame(for: size) != slot.frame.size
      {
        throw .freeSizes
      }
      slots.append(
        try SlotTrace(
          slot, [SlotTrace.Place(firstView: 0, frame: slot.frame)], answeredBy: reply,
          impressionDelay: engine.impressionDelay, consent: consent, in: views))
    }
    self.slots = slots
  }

  init(_ views: ViewTrace, _ slots: [SlotTrace]) {
    self.views = views
    self.slots = slots
    consent = 0
    consentView = -1
    own = nil
  }

  var end: Int64 { views.end }
}

/// Makes a trace of what a session's user did.
private struct TraceReading {
  private(set) var views = ViewTrace()
  private(set) var consent: Int64?
  private(set) var consentView = -1
  private(set) var changesThresholds = false
  private var viewport: Viewport
  /// The least width of the viewport, in points.
  private(set) var narrowest: Double
  private var isActive: Bool
  private var hasScrolled = false
  private var status: ConsentStatus
  private var policy: ConsentPolicy
  private var handOff: ConsentPayload

  init(_ engine: Engine.Configuration) {
    viewport = Viewport(size: engine.viewport)
    narrowest = engine.viewport.width
    isActive = engine.isActive
    (status, policy, handOff) = (engine.consent, engine.policy, engine.handOff)
    if ConsentDecision(policy: policy, status: status) != .hold { consent = 0 }
  }

  mutating func follow(_ session: TuningSession) throws(SessionTrace.TraceError) {
    views.reserveCapacity(session.steps.count)
    for step in session.steps {
      let time = step.at.milliseconds
      switch step.action {
      // No slot changes its height here, so nothing is adjusted.
      case .scroll(let position, let adjustment):
        if scroll(to: position - (adjustment ?? 0)) { look(at: time, asksForCheck: true) }
      case .take(let given): try take(given, needed: session.setup.needed, at: time)
      case .open, .goBack: throw .pages
      }
    }
    views.finish(at: session.end.milliseconds)
  }

  /// Applies what is given in one step: first what is absolute, of each kind the last, then one look, then the choices.
  private mutating func take(
    _ given: [RunInput], needed: TCFRequirement, at time: Int64
  ) throws(SessionTrace.TraceError) {
    var position: Double?
    var size: Size?
    var active: Bool?
    for given in given {
      switch given {
      case .input(.scrolled(let to), page: _): position = to
      case .scrolled(let to, let adjustment, page: _): position = to - adjustment
      case .input(.viewportResized(let to), page: _): size = to
      case .input(.activityChanged(let isActive), page: _): active = isActive
      case .input(let input, page: _):
        if let obstacle = SessionTrace.TraceError(input) { throw obstacle }
        if case .lazyLoadingChanged = input { changesThresholds = true }
      case .slotAdded: throw .slots
      case .choice: break
      }
    }
    let hasResized = size.map { resize(to: $0) } ?? false
    let hasScrolled = position.map { scroll(to: $0) } ?? false
    isActive = active ?? isActive
    if hasResized || hasScrolled {
      look(at: time, asksForCheck: true)
    } else if active != nil, views.count > 0 {
      look(at: time, asksForCheck: false)
    }
    for given in given {
      switch given {
      case .input(.policyChanged(let policy), page: _):
        try choose(status, policy, handOff, at: time)
      case .choice(let choice):
        try choose(choice.status(for: needed), policy, choice.handOff, at: time)
      case .input, .scrolled, .slotAdded: break
      }
    }
  }

  /// Returns whether this is a position.
  private mutating func scroll(to position: Double) -> Bool {
    guard position.isFinite else { return false }
    if hasScrolled { views.scrolled(by: position - viewport.y) }
    hasScrolled = true
    viewport.y = position
    return true
  }

  /// Returns whether this is a size.
  private mutating func resize(to size: Size) -> Bool {
    guard size.isValid else { return false }
    viewport.size = size
    narrowest = min(narrowest, size.width)
    return true
  }

  private mutating func look(at time: Int64, asksForCheck: Bool) {
    views.append(
      ViewTrace.View(time: time, top: viewport.minY, bottom: viewport.maxY, isActive: isActive),
      asksForCheck: asksForCheck)
  }

  private mutating func choose(
    _ status: ConsentStatus, _ policy: ConsentPolicy, _ handOff: ConsentPayload, at time: Int64
  ) throws(SessionTrace.TraceError) {
    let before = ConsentDecision(policy: self.policy, status: self.status)
    let now = ConsentDecision(policy: policy, status: status)
    let isPayloadNew = now != .hold && handOff != self.handOff
    (self.status, self.policy, self.handOff) = (status, policy, handOff)
    guard before != now || isPayloadNew else { return }
    guard before == .hold, consent == nil else { throw .consent }
    consent = time
    consentView = views.count - 1
  }
}

extension SlotFrame {
  /// The frame without its left edge: views say nothing of where the viewport lies across the page.
  var alongThePage: SlotFrame { SlotFrame(y: y, width: width, height: height) }

  /// Whether a viewport of this width, not scrolled across, holds the slot, or nothing is said of that.
  func fits(in width: Double) -> Bool { x.map { $0 >= 0 && $0 + self.width <= width } ?? true }
}
