package import AdEngine

/// What became of one ad of the lab: when it was fetched, loaded, presented, and what it did before and after.
package struct LabRecord: Hashable, Sendable {
  /// Something judged by whether it happened before the ad was presented.
  package struct Activity: Hashable, Sendable {
    /// When.
    package let at: Instant
    /// Whether anyone can have seen it.
    package let timing: PreloadTiming
  }

  /// A value from a moment on.
  package struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// From when on.
    package let at: Instant
    /// What.
    package let value: Value
  }

  /// The number of the fetch.
  package let generation: Int
  /// The unit that was asked for.
  package let unit: String
  /// When it was asked for.
  package let fetchedAt: Instant
  /// When the banner arrived.
  package private(set) var arrivedAt: Instant?
  /// When no ad came, and why.
  package private(set) var failure: Change<AdFailure>?
  /// When it could be presented first.
  package private(set) var readyAt: Instant?
  /// When the watchdog gave up waiting for the completion event.
  package private(set) var timedOutAt: Instant?
  /// When it was presented.
  package private(set) var presentedAt: Instant?
  /// When it was told that it is visible.
  package private(set) var toldAt: Instant?
  /// When it was reset.
  package private(set) var resetAt: Instant?
  /// When it sent its completion event.
  package private(set) var completedAt: Instant?
  /// When it began to play.
  package private(set) var autoplay: Activity?
  /// When its impression was counted.
  package private(set) var impression: Activity?
  /// How the lab came on.
  package private(set) var states: [Change<PreloadState>]
  /// Where the banner was.
  package private(set) var placements: [Change<PreloadPlacement>] = []
  /// How fast its timers went.
  package private(set) var timers: [Change<TimerPace>] = []

  init(generation: Int, unit: String, fetchedAt: Instant) {
    self.generation = generation
    self.unit = unit
    self.fetchedAt = fetchedAt
    states = [Change(at: fetchedAt, value: .fetching)]
  }

  mutating func note(_ event: LabOccurrence.Event, at now: Instant) {
    switch event {
    case .effect(let effect): note(effect, at: now)
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

  private mutating func note(_ effect: PreloadEffect, at now: Instant) {
    switch effect {
    case .publishState(generation, let state): note(state, at: now)
    case .place(generation, let placement):
      placements.append(Change(at: now, value: placement))
    case .injectVisibilityScript(generation): toldAt = now
    case .report(generation, .autoplay, let timing):
      autoplay = autoplay ?? Activity(at: now, timing: timing)
    case .report(generation, .impression, let timing):
      impression = impression ?? Activity(at: now, timing: timing)
    case .publishState, .place, .injectVisibilityScript, .report, .fetch, .resize,
      .recordImpression, .release, .refuse:
      break
    }
  }

  private mutating func note(_ state: PreloadState, at now: Instant) {
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

  // MARK: - What was so at a moment

  /// How far the lab had come.
  package func state(at moment: Instant) -> PreloadState? {
    states.last { $0.at <= moment }?.value
  }

  /// Where the banner was; `nil` while there was none.
  package func placement(at moment: Instant) -> PreloadPlacement? {
    if let resetAt, resetAt <= moment { return nil }
    return placements.last { $0.at <= moment }?.value
  }

  /// How fast its timers went; `nil` where nobody told.
  package func timerPace(at moment: Instant) -> TimerPace? {
    if let resetAt, resetAt <= moment { return nil }
    return timers.last { $0.at <= moment }?.value
  }

  /// When the last thing happened before it was reset, if it was.
  package var lastMoment: Instant {
    let moments = [
      autoplay?.at, impression?.at, completedAt, toldAt, lastState?.at, placements.last?.at,
      timers.last?.at,
    ]
    return moments.compactMap { $0 }.max() ?? fetchedAt
  }
}
