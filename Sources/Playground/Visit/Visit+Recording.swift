internal import AdSessions

extension Visit {
  /// Begins a recording, or ends the one that goes on.
  mutating func toggleRecording() {
    if let recording {
      endRecording()
      outbox.notice = "recorded: '\(options.program) check \(recording.file)' runs it again"
    } else if options.ads != nil {
      outbox.notice =
        "a session cannot say where --ads puts ads: put them into the page to record it"
    } else if history.state == .cut {
      outbox.notice = VisitHistory.cut
    } else if history.state == .changed {
      outbox.notice =
        "a session names one version of its page, and this one has changed: \(KeyMap.label(of: .reopen)) again starts over"
    } else if history.state == .reopened {
      outbox.notice =
        "no session can say that a page over others was reopened; \(KeyMap.label(of: .reopen)) on the first starts over"
    } else {
      outbox.requests.append(.startRecording(.pages(history.openings.map(\.location))))
    }
  }

  /// Records into an open file, everything so far included; `paths` lead from its folder to the opened pages.
  mutating func startRecording(to path: String, paths: [String]) {
    applyNewEvents()
    guard let first = history.openings.first else { return }
    var recording = Recording(
      to: path,
      paths: Dictionary(zip(history.openings.map(\.location), paths)) { first, _ in first },
      of: first, choices: consent.choices, columns: pages.top.layout.columns,
      openedAt: history.start)
    for event in history.events { recording.add(event, history.opening(ofPage: event.page)) }
    self.recording = recording
    outbox.notice = "recording to \(path): \(KeyMap.label(of: .toggleRecording)) ends it"
  }

  /// Ends the recording and returns its file's name; what is still pending is decided now, in a copy, and recorded.
  @discardableResult
  mutating func endRecording() -> String? {
    guard recording != nil else { return nil }
    applyNewEvents()
    var rest = run
    let isIdle = rest.runUntilIdle()
    for event in rest.drainHistory() {
      let opening = history.opening(ofPage: event.page)
      recording?.add(event, opening)
    }
    if isIdle { recording?.end(at: rest.now) }
    flushRecording()
    outbox.requests.append(.endRecording)
    defer { recording = nil }
    return recording?.file
  }

  /// Hands what was recorded since the last call to the shell.
  mutating func flushRecording() {
    if let bytes = recording?.drainUnwritten(), !bytes.isEmpty {
      outbox.requests.append(.record(bytes))
    }
  }
}
