internal import AdEngine
internal import AdSessions
internal import AdSimulation

extension Model {
  /// How often a number that grows with time is drawn anew while something is pending, in milliseconds.
  private static let tick: Int64 = 100

  /// Takes the session's time to the moment of the shell's, everything that is due on the way in order.
  mutating func advance(to real: Int64) {
    advanceLab(to: real)
    live(to: min(clock.instant(at: self.real), replay?.end ?? Instant(milliseconds: .max)))
    stopAtEnd()
  }

  /// Takes the session's time to a moment, everything that is due on the way in order.
  mutating func live(to target: Instant) {
    while let moment = nextMoment, moment <= target {
      time = max(time, moment)
      run.advance(to: time)
      follow()
      answerHosts()
      refreshHosts()
      if fling != nil, nextFlingFrame <= time { moveFling() }
      playLines()
    }
    time = max(time, target)
    run.advance(to: time)
    let now = time
    replay?.recorded?.advance(to: now)
    pages.top.resizes.removeAll { $0.isOver(at: now) }
  }

  /// The first moment of the session's at which something happens by itself.
  var nextMoment: Instant? {
    [run.nextMoment, nextHostMoment, fling.map { _ in nextFlingFrame }, replay?.nextMoment]
      .compactMap { $0 }.min()
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  package var nextDeadline: Int64? {
    if isLabOpen { return lab?.nextDeadline.map { max($0, real + 1) } }
    var moments = [nextMoment].compactMap { $0 }
    if !pages.top.resizes.isEmpty { moments.append(time + ResizeAnimation.frame) }
    if run.world.nextAnswer != nil { moments.append(time + Self.tick) }
    // The chart goes on while something is pending, where it is shown.
    if !moments.isEmpty, ScreenLayout(self).timeline.height > 0 {
      moments.append(TimelineWindow.nextColumn(after: time))
    }
    if let replay { moments.append(min(replay.end, time.nextSecond)) }
    return moments.min().flatMap { clock.real(at: $0) }.map { max($0, real + 1) }
  }

  // MARK: - Flings

  private var nextFlingFrame: Instant { lastFlingFrame + Fling.frame }

  /// Lets the page go with a thumb's speed, or faster if it is under way in this direction.
  mutating func fling(_ direction: Double) {
    guard !clock.isPaused else {
      notice = "time stands still: \(KeyMap.label(of: .pause, in: .anywhere)) lets it go on"
      return
    }
    let running = fling.map { $0.speed(at: time) } ?? 0
    let kept = running * direction > 0 ? running : 0
    let limit = 16_000.0
    let speed = max(-limit, min(limit, kept + direction * Fling.thumbSpeed))
    fling = Fling(from: run.engine.viewport.y, speed: speed, at: time)
    lastFlingFrame = time
  }

  private mutating func moveFling() {
    guard let fling else { return }
    lastFlingFrame = time
    let position = (fling.position(at: time) * 2).rounded() / 2
    let isStopped =
      abs(fling.speed(at: time)) < Fling.lowestSpeed || position < 0 || position > lowestScroll
    if isStopped { self.fling = nil }
    scroll(by: position - run.engine.viewport.y)
  }
}
