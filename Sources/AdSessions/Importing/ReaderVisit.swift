package import AdEngine
package import AdSimulation

/// A simulated reader on a page: the scroll positions, as ads change the page's height, until the reader leaves.
package struct ReaderVisit: Sendable {
  /// The scroll positions after which a reader leaves, more than two hours of scrolling: some pages are too long to be read.
  package static let maxPositions = 500_000

  private var layout: PageLayout
  private var person: SimulatedReader
  private let height: Double
  private let depth: Double
  private let pause: Int64
  /// The bottom of what is in view, in points; `nil` before the reader has begun.
  private var reached: Double?
  /// The sum of the scroll adjustments that the reader knows of, which its positions take into account.
  package private(set) var scrollAdjustment = 0.0
  /// When the reader leaves, as far as is known.
  package private(set) var end = Instant.start
  private var positions = 0
  private let maxPositions: Int
  private var hasGivenUp = false

  /// Begins at the top, in a viewport of this height in points; the reader leaves after so much of the page, 0…1, and a pause.
  package init(
    of layout: PageLayout, _ habits: ReadingHabits, seed: UInt64,
    height: Double, leavingAt depth: Double = 1, maxPositions: Int = maxPositions
  ) {
    (self.layout, self.height, self.depth) = (layout, height, depth)
    self.maxPositions = maxPositions
    pause = habits.pause.lowerBound
    person = SimulatedReader(habits, seed: seed)
  }

  /// What the user should know about a visit that is over.
  package var warning: String? {
    hasGivenUp
      ? "the page is too long to be read: the reader leaves after \(maxPositions) scroll positions"
      : nil
  }

  /// The next scroll position; `nil` when the reader leaves.
  package mutating func next() -> SimulatedReader.Step? {
    guard positions < maxPositions else {
      hasGivenUp = true
      return nil
    }
    positions += 1
    guard let step = person.next(bottom: layout.height - height) else {
      end = end + pause
      return nil
    }
    end = step.at
    if let reached, reached >= depth * layout.height { return nil }
    reached = step.position + height
    return step
  }

  /// Takes what happened because of the last position: ads of other sizes change the page.
  package mutating func observe(_ history: some Sequence<RunEvent>) {
    for event in history where event.page > 0 {
      guard case .effect(.resize(let slot, let size, let adjustment)) = event.content else {
        continue
      }
      // The run and the layout number the slots alike.
      layout.resize(slot: slot.rawValue, to: size)
      scrollAdjustment += adjustment
      person.adjust(by: adjustment)
      reached = reached.map { $0 + adjustment }
    }
  }
}
