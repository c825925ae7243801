package import AdEngine

/// A seeded person who drags, flings, pauses and goes back; ads change the height, so each step gets the page's end.
package struct SimulatedReader: Sendable {
  /// A scroll position and its time.
  package struct Step: Hashable, Sendable {
    package var at: Instant
    /// The top of the viewport, in whole points.
    package var position: Double
  }

  private enum Motion {
    /// The finger moves the page.
    case drag(from: Double, by: Double, start: Instant, duration: Int64)
    case launch(from: Double, speed: Double, start: Instant)
    case fling(Fling, until: Instant)
  }

  private let habits: ReadingHabits
  private var draw: SeededDraw
  private var now = Instant.start
  private var position = 0.0
  private var motion: Motion?
  /// How far the page has moved under the reader since the motion began, in points.
  private var shift = 0.0
  private var hasBegun = false

  /// The time from the touch to the release of a fling, in milliseconds.
  private static let launchTime: Int64 = 128
  /// The maximum duration of a fling, in milliseconds.
  private static let maxFlingTime: Int64 = 10_000

  package init(_ habits: ReadingHabits, seed: UInt64) {
    self.habits = habits
    draw = SeededDraw(seed: seed, unit: SeededDraw.number(for: "person"), slot: 0, generation: 0)
  }

  /// The next scroll position, at most `bottom` points; `nil` after the end of the page.
  package mutating func next(bottom: Double) -> Step? {
    let bottom = max(0, bottom.rounded(.down))
    guard hasBegun else {
      hasBegun = true
      return Step(at: now, position: position)
    }
    while true {
      if motion == nil {
        guard position < bottom else { return nil }
        now = now + draw.number(in: habits.pause)
        (motion, shift) = (gesture(), 0)
      }
      now = now + Fling.frame
      let next = min(max((move() + shift).rounded(), 0), bottom)
      if next == bottom { motion = nil }
      guard next != position else { continue }
      position = next
      return Step(at: now, position: position)
    }
  }

  /// Takes a scroll adjustment into account (scroll anchoring), in points: the reader looks at the same lines as before.
  package mutating func adjust(by points: Double) {
    position += points
    shift += points
  }

  private mutating func gesture() -> Motion {
    let direction: Double = position > 0 && draw.share() < habits.backShare ? -1 : 1
    if draw.share() < habits.flingShare {
      let speed = direction * number(in: habits.flingSpeed)
      return .launch(from: position, speed: speed, start: now)
    }
    let way = direction * number(in: habits.drag)
    return .drag(
      from: position, by: way, start: now, duration: max(1, draw.number(in: habits.dragTime)))
  }

  /// The position at the current time, but for ``shift``; a motion that is over is removed or replaced by the next one.
  private mutating func move() -> Double {
    switch motion {
    case nil: return position
    case .drag(let origin, let way, let start, let duration):
      let share = min(1, Double(now - start) / Double(duration))
      if share == 1 { motion = nil }
      // A finger accelerates and decelerates smoothly.
      return origin + way * share * share * (3 - 2 * share)
    case .launch(let origin, let speed, let start):
      let time = min(now - start, Self.launchTime)
      let seconds = Double(time) / 1000
      let place = origin + speed / 2 * seconds * seconds * 1000 / Double(Self.launchTime)
      if time == Self.launchTime { letGo(at: place, speed) }
      return place
    case .fling(let fling, let until):
      if now >= until || abs(fling.speed(at: now)) < Fling.lowestSpeed { motion = nil }
      return fling.position(at: now)
    }
  }

  private mutating func letGo(at place: Double, _ speed: Double) {
    let isCaught = draw.share() < habits.catchShare
    let caught = now + draw.number(in: 150...900)
    let until = isCaught ? caught : now + Self.maxFlingTime
    motion = .fling(Fling(from: place, speed: speed, at: now), until: until)
  }

  private mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + draw.share() * (range.upperBound - range.lowerBound)
  }
}
