package import AdEngine

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
  package func caption(at instant: Instant) -> SessionCaption? { caption(-1, of: instant + 1) }

  /// The next caption before (-1) or after (1) an instant.
  package func caption(_ direction: Int, of instant: Instant) -> SessionCaption? {
    captions.neighbour(direction, of: instant, at: \.at)
  }

  /// The next instant before (-1) or after (1) another at which something happens.
  package func instant(_ direction: Int, of instant: Instant) -> Instant? {
    instants.neighbour(direction, of: instant, at: \.self)
  }
}

extension Array {
  /// The last element before (-1), or the first after (1) an instant, of elements in the order of their instants.
  fileprivate func neighbour(
    _ direction: Int, of instant: Instant, at time: (Element) -> Instant
  ) -> Element? {
    let bound = direction < 0 ? instant : instant + 1
    let next = indices.partitionPoint { time(self[$0]) >= bound }
    let index = direction < 0 ? next - 1 : next
    return indices.contains(index) ? self[index] : nil
  }
}
