internal import AdEngine
internal import AdSessions

/// A session of the lab that is shown again: the keys of a replay, on the lab's own clock.
extension Model {
  mutating func replayInLab(_ command: Command) {
    switch command {
    case .pause: playOrPauseLab()
    case .slower: lab?.clock.changeSpeed(-1, at: real)
    case .faster: lab?.clock.changeSpeed(1, at: real)
    case .stepBack: goInLab { $0.moment(before: $1) }
    case .stepOn: goInLab { $0.moment(after: $1) }
    case .previousCaption: goInLab { replay, now in replay.captions.last { $0 < now } }
    case .nextCaption: goInLab { replay, now in replay.captions.first { $0 > now } }
    case .skipBack: skipInLab(-5_000)
    case .skipOn: skipInLab(5_000)
    case .toBeginning: goInLab { _, _ in .start }
    case .toEnd: goInLab { replay, _ in replay.script.end }
    case .labUp: scrollLab(-1)
    case .labDown: scrollLab(1)
    case .openLab, .leaveLab: notice = "this session is of the lab: there is no page to go back to"
    default: notice = Replay.refusal
    }
  }

  private mutating func playOrPauseLab() {
    guard let lab, let replay = lab.replay else { return }
    if lab.clock.isPaused, lab.time >= replay.script.end { self.lab?.seek(to: .start, at: real) }
    self.lab?.clock.setPaused(!lab.clock.isPaused, at: real)
  }

  private mutating func skipInLab(_ milliseconds: Int64) {
    guard let time = lab?.time else { return }
    lab?.seek(to: time + milliseconds, at: real)
  }

  /// Goes to a moment and stays there.
  private mutating func goInLab(_ target: (LabReplay, Instant) -> Instant?) {
    guard let lab, let replay = lab.replay else { return }
    self.lab?.clock.setPaused(true, at: real)
    guard let moment = target(replay, lab.time) else {
      notice = "there is nothing more in this direction"
      return
    }
    self.lab?.seek(to: moment, at: real)
  }

  /// Shows the session of the lab at a moment, or its end.
  mutating func seekInLab(_ moment: Instant) {
    lab?.clock.setPaused(true, at: real)
    lab?.seek(to: moment, at: real)
  }
}
