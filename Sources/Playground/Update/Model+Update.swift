internal import AdEngine
internal import AdSessions

extension Model {
  /// Takes a message at a moment of the shell's, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    advance(to: real)
    switch message {
    case .key(let key): press(key)
    case .mouse(let event): handle(event)
    case .mouseRefused: doWithoutMouse()
    case .resized(let columns, let rows): resize(columns: columns, rows: rows)
    case .woke: break
    case .opened(let file, let path): arrive(at: file, path: path)
    case .openFailed(let sentence): stay(because: sentence)
    case .reopened(let file): reopen(file)
    case .pageChanged: noteChangedFile()
    case .wrote(let file): noteWritten(file)
    case .recordingStarted(let file, let pages):
      if pages.isEmpty {
        startLabRecording(to: file)
      } else {
        startRecording(to: file, paths: pages)
      }
    case .recordingFailed(let sentence): giveUpRecording(because: sentence)
    case .ending:
      endRecording()
      endLabRecording()
    case .told(let sentence): notice = sentence
    }
    flushRecording()
    flushLabRecording()
    let lines = log.takeUnwritten()
    if replay != nil {
      // What a replay says was written down when it happened, and going to and fro would repeat it.
      refreshLogSearch()
    } else if !lines.isEmpty {
      requests.append(.log(lines))
      refreshLogSearch()
    }
    defer { requests = [] }
    return requests
  }

  private mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    revealChoice()
    refreshHosts()
    let size = viewportSize
    // The viewport of a replay is the session's.
    guard replay == nil, size != run.engine.viewport.size else { return }
    feed(.viewportResized(size))
    if run.engine.viewport.y > lowestScroll { scroll(to: lowestScroll) }
  }

  // MARK: - Keys

  /// Where a key that is pressed now counts first.
  var keyContext: KeyContext {
    overlays.last?.context(in: self) ?? pageContext
  }

  /// The same as if nothing covered the page.
  var pageContext: KeyContext {
    if isLabOpen { return labContext }
    // In a replay the session closes it.
    if interstitial != nil, replay == nil { return .interstitial }
    if search?.isTyping == true { return .search }
    switch focus {
    case .article:
      if search?.isInArticle == true { return .hits }
      return replay == nil ? .article : .replay
    case .threshold: return .threshold
    case .log: return .log
    }
  }

  /// What commands act on now.
  var stage: Stage {
    if isLabOpen { return lab?.replay == nil ? .lab : .labReplay }
    return replay == nil ? .page : .replay
  }

  mutating func press(_ key: Key) {
    notice = nil
    guard let command = KeyMap.command(for: key, in: keyContext, on: stage) else { return }
    perform(command, key)
  }

  /// Runs a command, or says why it does not run here.
  mutating func perform(_ command: Command, _ key: Key) {
    guard command.runs(on: stage), let row = CommandTable.rows[command] else {
      notice = stage.refusal(of: command) ?? notice
      return
    }
    row.run(&self, key)
  }

  /// Takes a letter of the text that is being typed.
  mutating func typeLetter(_ letter: Character) {
    if overlays.last is Palette {
      change(Palette.self) { $0.type(letter) }
    } else {
      typeInSearch(letter)
    }
  }

  /// Takes the last letter back.
  mutating func eraseLetter() {
    if overlays.last is Palette { change(Palette.self) { $0.erase() } } else { eraseInSearch() }
  }

  mutating func clearLetters() { change(Palette.self) { $0.clear() } }

  mutating func changeSpeed(_ direction: Int) {
    let real = real
    if isLabOpen {
      lab?.clock.changeSpeed(direction, at: real)
    } else {
      clock.changeSpeed(direction, at: real)
    }
  }

  /// Scrolls by so many rows by a key.
  mutating func scrollByHand(rows: Double) { scrollByHand(by: rows * PageLayout.rowHeight) }

  /// Scrolls by so many screens by a key; two rows stay in view.
  mutating func scrollByHand(screens: Double) {
    let row = PageLayout.rowHeight
    scrollByHand(by: screens * max(row, run.engine.viewport.size.height - 2 * row))
  }

  /// Scrolls by a key, which stops a fling.
  mutating func scrollByHand(by points: Double) {
    fling = nil
    let before = peek
    scroll(by: points)
    if replay != nil, peek == before { notice = "this is a replay: the session scrolls the page" }
  }

  // MARK: - Panes

  mutating func changePane(_ direction: Int) {
    var panes: [Focus] = [.article]
    if replay == nil, run.engine.lazyLoading != nil {
      panes += ThresholdKind.allCases.map { .threshold($0) }
    }
    if settings.isDebugEnabled { panes.append(.log) }
    let index = panes.firstIndex(of: focus) ?? 0
    let next = panes[(index + direction + panes.count) % panes.count]
    if case .threshold(let kind) = next {
      pick(kind)
    } else {
      endEdit(keeping: true)
      focus = next
    }
  }

  var logRows: Int {
    max(1, ScreenLayout(self).log.height - 3)
  }

  /// Shows the lines about the selected ad alone, or the nearest, or all lines again.
  mutating func filterLog() {
    if log.filter != nil {
      log.setFilter(nil)
    } else if let slot = chosenSlot {
      log.setFilter(Self.id(ofSlot: slot))
    } else {
      notice = "this page has no ads to filter by"
    }
    refreshLogSearch()
  }

  mutating func close() {
    guard overlays.isEmpty else { return closeOverlay() }
    focus = .article
    log.scrollToEnd()
    leaveLogSearch()
  }

  mutating func openProblems() {
    if pages.top.problems.isEmpty {
      notice = "this page has no problems"
    } else {
      show(ProblemsOverlay())
    }
  }

  mutating func toggleLadybug() {
    settings.isDebugEnabled.toggle()
    if focus == .log { focus = .article }
    leaveLogSearch()
    requests.append(.save(settings))
    if replay != nil {
      if settings.isDebugEnabled { replayAnew() }
    } else {
      record(.page, nil) { "debug log on: \($0.pages.top.file.name)" }
    }
  }

  // MARK: - Reloading

  mutating func reloadSelected() {
    guard let slot = chosenSlot else {
      notice = "this page has no ads to reload"
      return
    }
    feed(.reloadRequested(Self.id(ofSlot: slot)))
  }

  mutating func reloadAll() {
    if pages.top.page.slots.isEmpty, pages.top.hosts.places.isEmpty {
      notice = "this page has no ads to reload"
    }
    for slot in pages.top.page.slots.indices { feed(.reloadRequested(Self.id(ofSlot: slot))) }
    reloadHosts()
  }
}
