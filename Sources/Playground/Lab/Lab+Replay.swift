internal import AdEngine
internal import AdLab
internal import AdSessions

/// A replay of a session of the lab, on the lab's own clock.
extension Lab {
  /// Pauses, or plays; a replay at its end plays from the beginning.
  mutating func playOrPause(at real: Int64) {
    if let replay, clock.isPaused, time >= replay.script.end { seek(to: .start, at: real) }
    clock.setPaused(!clock.isPaused, at: real)
  }

  mutating func step(_ direction: Int, _ shared: inout Shared) {
    guard let replay else { return }
    go(to: direction < 0 ? replay.instant(before: time) : replay.instant(after: time), &shared)
  }

  mutating func stepCaption(_ direction: Int, _ shared: inout Shared) {
    guard let captions = replay?.captions else { return }
    let now = time
    go(to: direction < 0 ? captions.last { $0 < now } : captions.first { $0 > now }, &shared)
  }

  mutating func skip(_ milliseconds: Int64, at real: Int64) {
    seek(to: time + milliseconds, at: real)
  }

  /// Shows the session at a time, or its end, and pauses.
  mutating func seekAndStay(_ time: Instant, at real: Int64) {
    clock.setPaused(true, at: real)
    seek(to: time, at: real)
  }

  private mutating func go(to time: Instant?, _ shared: inout Shared) {
    clock.setPaused(true, at: shared.real)
    if let time {
      seek(to: time, at: shared.real)
    } else {
      shared.notice = "there is nothing more in this direction"
    }
  }
}
