import AdEngine

/// The decisions of two runs side by side: how many differ, and the first that does.
package struct DecisionComparison: Sendable {
  /// How many decisions the first run made.
  package let count: Int
  /// How many of them the second did not make, and how many it made besides.
  package let missing: Int
  package let added: Int
  /// The first difference, with its time: `at 34180 ms: slot 2 fetched 67 ms later`; `nil` where all are the same.
  package let sentence: String?

  /// Compares decisions in the order in which they were made, each with its instant and the number of its page.
  package init(_ before: [Decision], _ after: [Decision]) {
    var match = DecisionMatch()
    for decision in before { match.add(decision.entry, isExpected: true) }
    for decision in after { match.add(decision.entry, isExpected: false) }
    _ = match.finish(isCut: false)
    let difference = match.difference
    count = before.count
    missing = difference.missing
    added = difference.added
    sentence = difference.start.map { "at \($0.milliseconds) ms: \(difference.sentence)" }
  }

  package struct Decision: Sendable {
    fileprivate let entry: DecisionMatch.Entry

    /// What an event says was decided; `nil` of events that are no decisions.
    package init?(_ event: RunEvent, in slots: SessionSlots) {
      guard case .effect(let effect) = event.content,
        let decision = SessionDecision(effect, in: slots[event.page])
      else { return nil }
      entry = DecisionMatch.Entry(
        at: event.at, page: ScreenAdKind.owner(of: event.page), decision: decision, causes: [])
    }
  }
}
