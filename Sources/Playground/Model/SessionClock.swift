internal import AdEngine

/// The session's time, made from the shell's: it can stand still, and go slower or faster.
struct SessionClock: Hashable, Sendable {
  /// The speeds there are, in session time per real time.
  static let speeds: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16]

  private var realAnchor: Int64
  private var sessionAnchor: Int64 = 0
  private(set) var speed = 1.0
  private(set) var isPaused = false
  /// Whether it stands still because something else is on the screen.
  private var isSuspended = false

  init(startingAt real: Int64, speed: Double = 1) {
    realAnchor = real
    self.speed = speed
  }

  /// The session's time at the shell's time, in milliseconds.
  func instant(at real: Int64) -> Instant {
    guard !isPaused, !isSuspended else { return Instant(milliseconds: sessionAnchor) }
    return Instant(
      milliseconds: sessionAnchor + Int64(Double(max(0, real - realAnchor)) * speed))
  }

  /// The first time of the shell at which the session's time is `instant`; `nil` while time stands still.
  func real(at instant: Instant) -> Int64? {
    guard !isPaused, !isSuspended else { return nil }
    let distance = Double(instant.milliseconds - sessionAnchor) / speed
    return realAnchor + Int64(distance.rounded(.up))
  }

  mutating func setPaused(_ paused: Bool, at real: Int64) {
    anchor(at: real)
    isPaused = paused
  }

  /// Stands still until it is resumed, whether it is paused or not.
  mutating func suspend(at real: Int64) {
    anchor(at: real)
    isSuspended = true
  }

  mutating func resume(at real: Int64) {
    anchor(at: real)
    isSuspended = false
  }

  /// Goes on from another instant.
  mutating func set(_ instant: Instant, at real: Int64) {
    sessionAnchor = instant.milliseconds
    realAnchor = max(realAnchor, real)
  }

  /// Takes the next speed in a direction: 1 faster, −1 slower.
  mutating func changeSpeed(_ direction: Int, at real: Int64) {
    anchor(at: real)
    let next =
      direction > 0
      ? Self.speeds.first { $0 > speed } : Self.speeds.last { $0 < speed }
    speed = next ?? speed
  }

  private mutating func anchor(at real: Int64) {
    sessionAnchor = instant(at: real).milliseconds
    realAnchor = max(realAnchor, real)
  }
}
