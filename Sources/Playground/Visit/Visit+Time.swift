internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Visit {
  /// Takes time to the shell's, in milliseconds, in order; returns whether a replay has just ended.
  mutating func advance(toReal real: Int64) -> Bool {
    clock.advance(to: real)
    if isFollowing { replay?.following?.advance(to: real) }
    advance(to: min(clock.now, replay?.end ?? Instant(milliseconds: .max)))
    return stopAtEnd()
  }

  /// Takes the session's time to an instant, everything that is due on the way in order.
  mutating func advance(to target: Instant) {
    while let due = nextEventTime, due <= target {
      time = max(time, due)
      if let line = replay?.nextStepTime, line <= due {
        // What is due at its instant belongs to the step.
        playLines()
      } else {
        run.advance(to: time)
        applyNewEvents()
      }
      startConsent()
      refreshScreenAds()
      if let fling = pages.motion.fling, fling.nextFrame <= time { moveFling() }
      if let due = pages.motion.reader?.due, due <= time { moveReader() }
    }
    time = max(time, target)
    run.advance(to: time)
    let now = time
    if let steps = replay?.recordedScript?.steps {
      replay?.recorded?.advance(to: now, steps)
    }
    // A screen is drawn after each call; linear mode reads the layout when a line was typed.
    if !options.printsNews { placeSlots() }
    pages.top.resizes.removeAll { $0.isOver(at: now) }
  }

  var nextEventTime: Instant? {
    [
      run.nextDueTime, pages.motion.fling?.nextFrame, replay?.nextTime(after: time),
      isReplay ? nil : consent.pending?.at, nextContentChange, pages.motion.reader?.due,
    ].compactMap { $0 }.min()
  }

  /// When an ad that is rendered on the page on the screen changes by itself.
  private var nextContentChange: Instant? {
    let world = creativeWorld()
    guard world.usesPlugins else { return nil }
    return pages.top.slots.indices.lazy.compactMap { slot -> Instant? in
      guard let status = run.engine.status(of: SlotID(slot)), status.isRendered,
        let loadedAt = pages.top.slots[slot].loadedAt
      else { return nil }
      return world.rendering(for: status.id, generation: status.generation)?
        .nextChange(after: time - loadedAt).map { loadedAt + $0 }
    }.min()
  }

  // MARK: - Flings

  /// Lets the page go with a thumb's speed, or faster if it is under way in this direction.
  mutating func fling(_ direction: Double) {
    guard !clock.isPaused else {
      outbox.notice = "time is paused: \(KeyMap.label(of: .pause)) resumes it"
      return
    }
    pages.motion.reader = nil
    let running = pages.motion.fling?.fling.speed(at: time) ?? 0
    let kept = running * direction > 0 ? running : 0
    let limit = 16_000.0
    let speed = max(-limit, min(limit, kept + direction * Fling.thumbSpeed))
    pages.motion.fling = RunningFling(
      fling: Fling(from: run.engine.viewport.y, speed: speed, at: time), frame: time)
  }

  /// Ends a fling, and what a simulated reader does.
  mutating func stopMoving() {
    pages.motion.fling = nil
    pages.motion.reader = nil
  }

  private mutating func moveFling() {
    guard let fling = pages.motion.fling?.fling else { return }
    let time = time
    pages.motion.fling?.frame = time
    let position = (fling.position(at: time) * 2).rounded() / 2
    let isStopped =
      abs(fling.speed(at: time)) < Fling.lowestSpeed || position < 0 || position > lowestScroll
    if isStopped { pages.motion.fling = nil }
    scroll(by: position - run.engine.viewport.y)
  }

  // MARK: - The viewport

  /// The viewport's size by the options or the page; terminal and panes do not count.
  var viewportSize: Size { options.overrides.viewport ?? pages.top.page.settings.openingViewport }

  /// The farthest that the page can be scrolled, in points.
  var lowestScroll: Double { max(0, pages.top.layout.height - run.engine.viewport.size.height) }

  /// Scrolls the page so that `position` is at the top, as far as the page goes; a replay scrolls by itself.
  mutating func scroll(to position: Double) {
    guard !isReplay else { return }
    let possible = max(0, min(position, lowestScroll))
    outbox.overscroll += position - possible
    run.scroll(to: possible, at: time)
    applyNewEvents()
  }

  /// Scrolls the page by so many points, as far as it goes.
  mutating func scroll(by points: Double) { scroll(to: run.engine.viewport.y + points) }

  // MARK: - Device, network and seed

  /// The device whose viewport the page has, if it is that of one.
  var device: Device? {
    let overrides = replay?.overrides ?? options.overrides
    return overrides.viewport.flatMap { size in Device.all.first { $0.screen == size } }
  }

  /// The network to the simulated ad server, if there is one beside the page's own latency.
  var network: NetworkProfile? { pages.top.initialSetup.world?.network }

  /// Gives the page the viewport of a device, `nil` for its own; one that is laid out otherwise there starts over.
  mutating func choose(_ device: Device?) {
    guard !isReplay else { return redecide { $0.viewport = device?.screen } }
    options.overrides.viewport = device?.screen
    let size = viewportSize
    guard size != run.engine.viewport.size else { return }
    let page = OpenPage(
      reading: pages.top.file, ads: options.ads, in: LayoutSpace(options.overrides))
    guard page.layout.columns == pages.top.layout.columns, page.page.slots == pages.top.page.slots
    else {
      run.restartMetrics(at: time)
      return startOver(page, at: run.engine.viewport.y)
    }
    feed(.viewportResized(size))
    if run.engine.viewport.y > lowestScroll { scroll(to: lowestScroll) }
  }

  /// Begins the page, or decides the replay, again with other settings of what answers it.
  mutating func startOver(_ change: (inout SettingOverrides) -> Void) {
    guard !isReplay else { return redecide(change) }
    change(&options.overrides)
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: run.engine.viewport.y)
  }

  // MARK: - Readers

  /// Lets a simulated reader begin at the top of the page, which starts over.
  mutating func start(_ reader: Reader) {
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: 0)
    let seed = options.overrides.seed ?? 1
    var running = RunningReader(reader, seed: seed, at: time)
    running.goOn(to: lowestScroll)
    pages.motion.reader = running
    outbox.notice = "a simulated \(reader.rawValue) reads this page, seed \(seed)"
  }

  mutating func moveReader() {
    guard let step = pages.motion.reader?.next else { return }
    scroll(to: step.position)
    let bottom = lowestScroll
    pages.motion.reader?.goOn(to: bottom)
    if pages.motion.reader != nil, pages.motion.reader?.due == nil {
      pages.motion.reader = nil
      outbox.notice = "the reader has reached the end of the page"
    }
  }
}
