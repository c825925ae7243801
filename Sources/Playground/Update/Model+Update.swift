internal import AdEngine
internal import AdSessions

extension Model {
  /// Takes a message at the shell's time, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    advance(to: real)
    switch message {
    case .key(let key): press(key)
    case .mouse(let event): handle(event)
    case .mouseRefused: page.giveUpMouse()
    case .resized(let columns, let rows): page.resize(columns: columns, rows: rows)
    case .woke: break
    case .opened(let file, let path): page.arrive(at: file, path: path)
    case .openFailed(let sentence): page.failToOpen(because: sentence)
    case .reopened(let file): page.visit.reopen(file)
    case .pageChanged: page.noteChangedFile()
    case .wrote(let file, let problem): page.noteWritten(file, problem)
    case .recordingStarted(let file, let pages):
      if pages.isEmpty {
        lab?.startRecording(to: file)
      } else {
        page.visit.startRecording(to: file, paths: pages)
      }
    case .recordingFailed(let sentence):
      page.visit.recording = nil
      lab?.recording = nil
      page.shared.notice = sentence
    case .sessionGrew(let news): receive(news)
    case .ending:
      page.visit.endRecording()
      endRecordingAside()
      lab?.endRecording()
    case .found(let files): page.shared.files = files
    case .notice(let sentence): page.shared.notice = sentence
    }
    return finish()
  }

  /// Gives what has come of a session to the pages that follow it, which the tuning screen may have put aside.
  private mutating func receive(_ news: SessionNews) {
    guard page.visit.replay?.following == nil, tuning?.aside?.visit.replay?.following != nil else {
      return page.visit.receive(news)
    }
    let real = page.shared.real
    tuning?.aside?.visit.clock.advance(to: real)
    tuning?.aside?.visit.receive(news)
    takeAside(isNoticed: news.end != nil)
  }

  /// Ends the recording of the pages that the tuning screen has put aside.
  private mutating func endRecordingAside() {
    guard tuning?.aside?.visit.recording != nil else { return }
    tuning?.aside?.visit.endRecording()
    takeAside(isNoticed: false)
  }

  /// Takes what the pages that were put aside have to say.
  private mutating func takeAside(isNoticed: Bool) {
    guard let outbox = tuning?.aside?.visit.outbox else { return }
    tuning?.aside?.visit.outbox = Outbox()
    page.shared.requests += outbox.requests
    if isNoticed || !outbox.requests.isEmpty { page.shared.notice = outbox.notice }
  }

  /// Brings up to date what follows from all of the message, and takes the requests.
  private mutating func finish() -> [Request] {
    // A choice about consent or another size may have made the ads beside the slots due.
    if page.visit.pages.top.hasHosts { page.visit.refreshHosts() }
    let recorded = [
      page.visit.recording?.drainUnwritten(), lab?.recording?.recorder.drainUnwritten(),
    ]
    page.flushLog()
    page.leaveMissingSlot()
    page.deselectHiddenLink()
    page.showShift()
    if !isLabOpen, !isTuningOpen {
      page.makeContents()
      page.followWhatIf()
      page.followBlame()
    }
    followOverlaySearch()
    defer { page.shared.requests = [] }
    // Whole updates, so that a kill loses one at most, and before all else that was asked for, since another page or another
    // session ends a recording.
    return recorded.compactMap(\.self).filter { !$0.isEmpty }.map(Request.record)
      + page.shared.requests
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  package var nextDeadline: Int64? {
    let deadline =
      isLabOpen
      ? lab?.nextDeadline
      : isTuningOpen ? tuning?.deadline(at: page.shared.real) : page.nextDeadline
    return deadline.map { max($0, page.shared.real + 1) }
  }

  /// Takes the time of both screens to that of the shell.
  private mutating func advance(to real: Int64) {
    page.shared.real = max(page.shared.real, real)
    let real = page.shared.real
    if isLabOpen { lab?.advance(toReal: real) }
    if isTuningOpen, tuning?.isWorking == true { workOnTuning() }
    page.advance()
  }

  // MARK: - Keys

  /// Where a key that is pressed now counts first.
  var keyContext: KeyContext {
    if let search = page.viewer.search, search.isInOverlay, search.isTyping { return .search }
    return page.viewer.overlays.last?.context(in: scene) ?? pageContext
  }

  /// The same as if nothing covered the screen.
  var pageContext: KeyContext {
    if let lab, lab.isOpen { return lab.context }
    return isTuningOpen ? .tuning : page.context
  }

  /// What commands act on now.
  var stage: Stage {
    if let lab, lab.isOpen { return lab.stage }
    return isTuningOpen ? .tuning : page.stage
  }

  mutating func press(_ key: Key) {
    page.shared.notice = nil
    guard let command = KeyMap.command(for: key, in: keyContext, on: stage) else { return }
    perform(command, key)
  }

  /// Runs a command, or says why it does not run here.
  mutating func perform(_ command: Command, _ key: Key) {
    guard command.runs(on: stage), let row = CommandTable.rows[command] else {
      page.shared.notice = stage.refusal(of: command) ?? page.shared.notice
      return
    }
    row.run(&self, key)
  }

  // MARK: - What both screens have

  /// Changes the clock of the screen that is open.
  mutating func changeSpeed(_ direction: Int) {
    if isLabOpen {
      lab?.clock.changeSpeed(direction)
    } else {
      page.visit.clock.changeSpeed(direction)
    }
  }

  /// Plays, or pauses; a replay at its end plays from the beginning.
  mutating func playOrPause() {
    if isLabOpen { lab?.playOrPause() } else { page.seek { $0.playOrPause() } }
  }

  /// Goes to the next or the previous event of a replay.
  mutating func step(_ direction: Int) {
    if isLabOpen { return lab?.step(direction) ?? () }
    if !page.seek({ $0.step(direction) }), direction > 0 { page.showCardAtEnd() }
  }

  mutating func stepCaption(_ direction: Int) {
    if isLabOpen { return lab?.stepCaption(direction) ?? () }
    if !page.seek({ $0.stepCaption(direction) }), direction > 0 { page.showCardAtEnd() }
  }

  /// Goes so many milliseconds back or on in a replay.
  mutating func skip(_ milliseconds: Int64) {
    if isLabOpen { lab?.skip(milliseconds) } else { page.seek { $0.skip(milliseconds) } }
  }

  /// Goes to a time of a replay, and pauses.
  mutating func seekAndStay(_ time: Instant) {
    if isLabOpen { lab?.seekAndStay(time) } else { page.seek { $0.seekAndStay(time) } }
  }

  mutating func toggleRecording() {
    guard isLabOpen else { return page.visit.toggleRecording() }
    let isPageRecorded = page.visit.recording != nil
    lab?.toggleRecording(isPageRecorded: isPageRecorded)
  }
}
