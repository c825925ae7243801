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

  /// What the lab is doing, with all that belongs to it.
  package enum Phase: Hashable, Sendable {
    case noAd
    /// An ad was asked for; its impressions will be counted by this side.
    case fetching(ImpressionReporting)
    /// No ad came, for this reason.
    case failed(AdFailure)
    /// The banner loads its content before it appears.
    case preloading(PreloadBanner, PreloadEnd)
    case ready(PreloadBanner)
    /// The banner did not send its completion event before the watchdog.
    case timedOut(PreloadBanner)
    /// The banner is on the screen; the visibility script runs at this time, if it is still to run.
    case presented(PreloadBanner, scriptAt: Instant?)
  }

  /// The switches and the unit, by the newest input.
  package private(set) var settings: PreloadSettings
  package private(set) var phase = Phase.noAd
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

  package var banner: PreloadBanner? { phase.banner }

  // MARK: - Predicates (S2.30)

  /// Whether Fetch does something: no loader and no banner.
  package var canFetch: Bool {
    switch phase {
    case .noAd, .failed: true
    case .fetching, .preloading, .ready, .timedOut, .presented: false
    }
  }

  package var isFetching: Bool { state == .fetching }

  package var isPreloading: Bool { state == .preloading }

  /// Whether Present does something: for a banner that is ready and not presented by itself, or timed out.
  package var canPresent: Bool {
    switch phase {
    case .ready: !settings[.autoPresent]
    case .timedOut: true
    case .noAd, .fetching, .failed, .preloading, .presented: false
    }
  }

  package var canReset: Bool { !canFetch }

  /// When the machine is to be called with ``PreloadInput/woken`` if nothing else happens before; `nil` for never.
  package var nextDeadline: Instant? {
    if case .presented(_, let scriptAt) = phase { scriptAt } else { preloadEnd }
  }

  /// When the preloading under way ends by itself, by its constant time or by the watchdog.
  package var preloadEnd: Instant? {
    if case .preloading(_, let end) = phase { end.time } else { nil }
  }

  // MARK: - Inputs

  package mutating func handle(_ input: PreloadInput, at now: Instant) -> [PreloadEffect] {
    var effects: [PreloadEffect] = []
    carryOutDue(at: now, into: &effects)
    switch input {
    case .woken: break
    case .fetchRequested: fetch(into: &effects)
    case .presentRequested:
      if let banner = phase.banner, canPresent {
        present(banner, at: now, into: &effects)
      } else {
        effects.append(.refuse(.present(state)))
      }
    case .resetRequested: reset(into: &effects)
    case .settingsChanged(let change):
      settings = settings.applying(change)
      if settings[.autoPresent], case .ready(let banner) = phase {
        present(banner, at: now, into: &effects)
      }
    case .answered(generation: generation, let answer):
      if case .fetching(let impressions) = phase {
        receive(answer, impressions, at: now, into: &effects)
      }
    case .heard(generation: generation, let event): hear(event, at: now, into: &effects)
    case .answered, .heard: break
    }
    return effects
  }

  private mutating func carryOutDue(at now: Instant, into effects: inout [PreloadEffect]) {
    switch phase {
    case .presented(let banner, let scriptAt?) where scriptAt <= now:
      phase = .presented(banner, scriptAt: nil)
      effects.append(.injectVisibilityScript(generation))
    case .preloading(let banner, .watchdog(let time)) where time <= now:
      enter(.timedOut(banner), into: &effects)
    case .preloading(_, .constantTime(let time)) where time <= now:
      endPreloading(at: time, into: &effects)
      // Presenting by itself happened then, and so did the turn of the run loop after it.
      carryOutDue(at: now, into: &effects)
    default: break
    }
  }

  private mutating func enter(_ phase: Phase, into effects: inout [PreloadEffect]) {
    self.phase = phase
    effects.append(.publishState(generation, state))
  }

  private mutating func place(_ placement: PreloadPlacement, into effects: inout [PreloadEffect]) {
    phase.banner?.placement = placement
    effects.append(.place(generation, placement))
  }

  // MARK: - Fetch and Reset

  private mutating func fetch(into effects: inout [PreloadEffect]) {
    guard canFetch else { return effects.append(.refuse(.fetch(state))) }
    generation += 1
    let impressions: ImpressionReporting = settings[.manualImpressions] ? .manual : .automatic
    enter(.fetching(impressions), into: &effects)
    effects.append(.fetch(generation, unit: settings.unit, impressions))
  }

  private mutating func reset(into effects: inout [PreloadEffect]) {
    guard canReset else { return effects.append(.refuse(.reset(state))) }
    effects.append(.release(generation))
    enter(.noAd, into: &effects)
  }

  // MARK: - The ad arrives

  private mutating func receive(
    _ answer: PreloadAnswer, _ impressions: ImpressionReporting, at now: Instant,
    into effects: inout [PreloadEffect]
  ) {
    switch answer {
    case .failed(let reason): enter(.failed(reason), into: &effects)
    case .loaded(let size) where !size.isPlausible:
      effects.append(.refuse(.size(size)))
      enter(.failed(.error), into: &effects)
    case .loaded(let delivered):
      let banner = PreloadBanner(
        size: BannerFrame.size(of: delivered, on: screen), impressions: impressions)
      effects.append(.resize(generation, banner.size))
      if settings[.preload] {
        preload(banner, at: now, into: &effects)
      } else {
        becomeReady(banner, at: now, into: &effects)
      }
    }
  }

  // MARK: - Preloading

  private mutating func preload(
    _ banner: PreloadBanner, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    let end: PreloadEnd =
      settings[.waitForCompletionEvent]
      ? .watchdog(now + watchdog) : .constantTime(now + Self.preloadTime)
    enter(.preloading(banner, end), into: &effects)
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
    if let banner = phase.banner { becomeReady(banner, at: now, into: &effects) }
  }

  private mutating func becomeReady(
    _ banner: PreloadBanner, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    enter(.ready(banner), into: &effects)
    if settings[.autoPresent] { present(banner, at: now, into: &effects) }
  }

  private mutating func present(
    _ banner: PreloadBanner, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    let scriptAt = settings[.injectVisibilityJavascript] ? now + Self.runLoopTurn : nil
    enter(.presented(banner, scriptAt: scriptAt), into: &effects)
    place(.presented, into: &effects)
    if banner.impressions == .manual {
      effects.append(.recordImpression(generation))
      countImpression(into: &effects)
    }
  }

  // MARK: - What the creative does

  private mutating func hear(
    _ event: CreativeEvent, at now: Instant, into effects: inout [PreloadEffect]
  ) {
    guard phase.banner != nil else { return }
    switch (event, phase) {
    // An event that comes after the watchdog still says that the ad has loaded.
    case (.completed, .preloading(_, .watchdog)), (.completed, .timedOut):
      endPreloading(at: now, into: &effects)
    case (.autoplayed, _): report(.autoplay, into: &effects)
    case (.impressed, _): countImpression(into: &effects)
    case (.completed, _), (.timers, _): break
    }
  }

  /// Reports an impression, once for each ad (D42).
  private mutating func countImpression(into effects: inout [PreloadEffect]) {
    guard phase.banner?.isImpressionCounted == false else { return }
    phase.banner?.isImpressionCounted = true
    report(.impression, into: &effects)
  }

  private func report(_ activity: PreloadActivity, into effects: inout [PreloadEffect]) {
    effects.append(.report(generation, activity, state == .presented ? .seen : .early))
  }
}
