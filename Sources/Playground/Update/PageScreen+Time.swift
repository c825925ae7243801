internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension PageScreen {
  /// How often a number that grows with time is drawn again while something is pending, in milliseconds.
  private static let tick: Int64 = 100

  /// Takes the session's time to that of the shell, everything that is due on the way in order.
  mutating func advance() {
    let real = shared.real
    if replay?.following != nil { replay?.following?.advance(to: real) }
    advance(to: min(clock.instant(at: real), replay?.end ?? Instant(milliseconds: .max)))
    if replay != nil { stopAtEnd() }
  }

  /// Takes the session's time to an instant, everything that is due on the way in order.
  mutating func advance(to target: Instant) {
    let before = time
    while let due = nextEventTime, due <= target {
      endCounting(before: due)
      time = max(time, due)
      if let line = replay?.nextStepTime, line <= due {
        // What is due at its instant belongs to the step.
        playLines()
      } else {
        run.advance(to: time)
        applyNewEvents(placesSlots: false)
      }
      startConsent()
      refreshHosts()
      if let fling, fling.nextFrame <= time { moveFling() }
      if let due = reader?.due, due <= time { moveReader() }
    }
    endCounting(before: target)
    time = max(time, target)
    run.advance(to: time)
    let now = time
    if let steps = replay?.recordedScript?.steps {
      let end = replay?.lastLine
      replay?.recorded?.advance(to: now, steps, endingAt: end)
    }
    placeSlots()
    pages.top.resizes.removeAll { $0.isOver(at: now) }
    lookAtShift(after: before)
  }

  /// Ends the counting where an instant lies behind the last line of the session that is replayed.
  private mutating func endCounting(before instant: Instant) {
    guard let last = replay?.lastLine, instant > last else { return }
    run.endCounting(at: last)
  }

  /// Shows in a replay where the page has just jumped, where the pane has no room for the whole viewport.
  private mutating func lookAtShift(after before: Instant) {
    guard replay != nil, let shift = pages.top.timeline.lastMarked(at: time), shift.at > before
    else { return }
    let frame = pages.top.layout.frame(ofSlot: shift.slot)
    let viewport = run.engine.viewport
    // Where the text below began before it was moved.
    let edge = min(frame.maxY - shift.points, viewport.maxY)
    let margin = 6 * PageLayout.rowHeight
    reveal(from: max(edge - margin, viewport.minY), to: min(edge + margin, viewport.maxY))
  }

  /// The next time at which something happens by itself.
  var nextEventTime: Instant? {
    [
      run.nextDueTime, fling?.nextFrame, replay?.nextStepTime,
      replay == nil ? consent.pending?.at : nil, nextContentChange, reader?.due,
    ].compactMap { $0 }.min()
  }

  /// When an ad that is rendered on the page on the screen changes by itself.
  private var nextContentChange: Instant? {
    let world = looks()
    guard world.bids != nil else { return nil }
    return pages.top.slots.indices.lazy.compactMap { slot -> Instant? in
      guard let status = run.engine.status(of: SlotID(slot)), status.isRendered,
        let loadedAt = pages.top.slots[slot].loadedAt
      else { return nil }
      return world.rendering(for: status.id, generation: status.generation)?
        .nextChange(after: time - loadedAt).map { loadedAt + $0 }
    }.min()
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  var nextDeadline: Int64? {
    var times = [nextEventTime].compactMap { $0 }
    if !pages.top.resizes.isEmpty { times.append(time + ResizeAnimation.frame) }
    if run.world.nextAnswer != nil { times.append(time + Self.tick) }
    // The chart goes on while something is pending, where it is shown.
    if !times.isEmpty, layout.timeline.height > 0 {
      times.append(TimelineWindow.nextColumn(after: time, step: viewer.timelineView.step))
    }
    if let end = pages.top.timeline.nextShiftEnd(after: time) { times.append(end) }
    let isFollowing = replay?.following != nil
    if let replay { times.append(isFollowing ? time.nextSecond : min(replay.end, time.nextSecond)) }
    let next = times.min().flatMap { clock.real(at: $0) }
    // Its end moves on even where time stands still.
    return isFollowing ? min(next ?? .max, shared.real + 1000) : next
  }

  // MARK: - Flings

  /// Lets the page go with a thumb's speed, or faster if it is under way in this direction.
  mutating func fling(_ direction: Double) {
    guard !clock.isPaused else {
      shared.notice = "time is paused: \(KeyMap.label(of: .pause, in: .anywhere)) resumes it"
      return
    }
    reader = nil
    let running = fling?.fling.speed(at: time) ?? 0
    let kept = running * direction > 0 ? running : 0
    let limit = 16_000.0
    let speed = max(-limit, min(limit, kept + direction * Fling.thumbSpeed))
    fling = RunningFling(
      fling: Fling(from: run.engine.viewport.y, speed: speed, at: time), frame: time)
  }

  /// Ends a fling, and what a simulated reader does.
  mutating func stopMoving() {
    fling = nil
    reader = nil
  }

  private mutating func moveFling() {
    guard let fling = fling?.fling else { return }
    self.fling?.frame = time
    let position = (fling.position(at: time) * 2).rounded() / 2
    let isStopped =
      abs(fling.speed(at: time)) < Fling.lowestSpeed || position < 0 || position > lowestScroll
    if isStopped { self.fling = nil }
    scroll(by: position - run.engine.viewport.y)
  }
}
