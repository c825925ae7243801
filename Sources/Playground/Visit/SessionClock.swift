internal import AdEngine

/// The session's time, made from the shell's: it can stand still, and go slower or faster.
struct SessionClock: Hashable, Sendable {
  /// The speeds there are, in session time per real time.
  static let speeds: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16]

  /// The shell's time of the last message, in milliseconds.
  private(set) var real: Int64
  private var realAnchor: Int64
  private var sessionAnchor: Int64 = 0
  /// The session's time up to which everything has happened.
  var reached = Instant.start
  private(set) var speed = 1.0
  private(set) var isPaused = false
  /// Whether it stands still because something else is on the screen.
  private var isSuspended = false

  init(startingAt real: Int64, speed: Double = 1) {
    (self.real, realAnchor) = (real, real)
    self.speed = speed
  }

  /// Goes on to the shell's time, in milliseconds.
  mutating func advance(to real: Int64) { self.real = max(self.real, real) }

  var now: Instant {
    guard !isPaused, !isSuspended else { return Instant(milliseconds: sessionAnchor) }
    return Instant(milliseconds: sessionAnchor + Int64(Double(real - realAnchor) * speed))
  }

  /// The first time of the shell at which the session's time is `instant`; `nil` while time stands still.
  func real(at instant: Instant) -> Int64? {
    guard !isPaused, !isSuspended else { return nil }
    let distance = Double(instant.milliseconds - sessionAnchor) / speed
    return realAnchor + Int64(distance.rounded(.up))
  }

  mutating func setPaused(_ paused: Bool) {
    anchor()
    isPaused = paused
  }

  /// Stands still until it is resumed, whether it is paused or not.
  mutating func suspend() {
    anchor()
    isSuspended = true
  }

  mutating func resume() {
    anchor()
    isSuspended = false
  }

  /// Goes on from another instant.
  mutating func set(_ instant: Instant) {
    sessionAnchor = instant.milliseconds
    realAnchor = real
  }

  /// Takes the next speed in a direction: 1 faster, −1 slower.
  mutating func changeSpeed(_ direction: Int) {
    anchor()
    let next =
      direction > 0
      ? Self.speeds.first { $0 > speed } : Self.speeds.last { $0 < speed }
    speed = next ?? speed
  }

  private mutating func anchor() {
    sessionAnchor = now.milliseconds
    realAnchor = real
  }
}
