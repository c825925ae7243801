internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The device, the network, the seed and the readers of a page.
extension Visit {
  /// The device whose viewport the page has, if it is that of one.
  var device: Device? {
    let overrides = replay?.overrides ?? options.overrides
    return overrides.viewport.flatMap { size in Device.all.first { $0.screen == size } }
  }

  /// The network to the simulated ad server, if there is one beside the page's own latency.
  var network: NetworkProfile? { pages.top.opening.world?.network }

  /// Gives the page the viewport of a device; `nil` for its own.
  mutating func choose(_ device: Device?) {
    guard !isReplay else { return redecide { $0.viewport = device?.screen } }
    options.overrides.viewport = device?.screen
    let size = viewportSize
    guard size != run.engine.viewport.size else { return }
    feed(.viewportResized(size))
    if run.engine.viewport.y > lowestScroll { scroll(to: lowestScroll) }
  }

  /// Changes what answers the page, from its beginning on.
  mutating func answer(_ change: (inout SettingOverrides) -> Void) {
    guard !isReplay else { return redecide(change) }
    change(&options.overrides)
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: run.engine.viewport.y)
  }

  // MARK: - Readers

  /// Lets a simulated reader begin at the top of the page, which starts over.
  mutating func start(_ reader: Reader) {
    guard !isReplay else {
      outbox.notice = Replay.refusal
      return
    }
    run.restartMetrics(at: time)
    startOver(pages.top.file, at: 0)
    let seed = options.overrides.seed ?? 1
    var running = RunningReader(reader, seed: seed, at: time)
    running.goOn(to: lowestScroll)
    motion.reader = running
    outbox.notice = "a simulated \(reader.rawValue) reads this page, seed \(seed)"
  }

  /// Moves the page as the reader does.
  mutating func moveReader() {
    guard let step = motion.reader?.next else { return }
    scroll(to: step.position)
    let bottom = lowestScroll
    motion.reader?.goOn(to: bottom)
    if motion.reader != nil, motion.reader?.due == nil {
      motion.reader = nil
      outbox.notice = "the reader has reached the end of the page"
    }
  }
}
