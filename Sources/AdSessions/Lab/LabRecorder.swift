package import AdEngine
package import AdLab

/// Turns the lab's events into the lines of a session; the caller writes them.
package struct LabRecorder: Sendable {
  private var writer = SessionWriter()
  private let opened: Instant

  /// Begins a session of a lab that was opened with this setup at this instant, which is the session's 0.
  package init(
    _ setup: LabSetup, answers: SessionWorld? = .recorded, openedAt instant: Instant = .start
  ) {
    opened = instant
    writer.write(
      SessionHeader(.lab(setup), answers: answers, settings: SessionSettings(seed: setup.seed)))
  }

  /// Records an event; no earlier than the one before.
  package mutating func record(_ event: LabRunEvent) {
    let at = max(.start, Instant(milliseconds: event.at - opened))
    switch event.content {
    case .input(.woken), .effect(.refuse): break
    case .input(let input): writer.write(.lab(input), at: at)
    case .effect(let effect): writer.write(.lab(effect), at: at)
    }
  }

  package mutating func caption(_ text: String, at instant: Instant) {
    writer.write(.caption(text), at: max(.start, Instant(milliseconds: instant - opened)))
  }

  package mutating func end(at instant: Instant) {
    let at = max(.start, Instant(milliseconds: instant - opened))
    writer.write(SessionLine(at: at, .end()))
  }

  /// The bytes of the session since the last call: whole lines.
  package mutating func drainUnwritten() -> [UInt8] { writer.drain() }
}
