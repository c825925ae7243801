internal import AdEngine
internal import AdSessions

/// The session of the page on the screen, while it is being recorded.
///
/// It makes lines of what takes place; the shell appends them to the file. The session begins when the page was
/// opened, and that moment is its 0, however much later the recording is asked for: so it says everything that its
/// decisions depend on.
struct Recording: Sendable {
  /// What the session's file is called.
  let file: String
  private let opened: Instant
  private var slots = SlotTable()
  private var recorder: SessionRecorder
  private var writer = SessionWriter()

  /// Begins a session of a page that was opened with this setup; `path` leads to the page from the session's folder,
  /// and `choices` are those with a TC string that counted so far.
  init(
    to file: String, page path: String, digest: String, _ setup: RunSetup,
    choices: [ConsentChoice] = [], columns: Int, openedAt moment: Instant
  ) {
    self.file = file
    opened = moment
    let header = SessionHeader(
      recording: path, digest: digest, setup,
      choice: choices.first { $0.handOff == setup.engine.handOff }, columns: columns)
    recorder = SessionRecorder(header, lazyLoading: setup.engine.lazyLoading)
    for choice in choices { recorder.learn(choice) }
    for slot in setup.slots { _ = slots.add(slot.name, unit: slot.unit) }
    writer.write(header)
  }

  /// Takes note of something that took place; no earlier than what it was told of before.
  mutating func note(_ occurrence: Occurrence) {
    let own = Occurrence(
      at: Instant(milliseconds: occurrence.at - opened), occurrence.event)
    if let line = recorder.line(for: own, slots) { writer.write(line) }
  }

  /// Takes note of a choice with a TC string that is about to count.
  mutating func learn(_ choice: ConsentChoice) { recorder.learn(choice) }

  /// Takes note that at this moment nothing is pending, and nothing follows.
  mutating func end(at moment: Instant) {
    writer.write(recorder.end(at: Instant(milliseconds: moment - opened)))
  }

  /// The bytes of the session since the last call: whole lines.
  mutating func takeUnwritten() -> [UInt8] { writer.take() }
}
