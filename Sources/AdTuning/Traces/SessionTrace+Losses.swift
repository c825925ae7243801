import AdEngine

/// What becomes of a slot in a session: the first of these that holds.
package enum SlotFate: String, CaseIterable, Hashable, Sendable {
  /// No point of it was ever in view.
  case neverSeen
  /// Too little of its ad was in view, or not long enough, whenever it had come.
  case leftTooSoon
  /// The user let ads load too late for it, or not at all.
  case consent
  /// Nothing, or no ad, answers its request.
  case noAd
  /// The ad would have come too late even if it had been requested when the page was opened.
  case unreachable
  /// Requested too late, or not at all; a larger fetch threshold alone brings it back.
  case fetchTooLate
  /// Displayed too late, or not at all; a larger display threshold alone brings it back.
  case displayTooLate
  case bothTooLate
  case viewable
}

package struct SlotOutcome: Hashable, Sendable {
  package var fate: SlotFate
  /// The least thresholds with which its ad is viewable, in points, 0 at least; infinity where none are enough.
  package var least: (fetch: Double, display: Double) { (leastFetch, leastDisplay) }
  var leastFetch = Double.infinity
  var leastDisplay = Double.infinity
  /// By how much its ad was rendered too late to be viewable, in milliseconds; `nil` if it was never rendered, or in time.
  package var lateBy: Int64?
}

extension SessionTrace {
  /// What becomes of each slot under two thresholds, in points, in page order.
  package func outcomes(fetch: Double, display: Double) -> [SlotOutcome] {
    slots.map { slot in
      guard !slot.stretches.isEmpty else { return SlotOutcome(fate: .neverSeen) }
      guard let last = slot.lastViewable else { return SlotOutcome(fate: .leftTooSoon) }
      let ready = last - LifecycleDelay.render
      guard let consent, consent + slot.latency <= ready || consentView < 0 else {
        return SlotOutcome(fate: .consent)
      }
      guard slot.isAd else { return SlotOutcome(fate: .noAd) }
      let least = thresholds(of: slot, renderedBy: last)
      guard least.fetch < .infinity, least.display < .infinity else {
        return SlotOutcome(fate: .unreachable)
      }
      var outcome = SlotOutcome(
        fate: .viewable, leastFetch: max(0, least.fetch), leastDisplay: max(0, least.display))
      switch (fetch >= least.fetch, display >= least.display) {
      case (true, true): return outcome
      case (false, true): outcome.fate = .fetchTooLate
      case (true, false): outcome.fate = .displayTooLate
      case (false, false): outcome.fate = .bothTooLate
      }
      let rendered = times(of: slot, fetch: fetch, display: display).rendered
      outcome.lateBy = rendered.map { $0 - last }
      return outcome
    }
  }
}
