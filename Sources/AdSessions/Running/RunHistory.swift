package import AdEngine

package struct RunEvent: Hashable, Sendable {
  package var at: Instant
  /// The number of the page: 1 for the first page of the run, one more for each that was opened later.
  package var page: Int
  package var content: Content

  /// An input, an effect, or a way from page to page.
  package enum Content: Hashable, Sendable {
    /// What happened: a line of the session, what follows from it, or an answer of the world. Wake-ups are not events.
    case input(Engine.Input)
    case effect(Engine.Effect)
    /// The page was opened over the one before; the inputs of both engines follow.
    case opened
    /// The page above was left for this one; the inputs of both engines follow.
    case wentBack
  }

  var isEffect: Bool { if case .effect = content { true } else { false } }

  package init(at: Instant, page: Int = 1, _ event: Content) {
    (self.at, self.page, self.content) = (at, page, event)
  }
}

/// The events on all pages of a run, in order, if they are kept.
struct RunHistory: Sendable {
  var isKept: Bool
  private(set) var events: [RunEvent] = []

  init(isKept: Bool) { self.isKept = isKept }

  @inline(never)
  mutating func append(_ event: RunEvent.Content, page: Int, at instant: Instant) {
    events.append(RunEvent(at: instant, page: page, event))
  }

  mutating func removeAll() { events.removeAll(keepingCapacity: true) }
}
