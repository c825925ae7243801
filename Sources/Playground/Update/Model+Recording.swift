internal import AdEngine
internal import AdSessions

/// The session that is recorded.
extension Model {
  /// Begins a recording, or ends the one that goes on.
  mutating func toggleRecording() {
    if isLabOpen { return toggleLabRecording() }
    if let recording {
      endRecording()
      notice = "recorded: 'adview check \(recording.file)' runs it again"
    } else if options.ads != nil {
      notice = "a session cannot say where --ads puts ads: put them into the page to record it"
    } else if !pages.top.file.isFile {
      notice = "a session names the file of its page, and this page has none: record a copy of it"
    } else if historyState == .cut {
      notice = Self.cutHistory
    } else if historyState == .reopened {
      let key = KeyMap.label(of: .reopen, in: .anywhere)
      notice =
        "no session can say that a page over others was opened anew; \(key) on the first begins anew"
    } else {
      requests.append(.startRecording(pages: openings.map(\.location)))
    }
  }

  /// Records into a file that is open now, what took place on the pages before included; `paths` leads from the file's
  /// folder to the pages that were opened, in their order.
  mutating func startRecording(to path: String, paths: [String]) {
    follow()
    guard let first = openings.first else { return }
    var recording = Recording(
      to: path, paths: Dictionary(zip(openings.map(\.location), paths)) { first, _ in first },
      of: first, choices: choices, columns: pages.top.layout.columns, openedAt: historyStart)
    for occurrence in history { recording.note(occurrence, openings) }
    self.recording = recording
    let key = KeyMap.label(of: .toggleRecording, in: .anywhere)
    notice = "recording to \(path): \(key) ends it"
  }

  /// Ends the recording, if there is one, and returns the name of its file.
  ///
  /// A session goes on until nothing is pending, so what would still take place if nobody did anything is decided now,
  /// in a copy of the run, and recorded.
  @discardableResult
  mutating func endRecording() -> String? {
    guard recording != nil else { return nil }
    follow()
    var rest = run
    let hasSettled = rest.settle()
    let openings = openings
    for occurrence in rest.takeHistory() { recording?.note(occurrence, openings) }
    if hasSettled { recording?.end(at: rest.now) }
    flushRecording()
    requests.append(.endRecording)
    defer { recording = nil }
    return recording?.file
  }

  /// Goes on without a recording that cannot be written.
  mutating func giveUpRecording(because sentence: String) {
    recording = nil
    lab?.recording = nil
    notice = sentence
  }

  /// Hands what was recorded since the last call to the shell.
  mutating func flushRecording() {
    if let bytes = recording?.takeUnwritten(), !bytes.isEmpty { requests.append(.record(bytes)) }
  }
}
