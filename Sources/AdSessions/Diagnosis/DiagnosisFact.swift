package import AdEngine
package import AdRendering

/// A common question about the ads of a page (`S0.93`–`S0.97`).
package enum Symptom: String, CaseIterable, Sendable {
  case noAd
  /// Why is there no debug output?
  case noLog
  /// Why do ads appear late?
  case slow
  /// Why do ads disappear and come back?
  case flicker
}

/// A fact that answers a question about the ads of a page, with its numbers.
package enum DiagnosisFact: Hashable, Sendable {
  case noSlots
  /// The manager never got a scroll position, so nothing is checked (`S0.96`).
  case neverScrolled
  /// The viewport has no height, so nothing is checked.
  case noViewport
  /// The consent SDK is not ready: it was not initialised, or is being so, or failed to be (`S0.93`).
  case sdk(ConsentStore.Phase)
  /// The consent SDK has no view for its notice (`S1.10`).
  case noWrapper
  /// Consent is granted only by default.
  case consentAssumed
  /// Consent holds back slots that are in reach (`S0.93`).
  case held(slots: Int, ConsentStatus, ConsentPolicy)
  /// The TC string lacks something that the page needs.
  case lacking(TCFVerdict)
  /// Consent is denied, and only limited ads load.
  case limited
  /// The slot waits for an event, as `why` shows it.
  case waits(PendingCondition)
  /// Slots are farther away than the fetch threshold; the gap is that of the nearest.
  case far(slots: Int, gap: Double, threshold: Double)
  /// Slots are farther away than fetch thresholds of their own.
  case farByOwn(slots: Int)
  /// Slots are hidden or beside the viewport, and therefore in no zone.
  case unreachable(slots: Int)
  /// Requests are not answered yet.
  case awaited(slots: Int)
  /// Ads have arrived, and nothing but the next step was missing.
  case due(slots: Int)
  /// Ads have arrived and are drawn once their slots are within the display threshold.
  case ready(slots: Int, threshold: Double)
  /// The number of slots whose requests failed, beside those that are named.
  case failedToo(slots: Int)
  /// The request of a slot failed; where a response says why, with its error.
  case failed(SlotID, AdFailure, AdRenderingError? = nil)
  /// The ad of a slot was loaded and cannot be presented.
  case notPresented(SlotID)
  /// The bid of a slot names a renderer, and another one takes it; with the reason.
  case fallback(SlotID, String)
  /// A key or a value of a slot's targeting that the ad server does not take or know (`S0.26`).
  case targeting(SlotID, TargetingProblem)
  /// Slots were unloaded because they were left behind.
  case unloaded(slots: Int)
  /// Ads are rendered without a problem.
  case rendered(slots: Int)

  case ladybug(isOn: Bool)

  /// The consent SDK became ready this late, in milliseconds from the start, and slots in reach waited for it.
  case sdkLate(Int64, slots: Int)
  /// The page has no lazy loading, and its slots load at once (`S0.95`).
  case eager(slots: Int)
  /// The average time to an answer, in milliseconds; a higher threshold requests earlier.
  case latency(Int64, answers: Int)
  /// The number of rendered ads that came after their slot had come into view, in which it was not from the outset.
  case late(ads: Int, of: Int)
  /// The number of rendered ads that came late because their slot was in view as soon as they could be requested.
  case lateAnyway(ads: Int, of: Int)
  /// The number of requests that were for slots that were never in view.
  case wasted(requests: Int, of: Int)
  /// The most rendered ads of the page that were alive at once.
  case alive(ads: Int, unloading: Bool)

  /// How often a slot was unloaded and fetched again within ``Diagnosis/shortAbsence``.
  case returned(SlotID, times: Int)
  /// How often a slot was taken out of the page, put back and requested again.
  case putBack(SlotID, times: Int)
  /// The unload threshold is hardly larger than the fetch threshold, in points.
  case noHysteresis(unload: Double, fetch: Double)
  /// How often ads of other sizes than requested moved the content in view.
  case shifted(times: Int)
  /// How often ads were released while their slot was in reach, and why.
  case renewed(times: Int, by: AdRenewalCause)
  case nothing

  /// Whether the fact is a problem that can be solved.
  package var isCause: Bool {
    switch self {
    // A slot out of reach is what lazy loading is for; a page may well do without it, and without a log.
    case .rendered, .ready, .due, .nothing, .ladybug, .alive(_, unloading: true), .consentAssumed,
      .lateAnyway, .far, .farByOwn, .eager, .targeting, .renewed(_, .refresh):
      false
    // A few slow answers are no pattern, unless they are very slow.
    case .latency(let mean, let answers):
      mean >= (answers < Diagnosis.minCount ? Diagnosis.verySlowAnswer : Diagnosis.slowAnswer)
    case .sdkLate(_, let slots): slots > 0
    case .waits(.exposure): false
    default: true
    }
  }
}
