internal import AdEngine
internal import AdSessions

extension Model {
  /// Opens the playground on a replay of a session, on a terminal of a size in cells, at a moment of the shell's in
  /// milliseconds; it plays at once.
  package init(
    _ replay: Replay, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    self.init(
      replay.first, .replay(replay), options: options, settings: settings, columns: columns,
      rows: rows, at: real)
    keepCheckpoint()
    live(to: .start)
  }

  // MARK: - Playing

  /// Hands over the session's lines of this moment and those before it.
  mutating func playLines() {
    while let moment = replay?.nextMoment, moment <= time { playLine() }
    if replay?.checkpoints.wants(history.count, at: time) == true { keepCheckpoint() }
  }

  private mutating func playLine() {
    guard let replay else { return }
    let step = replay.script.steps[replay.next]
    self.replay?.next += 1
    self.replay?.recorded?.play(replay.next)
    switch step.action {
    case .give(let input, let page):
      recordCause(input)
      run.give(input, toPage: page, at: time)
      // A session that is active again says that the person has closed what covered the page.
      if case .activityChanged(true) = input { endInterstitial() }
      follow()
    case .choose(let choice):
      record(choice)
      run.choose(choice, at: time)
      follow()
    case .open(let opening, let setup):
      guard let page = replay.page(opening, setup) else { return }
      run.advance(to: time)
      follow()
      let interstitial = run.engine.isActive ? nil : takeInterstitial()
      pages.open(page)
      run.open(setup, at: time)
      noteOpening()
      enterPage(scroll: 0)
      self.interstitial = interstitial
    case .goBack:
      run.advance(to: time)
      follow()
      run.goBack(at: time)
      showPageBelow()
    case .show(let caption):
      self.replay?.caption = caption
    case .pass:
      run.advance(to: time)
      follow()
    }
  }

  /// Writes down what a person did at the time, as it is written down when one does it.
  private mutating func recordCause(_ input: Engine.Input) {
    switch input {
    case .policyChanged(let policy):
      record(.consent, nil) { "policy \($0.run.engine.policy.rawValue) → \(policy.rawValue)" }
    case .lazyLoadingChanged(let change):
      guard let settings = try? run.engine.lazyLoading?.applying(change) else { return }
      recordTuning(settings)
    default:
      break
    }
  }

  /// Lets time stand still at the end of the session.
  mutating func stopAtEnd() {
    guard let replay, time >= replay.end, !clock.isPaused else { return }
    clock.set(replay.end, at: real)
    clock.setPaused(true, at: real)
  }

  /// Plays, or pauses; at the end it plays from the beginning.
  mutating func playOrPause() {
    if isLabOpen { return playOrPauseLab() }
    if let replay, clock.isPaused, time >= replay.end { seek(to: .start) }
    clock.setPaused(!clock.isPaused, at: real)
  }

  // MARK: - Going to a moment

  /// Shows the session as it is at a moment between its beginning and its end.
  mutating func seek(to moment: Instant) {
    guard let replay else { return }
    let target = max(.start, min(moment, replay.end))
    if let checkpoint = replay.checkpoints.last(upTo: target),
      target < time || checkpoint.time > time
    {
      restore(checkpoint)
    }
    live(to: target)
    log.scrollToEnd()
    clock.set(target, at: real)
  }

  /// Goes to the moment before or after this one at which something takes place, and stays there.
  mutating func step(_ direction: Int) {
    if isLabOpen {
      return goInLab { direction < 0 ? $0.moment(before: $1) : $0.moment(after: $1) }
    }
    guard let script = replay?.script else { return }
    pauseReplay()
    let target = direction < 0 ? script.moment(before: time) : script.moment(after: time)
    guard let target else {
      notice = direction < 0 ? "this is the beginning" : "this is the end"
      return
    }
    seek(to: target)
  }

  /// Goes to the caption before or after the one that is shown, and stays there.
  mutating func stepCaption(_ direction: Int) {
    if isLabOpen {
      return goInLab { replay, now in
        direction < 0
          ? replay.captions.last { $0 < now } : replay.captions.first { $0 > now }
      }
    }
    guard let script = replay?.script else { return }
    pauseReplay()
    let captions = script.steps.lazy.filter { step in
      if case .show = step.action { true } else { false }
    }.map(\.at)
    let target =
      direction < 0 ? captions.last { $0 < time } : captions.first { $0 > time }
    guard let target else {
      notice = direction < 0 ? "no caption before this moment" : "no caption after this moment"
      return
    }
    seek(to: target)
  }

  /// Goes so many milliseconds back or on; whether time runs stays as it is.
  mutating func skip(_ milliseconds: Int64) {
    if isLabOpen { return skipInLab(milliseconds) }
    seek(to: time + milliseconds)
  }

  /// Goes to the beginning or to the end, and stays there.
  mutating func seekAndStay(_ moment: Instant) {
    if isLabOpen { return seekInLab(moment) }
    pauseReplay()
    seek(to: moment)
  }

  private mutating func pauseReplay() {
    if !clock.isPaused { clock.setPaused(true, at: real) }
  }

  /// Lives through the session once more up to now, with the debug log, or without.
  mutating func replayAnew() {
    guard let first = replay?.checkpoints.all.first else { return }
    let moment = time
    replay?.checkpoints.forget()
    restore(first)
    live(to: moment)
  }

  // MARK: - Checkpoints

  private mutating func keepCheckpoint() {
    guard let replay else { return }
    let checkpoint = ReplayCheckpoint(
      time: time, next: replay.next, caption: replay.caption, pages: pages,
      interstitial: interstitial, openingCount: openings.count, run: run,
      recorded: replay.recorded, historyCount: history.count, log: log)
    self.replay?.checkpoints.append(checkpoint)
  }

  private mutating func restore(_ checkpoint: ReplayCheckpoint) {
    time = checkpoint.time
    replay?.next = checkpoint.next
    replay?.caption = checkpoint.caption
    // What is selected is the person's, as long as it is the same page.
    let selection = pages.top.selection
    let isSamePage = pages.top.number == checkpoint.pages.top.number
    pages = checkpoint.pages
    interstitial = checkpoint.interstitial
    if isSamePage { self.pages.top.selection = selection } else { leavePage() }
    openings.removeLast(max(0, openings.count - checkpoint.openingCount))
    run = checkpoint.run
    replay?.recorded = checkpoint.recorded
    let longest = history
    if longest.count > replay?.known.count ?? 0 { replay?.known = longest }
    history = Array((replay?.known ?? []).prefix(checkpoint.historyCount))
    let filter = log.filter
    log = checkpoint.log
    log.setFilter(filter)
    leaveMissingSlot()
  }
}
