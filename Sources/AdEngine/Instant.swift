/// A point in time, in whole milliseconds since the session began; the engine reads no clock, the caller passes it.
public struct Instant: Comparable, Hashable, Sendable {
  /// Milliseconds since the session began.
  public var milliseconds: Int64

  /// Makes the instant `milliseconds` after the session's beginning.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The beginning of the session.
  public static let start = Instant(milliseconds: 0)

  /// The instant `milliseconds` after `instant`, within the range of `Int64`.
  public static func + (instant: Instant, milliseconds: Int64) -> Instant {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(milliseconds)
    guard overflow else { return Instant(milliseconds: sum) }
    return Instant(milliseconds: milliseconds < 0 ? .min : .max)
  }

  /// The milliseconds from `start` to `end`, as far as they can be counted.
  public static func - (end: Instant, start: Instant) -> Int64 {
    let (difference, overflow) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard overflow else { return difference }
    return end < start ? .min : .max
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
