package import AdEngine

/// A run that records its session as it goes, for generated ones; the bytes of ``finish()`` are a session that checks.
package struct RecordingRun: Sendable {
  package private(set) var run: SessionRun
  private var recorder: SessionRecorder
  private var writer = SessionWriter()
  private var slots = SlotTable()

  package init(_ header: SessionHeader, _ setup: RunSetup) {
    run = SessionRun(setup, keepsHistory: true)
    recorder = SessionRecorder(header, lazyLoading: setup.engine.lazyLoading)
    for slot in setup.slots { _ = slots.add(slot.name, unit: slot.unit) }
    writer.write(header)
    // The header, or the page, has said which slots there are.
    let history = run.drainHistory()
    record(history.filter { if case .effect = $0.content { true } else { false } })
    run.loadHosts(at: .start)
    record(run.drainHistory())
  }

  /// Runs everything that is due before this instant, then `input`; returns the events.
  @discardableResult
  package mutating func apply(_ input: Engine.Input, at instant: Instant) -> [RunEvent] {
    run.apply(input, at: instant)
    return recorded()
  }

  /// The same with a scroll of a reader, given the scroll adjustments known to them; returns the events.
  mutating func scroll(
    to position: Double, recordedAdjustment: Double, at instant: Instant
  ) -> [RunEvent] {
    run.scroll(to: position, recordedAdjustment: recordedAdjustment, at: instant)
    return recorded()
  }

  private mutating func recorded() -> [RunEvent] {
    let history = run.drainHistory()
    record(history)
    return history
  }

  /// Runs everything that is due up to this instant, and puts a caption there.
  package mutating func caption(_ text: String, at instant: Instant) {
    run.advance(to: instant)
    record(run.drainHistory())
    writer.write(recorder.line(for: .caption(text), at: run.freeInstant(from: instant)))
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  @discardableResult
  package mutating func finish() -> Bool {
    let isIdle = run.runUntilIdle()
    record(run.drainHistory())
    if isIdle { writer.write(recorder.end(at: run.now)) }
    return isIdle
  }

  /// The bytes of the session since the last call.
  package mutating func drain() -> [UInt8] { writer.drain() }

  private mutating func record(_ history: [RunEvent]) {
    for event in history {
      if let line = recorder.line(for: event, slots) { writer.write(line) }
    }
  }
}
