internal import AdEngine
internal import AdLab
internal import AdSessions

/// A session of the lab that is shown again: the keys of a replay, on the lab's own clock.
extension Model {
  /// Lets the lab's time stand still, or go on; at the end of a session it plays from the beginning.
  mutating func playOrPauseLab() {
    guard let lab else { return }
    let real = real
    if let replay = lab.replay, lab.clock.isPaused, lab.time >= replay.script.end {
      self.lab?.seek(to: .start, at: real)
    }
    self.lab?.togglePause(at: real)
  }

  mutating func skipInLab(_ milliseconds: Int64) {
    guard let time = lab?.time else { return }
    let real = real
    lab?.seek(to: time + milliseconds, at: real)
  }

  /// Goes to a moment and stays there.
  mutating func goInLab(_ target: (LabReplay, Instant) -> Instant?) {
    guard let lab, let replay = lab.replay else { return }
    let real = real
    self.lab?.clock.setPaused(true, at: real)
    guard let moment = target(replay, lab.time) else {
      notice = "there is nothing more in this direction"
      return
    }
    self.lab?.seek(to: moment, at: real)
  }

  /// Shows the session of the lab at a moment, or its end.
  mutating func seekInLab(_ moment: Instant) {
    let real = real
    lab?.clock.setPaused(true, at: real)
    lab?.seek(to: moment, at: real)
  }
}
