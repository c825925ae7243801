package import AdEngine

/// Why a slot is in the states that it is in: what led to them, the newest last.
///
/// It is made from what took place on the page and nothing else: an engine lives through the same inputs again, and
/// the slot is watched. What no present state goes back to is left out: what was before a reload, before an unload,
/// or before consent changed.
package struct CauseChain: Hashable, Sendable {
  /// One thing that took place, and when.
  package struct Link: Hashable, Sendable {
    /// When.
    package var at: Instant
    /// What.
    package var cause: Cause

    /// Makes a link.
    package init(_ at: Instant, _ cause: Cause) {
      self.at = at
      self.cause = cause
    }
  }

  /// What led to the present states.
  package private(set) var links: [Link]
  /// What the slot waits for.
  package private(set) var outlooks: [Outlook]

  /// Finds the causes of a slot's states at a moment; a slot that is not on the page has none.
  ///
  /// The cost grows with the history, as that of living through it.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - history: What took place on the page since it was opened, the slots that were added included.
  ///   - start: How the engine of the page began.
  ///   - now: The moment.
  package init(
    of slot: SlotID, in history: [Occurrence], from start: Engine.Configuration, at now: Instant
  ) {
    var tracer = CauseTracer(slot, start)
    for occurrence in history { tracer.follow(occurrence) }
    links = tracer.links
    outlooks = tracer.outlooks(at: now)
  }
}
