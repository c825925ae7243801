/// A moment of a session, in whole milliseconds since the session began.
///
/// The engine never reads a clock: whoever calls it says what time it is.
public struct Instant: Comparable, Hashable, Sendable {
  /// Milliseconds since the session began.
  public var milliseconds: Int64

  /// Makes the moment that lies `milliseconds` after the session's beginning.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The beginning of the session.
  public static let start = Instant(milliseconds: 0)

  /// The moment `milliseconds` after `instant`; it stays at the last moment there is.
  public static func + (instant: Instant, milliseconds: Int64) -> Instant {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(milliseconds)
    return Instant(milliseconds: overflow ? .max : sum)
  }

  /// The milliseconds from `start` to `end`.
  public static func - (end: Instant, start: Instant) -> Int64 {
    end.milliseconds - start.milliseconds
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
