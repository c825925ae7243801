internal import AdEngine
internal import AdSessions

/// What a user does with a replay.
enum ReplayCommand: Hashable {
  /// Play, or pause; at the end from the beginning.
  case playOrPause
  /// Go to the instant before (-1) or after (1) this one at which something happens, and stay there.
  case step(Int)
  /// Go to the caption before (-1) or after (1) this instant, and stay there; after the last one to the end.
  case caption(Int)
  /// Go so many milliseconds on, or back.
  case skip(Int64)
  /// Go to an instant, and stay there; with the newest of a session that is still being written it goes on.
  case stay(at: Instant)
}

/// A replay of pages or of the lab, on its own clock.
protocol ReplayPlayer {
  var clock: SessionClock { get set }
  var time: Instant { get }
  var outbox: Outbox { get set }
  /// The session that is shown again, and when it ends; `nil` where none is.
  var replayed: (session: any ReplayedSession, end: Instant)? { get }
  /// Where the session is, while it is still being written.
  var following: Following? { get }

  /// Shows the session as it is at an instant between its beginning and its end.
  mutating func seek(to instant: Instant)
}

extension ReplayPlayer {
  var isFollowing: Bool { following != nil }

  /// Whether the newest instant of a session that is still being written is shown, and goes on.
  var isLive: Bool { isFollowing && !clock.isPaused && replayed.map { time >= $0.end } == true }

  /// Whether the session is replayed to its end and stands still there.
  var isReplayOver: Bool {
    guard let replayed else { return false }
    return !isFollowing && clock.isPaused && time >= replayed.end
  }

  /// Does what a user wants; returns whether there was something to go to.
  mutating func perform(_ command: ReplayCommand) -> Bool {
    switch command {
    case .playOrPause:
      if isReplayOver { seek(to: .start) }
      clock.setPaused(!clock.isPaused)
      return true
    case .step(let direction): return step(direction)
    case .caption(let direction): return stepCaption(direction)
    case .skip(let milliseconds):
      seek(to: time + milliseconds)
      return true
    case .stay(let instant):
      clock.setPaused(!isFollowing || replayed.map { instant < $0.end } != false)
      seek(to: instant)
      return true
    }
  }

  private mutating func step(_ direction: Int) -> Bool {
    guard let session = replayed?.session else { return false }
    clock.setPaused(true)
    guard let target = session.instant(direction, of: time) else {
      outbox.notice = direction < 0 ? "this is the beginning" : "this is the end"
      return false
    }
    seek(to: target)
    return true
  }

  private mutating func stepCaption(_ direction: Int) -> Bool {
    guard let (session, end) = replayed else { return false }
    clock.setPaused(true)
    if let caption = session.caption(direction, of: time) {
      seek(to: caption.at)
      return true
    }
    // The figures come after the last caption.
    if direction > 0, !isFollowing {
      if time < end { seek(to: end) }
    } else {
      outbox.notice = direction < 0 ? "no caption before this time" : "no caption after this time"
    }
    return false
  }
}
