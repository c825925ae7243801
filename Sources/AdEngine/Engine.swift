/// The ad lifecycle engine: takes an input and a moment and returns what the host must do.
///
/// There are three kinds of call. `handle` tells the engine what happened; ``nextDeadline`` says when it wants to be
/// woken; everything else only reads. Nothing here knows a clock. When the moment of a deadline comes, hand in
/// ``Engine/Input/woken`` at exactly that moment: effects carry no time of their own. An input that comes later than a
/// deadline still finds everything done in order, as of the deadline's own moment.
///
/// At one moment what was due comes first (checks, unloads, renderings, viewability), then that moment's inputs as
/// they come. A moment before the last one counts as the last one. Time begins and ends 146 million years from the
/// session's beginning, so that any two moments can be subtracted and a deadline added to any; what would be due later
/// never is.
public struct Engine: Sendable {
  var page = PageGeometry()
  var manager: LazyLoadingManager
  var contents = AdContents()
  var monitor = ViewabilityMonitor()
  /// The pages of ads that were touched or have asked to go somewhere, by handle; most never do.
  var adPages: [Int32: AdPage] = [:]
  let adTemplate: URLParts
  let hosts: HostRule
  var containers = Containers()
  /// The viewport by the newest inputs.
  public internal(set) var viewport: Viewport
  /// The person's choice.
  public internal(set) var consent: ConsentStatus
  /// What ads are told of the choice.
  public internal(set) var handOff: HandOff
  /// The rule by which the choice is applied.
  public internal(set) var policy: ConsentPolicy
  let impressionDelay: Int64
  /// Later moments count as this one.
  private static let lastMoment = Int64.max / 2
  /// Whether there was a scroll or viewport input on this page; until then nothing is checked.
  var isStarted = false {
    didSet { refreshIsChecking() }
  }
  /// Whether another page covers this one; while it does, nothing is checked and nothing is in view.
  var isCovered = false {
    didSet { refreshIsChecking() }
  }
  /// Whether there are checks now: all of what is asked for at each step, in one.
  private var isChecking = false
  var clock = -Engine.lastMoment
  /// The first moment at which anything, a check that will change nothing included, is due.
  var due = Int64.max
  /// The same without the check that may be pending.
  private var dueWithoutCheck = Int64.max
  var transitions: [LazyLoadingManager.Transition] = []
  var reached: [ViewabilityMonitor.Goal] = []

  /// Makes an engine for a page without slots.
  public init(_ configuration: Configuration = Configuration()) {
    manager = LazyLoadingManager(configuration.lazyLoading)
    viewport = Viewport(size: configuration.viewport)
    consent = configuration.consent
    handOff = configuration.handOff
    policy = configuration.policy
    adTemplate = configuration.adTemplate
    hosts = configuration.hosts
    monitor.setActive(configuration.isActive)
    impressionDelay = min(max(configuration.impressionDelay, 0), Self.lastMoment)
  }

  /// Makes room for so many slots, so that adding them costs less.
  public mutating func reserveCapacity(_ slots: Int) {
    page.reserveCapacity(slots)
    manager.reserveCapacity(slots)
    contents.reserveCapacity(slots)
  }

  /// Accepts one input at a moment and returns what the host must do now.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(input, at: now, into: &effects)
    return effects
  }

  /// Accepts one input at a moment and appends what the host must do now to `effects`.
  public mutating func handle(_ input: Input, at now: Instant, into effects: inout [Effect]) {
    if case .scrolled(let position) = input {
      scroll(to: position, at: now, into: &effects)
    } else {
      let now = arrive(at: now, into: &effects)
      route(input, at: now, into: &effects)
      refreshDue()
    }
  }

  /// The same as handling `scrolled(to:)`, by the shortest way: nearly all that a session tells.
  public mutating func scroll(to position: Double, at now: Instant, into effects: inout [Effect]) {
    let moment = count(now)
    guard isQuiet(at: position, moment) else {
      return scrollAndDecide(to: position, at: now, into: &effects)
    }
    clock = moment
    viewport.y = position
    waitForCheck()
  }

  /// The moment as the engine counts it: not before the last one, and not after the end of time.
  @inline(__always)
  private func count(_ now: Instant) -> Int64 {
    min(max(now.milliseconds, clock), Self.lastMoment)
  }

  /// Carries out what was due by a moment, and returns the moment as the engine counts it.
  @inline(__always)
  private mutating func arrive(at now: Instant, into effects: inout [Effect]) -> Int64 {
    let now = count(now)
    if now >= due { carryOut(until: now, into: &effects) }
    clock = now
    return now
  }

  // Stored, because hosts read it after every input, and to compute it outside this module a whole engine is copied.
  /// The next moment at which the engine wants to be woken, if any.
  ///
  /// A check that is due earlier but would change nothing is not worth waking anybody; the engine catches up on it.
  public private(set) var nextDeadline: Instant?

  // MARK: - Scrolling

  /// Whether there is nothing to decide at this step: nothing is due, nothing that is watched changes, a check waits.
  ///
  /// It is so at nearly every step, which is why this is asked before anything is called.
  @inline(__always)
  private func isQuiet(at position: Double, _ now: Int64) -> Bool {
    now < due && isChecking && manager.throttle.isWaiting(at: now) && position.isFinite
      && monitor.isQuiet(at: position)
  }

  @inline(never)
  private mutating func scrollAndDecide(
    to position: Double, at now: Instant, into effects: inout [Effect]
  ) {
    let now = arrive(at: now, into: &effects)
    guard position.isFinite else {
      return effects.append(.refuse(.scroll(position)))
    }
    viewport.y = position
    if !isStarted { isStarted = true }
    if !monitor.isQuiet(at: position) { measure(at: now, into: &effects) }
    askForCheck(at: now, into: &effects)
  }

  /// Sees whether there are checks now; to be called when the viewport has taken another size.
  mutating func refreshIsChecking() {
    isChecking = isStarted && !isCovered && viewport.size.height > 0 && manager.settings != nil
  }

  /// Asks for a check; on a page that is shown to nobody, is covered or has no lazy loading, there is none.
  @inline(__always)
  mutating func askForCheck(at now: Int64, into effects: inout [Effect]) {
    guard isChecking else { return }
    if manager.throttle.isWaiting(at: now) {
      waitForCheck()
    } else {
      check(at: now, into: &effects)
    }
  }

  /// Lets a check take place when it may.
  @inline(__always)
  private mutating func waitForCheck() {
    manager.waitForCheck()
    due = min(dueWithoutCheck, manager.throttle.windowEnd)
    refreshDeadline()
  }

  // MARK: - Deadlines

  /// Carries out everything that is due by `now`, each at its own moment.
  @inline(never)
  private mutating func carryOut(until now: Int64, into effects: inout [Effect]) {
    while due <= now {
      let moment = due
      clock = max(clock, moment)
      if manager.throttle.isPending, manager.throttle.windowEnd <= moment {
        if viewport.size.height > 0 {
          check(at: moment, into: &effects)
        } else {
          manager.cancelCheck()
        }
      } else if manager.nextUnload <= moment {
        manager.unloadFirst(viewport, page, into: &transitions)
        carryOutTransitions(at: moment, into: &effects)
      } else if contents.nextRender <= moment {
        renderNext(at: moment, into: &effects)
      } else if monitor.nextDeadline <= moment {
        measure(at: moment, into: &effects)
      }
      refreshDue()
    }
  }

  mutating func refreshDue() {
    dueWithoutCheck = min(manager.nextUnload, contents.nextRender, monitor.nextDeadline)
    due =
      manager.throttle.isPending
      ? min(dueWithoutCheck, manager.throttle.windowEnd) : dueWithoutCheck
    refreshDeadline()
  }

  /// Names the next moment at which something may change.
  @inline(__always)
  private mutating func refreshDeadline() {
    let next =
      manager.throttle.isPending && manager.isQuiet(at: viewport.y) ? dueWithoutCheck : due
    nextDeadline = next > Self.lastMoment ? nil : Instant(milliseconds: next)
  }

  @inline(__always)
  private mutating func check(at now: Int64, into effects: inout [Effect]) {
    manager.openWindow(at: now)
    guard !manager.isQuiet(at: viewport.y) else { return }
    manager.check(at: now, viewport, &page, into: &transitions)
    carryOutTransitions(at: now, into: &effects)
  }
}
