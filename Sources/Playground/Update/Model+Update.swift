internal import AdEngine

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
    case .reopened(let file): page.reopen(file)
    case .pageChanged: page.noteChangedFile()
    case .wrote(let file, let problem): page.noteWritten(file, problem)
    case .recordingStarted(let file, let pages):
      if pages.isEmpty {
        lab?.startRecording(to: file, &page.shared)
      } else {
        page.startRecording(to: file, paths: pages)
      }
    case .recordingFailed(let sentence):
      page.recording = nil
      lab?.recording = nil
      page.shared.notice = sentence
    case .sessionGrew(let news): receive(news)
    case .ending:
      page.endRecording()
      endRecordingAside()
      lab?.endRecording(&page.shared)
    case .found(let files): page.shared.files = files
    case .notice(let sentence): page.shared.notice = sentence
    }
    return finish()
  }

  /// Gives what has come of a session to the pages that follow it, which the tuning screen may have put aside.
  private mutating func receive(_ news: SessionNews) {
    guard page.replay?.following == nil, tuning?.pages?.replay?.following != nil else {
      return page.receive(news)
    }
    let real = page.shared.real
    tuning?.pages?.shared.real = real
    tuning?.pages?.receive(news)
    guard let shared = tuning?.pages?.shared else { return }
    page.shared.requests += shared.requests
    if news.end != nil || !shared.requests.isEmpty { page.shared.notice = shared.notice }
    tuning?.pages?.shared.requests = []
  }

  /// Ends the recording of the pages that the tuning screen has put aside.
  private mutating func endRecordingAside() {
    guard tuning?.pages?.recording != nil else { return }
    tuning?.pages?.shared.requests = []
    tuning?.pages?.endRecording()
    page.shared.requests += tuning?.pages?.shared.requests ?? []
  }

  /// Brings up to date what follows from all of the message, and takes the requests.
  private mutating func finish() -> [Request] {
    // A choice about consent or another size may have made the ads beside the slots due.
    if page.pages.top.hasHosts { page.refreshHosts() }
    flushRecordings()
    if page.shared.isLogging { page.flushLog() }
    if !isLabOpen, !isTuningOpen {
      page.makeContents()
      page.followWhatIf()
      page.followBlame()
    }
    followOverlaySearch()
    defer { page.shared.requests = [] }
    return page.shared.requests
  }

  /// Has what was recorded written: whole updates, so that a kill loses one at most, and before all else that was asked for,
  /// since another page or another session ends a recording.
  private mutating func flushRecordings() {
    let others = page.shared.requests
    page.shared.requests = []
    if page.recording != nil { page.flushRecording() }
    lab?.flushRecording(&page.shared)
    page.shared.requests += others
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  package var nextDeadline: Int64? {
    let deadline =
      isLabOpen ? lab?.nextDeadline : isTuningOpen ? tuning?.deadline(page) : page.nextDeadline
    return deadline.map { max($0, page.shared.real + 1) }
  }

  /// Takes the time of both screens to that of the shell.
  private mutating func advance(to real: Int64) {
    page.shared.real = max(page.shared.real, real)
    if isLabOpen { lab?.advance(&page.shared) }
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
    let real = page.shared.real
    if isLabOpen {
      lab?.clock.changeSpeed(direction, at: real)
    } else {
      page.clock.changeSpeed(direction, at: real)
    }
  }

  /// Plays, or pauses; a replay at its end plays from the beginning.
  mutating func playOrPause() {
    if isLabOpen { lab?.playOrPause(at: page.shared.real) } else { page.playOrPause() }
  }

  /// Goes to the next or the previous event of a replay.
  mutating func step(_ direction: Int) {
    if isLabOpen { lab?.step(direction, &page.shared) } else { page.step(direction) }
  }

  mutating func stepCaption(_ direction: Int) {
    if isLabOpen { lab?.stepCaption(direction, &page.shared) } else { page.stepCaption(direction) }
  }

  /// Goes so many milliseconds back or on in a replay.
  mutating func skip(_ milliseconds: Int64) {
    if isLabOpen { lab?.skip(milliseconds, at: page.shared.real) } else { page.skip(milliseconds) }
  }

  /// Goes to a time of a replay, and pauses.
  mutating func seekAndStay(_ time: Instant) {
    if isLabOpen {
      lab?.seekAndStay(time, at: page.shared.real)
    } else {
      page.seekAndStay(time)
    }
  }

  mutating func toggleRecording() {
    guard isLabOpen else { return page.toggleRecording() }
    let isPageRecorded = page.recording != nil
    lab?.toggleRecording(&page.shared, isPageRecorded: isPageRecorded)
  }
}
