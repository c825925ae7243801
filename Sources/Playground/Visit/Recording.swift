internal import AdEngine
internal import AdSessions

/// The session being recorded, 0 at the first page's opening, however late it was asked for; the shell appends its lines.
struct Recording: Sendable {
  /// What the session's file is called.
  let file: String
  private let opened: Instant
  /// The ways to the pages from the session's folder, by where the pages were found.
  private var paths: [String: String]
  private var slots: SessionSlots
  /// The choices with a TC string that counted so far.
  private var choices: [ConsentChoice]
  private var recorder: SessionRecorder
  private var writer = SessionWriter()

  /// `paths` lead from the session's folder to the page and those opened since; `choices` are those with a TC string so far.
  init(
    to file: String, paths: [String: String], of page: Opening,
    choices: [ConsentChoice] = [], columns: Int, openedAt time: Instant
  ) {
    self.file = file
    self.paths = paths
    opened = time
    let header = SessionHeader(
      recording: paths[page.location] ?? page.location, digest: FileDigest.hex(page.bytes),
      page.setup, choice: choices.first { $0.handOff == page.setup.engine.handOff },
      columns: columns)
    recorder = SessionRecorder(header, lazyLoading: page.setup.engine.lazyLoading)
    self.choices = choices
    for choice in choices { recorder.learn(choice) }
    slots = SessionSlots(page.setup)
    writer.write(header)
  }

  /// Says how to get from the session's folder to a page that may be opened next.
  mutating func provide(_ path: String, for location: String) { paths[location] = path }

  /// Records an event, not before the last one; `page` is how its page was opened.
  mutating func add(_ event: RunEvent, _ page: Opening?) {
    var opening: SessionOpening?
    if event.content == .opened, let page {
      let path = paths[page.location] ?? page.location
      opening = SessionOpening(
        recording: path, digest: FileDigest.hex(page.bytes), page.setup,
        choice: choices.first { $0.handOff == page.setup.engine.handOff })
      slots.open(path, page.setup)
    }
    let own = RunEvent(
      at: Instant(milliseconds: event.at - opened), page: event.page, event.content)
    if let line = recorder.line(for: own, slots[own.page], opening: opening) { writer.write(line) }
  }

  /// Adds a choice with a TC string, before it counts.
  mutating func learn(_ choice: ConsentChoice) {
    recorder.learn(choice)
    choices.append(choice)
  }

  /// Ends the session at an instant at which nothing is pending.
  mutating func end(at time: Instant) {
    writer.write(recorder.end(at: Instant(milliseconds: time - opened)))
  }

  /// The bytes of the session since the last call: whole lines.
  mutating func drainUnwritten() -> [UInt8] { writer.drain() }
}
