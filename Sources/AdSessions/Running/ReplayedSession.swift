package import AdEngine

/// A caption that is shown from an instant on.
package struct SessionCaption: Hashable, Sendable {
  package let at: Instant
  package let text: String
}

/// A session that is known as a whole, so that a replay can go to any instant of it.
package protocol ReplayedSession {
  /// The captions, in the order of their instants.
  var captions: [SessionCaption] { get }
  /// The instants at which the session has a line or the run an event; each once, ascending.
  var instants: [Instant] { get }
}

extension ReplayedSession {
  /// The caption that is shown at an instant.
  package func caption(at instant: Instant) -> SessionCaption? {
    captions.last { $0.at <= instant }
  }

  /// The next caption before (-1) or after (1) an instant.
  package func caption(_ direction: Int, of instant: Instant) -> SessionCaption? {
    direction < 0 ? captions.last { $0.at < instant } : captions.first { $0.at > instant }
  }

  /// The next instant before (-1) or after (1) another at which something happens.
  package func instant(_ direction: Int, of instant: Instant) -> Instant? {
    let first = direction < 0 ? instant : instant + 1
    let next = instants.indices.partitionPoint { instants[$0] >= first }
    let index = direction < 0 ? next - 1 : next
    return instants.indices.contains(index) ? instants[index] : nil
  }
}
