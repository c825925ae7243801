package import AdEngine
package import AdLab

/// Turns what takes place in the lab into the lines of a session; whoever records writes them.
package struct LabRecorder: Sendable {
  private var writer = SessionWriter()
  private let opened: Instant

  /// Begins a session of a lab that was opened with this setup at this moment, which is the session's 0.
  package init(
    _ setup: LabSetup, answers: SessionWorld? = .recorded, openedAt moment: Instant = .start
  ) {
    opened = moment
    writer.write(
      SessionHeader(
        .lab(setup), answers: answers, settings: SessionSettings(seed: setup.seed)))
  }

  /// Takes note of something that took place; no earlier than what it was told of before.
  package mutating func note(_ event: LabRunEvent) {
    let at = max(.start, Instant(milliseconds: event.at - opened))
    switch event.content {
    case .input(.woken), .effect(.refuse): break
    case .input(let input): writer.write(.lab(input), at: at)
    case .effect(let effect): writer.write(.lab(effect), at: at)
    }
  }

  /// Puts a remark at a moment.
  package mutating func caption(_ text: String, at moment: Instant) {
    writer.write(.caption(text), at: max(.start, Instant(milliseconds: moment - opened)))
  }

  /// Says that nothing is pending any more.
  package mutating func end(at moment: Instant) {
    let at = max(.start, Instant(milliseconds: moment - opened))
    writer.write(SessionLine(at: at, .end))
  }

  /// The bytes of the session since the last call: whole lines.
  package mutating func takeUnwritten() -> [UInt8] { writer.take() }
}
