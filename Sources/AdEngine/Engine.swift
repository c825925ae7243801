/// The ad lifecycle engine: takes an input and an instant and returns what the host must do.
///
/// There are three kinds of call. `handle` takes an event; ``nextDeadline`` is when the engine is to be called again;
/// everything else only reads. The engine has no clock. When the deadline is reached, hand in ``Engine/Input/woken`` with
/// exactly the deadline as its time: effects carry no time of their own. An input that comes later than a deadline still
/// finds everything done in order, as of the deadline.
///
/// A call is one step, except that covering and closing the page are steps of their own: what is due comes first (checks,
/// unloads, renderings, viewability), then the call's inputs are applied, then what is in view is measured once and there
/// is one check, or it waits. Hand all that a frame changed in together (`handle(_:at:)` takes a list): between two of its
/// inputs lies a page that never was on the screen. Two calls at one instant are two steps. A time before the last
/// input's counts as the last input's. Time begins and ends 146 million years from the session's beginning, so that any two
/// instants can be subtracted and a delay added to any; what would be due later never is.
public struct Engine: Sendable {
  var page = SlotGeometry()
  var manager: LazyLoadingManager
  var contents = AdContents()
  var auctions: Auctions
  var monitor = ViewabilityMonitor()
  /// The pages of ads that were touched or have asked to go somewhere, by handle; most never do.
  var adPages: [Int32: CreativeState] = [:]
  let adTemplate: URLParts
  let hosts: HostRule
  var containers = Containers()
  /// The viewport by the newest inputs.
  public internal(set) var viewport: Viewport
  /// Whether the scroll position is adjusted when an ad above the viewport changes the height of its slot.
  public let scrollAnchoring: Bool
  /// The sum of these adjustments on this page so far, in points.
  public internal(set) var scrollAdjustment = 0.0
  /// The user's choice by the newest input.
  public internal(set) var consent: ConsentStatus
  /// The consent data that ads receive.
  public internal(set) var handOff: ConsentPayload
  /// The rule by which the choice is applied.
  public internal(set) var policy: ConsentPolicy
  let impressionDelay: Int64
  var refreshes: [Int32: Refresh] = [:]
  /// Later times count as this one.
  static let endOfTime = Int64.max / 2
  /// Whether there was a scroll or viewport input on this page; until then nothing is checked.
  public internal(set) var isStarted = false {
    didSet { refreshIsChecking() }
  }
  /// Whether another page covers this one; while it does, nothing is checked and nothing is in view.
  var isCovered = false { didSet { refreshIsChecking() } }
  /// Whether there are checks now: all of what is asked for at each step, in one.
  private var isChecking = false
  /// Until this time a scroll within ``quietBand`` decides nothing and asks for nothing that is not asked for already.
  private var quietEnd = Int64.min
  private var quietBand = QuietBand.nowhere
  var clock = -Engine.endOfTime
  var throttle = CheckThrottle()
  /// Whether what was applied so far in this step asks for a measurement, and for a check.
  var needsMeasurement = false
  var needsCheck = false
  /// What is about generations that this step may begin; applied after its check.
  var deferredInputs: [Input] = []
  var timers = TimerTable()
  var transitions: [LazyLoadingManager.Transition] = []
  var reached: [ViewabilityMonitor.Goal] = []

  /// Makes an engine for a page without slots.
  public init(_ configuration: Configuration = Configuration()) {
    manager = LazyLoadingManager(configuration.lazyLoading, configuration.viewport)
    auctions = Auctions(configuration.lazyLoading?.auction.settings)
    viewport = Viewport(size: configuration.viewport)
    consent = configuration.consent
    handOff = configuration.handOff
    policy = configuration.policy
    adTemplate = configuration.adTemplate
    hosts = configuration.hosts
    scrollAnchoring = configuration.scrollAnchoring
    monitor.setActive(configuration.isActive)
    impressionDelay = min(max(configuration.impressionDelay, 0), Self.endOfTime)
  }

  /// Reserves memory for this number of slots, so that adding them costs less.
  public mutating func reserveCapacity(_ slots: Int) {
    page.reserveCapacity(slots)
    manager.reserveCapacity(slots)
    contents.reserveCapacity(slots)
  }

  /// Applies one input at an instant and returns what the host must do now.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(input, at: now, into: &effects)
    return effects
  }

  /// Applies one input at an instant and appends what the host must do now to `effects`.
  public mutating func handle(_ input: Input, at now: Instant, into effects: inout [Effect]) {
    if case .scrolled(let position) = input {
      scroll(to: position, at: now, into: &effects)
    } else {
      apply(input, at: now, into: &effects)
      finishStep(into: &effects)
    }
  }

  /// The same as handling `scrolled(to:)`, by the shortest path: most inputs of a session are scrolls.
  ///
  /// - Returns: `false` if nothing was decided and ``nextDeadline`` is what it was.
  @discardableResult
  public mutating func scroll(
    to position: Double, at now: Instant, into effects: inout [Effect]
  ) -> Bool {
    guard now.milliseconds < quietEnd, quietBand.contains(position) else {
      return scrollAndDecide(to: position, at: now, into: &effects)
    }
    clock = max(now.milliseconds, clock)
    viewport.y = position
    return false
  }

  /// The time as the engine counts it: not before the last input's, and not after the end of time.
  @inline(__always)
  private func engineTime(_ now: Instant) -> Int64 {
    min(max(now.milliseconds, clock), Self.endOfTime)
  }

  /// Carries out what is due at `now` or before, and returns the time as the engine counts it.
  @inline(__always)
  mutating func arrive(at now: Instant, into effects: inout [Effect]) -> Int64 {
    let now = engineTime(now)
    if now >= timers.earliest { carryOut(until: now, into: &effects) }
    clock = now
    return now
  }

  // Stored, because hosts read it after every input, and to compute it outside this module a whole engine is copied.
  /// When the engine is to be called with ``Engine/Input/woken`` if nothing else happens before; `nil` for never.
  ///
  /// A check that is due earlier but would change nothing is no reason to wake up; the engine makes up for it.
  public private(set) var nextDeadline: Instant?

  /// Whether nothing is left to do but to refresh ads as long as they stay in view.
  package var isIdleButForRefreshes: Bool {
    timers.isIdleButForRefreshes && (!timers.isCheckSet || manager.isQuiet(at: viewport.y))
  }

  // MARK: - Scrolling

  @inline(never)
  private mutating func scrollAndDecide(
    to position: Double, at now: Instant, into effects: inout [Effect]
  ) -> Bool {
    if skipQuietCheck(at: now, position) { return false }
    let now = arrive(at: now, into: &effects)
    if position.isFinite {
      if manager.followsTravel { manager.travel(from: viewport.y, to: position) }
      viewport.y = position
      if !isStarted { isStarted = true }
      if !monitor.isQuiet(at: position) { measure(at: now, into: &effects) }
      checkOrWait(at: now, into: &effects)
    } else {
      effects.append(.refuse(.scroll(position)))
    }
    refreshDeadline()
    return true
  }

  /// Skips a due check that finds nothing, and lets another wait if this scroll finds nothing: nearly always so.
  @inline(__always)
  private mutating func skipQuietCheck(at now: Instant, _ position: Double) -> Bool {
    guard quietBand.contains(position) else { return false }
    return quietEnd == throttle.windowEnd
      ? skipWaitingCheck(at: now, position) : skipImmediateCheck(at: now, position)
  }

  /// The same of a check that waits for the end of its window.
  @inline(__always)
  private mutating func skipWaitingCheck(at now: Instant, _ position: Double) -> Bool {
    let waiting = throttle.windowEnd
    guard now.milliseconds < min(waiting + LifecycleDelay.check, timers.earliestWithoutCheck)
    else { return false }
    throttle.open(at: waiting)
    timers.set(.check, to: throttle.windowEnd)
    clock = max(now.milliseconds, clock)
    viewport.y = position
    quietEnd = min(timers.earliest, Self.endOfTime)
    return true
  }

  /// The same of a check that this scroll asks for when none waits and no window is open.
  @inline(__always)
  private mutating func skipImmediateCheck(at now: Instant, _ position: Double) -> Bool {
    let now = engineTime(now)
    guard isChecking, !timers.isCheckSet, !throttle.isWaiting(at: now), now < timers.earliest,
      !manager.followsTravel
    else { return false }
    throttle.open(at: now)
    clock = now
    viewport.y = position
    return true
  }

  /// Sees whether there are checks now; to be called when the viewport has taken another size.
  mutating func refreshIsChecking() {
    isChecking = isStarted && !isCovered && viewport.size.height > 0 && manager.isLazy
  }

  /// Checks now or at the end of the throttle window; not on a page that is covered, not lazy or without a viewport.
  @inline(__always)
  private mutating func checkOrWait(at now: Int64, into effects: inout [Effect]) {
    guard isChecking else { return }
    if throttle.isWaiting(at: now) {
      timers.set(.check, to: throttle.windowEnd)
    } else {
      check(at: now, into: &effects)
    }
  }

  /// Measures and checks, if that was asked for.
  @inline(__always)
  mutating func decide(at now: Int64, into effects: inout [Effect]) {
    if needsMeasurement {
      needsMeasurement = false
      measure(at: now, into: &effects)
    }
    if needsCheck {
      needsCheck = false
      checkOrWait(at: now, into: &effects)
    }
  }

  // MARK: - Deadlines

  /// Carries out everything that is due by `now`, each at its own time.
  @inline(never)
  private mutating func carryOut(until now: Int64, into effects: inout [Effect]) {
    while let (timer, time) = timers.due(at: now) {
      clock = max(clock, time)
      switch timer {
      case .check:
        timers.set(.check, to: nil)
        if viewport.size.height > 0 { check(at: time, into: &effects) }
      case .fetch:
        manager.fetchFirst(at: time, viewport, &page, &timers, into: &transitions)
        carryOutTransitions(at: time, into: &effects)
      case .auction: timeOutAuction(at: time, into: &effects)
      case .unload:
        manager.unloadFirst(viewport, page, &timers, into: &transitions)
        carryOutTransitions(at: time, into: &effects)
      case .render: renderNext(into: &effects)
      case .viewability, .refresh: needsMeasurement = true
      }
      decide(at: time, into: &effects)
    }
  }

  /// Names the next time at which something may change, and until when scrolls only move the viewport.
  @inline(__always)
  mutating func refreshDeadline() {
    let isQuiet = manager.isQuiet(at: viewport.y)
    let next = isQuiet ? timers.earliestWithoutCheck : timers.earliest
    nextDeadline = next > Self.endOfTime ? nil : Instant(milliseconds: next)
    quietBand = manager.band.intersection(monitor.band)
    // Where it matters in which direction the page is travelled, each scroll is looked at.
    quietEnd =
      isQuiet && isChecking && timers.isCheckSet && !manager.followsTravel
      ? min(timers.earliest, Self.endOfTime) : .min
  }

  @inline(__always)
  private mutating func check(at now: Int64, into effects: inout [Effect]) {
    throttle.open(at: now)
    guard !manager.isQuiet(at: viewport.y) else { return }
    manager.check(at: now, viewport, &page, &timers, into: &transitions)
    carryOutTransitions(at: now, into: &effects)
  }
}

extension Engine {
  struct Refresh: Sendable {
    /// After how many milliseconds a viewable ad is refreshed.
    let interval: Int64
    /// How many are left: a page that is left open, or a session with a time far away, comes to an end.
    var remaining = maxRefreshes
  }

  /// The most refreshes of a slot: more than eight hours at one every 30 seconds.
  public static let maxRefreshes = 1000
}
