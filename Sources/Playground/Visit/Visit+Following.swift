internal import AdEngine
internal import AdSessions

/// A session that is shown while it is being written.
extension Visit {
  /// A session whose pages have more events than this is not followed any longer: a replay keeps them all.
  static let maxFollowedEvents = 2_000_000

  mutating func receive(_ news: SessionNews) {
    guard let name = replay?.following?.name else { return }
    let isLive = isLive
    let options = options
    replay?.provide(news.pages, options: options)
    if !news.lines.isEmpty, let (step, change, problem) = replay?.receive(news.lines) {
      addSlots()
      show(fromStep: step, changedAt: change, isLive: isLive)
      if let problem {
        let sentence = "\(name):\(problem.line): \(problem.problem)"
        outbox.requests.append(.endFollowing(problem: sentence))
        return endFollowing(sentence)
      }
    }
    if history.events.count > Self.maxFollowedEvents {
      let sentence = "\(name): more than \(Self.maxFollowedEvents) events; the rest is not read"
      outbox.requests.append(.endFollowing(problem: sentence))
      return endFollowing(sentence)
    }
    if let end = news.end { endFollowing(end) }
  }

  /// Ends the session at the user's wish; returns whether one was followed.
  mutating func stopFollowing() -> Bool {
    guard isFollowing else { return false }
    outbox.requests.append(.endFollowing(problem: nil))
    endFollowing("not followed any longer")
    return true
  }

  /// Makes an ordinary replay of what has come.
  private mutating func endFollowing(_ sentence: String) {
    if replay?.endFollowing() == true, let replay { restart(replay) }
    outbox.notice = "\(sentence): this is a replay now"
    guard let end = replay?.end, time > end else { return }
    seek(to: end)
  }

  /// Shows what has changed from this step on, or all: the newest instant, or the same one; `change` is the session's first.
  private mutating func show(fromStep number: Int?, changedAt change: Instant?, isLive: Bool) {
    guard let script = replay?.script else { return }
    let real = clock.real
    replay?.following?.note(change, newest: script.end, at: real)
    let target = isLive ? replay?.end ?? time : min(time, replay?.end ?? time)
    if let number {
      if script.steps.indices.contains(number) {
        goBack(beforeStep: number, at: script.steps[number].at)
      }
    } else if var other = replay {
      other.rewind()
      restart(other)
    }
    advance(to: target)
    if isLive { clock.set(target) }
  }

  /// Forgets what a step of this number, at this instant, changes, and goes back before it if that was shown.
  private mutating func goBack(beforeStep number: Int, at instant: Instant) {
    replay?.checkpoints.forget(fromStep: number, at: instant)
    replay?.forgetHistory()
    guard let replay, replay.next > number || time >= instant,
      let checkpoint = replay.checkpoints.last(beforeStep: number)
    else { return }
    history.events.removeLast(max(0, history.events.count - checkpoint.historyCount))
    restore(checkpoint)
  }

  mutating func addSlots() {
    guard let slots = replay?.script.slots, pages.top.layout.isPlaced else { return }
    pages.top.take(slots)
    replay?.recorded?.addSlots(upTo: slots.count)
  }
}
