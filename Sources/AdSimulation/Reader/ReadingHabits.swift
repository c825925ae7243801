/// The parameters of a simulated reader: chosen, not measured, since there are no public data in points per second.
package struct ReadingHabits: Hashable, Sendable {
  /// The time between two gestures, in milliseconds.
  package var pause: ClosedRange<Int64>
  /// The distance of a drag, in points.
  package var drag: ClosedRange<Double>
  /// The duration of a drag, in milliseconds.
  package var dragTime: ClosedRange<Int64>
  /// The share of gestures that are flings, 0…1; the others are drags.
  package var flingShare: Double
  /// The initial speed of a fling, in points per second.
  package var flingSpeed: ClosedRange<Double>
  /// The share of flings that a touch stops before their end, 0…1.
  package var catchShare: Double
  /// The share of gestures that scroll back up, 0…0.5.
  package var backShare: Double
}

package enum Reader: String, CaseIterable, Hashable, Sendable {
  /// Reads everything and drags the page a few lines at a time.
  case slow
  /// Reads parts and flings past the rest.
  case skimmer
  /// Mostly flings and hardly reads.
  case flinger

  package var habits: ReadingHabits {
    switch self {
    case .slow:
      ReadingHabits(
        pause: 2500...9000, drag: 160...420, dragTime: 350...800, flingShare: 0.1,
        flingSpeed: 600...1500, catchShare: 0.5, backShare: 0.12)
    case .skimmer:
      ReadingHabits(
        pause: 600...2500, drag: 300...600, dragTime: 200...450, flingShare: 0.6,
        flingSpeed: 1200...3000, catchShare: 0.4, backShare: 0.08)
    case .flinger:
      ReadingHabits(
        pause: 120...900, drag: 300...600, dragTime: 150...300, flingShare: 0.95,
        flingSpeed: 2500...6500, catchShare: 0.3, backShare: 0.05)
    }
  }
}
