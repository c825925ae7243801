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
    refreshHosts()
    leaveMissingSlot()
    refreshWhy()
    refreshPlugins()
    refreshDiagnosis()
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
    let size = viewportSize
    // The viewport of a replay is the session's.
    guard replay == nil, size != run.engine.viewport.size else { return }
    feed(.viewportResized(size))
    if run.engine.viewport.y > lowestScroll { scroll(to: lowestScroll) }
  }

  // MARK: - Keys

  /// Where a key that is pressed now counts first.
  var keyContext: KeyContext {
    if palette != nil { return .palette }
    if copyMenu != nil { return .copy }
    switch overlay?.content {
    case .consent: return .consent
    case .preferences: return .preferences
    case .presets: return .presets
    case .writing: return .writing
    // Nothing can be followed in a replay.
    case .details: return replay == nil ? .details : .overlay
    case .help, .problems, .metrics, .console, .why, .plugins, .diagnosis, .handOff, .tcfKeys:
      return .overlay
    case nil: return pageContext
    }
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

  mutating func press(_ key: Key) {
    notice = nil
    guard
      let command = KeyMap.command(for: key, in: keyContext, isReplay: replay != nil)
    else { return }
    perform(command, key)
  }

  mutating func perform(_ command: Command, _ key: Key) {
    if isLabOpen, performInLab(command) { return }
    guard replay == nil || !Replay.refused.contains(command) else {
      notice = Replay.refusal
      return
    }
    let row = PageLayout.rowHeight
    let screen = max(row, run.engine.viewport.size.height - 2 * row)
    switch command {
    case .scrollUp: scrollByHand(by: -row)
    case .scrollDown: scrollByHand(by: row)
    case .pageUp: scrollByHand(by: -screen)
    case .pageDown: scrollByHand(by: screen)
    case .top: scrollByHand(by: -.greatestFiniteMagnitude)
    case .bottom: scrollByHand(by: .greatestFiniteMagnitude)
    case .flingUp: fling(-1)
    case .flingDown: fling(1)
    case .nextStop: selectStop(1)
    case .previousStop: selectStop(-1)
    case .activate: activateStop()
    case .why: openWhy()
    case .plugins: openPlugins()
    case .hostPlugins: openHostPlugins()
    case .followBanner: followBanner()
    case .closeInterstitial: closeInterstitial()
    case .diagnose: openDiagnosis()
    case .followAd: followAd()
    case .openMetrics: overlay = Overlay(.metrics)
    case .openConsole: openConsole()
    case .deselect: selection = nil
    case .back: goBack()
    case .pickFetch: pick(.fetch)
    case .pickDisplay: pick(.display)
    case .pickUnload: pick(.unload)
    case .decrease: adjust(by: -10)
    case .increase: adjust(by: 10)
    case .decreaseMore: adjust(by: -100)
    case .increaseMore: adjust(by: 100)
    case .typeDigit: if case .character(let digit) = key { type(digit) }
    case .eraseDigit: eraseDigit()
    case .cycleUnit: cycleUnit()
    case .openPresets: openPresets()
    case .openWriting: openWriting()
    case .write: write()
    case .reopen: requests.append(.reopen(location: file.location))
    case .choosePreset:
      if case .character(let digit) = key { choosePreset(digit.wholeNumberValue ?? 0) }
    case .keepThreshold: endEdit(keeping: true)
    case .revertThreshold: endEdit(keeping: false)
    case .toggleUnloading: toggleUnloading()
    case .undo: undoThresholds()
    case .pageThresholds: restorePageThresholds()
    case .reload: reloadSelected()
    case .reloadAll: reloadAll()
    case .toggleLadybug: toggleLadybug()
    case .logUp: log.scroll(by: 1)
    case .logDown: log.scroll(by: -1)
    case .logPageUp: log.scroll(by: logRows)
    case .logPageDown: log.scroll(by: -logRows)
    case .logEnd: log.scrollToEnd()
    case .filterLog: filterLog()
    case .openSearch: openSearch()
    case .typeText: if case .character(let letter) = key { typeLetter(letter) }
    case .eraseText: if palette != nil { palette?.erase() } else { eraseInSearch() }
    case .keepSearch: keepSearch()
    case .leaveSearch: leaveSearch()
    case .nextHit: selectHit(1)
    case .previousHit: selectHit(-1)
    case .endSearch: endSearch()
    case .openConsent: openConsent()
    case .agree: agree()
    case .disagree: disagree()
    case .withdraw: withdraw()
    case .decideLater: leaveConsent()
    case .openPreferences: openPreferences()
    case .savePreferences: savePreferences()
    case .switchPolicy: switchPolicy()
    case .switchRegulation: switchRegulation()
    case .openHandOff: read(.handOff)
    case .openTCFKeys: read(.tcfKeys)
    case .pause: playOrPause()
    case .stepBack: step(-1)
    case .stepOn: step(1)
    case .previousCaption: stepCaption(-1)
    case .nextCaption: stepCaption(1)
    case .skipBack: skip(-5000)
    case .skipOn: skip(5000)
    case .toBeginning: seekAndStay(.start)
    case .toEnd: seekAndStay(Instant(milliseconds: .max))
    case .slower: clock.changeSpeed(-1, at: real)
    case .faster: clock.changeSpeed(1, at: real)
    case .nextPane: changePane(1)
    case .previousPane: changePane(-1)
    case .openHelp: overlay = Overlay(.help)
    case .openProblems: openProblems()
    case .overlayUp: scrollOverlay(by: -1)
    case .overlayDown: scrollOverlay(by: 1)
    case .overlayPageUp: scrollOverlay(by: 1 - overlayRows)
    case .overlayPageDown: scrollOverlay(by: overlayRows - 1)
    case .overlayTop: scrollOverlay(by: -.max / 2)
    case .overlayEnd: scrollOverlay(by: .max / 2)
    case .close: close()
    case .openPalette: palette = Palette()
    case .choiceUp: moveChoice(by: -1)
    case .choiceDown: moveChoice(by: 1)
    case .choicePageUp: moveChoice(by: -(PaletteView(self)?.listRows ?? overlayRows))
    case .choicePageDown: moveChoice(by: PaletteView(self)?.listRows ?? overlayRows)
    case .choose: choose()
    case .toggleMouse: toggleMouse()
    case .toggleRecording: toggleRecording()
    case .openLab: openLab()
    // The rest means something only while the lab is on the screen, and was done there.
    case .leaveLab, .labFetch, .labReset, .labSettings, .labUp, .labDown, .settingUp, .settingDown,
      .changeSetting, .changeSettingBack:
      break
    case .openCopy: openCopyMenu()
    case .copySwift: copy(.swift)
    case .copyGoogletag: copy(.googletag)
    case .copyJSON: copy(.json)
    case .clearText: palette?.clear()
    case .redraw: requests.append(.redraw)
    case .quit: requests.append(.quit)
    }
  }

  /// Takes a letter of the text that is being typed.
  private mutating func typeLetter(_ letter: Character) {
    if palette != nil { palette?.type(letter) } else { typeInSearch(letter) }
  }

  /// Scrolls by a key, which stops a fling.
  private mutating func scrollByHand(by points: Double) {
    fling = nil
    let before = peek
    scroll(by: points)
    if replay != nil, peek == before { notice = "this is a replay: the session scrolls the page" }
  }

  // MARK: - Panes

  private mutating func changePane(_ direction: Int) {
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
  private mutating func filterLog() {
    if log.filter != nil {
      log.setFilter(nil)
    } else if let slot = chosenSlot {
      log.setFilter(Self.id(ofSlot: slot))
    } else {
      notice = "this page has no ads to filter by"
    }
    refreshLogSearch()
  }

  private mutating func close() {
    guard palette == nil, copyMenu == nil else {
      palette = nil
      copyMenu = nil
      return
    }
    if overlay == nil {
      focus = .article
      log.scrollToEnd()
      leaveLogSearch()
    }
    closeOverlay()
  }

  private mutating func scrollOverlay(by lines: Int) {
    guard let overlay, let box = overlayBox else { return }
    let last = box.lastFirstLine(columns: columns, rows: rows)
    self.overlay?.line = max(0, min(last, min(last, overlay.line) + lines))
  }

  /// The rows of text that what covers the page has room for.
  private var overlayRows: Int { max(2, OverlayBox.room(rows: overlayBox?.area?.height ?? rows)) }

  private mutating func openProblems() {
    if problems.isEmpty {
      notice = "this page has no problems"
    } else {
      overlay = Overlay(.problems)
    }
  }

  private mutating func toggleLadybug() {
    settings.isDebugEnabled.toggle()
    if focus == .log { focus = .article }
    leaveLogSearch()
    requests.append(.save(settings))
    if replay != nil {
      if settings.isDebugEnabled { replayAnew() }
    } else {
      record(.page, nil) { "debug log on: \($0.file.name)" }
    }
  }

  // MARK: - Reloading

  private mutating func reloadSelected() {
    guard let slot = chosenSlot else {
      notice = "this page has no ads to reload"
      return
    }
    feed(.reloadRequested(Self.id(ofSlot: slot)))
  }

  private mutating func reloadAll() {
    if page.slots.isEmpty, shown.hosts.places.isEmpty { notice = "this page has no ads to reload" }
    for slot in page.slots.indices { feed(.reloadRequested(Self.id(ofSlot: slot))) }
    reloadHosts()
  }
}
