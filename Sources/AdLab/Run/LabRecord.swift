package import AdEngine

/// What became of one ad of the lab: when it was fetched, loaded, presented, and what it did before and after.
package struct LabRecord: Hashable, Sendable {
  /// Something judged by whether it happened before the ad was presented.
  package struct Activity: Hashable, Sendable {
    /// The time since the run began.
    package let at: Instant
    package let timing: PreloadTiming
  }

  /// A value from an instant on.
  package struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
    package let at: Instant
    package let value: Value
  }

  package let generation: Int
  package let unit: String
  package let fetchedAt: Instant
  /// When the banner arrived; `nil` while it has not.
  package private(set) var arrivedAt: Instant?
  /// When no ad came, and why.
  package private(set) var failure: Change<AdFailure>?
  /// When it could be presented first.
  package private(set) var readyAt: Instant?
  /// When the watchdog gave up waiting for the completion event.
  package private(set) var timedOutAt: Instant?
  /// When it was presented, by hand or by itself.
  package private(set) var presentedAt: Instant?
  /// When the script ran by which it learns that it is visible.
  package private(set) var informedAt: Instant?
  /// When it was reset; later events are dropped.
  package private(set) var resetAt: Instant?
  package private(set) var completedAt: Instant?
  /// When it began to play.
  package private(set) var autoplay: Activity?
  package private(set) var impression: Activity?
  package private(set) var states: [Change<PreloadState>]
  /// The placements of the banner, in order of time.
  package private(set) var placements: [Change<PreloadPlacement>] = []
  package private(set) var timers: [Change<TimerPace>] = []

  init(generation: Int, unit: String, fetchedAt: Instant) {
    (self.generation, self.unit, self.fetchedAt) = (generation, unit, fetchedAt)
    states = [Change(at: fetchedAt, value: .fetching)]
  }

  mutating func add(_ content: LabRunEvent.Content, at now: Instant) {
    switch content {
    case .effect(let effect): add(effect, at: now)
    case .input(.answered(generation, .loaded)) where resetAt == nil: arrivedAt = now
    case .input(.answered(generation, .failed(let reason))) where resetAt == nil:
      failure = Change(at: now, value: reason)
    case .input(.heard(generation, let event)) where resetAt == nil:
      switch event {
      case .completed: completedAt = completedAt ?? now
      case .timers(let pace): timers.append(Change(at: now, value: pace))
      case .autoplayed, .impressed: break
      }
    case .input: break
    }
  }

  private mutating func add(_ effect: PreloadEffect, at now: Instant) {
    switch effect {
    case .publishState(generation, let state): add(state, at: now)
    case .place(generation, let placement): placements.append(Change(at: now, value: placement))
    case .injectVisibilityScript(generation): informedAt = now
    case .report(generation, .autoplay, let timing):
      autoplay = autoplay ?? Activity(at: now, timing: timing)
    case .report(generation, .impression, let timing):
      impression = impression ?? Activity(at: now, timing: timing)
    case .publishState, .place, .injectVisibilityScript, .report, .fetch, .resize,
      .recordImpression, .release, .refuse:
      break
    }
  }

  private mutating func add(_ state: PreloadState, at now: Instant) {
    guard resetAt == nil else { return }
    states.append(Change(at: now, value: state))
    switch state {
    case .ready: readyAt = now
    case .timedOut: timedOutAt = now
    case .presented: presentedAt = now
    case .noAd: resetAt = now
    case .fetching, .preloading, .failed: break
    }
  }

  private var lastState: Change<PreloadState>? { states.last { $0.value != .noAd } }

  /// Whether it was reset while it was fetched or preloaded.
  package var wasPendingAtReset: Bool {
    guard resetAt != nil, let state = lastState?.value else { return false }
    return state == .fetching || state == .preloading
  }

  package func state(at time: Instant) -> PreloadState? { states.last { $0.at <= time }?.value }

  /// How fast its timers went; `nil` where it is not known.
  package func timerPace(at time: Instant) -> TimerPace? {
    if let resetAt, resetAt <= time { return nil }
    return timers.last { $0.at <= time }?.value
  }

  /// When the last thing happened before it was reset, if it was.
  package var lastEventTime: Instant {
    let times = [
      autoplay?.at, impression?.at, completedAt, informedAt, lastState?.at, placements.last?.at,
      timers.last?.at,
    ]
    return times.compactMap { $0 }.max() ?? fetchedAt
  }
}
