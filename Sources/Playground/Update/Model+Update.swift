internal import AdEngine
internal import AdSessions

extension Model {
  /// Takes a message at the shell's time, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    advance(to: real)
    switch message {
    case .key(let key): press(key)
    case .mouse(let event): handle(event)
    case .mouseRefused: giveUpMouse()
    case .resized(let columns, let rows): resize(columns: columns, rows: rows)
    case .woke: break
    case .opened(let file, let path): arrive(at: file, path: path)
    case .openFailed(let sentence): failToOpen(because: sentence)
    case .reopened(let file): visit.reopen(file)
    case .pageChanged: noteChangedFile()
    case .wrote(let file, let problem): noteWritten(file, problem)
    case .recordingStarted(let file, let pages):
      if pages.isEmpty {
        lab?.startRecording(to: file)
      } else {
        visit.startRecording(to: file, paths: pages)
      }
    case .recordingFailed(let sentence):
      visit.recording = nil
      lab?.recording = nil
      shared.notice = sentence
    case .sessionGrew(let news): receive(news)
    case .ending:
      visit.endRecording()
      endRecordingAside()
      lab?.endRecording()
    case .found(let files): shared.files = files
    case .notice(let sentence): shared.notice = sentence
    }
    return finish()
  }

  /// Gives what has come of a session to the pages that follow it, which the tuning screen may have put aside.
  private mutating func receive(_ news: SessionNews) {
    guard !visit.isFollowing, tuning?.aside?.visit.isFollowing == true else {
      return visit.receive(news)
    }
    let real = shared.real
    tuning?.aside?.visit.clock.advance(to: real)
    tuning?.aside?.visit.receive(news)
    takeAside(isNoticed: news.end != nil)
  }

  /// Ends the recording of the pages that the tuning screen has put aside.
  mutating func endRecordingAside() {
    guard tuning?.aside?.visit.recording != nil else { return }
    tuning?.aside?.visit.endRecording()
    takeAside(isNoticed: false)
  }

  private mutating func takeAside(isNoticed: Bool) {
    guard let outbox = tuning?.aside?.visit.outbox else { return }
    tuning?.aside?.visit.outbox = Outbox()
    shared.requests += outbox.requests
    if isNoticed || !outbox.requests.isEmpty { shared.notice = outbox.notice }
  }

  /// Brings up to date what follows from all of the message, and takes the requests.
  private mutating func finish() -> [Request] {
    // A choice about consent may have made the ads beside the slots due.
    if top.hasScreenAds { visit.refreshScreenAds() }
    let recorded = [visit.recording?.drainUnwritten(), lab?.recording?.recorder.drainUnwritten()]
    flushLog()
    leaveMissingSlot()
    deselectHiddenLink()
    showShift()
    if !isLabOpen, !isTuningOpen {
      makeContents()
      followWhatIf()
      followBlame()
      followFile()
    }
    followOverlaySearch()
    defer { shared.requests = [] }
    // Whole updates, so that a kill loses one at most, and before all else that was asked for, since another page or another
    // session ends a recording.
    return recorded.compactMap(\.self).filter { !$0.isEmpty }.map(Request.record) + shared.requests
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  package var nextDeadline: Int64? {
    // Counting goes on at once.
    let tuningDeadline = tuning?.isWorking == true ? shared.real : nil
    let deadline = isLabOpen ? lab?.nextDeadline : isTuningOpen ? tuningDeadline : pageDeadline
    return deadline.map { max($0, shared.real + 1) }
  }

  /// Takes the time of the screens to that of the shell.
  private mutating func advance(to real: Int64) {
    shared.real = max(shared.real, real)
    let real = shared.real
    if isLabOpen { lab?.advance(toReal: real) }
    if isTuningOpen, tuning?.isWorking == true { tuning?.work() }
    if visit.advance(toReal: real) { showCardAtEnd() }
  }

  /// Where a key that is pressed now counts first.
  var keyContext: KeyContext {
    if let search = viewer.search, search.isInOverlay, search.isTyping { return .search }
    return viewer.overlays.last?.context(in: self) ?? pageContext
  }

  /// Where a key counts first on the page, the lab or the tuning screen, whatever covers it.
  var pageContext: KeyContext {
    if let lab, lab.isOpen { return lab.context }
    return isTuningOpen ? .tuning : focusContext
  }

  /// What commands act on now.
  var stage: Stage {
    if let lab, lab.isOpen { return lab.stage }
    return isTuningOpen ? .tuning : visit.isReplay ? .replay : .page
  }

  mutating func press(_ key: Key) {
    shared.notice = nil
    guard let command = KeyMap.command(for: key, in: keyContext, on: stage) else { return }
    perform(command, key)
  }

  /// Runs a command, or says why it does not run here.
  mutating func perform(_ command: Command, _ key: Key) {
    guard command.runs(on: stage), let row = CommandTable.rows[command] else {
      shared.notice = stage.refusal(of: command) ?? shared.notice
      return
    }
    row.run(&self, key)
  }

  /// Changes the clock of the screen that is open.
  mutating func changeSpeed(_ direction: Int) {
    if isLabOpen { lab?.clock.changeSpeed(direction) } else { visit.clock.changeSpeed(direction) }
  }

  /// Does what a user wants with the replay that is open; at its end the figures are shown.
  mutating func perform(_ command: ReplayCommand) {
    if isLabOpen {
      _ = lab?.perform(command)
      return
    }
    if !seek({ $0.perform(command) }), command == .step(1) || command == .caption(1) {
      showCardAtEnd()
    }
  }

  mutating func toggleRecording() {
    guard isLabOpen else { return visit.toggleRecording() }
    let isPageRecorded = visit.recording != nil
    let program = visit.options.program
    lab?.toggleRecording(isPageRecorded: isPageRecorded, program: program)
  }
}
