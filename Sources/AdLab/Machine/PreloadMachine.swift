package import AdEngine

/// Fetches, preloads and presents one ad, and says what happened before anyone could see it (`S2`).
///
/// What an older generation still says or waits for is dropped (D40); settings count from the next step that reads them (D41).
package struct PreloadMachine: Hashable, Sendable {
  /// How long preloading takes without a completion event, in milliseconds (`S2.17`).
  package static let preloadTime: Int64 = 5_000
  /// How long a completion event is waited for by default, in milliseconds (D39).
  package static let standardWatchdog: Int64 = 30_000
  /// A turn of the run loop, in milliseconds: the script follows the presenting by one (`S2.29`).
  private static let runLoopTurn: Int64 = 1
  /// A screen of a phone, in points.
  package static let standardScreen = Size(width: 390, height: 844)

  /// The switches and the unit, by the newest input.
  package private(set) var settings: PreloadSettings
  /// What the lab is doing, as it is published and recorded.
  package private(set) var state = PreloadState.noAd
  /// The banner, from its arrival to the reset.
  package private(set) var banner: PreloadBanner?
  /// Why no ad came, in the state ``PreloadState/failed``.
  package private(set) var failure: AdFailure?
  /// When the machine is to be called with ``PreloadInput/woken`` if nothing else happens before; `nil` for never.
  ///
  /// By then preloading has ended, or the visibility script of the presented banner runs.
  package private(set) var nextDeadline: Instant?
  /// Whether preloading ends by the completion event, and is given up at the deadline (D39).
  private var waitsForEvent = false
  /// Who counts the impressions of the newest fetch.
  private var impressions = ImpressionReporting.automatic
  /// The number of the fetch that is under way, or was the last; 0 before the first.
  package private(set) var generation = 0
  /// How long a completion event is waited for, in milliseconds.
  package let watchdog: Int64
  /// The size of the screen, in points.
  package let screen: Size

  /// Makes a machine without an ad; a watchdog below one millisecond counts as one.
  package init(
    _ settings: PreloadSettings = PreloadSettings(), watchdog: Int64 = standardWatchdog,
    screen: Size = standardScreen
  ) {
    self.settings = settings
    self.watchdog = max(1, watchdog)
    self.screen = screen
  }

  // MARK: - Predicates (S2.30)

  /// Whether Fetch does something: no loader and no banner.
  package var canFetch: Bool { state == .noAd || state == .failed }

  package var isFetching: Bool { state == .fetching }

  package var isPreloading: Bool { state == .preloading }

  /// Whether Present does something: for a banner that is ready and not presented by itself, or timed out.
  package var canPresent: Bool { state == .ready && !settings[.autoPresent] || state == .timedOut }

  package var canReset: Bool { !canFetch }

  // MARK: - Inputs

  package mutating func handle(_ input: PreloadInput, at now: Instant) -> [PreloadEffect] {
    var effects: [PreloadEffect] = []
    carryOutDue(at: now, into: &effects)
    switch input {
    case .woken: break
    case .fetchRequested: fetch(into: &effects)
    case .presentRequested where canPresent: present(at: now, into: &effects)
    case .presentRequested:
      effects.append(.refuse("present while \(state.words): there is nothing to present"))
    case .resetRequested: reset(into: &effects)
    case .settingsChanged(let change):
      settings = settings.applying(change)
      if settings[.autoPresent], state == .ready { present(at: now, into: &effects) }
    case .answered(generation: generation, let answer):
      if state == .fetching { receive(answer, at: now, into: &effects) }
    case .heard(generation: generation, let event): hear(event, at: now, into: &effects)
    case .answered, .heard: break
    }
    return effects
  }

  private mutating func carryOutDue(at now: Instant, into effects: inout [PreloadEffect]) {
    guard let time = nextDeadline, time <= now else { return }
    if state == .presented {
      nextDeadline = nil
      effects.append(.injectVisibilityScript(generation))
    } else if waitsForEvent {
      enter(.timedOut, into: &effects)
    } else {
      endPreloading(at: time, into: &effects)
      // Presenting by itself happened then, and so did the turn of the run loop after it.
      carryOutDue(at: now, into: &effects)
    }
  }

  private mutating func enter(
    _ state: PreloadState, until deadline: Instant? = nil, into effects: inout [PreloadEffect]
  ) {
    (self.state, nextDeadline) = (state, deadline)
    effects.append(.publishState(generation, state))
  }

  private mutating func place(_ placement: PreloadPlacement, into effects: inout [PreloadEffect]) {
    banner?.placement = placement
    effects.append(.place(generation, placement))
  }

  // MARK: - Fetch and Reset

  private mutating func fetch(into effects: inout [PreloadEffect]) {
    guard canFetch else {
      let sentence = "fetch while \(state.words): only one ad at a time; reset removes this one"
      return effects.append(.refuse(sentence))
    }
    generation += 1
    failure = nil
    impressions = settings[.manualImpressions] ? .manual : .automatic
    enter(.fetching, into: &effects)
    effects.append(.fetch(generation, unit: settings.unit, impressions))
  }

  private mutating func reset(into effects: inout [PreloadEffect]) {
    guard canReset else {
      return effects.append(.refuse("reset while \(state.words): there is nothing to reset"))
    }
    banner = nil
    effects.append(.release(generation))
    enter(.noAd, into: &effects)
  }

  // MARK: - The ad arrives

  private mutating func receive(
    _ answer: PreloadAnswer, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    switch answer {
    case .failed(let reason): fail(reason, into: &effects)
    case .loaded(let size) where !size.isPlausible:
      let banner = "a banner of \(size.width) × \(size.height)"
      effects.append(.refuse("\(banner): expected more than 0 and at most 4096 points"))
      fail(.error, into: &effects)
    case .loaded(let delivered):
      let size = BannerFrame.size(of: delivered, on: screen)
      banner = PreloadBanner(size: size)
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
    waitsForEvent = settings[.waitForCompletionEvent]
    let end = now + (waitsForEvent ? watchdog : Self.preloadTime)
    enter(.preloading, until: end, into: &effects)
    if settings[.inDetachedParentView] {
      place(.detachedParent, into: &effects)
    } else {
      place(settings[.outsideScreenBounds] ? .outsideScreenBounds : .behindViews, into: &effects)
    }
  }

  /// Ends preloading; only what was preloaded is hidden or taken out of its parent (D42).
  private mutating func endPreloading(at now: Instant, into effects: inout [PreloadEffect]) {
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
    let scriptAt = settings[.injectVisibilityJavascript] ? now + Self.runLoopTurn : nil
    enter(.presented, until: scriptAt, into: &effects)
    place(.presented, into: &effects)
    if impressions == .manual {
      effects.append(.recordImpression(generation))
      countImpression(into: &effects)
    }
  }

  // MARK: - What the creative does

  private mutating func hear(
    _ event: CreativeEvent, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    guard banner != nil else { return }
    switch event {
    case .completed:
      // An event that comes after the watchdog still says that the ad has loaded.
      guard state == .timedOut || state == .preloading && waitsForEvent else { return }
      endPreloading(at: now, into: &effects)
    case .autoplayed: report(.autoplay, into: &effects)
    case .impressed: countImpression(into: &effects)
    case .timers: break
    }
  }

  /// Reports an impression, once for each ad (D42).
  private mutating func countImpression(into effects: inout [PreloadEffect]) {
    guard banner?.isImpressionCounted == false else { return }
    banner?.isImpressionCounted = true
    report(.impression, into: &effects)
  }

  private func report(_ activity: PreloadActivity, into effects: inout [PreloadEffect]) {
    effects.append(.report(generation, activity, state == .presented ? .seen : .early))
  }
}
