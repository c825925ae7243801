internal import AdEngine

/// Where a session is that is being written; time goes on between lines, a late line is decided again from its instant,
/// and what is shown then lags, at most ``maxDelay``.
struct Following: Sendable {
  /// In milliseconds.
  static let maxDelay: Int64 = 2000
  /// Lines that are late by less are not worth saying, in milliseconds.
  static let minLateness: Int64 = 250
  /// How long it is said that lines were late, in milliseconds of the shell.
  private static let latenessShown: Int64 = 10_000

  /// What the session's file is called.
  let name: String
  /// The session's time where it is written, as far as is known here.
  private(set) var time = Instant.start
  /// It stands still before the first line.
  private var clock: SessionClock
  private var late: (by: Int64, until: Int64)?

  init(name: String) {
    self.name = name
    clock = SessionClock(startingAt: 0)
    clock.setPaused(true)
  }

  /// By how many milliseconds lines were late a moment ago; `nil` where that is not worth saying.
  var lateness: Int64? { late?.by }

  /// Whether a line has come yet.
  var hasBegun: Bool { !clock.isPaused }

  /// Takes the time to that of the shell.
  mutating func advance(to real: Int64) {
    clock.advance(to: real)
    time = clock.now
    if let late, late.until <= real { self.late = nil }
  }

  /// Takes note of lines: the first instant that changes what is decided, if any does, and the newest.
  mutating func note(_ first: Instant?, newest: Instant, at real: Int64) {
    clock.advance(to: real)
    if !hasBegun {
      clock.setPaused(false)
      clock.set(newest)
    }
    if let first, first < time {
      let lateness = time - first
      clock.set(first)
      if lateness >= Self.minLateness {
        late = (max(lateness, late?.by ?? 0), real + Self.latenessShown)
      }
    }
    if newest - clock.now > Self.maxDelay { clock.set(newest) }
    time = clock.now
  }
}
