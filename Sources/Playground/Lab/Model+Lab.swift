internal import AdEngine
internal import AdLab
internal import AdSessions
internal import AdSimulation

/// The way to the lab and back.
extension Model {
  /// Opens the lab, with another unit if one is given.
  package mutating func openLab(unit: String? = nil) {
    guard !isLabOpen else { return }
    let real = shared.real
    hideConsent()
    var lab = lab ?? newLab(unit: unit)
    lab.open(at: real)
    endEdit(keeping: true)
    visit.clock.suspend()
    self.lab = lab
  }

  private func newLab(unit: String?) -> Lab {
    var settings = visit.settings.lab
    if let unit { settings.unit = unit }
    let options = visit.options
    return Lab(
      settings, seed: options.overrides.seed ?? top.initialSetup.world?.seed ?? 1,
      speed: options.speed, at: shared.real)
  }

  mutating func leaveLab() {
    guard lab?.replay == nil else {
      shared.notice = stage.refusal(of: .leaveLab)
      return
    }
    if lab?.recording != nil { toggleRecording() }
    visit.clock.resume()
    lab?.leave()
  }

  mutating func toggleLab() { if isLabOpen { leaveLab() } else { openLab() } }

  /// Scrolls the list of what happened.
  mutating func scrollLab(_ lines: Int) {
    let shared = shared
    lab?.scroll(lines, in: shared)
  }
}

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
