/// The preload lab's machine: fetches one ad, preloads it by one of several techniques, presents it, and says what
/// happened before anyone could see it (`S2`).
///
/// It is a value like ``Engine``: inputs and moments go in, effects come out, and ``nextDeadline`` says when it wants to
/// be woken. Every fetch is a generation of its own; what an older one still says or waits for counts for nothing
/// (D40). What is due at a moment happens before that moment's input.
///
/// Settings count from the next step on that reads them: the unit and who counts impressions at a fetch, the way of
/// preloading when the ad arrives, what happens afterwards when preloading ends, the script when the ad is presented,
/// and presenting by itself at once (D41).
public struct PreloadMachine: Hashable, Sendable {
  /// How long preloading takes without a completion event, in milliseconds (`S2.17`).
  public static let preloadTime: Int64 = 5_000
  /// How long a completion event is waited for by default, in milliseconds (D39).
  public static let standardWatchdog: Int64 = 30_000
  /// The event by which a creative says that it has loaded (`S2.29`).
  public static let completionEvent = "celtraLoaded"
  /// The script that tells a creative that it is visible (`S2.29`).
  public static let visibilityScript =
    "if (typeof setFlipboardAdIsVisible === 'function') { setFlipboardAdIsVisible(true); }"
  /// A turn of the run loop, in milliseconds: the script follows the presenting by one (`S2.29`).
  private static let runLoopTurn: Int64 = 1
  /// A screen of a phone, in points.
  public static let standardScreen = Size(width: 390, height: 844)

  /// What is set.
  public private(set) var settings: PreloadSettings
  /// How far the lab has come.
  public private(set) var state = PreloadState.noAd
  /// Why no ad came, in the state ``PreloadState/failed``.
  public private(set) var failure: AdFailure?
  /// The number of the fetch that is under way, or was the last; 0 before the first.
  public private(set) var generation = 0
  /// Where the banner is; `nil` without one.
  public private(set) var placement: PreloadPlacement?
  /// The banner's size, in points; `nil` without one.
  public private(set) var bannerSize: Size?
  /// How long a completion event is waited for, in milliseconds.
  public let watchdog: Int64
  /// The size of the screen, in points.
  public let screen: Size

  private var impressions = ImpressionReporting.automatic
  private var isImpressionCounted = false
  /// Whether the preloading under way ends by the creative's event.
  private var waitsForEvent = false
  private var preloadDeadline: Instant?
  private var scriptDeadline: Instant?

  /// Makes a machine without an ad; a watchdog below one millisecond counts as one.
  public init(
    _ settings: PreloadSettings = PreloadSettings(), watchdog: Int64 = standardWatchdog,
    screen: Size = standardScreen
  ) {
    self.settings = settings
    self.watchdog = max(1, watchdog)
    self.screen = screen
  }

  // MARK: - Predicates (S2.30)

  private var hasLoader: Bool { state == .fetching }
  private var hasBanner: Bool { placement != nil }

  /// Whether Fetch does something: no loader and no banner.
  public var canFetch: Bool { !hasLoader && !hasBanner }
  /// Whether an ad is asked for: a loader and no banner.
  public var isFetching: Bool { hasLoader && !hasBanner }
  /// Whether the banner is being preloaded.
  public var isPreloading: Bool { state == .preloading }
  /// Whether Present does something: a banner that is not shown, not preloading, and not presented by itself.
  ///
  /// A banner that timed out is never presented by itself, so that it can be presented by hand in any case.
  public var canPresent: Bool {
    hasBanner && state != .presented && !isPreloading
      && (!settings[.autoPresent] || state == .timedOut)
  }
  /// Whether Reset does something: a loader or a banner.
  public var canReset: Bool { hasLoader || hasBanner }

  /// The next moment at which the machine wants to be woken, if any.
  public var nextDeadline: Instant? {
    [preloadDeadline, scriptDeadline].compactMap { $0 }.min()
  }

  /// When the preloading under way ends by itself, by its constant time or by the watchdog.
  public var preloadEnd: Instant? { preloadDeadline }

  // MARK: - Inputs

  /// Accepts one input at a moment and returns what the host must do now.
  public mutating func handle(_ input: PreloadInput, at now: Instant) -> [PreloadEffect] {
    var effects: [PreloadEffect] = []
    carryOutDue(at: now, into: &effects)
    switch input {
    case .woken: break
    case .fetchRequested: fetch(into: &effects)
    case .presentRequested:
      if canPresent {
        present(at: now, into: &effects)
      } else {
        effects.append(.refuse(.present(state)))
      }
    case .resetRequested: reset(into: &effects)
    case .settingsChanged(let change):
      settings = settings.applying(change)
      if settings[.autoPresent], state == .ready { present(at: now, into: &effects) }
    case .answered(generation: generation, let answer) where isFetching:
      receive(answer, at: now, into: &effects)
    case .heard(generation: generation, let event) where hasBanner:
      hear(event, at: now, into: &effects)
    case .answered, .heard: break
    }
    return effects
  }

  private mutating func carryOutDue(at now: Instant, into effects: inout [PreloadEffect]) {
    if let due = scriptDeadline, due <= now {
      scriptDeadline = nil
      effects.append(.injectVisibilityScript(generation))
    }
    if let due = preloadDeadline, due <= now {
      preloadDeadline = nil
      if waitsForEvent {
        enter(.timedOut, into: &effects)
      } else {
        endPreloading(at: due, into: &effects)
        // Presenting by itself happened then, and so did the turn of the run loop after it.
        carryOutDue(at: now, into: &effects)
      }
    }
  }

  private mutating func enter(_ state: PreloadState, into effects: inout [PreloadEffect]) {
    self.state = state
    effects.append(.publishState(generation, state))
  }

  private mutating func place(
    _ placement: PreloadPlacement, into effects: inout [PreloadEffect]
  ) {
    self.placement = placement
    effects.append(.place(generation, placement))
  }

  // MARK: - Fetch and Reset

  private mutating func fetch(into effects: inout [PreloadEffect]) {
    guard canFetch else { return effects.append(.refuse(.fetch(state))) }
    generation += 1
    failure = nil
    isImpressionCounted = false
    impressions = settings[.manualImpressions] ? .manual : .automatic
    enter(.fetching, into: &effects)
    effects.append(.fetch(generation, unit: settings.unit, impressions))
  }

  private mutating func reset(into effects: inout [PreloadEffect]) {
    guard canReset else { return effects.append(.refuse(.reset(state))) }
    effects.append(.release(generation))
    placement = nil
    bannerSize = nil
    preloadDeadline = nil
    scriptDeadline = nil
    enter(.noAd, into: &effects)
  }

  // MARK: - The ad arrives

  private mutating func receive(
    _ answer: PreloadAnswer, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    switch answer {
    case .failed(let reason): fail(reason, into: &effects)
    case .loaded(let size) where !size.isPlausible:
      effects.append(.refuse(.size(size)))
      fail(.error, into: &effects)
    case .loaded(let delivered):
      let size = BannerFrame.size(of: delivered, on: screen)
      bannerSize = size
      placement = .unattached
      effects.append(.resize(generation, size))
      if settings[.preload] {
        preload(at: now, into: &effects)
      } else {
        becomeReady(at: now, into: &effects)
      }
    }
  }

  private mutating func fail(_ reason: AdFailure, into effects: inout [PreloadEffect]) {
    failure = reason
    enter(.failed, into: &effects)
  }

  // MARK: - Preloading

  private mutating func preload(at now: Instant, into effects: inout [PreloadEffect]) {
    enter(.preloading, into: &effects)
    waitsForEvent = settings[.waitForCompletionEvent]
    preloadDeadline = now + (waitsForEvent ? watchdog : Self.preloadTime)
    if settings[.inDetachedParentView] {
      place(.detachedParent, into: &effects)
    } else {
      place(
        settings[.outsideScreenBounds] ? .outsideScreenBounds : .behindViews, into: &effects)
    }
  }

  /// Ends preloading; only what was preloaded is hidden or taken out of its parent (D42).
  private mutating func endPreloading(at now: Instant, into effects: inout [PreloadEffect]) {
    preloadDeadline = nil
    if settings[.removeFromParentAfterwards] {
      place(.removed, into: &effects)
    } else if settings[.hideAfterwards] {
      place(.hidden, into: &effects)
    }
    becomeReady(at: now, into: &effects)
  }

  private mutating func becomeReady(at now: Instant, into effects: inout [PreloadEffect]) {
    enter(.ready, into: &effects)
    if settings[.autoPresent] { present(at: now, into: &effects) }
  }

  private mutating func present(at now: Instant, into effects: inout [PreloadEffect]) {
    preloadDeadline = nil
    enter(.presented, into: &effects)
    place(.presented, into: &effects)
    if impressions == .manual {
      effects.append(.recordImpression(generation))
      count(.impression, into: &effects)
    }
    if settings[.injectVisibilityJavascript] { scriptDeadline = now + Self.runLoopTurn }
  }

  // MARK: - What the creative does

  private mutating func hear(
    _ event: CreativeEvent, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    switch event {
    case .completed:
      // An event that comes after the watchdog still says that the ad has loaded.
      if (isPreloading && waitsForEvent) || state == .timedOut {
        endPreloading(at: now, into: &effects)
      }
    case .autoplayed: report(.autoplay, into: &effects)
    case .impressed: count(.impression, into: &effects)
    case .timers: break
    }
  }

  /// Counts an impression, once for each ad (D42).
  private mutating func count(
    _ activity: PreloadActivity, into effects: inout [PreloadEffect]
  ) {
    guard !isImpressionCounted else { return }
    isImpressionCounted = true
    report(activity, into: &effects)
  }

  private func report(_ activity: PreloadActivity, into effects: inout [PreloadEffect]) {
    effects.append(.report(generation, activity, state == .presented ? .seen : .early))
  }
}
