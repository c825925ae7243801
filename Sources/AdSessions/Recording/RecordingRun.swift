package import AdEngine
import AdSimulation

/// A run that records its session as it goes, for generated ones; the bytes that `finish` returns are a session that checks.
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
    run.loadScreenAds(at: .start)
    record(run.drainHistory())
  }

  /// Runs everything that is due before this instant, then `input`.
  package mutating func apply(_ input: Engine.Input, at instant: Instant) {
    run.apply(input, at: instant)
    record(run.drainHistory())
  }

  /// Runs everything that is due up to this instant, and puts a caption there.
  package mutating func caption(_ text: String, at instant: Instant) {
    run.advance(to: instant)
    record(run.drainHistory())
    writer.write(recorder.line(for: .caption(text), at: run.freeInstant(from: instant)))
  }

  /// Lets a person read the page, which ads of other sizes change, to its end, or until they give up.
  package mutating func read(_ visit: inout ReaderVisit) {
    while let step = visit.next() {
      run.scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment, at: step.at)
      let history = run.drainHistory()
      record(history)
      visit.observe(history)
    }
  }

  /// Lets time run on to the end of the visit, or until nothing is pending, and returns the bytes of the session.
  package mutating func finish(at end: Instant? = nil) -> [UInt8] {
    if let end { run.advance(to: end) }
    let isIdle = end == nil ? run.runUntilIdle() : run.nextDueTime == nil
    record(run.drainHistory())
    if isIdle { writer.write(recorder.end(at: run.now)) }
    return writer.drain()
  }

  private mutating func record(_ history: [RunEvent]) {
    for event in history {
      if let line = recorder.line(for: event, slots) { writer.write(line) }
    }
  }
}
