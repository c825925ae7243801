package import AdEngine

/// A run that writes down its session while it goes on: for sessions that are made and not lived.
///
/// Give inputs with moments that do not decrease, then ``finish()``. The bytes are a complete session, which agrees
/// with itself when it is checked.
package struct RecordedRun: Sendable {
  package private(set) var run: SessionRun
  private var recorder: SessionRecorder
  private var writer = SessionWriter()
  private var slots = SlotTable()

  /// Begins a run of `setup` and a session with this header.
  package init(_ header: SessionHeader, _ setup: RunSetup) {
    run = SessionRun(setup, keepsHistory: true)
    recorder = SessionRecorder(header, lazyLoading: setup.engine.lazyLoading)
    for slot in setup.slots { _ = slots.add(slot.name, unit: slot.unit) }
    writer.write(header)
    // The header, or the page, has said which slots there are.
    let history = run.takeHistory()
    record(history.filter { if case .effect = $0.event { true } else { false } })
    run.loadHosts(at: .start)
    record(run.takeHistory())
  }

  /// Lets everything take place that is due before `input` at this moment, then the input; returns what took place.
  @discardableResult
  package mutating func give(_ input: Engine.Input, at moment: Instant) -> [Occurrence] {
    run.give(input, at: moment)
    return recorded()
  }

  /// The same with a scroll of a reader who knows of so many scroll adjustments; returns what took place.
  mutating func scroll(
    to position: Double, recordedAdjustment: Double, at moment: Instant
  ) -> [Occurrence] {
    run.scroll(to: position, recordedAdjustment: recordedAdjustment, at: moment)
    return recorded()
  }

  private mutating func recorded() -> [Occurrence] {
    let history = run.takeHistory()
    record(history)
    return history
  }

  /// Lets everything take place that is due up to this moment, and puts a remark there.
  package mutating func caption(_ text: String, at moment: Instant) {
    run.advance(to: moment)
    record(run.takeHistory())
    writer.write(recorder.line(for: .caption(text), at: run.freeInstant(from: moment)))
  }

  /// Lets time run on until nothing is pending, and returns whether that came to pass.
  @discardableResult
  package mutating func finish() -> Bool {
    let hasSettled = run.settle()
    record(run.takeHistory())
    if hasSettled { writer.write(recorder.end(at: run.now)) }
    return hasSettled
  }

  /// The bytes of the session since the last call.
  package mutating func take() -> [UInt8] { writer.take() }

  private mutating func record(_ history: [Occurrence]) {
    for occurrence in history {
      if let line = recorder.line(for: occurrence, slots) { writer.write(line) }
    }
  }
}
