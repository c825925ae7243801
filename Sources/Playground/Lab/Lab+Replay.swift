internal import AdEngine
internal import AdLab
internal import AdSessions

/// A replay of a session of the lab, on the lab's own clock.
extension Lab {
  /// Pauses, or plays; a replay at its end plays from the beginning.
  mutating func playOrPause() {
    if let replay, clock.isPaused, time >= replay.script.end { seek(to: .start) }
    clock.setPaused(!clock.isPaused)
  }

  mutating func step(_ direction: Int) {
    guard let replay else { return }
    go(to: direction < 0 ? replay.instant(before: time) : replay.instant(after: time))
  }

  mutating func stepCaption(_ direction: Int) {
    guard let captions = replay?.captions else { return }
    let now = time
    go(to: direction < 0 ? captions.last { $0 < now } : captions.first { $0 > now })
  }

  mutating func skip(_ milliseconds: Int64) { seek(to: time + milliseconds) }

  /// Shows the session at a time, or its end, and pauses.
  mutating func seekAndStay(_ time: Instant) {
    clock.setPaused(true)
    seek(to: time)
  }

  private mutating func go(to time: Instant?) {
    clock.setPaused(true)
    if let time {
      seek(to: time)
    } else {
      outbox.notice = "there is nothing more in this direction"
    }
  }
}
