/// How a person moves down a page.
///
/// The figures are chosen, not measured: no public data says how fast people scroll in points a second.
package struct ReadingHabits: Hashable, Sendable {
  /// How long the person reads between two gestures, in milliseconds.
  package var pause: ClosedRange<Int64>
  /// How far a finger drags the page, in points.
  package var drag: ClosedRange<Double>
  /// How long a drag takes, in milliseconds.
  package var dragTime: ClosedRange<Int64>
  /// The share of gestures that are flings, 0…1; the others are drags.
  package var flingShare: Double
  /// How fast the page leaves the thumb in a fling, in points a second.
  package var flingSpeed: ClosedRange<Double>
  /// The share of flings that the thumb stops before they end, 0…1.
  package var catchShare: Double
  /// The share of gestures that go back up, 0…1, less than a half.
  package var backShare: Double

  /// Makes habits.
  package init(
    pause: ClosedRange<Int64>,
    drag: ClosedRange<Double>,
    dragTime: ClosedRange<Int64>,
    flingShare: Double,
    flingSpeed: ClosedRange<Double>,
    catchShare: Double,
    backShare: Double
  ) {
    self.pause = pause
    self.drag = drag
    self.dragTime = dragTime
    self.flingShare = flingShare
    self.flingSpeed = flingSpeed
    self.catchShare = catchShare
    self.backShare = backShare
  }
}

/// Readers whose habits have a name.
package enum Reader: String, CaseIterable, Hashable, Sendable {
  /// Reads everything, and drags the page a few lines at a time.
  case slow
  /// Reads what stands out, and flings past the rest.
  case skimmer
  /// Flings, and hardly reads.
  case flinger

  /// What the reader does.
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

/// Whose rules a flung page follows.
package enum FlingPhysics: String, CaseIterable, Hashable, Sendable {
  /// ``Fling``.
  case ios
  /// ``AndroidFling``.
  case android
}
