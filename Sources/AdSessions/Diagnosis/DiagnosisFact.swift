package import AdEngine

/// A question that people ask about the ads of a page (`S0.93`–`S0.97`).
package enum Symptom: String, CaseIterable, Sendable {
  /// Why is there no ad?
  case noAd
  /// Why is there no debug output?
  case noLog
  /// Why is it slow?
  case slow
  /// Why does it flicker?
  case flicker
}

/// A fact of a page that answers a question about its ads, with the numbers that make it true.
package enum DiagnosisFact: Hashable, Sendable {
  /// The page has no slots.
  case noSlots
  /// The manager never heard where the page is scrolled to: nothing is checked (`S0.96`).
  case neverScrolled
  /// The viewport has no height: nothing is checked.
  case noViewport
  /// Consent is granted because nobody said anything of it.
  case consentAssumed
  /// The choice holds so many slots back that are in reach (`S0.93`).
  case held(slots: Int, ConsentStatus, ConsentPolicy)
  /// The TC string lacks something that the page needs.
  case lacking(TCFVerdict)
  /// After a no, only limited ads load.
  case limited
  /// What a slot waits for, as `why` tells it.
  case waits(Outlook)
  /// So many slots are farther away than the fetch threshold; this is the gap of the nearest.
  case far(slots: Int, gap: Double, threshold: Double)
  /// So many answers are awaited.
  case awaited(slots: Int)
  /// The request of a slot failed.
  case failed(SlotID, AdFailure)
  /// So many slots were unloaded, since they were left behind.
  case unloaded(slots: Int)
  /// So many ads are rendered; nothing is wrong with them.
  case rendered(slots: Int)

  /// The ladybug is on or off.
  case ladybug(isOn: Bool)

  /// The page is without lazy loading: so many slots load at once (`S0.95`).
  case eager(slots: Int)
  /// Answers take this long on average, in milliseconds; a higher threshold asks earlier where something is asked for
  /// before its slot is in view.
  case latency(Int64, answers: Int, isFetchedAhead: Bool)
  /// So many of the rendered ads came after their slot had come into view.
  case late(ads: Int, of: Int, threshold: Double)
  /// So many of the rendered ads came late because their slot was in view as soon as they could be asked for.
  case lateAnyway(ads: Int, of: Int)
  /// So many of the requests were for slots that nobody saw.
  case wasted(requests: Int, of: Int)
  /// So many rendered ads of the page were alive at once.
  case alive(ads: Int, unloading: Bool)

  /// A slot was unloaded and fetched again within ``Diagnosis/shortAbsence`` so many times.
  case returned(SlotID, times: Int)
  /// The unload zone reaches hardly farther than the fetch zone, in points.
  case noHysteresis(unload: Double, fetch: Double)
  /// Ads of other sizes than were asked for moved what was in view so many times.
  case shifted(times: Int)
  /// So many ads were released while their slot was in reach, for one reason.
  case renewed(times: Int, by: AdRenewalCause)
  /// Nothing of the kind was found.
  case nothing

  /// Whether something is to be changed about it.
  package var isCause: Bool {
    switch self {
    case .rendered, .nothing, .ladybug(isOn: true), .alive(_, unloading: true), .consentAssumed,
      .lateAnyway:
      false
    case .latency(let mean, _, _): mean >= Diagnosis.slowAnswer
    case .waits(.exposure): false
    default: true
    }
  }
}
