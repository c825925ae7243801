internal import AdEngine
internal import AdSessions

extension Visit: ReplayPlayer {
  var replayed: (session: any ReplayedSession, end: Instant)? { replay.map { ($0.script, $0.end) } }

  var following: Following? { replay?.following }

  mutating func playLines() {
    while let due = replay?.nextStepTime, due <= time { playLine() }
    if replay?.checkpoints.isDue(history.events.count, at: time) == true { keepCheckpoint() }
  }

  private mutating func playLine() {
    guard let replay else { return }
    let step = replay.script.steps[replay.next]
    if replay.following != nil, replay.next == replay.script.steps.count - 1 {
      let checkpoint = checkpoint
      self.replay?.checkpoints.newest = checkpoint
    }
    self.replay?.next += 1
    switch step.action {
    case .scroll, .take:
      if case .take(let given) = step.action { for given in given { recordCause(given) } }
      step.apply(to: &run)
      applyNewEvents()
    case .open(let opening, let setup):
      guard let page = replay.page(opening, setup) else { return }
      run.advance(to: time)
      applyNewEvents()
      pages.add(page)
      run.open(setup, at: time)
      addOpening()
      enterPage(scroll: 0)
    case .goBack:
      run.advance(to: time)
      applyNewEvents()
      run.goBack(at: time)
      showPageBelow()
    }
  }

  /// Logs what the user did in the session, as it is logged in live play.
  private mutating func recordCause(_ given: RunInput) {
    switch given {
    case .choice(let choice): record(choice)
    case .input(.policyChanged(let policy), _):
      record(.consent, nil) { "policy \($0.run.engine.policy.rawValue) → \(policy.rawValue)" }
    case .input(.lazyLoadingChanged(let change), _):
      guard let settings = try? run.engine.lazyLoading?.applying(change) else { return }
      recordTuning(settings)
    case .input, .scrolled, .slotAdded: break
    }
  }

  /// The caption of the session that is shown now, if one is.
  var caption: String? { replay?.script.caption(at: time)?.text }

  /// Lets time stand still at the session's end, unless it grows; returns whether it just stopped.
  mutating func stopAtEnd() -> Bool {
    guard let replay, time >= replay.end, !clock.isPaused else { return false }
    clock.set(replay.end)
    guard replay.following == nil else { return false }
    clock.setPaused(true)
    return true
  }

  // MARK: - Other thresholds

  /// Decides the session again at this instant; a threshold in force already stays the session's, which may change it.
  mutating func redecide(under settings: LazyLoadingSettings) {
    guard var change = replay?.overrides.lazyLoading, let now = run.engine.lazyLoading else {
      return
    }
    let (wanted, inForce) = (LazyLoadingChange(to: settings), LazyLoadingChange(to: now))
    for field in SettingField.all where !field.isSame(wanted, inForce) {
      field.copy(wanted, &change)
    }
    redecide(with: change)
  }

  /// The same with thresholds that take the place of the session's own; where there are none it is the recording.
  mutating func redecide(with change: LazyLoadingChange) { redecide { $0.lazyLoading = change } }

  /// Decides the whole session again under other settings from outside, and stays at this instant.
  mutating func redecide(_ change: (inout SettingOverrides) -> Void) {
    guard let replay else { return }
    var overrides = replay.overrides
    change(&overrides)
    guard overrides != replay.overrides else { return }
    do {
      guard let other = try replay.decided(under: overrides) else {
        outbox.notice = "this replay was made for its settings; it is not decided again"
        return
      }
      restart(other)
    } catch {
      outbox.notice = "these settings do not go with the session's own: \(error)"
    }
  }

  /// Shows a session that was decided again, at the same instant.
  mutating func restart(_ other: Replay) {
    var fresh = Visit(other.first, .replay(other), options, settings, at: clock.real)
    fresh.advance(to: min(time, other.end))
    fresh.replay?.undo = replay?.undo ?? []
    become(fresh)
  }

  /// Takes over the session at another instant, or decided otherwise; clock, settings, outbox stay,
  /// and on the same page selection and filter.
  private mutating func become(_ other: Visit) {
    var other = other
    let reached = other.time
    (other.options, other.settings, other.outbox) = (options, settings, outbox)
    other.clock = clock
    other.time = reached
    let isSamePage = other.pages.top.number == pages.top.number
    if isSamePage { other.pages.top.selection = pages.top.selection }
    other.log.setFilter(isSamePage ? log.filter : nil)
    self = other
  }

  // MARK: - Going to an instant

  mutating func seek(to instant: Instant) {
    guard let replay else { return }
    let target = max(.start, min(instant, replay.end))
    if let checkpoint = replay.checkpoints.last(upTo: target),
      target < time || checkpoint.time > time
    {
      restore(checkpoint)
    }
    advance(to: target)
    log.scrollToEnd()
    clock.set(target)
  }

  /// Replays the session from the beginning up to now, so that the log has its lines.
  mutating func replayAgain() {
    guard let first = replay?.checkpoints.all.first else { return }
    let instant = time
    replay?.checkpoints.forget()
    restore(first)
    advance(to: instant)
  }

  // MARK: - Checkpoints

  mutating func keepCheckpoint() {
    if let checkpoint = checkpoint { replay?.checkpoints.append(checkpoint) }
  }

  private var checkpoint: ReplayCheckpoint? {
    replay.map { replay in
      var visit = self
      visit.source = .live(recording: nil)
      visit.history.events = []
      return ReplayCheckpoint(
        visit: visit, next: replay.next, recorded: replay.recorded,
        historyCount: history.events.count)
    }
  }

  /// Goes back, or on, to an instant.
  mutating func restore(_ checkpoint: ReplayCheckpoint) {
    var visit = checkpoint.visit
    visit.source = source
    visit.replay?.next = checkpoint.next
    visit.replay?.recorded = checkpoint.recorded
    visit.history.events = history.events
    if history.events.count != checkpoint.historyCount {
      if history.events.count > replay?.known.count ?? 0 { visit.replay?.known = history.events }
      visit.history.events = Array((visit.replay?.known ?? []).prefix(checkpoint.historyCount))
    }
    become(visit)
    addSlots()
  }
}
