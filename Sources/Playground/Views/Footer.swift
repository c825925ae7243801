internal import AdEngine
internal import AdSessions

/// The last row: the keys that fit the situation, or a sentence about what just happened.
struct Footer {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    if let notice = model.notice, model.search?.isTyping != true {
      return draw(notice, on: &canvas, in: rect)
    }
    var column = drawSearch(on: &canvas, in: rect)
    if let bill = model.edit?.bill {
      let needed = hints.filter(\.isNeeded).reduce(0) { $0 + cells(of: $1) }
      let words = bill.words(fitting: rect.width - needed - 2)
      column = canvas.write(" \(words) ", at: 0, rect.row, Theme.strong, in: rect)
    }
    for hint in hints(fitting: rect.width - column) {
      let keys = keys(of: hint)
      column = canvas.write(" " + keys, at: column, rect.row, Theme.key, in: rect)
      column = canvas.write(" \(hint.word) ", at: column, rect.row, Theme.text, in: rect)
    }
  }

  /// The hints that so many cells have room for, in their order; those that are needed have room first.
  private func hints(fitting cells: Int) -> [Hint] {
    let hints = hints
    var left = cells
    var chosen: Set<Int> = []
    for isNeeded in [true, false] {
      for (number, hint) in hints.enumerated() where hint.isNeeded == isNeeded {
        let width = self.cells(of: hint)
        guard width <= left else { continue }
        left -= width
        chosen.insert(number)
      }
    }
    return hints.indices.filter(chosen.contains).map { hints[$0] }
  }

  /// The cells that a hint takes, a blank before, between and behind its keys and its word.
  private func cells(of hint: Hint) -> Int {
    Glyphs.cells(keys(of: hint)) + Glyphs.cells(hint.word) + 3
  }

  private func keys(of hint: Hint) -> String {
    hint.commands.map { KeyMap.label(of: $0, in: model.keyContext) }.joined()
  }

  /// Draws a notice, over the last rows of the panes where it is long.
  private func draw(_ notice: String, on canvas: inout Canvas, in rect: Rect) {
    let lines = notice.scrubbed.wrapped(to: max(1, rect.width - 2)).prefix(Self.longestNotice)
    let rows = Rect(
      column: 0, row: rect.endRow - lines.count, width: rect.width, height: lines.count)
    canvas.fill(rows, .blank)
    for (index, line) in lines.enumerated() {
      canvas.write(" " + line, at: 0, rows.row + index, Theme.warning, in: rows)
    }
  }

  /// A notice takes at most so many rows.
  private static let longestNotice = 4

  /// What is searched for and how often it was found; returns the column behind it.
  private func drawSearch(on canvas: inout Canvas, in rect: Rect) -> Int {
    guard let search = model.search else { return 0 }
    switch model.keyContext {
    case .search, .hits: break
    case .log where !search.isInArticle: break
    default: return 0
    }
    let count = count(of: search)
    // The end of a long text is what is being typed.
    let room = max(4, rect.width - Glyphs.cells(count) - 26)
    var column = canvas.write(
      " /" + search.text.scrubbed.tail(of: room), at: 0, rect.row, Theme.strong, in: rect)
    if search.isTyping {
      column = canvas.write(" ", at: column, rect.row, Theme.strong.lit, in: rect)
    }
    return canvas.write(" " + count + " ", at: column, rect.row, Theme.faint, in: rect)
  }

  private func count(of search: Search) -> String {
    guard search.pattern != nil else { return "" }
    guard search.count > 0 else { return "no hit" }
    guard let current = search.current else {
      return search.count == 1 ? "1 hit" : "\(search.count) hits"
    }
    return "\(current + 1) of \(search.count)"
  }

  struct Hint {
    let commands: [Command]
    let word: String
    /// Whether it is shown before all others where there is little room: nobody should be stuck.
    var isNeeded = false
  }

  /// What can be done now, the most useful first; what does not fit is left out.
  var hints: [Hint] {
    let isPageFree = model.keyContext == model.pageContext && model.keyContext != .search
    // What the person cannot do without it comes first.
    let mouse = Hint(commands: [.toggleMouse], word: "gives the mouse back")
    return (model.mouse.isOn && isPageFree ? [mouse] : []) + keyHints
  }

  private var keyHints: [Hint] {
    if let lab = model.lab, model.isLabOpen, model.keyContext == model.pageContext {
      return lab.hints(in: model.keyContext)
    }
    switch model.keyContext {
    case .article, .anywhere, .lab, .labSettings: return articleHints
    case .replay: return replayHints
    case .search:
      let count = model.search?.count ?? 0
      var hints = [Hint(commands: [.leaveSearch], word: "back")]
      if count > 0 { hints.insert(Hint(commands: [.keepSearch], word: "keep"), at: 0) }
      if count > 1 { hints.append(Hint(commands: [.previousHit, .nextHit], word: "hits")) }
      return hints
    case .hits:
      return [
        Hint(commands: [.nextHit, .previousHit], word: "hits"),
        Hint(commands: [.endSearch], word: "end search"),
      ] + (model.replay == nil ? articleHints : [])
    case .threshold:
      return [
        Hint(commands: [.decrease, .increase], word: "10 pt"),
        Hint(commands: [.decreaseMore, .increaseMore], word: "100 pt"),
        Hint(commands: [.keepThreshold], word: "keep", isNeeded: true),
        Hint(commands: [.revertThreshold], word: "revert", isNeeded: true),
        Hint(commands: [.scrollUp, .scrollDown], word: "scroll"),
        Hint(commands: [.nextPane], word: "next"),
        Hint(commands: [.openHelp], word: "help"),
      ]
    case .log:
      return [
        Hint(commands: [.logUp, .logDown], word: "scroll the log")
      ]
        + (model.search?.isInArticle == false
          ? [Hint(commands: [.nextHit, .previousHit], word: "hits")] : [])
        + [
          Hint(commands: [.filterLog], word: model.log.filter == nil ? "one slot" : "all slots"),
          Hint(commands: [.openSearch], word: "search"),
          Hint(commands: [.logEnd], word: "newest"),
          Hint(commands: [.close], word: "article"),
          Hint(commands: [.toggleLadybug], word: "close the log"),
          Hint(commands: [.openHelp], word: "help"),
        ]
    case .writing:
      return [Hint(commands: [.write], word: "write"), Hint(commands: [.close], word: "leave")]
    case .presets:
      return [
        Hint(commands: [.choosePreset], word: "to \(ThresholdPreset.all.count) take one"),
        Hint(commands: [.close], word: "leave"),
      ]
    case .consent:
      return [
        Hint(commands: [.agree], word: "agree"),
        Hint(commands: [.disagree], word: "disagree"),
        Hint(commands: [.decideLater], word: "leave it"),
        Hint(commands: [.openPreferences], word: "preferences"),
        Hint(commands: [.quit], word: "quit"),
      ]
    case .preferences:
      return [
        Hint(commands: [.choose], word: "yes or no"),
        Hint(commands: [.savePreferences], word: "save", isNeeded: true),
        Hint(commands: [.decideLater], word: "leave", isNeeded: true),
        Hint(commands: [.choiceUp, .choiceDown], word: "move"),
        Hint(commands: [.agree], word: "agree to all"),
        Hint(commands: [.disagree], word: "disagree to all"),
      ]
    case .interstitial:
      return [
        Hint(commands: [.closeInterstitial], word: "close", isNeeded: true),
        Hint(commands: [.followAd], word: "follow its link"),
        Hint(commands: [.plugins], word: "how it came"),
        Hint(commands: [.openHelp], word: "help"), Hint(commands: [.quit], word: "quit"),
      ]
    case .palette:
      return [
        Hint(commands: [.choiceUp, .choiceDown], word: "choose"),
        Hint(commands: [.choose], word: "run"),
        Hint(commands: [.close], word: "close"),
      ]
    case .copy:
      return [
        Hint(commands: CopyForm.allCases.map(\.command), word: "copy"),
        Hint(commands: [.choiceUp, .choiceDown], word: "choose"),
        Hint(commands: [.choose], word: "copy it"),
        Hint(commands: [.close], word: "close"),
      ]
    case .overlay, .details:
      var hints = [Hint(commands: [.close], word: "close")]
      if model.keyContext == .details {
        hints += [
          Hint(commands: [.followAd], word: "follow its link"),
          Hint(commands: [.openConsole], word: "console"),
        ]
      }
      if let box = model.overlayBox,
        box.lastFirstLine(columns: model.columns, rows: model.rows) > 0
      {
        hints.insert(Hint(commands: [.overlayUp, .overlayDown], word: "scroll"), at: 0)
      }
      return hints
    }
  }

  private var replayHints: [Hint] {
    var hints = [
      Hint(commands: [.pause], word: model.clock.isPaused ? "play" : "pause"),
      Hint(commands: [.stepBack, .stepOn], word: "step"),
      Hint(commands: [.slower, .faster], word: "speed"),
      Hint(commands: [.previousCaption, .nextCaption], word: "caption"),
    ]
    // Side by side the numbers are the point of it.
    if model.replay?.recorded != nil { hints += metricsHint }
    if model.longestPeek > 0 {
      hints.append(Hint(commands: [.scrollUp, .scrollDown], word: "look"))
    }
    if model.selection != nil { hints.append(Hint(commands: [.activate], word: "details")) }
    hints += [
      Hint(commands: [.openHelp], word: "help", isNeeded: true),
      Hint(commands: [.quit], word: "quit", isNeeded: true),
      Hint(commands: [.toggleLadybug], word: "ladybug"),
    ]
    if !model.layout.stops.isEmpty {
      hints.append(Hint(commands: [.nextStop], word: "link or ad"))
    }
    if !model.page.slots.isEmpty { hints.append(Hint(commands: [.why], word: "why")) }
    if model.replay?.recorded == nil { hints += metricsHint }
    hints += [
      Hint(commands: [.toBeginning, .toEnd], word: "ends"),
      Hint(commands: [.openPalette], word: "commands"),
      Hint(commands: [.openSearch], word: "search"),
    ]
    return hints
  }

  /// How to see the metrics where there is no room for their pane.
  private var metricsHint: [Hint] {
    guard ScreenLayout(model).metrics.height == 0 else { return [] }
    return [Hint(commands: [.openMetrics], word: "metrics")]
  }

  private var articleHints: [Hint] {
    var hints = [Hint(commands: [.scrollUp, .scrollDown], word: "scroll")]
    if !model.problems.isEmpty { hints.append(Hint(commands: [.openProblems], word: "problems")) }
    if model.isFileChanged {
      hints.append(Hint(commands: [.reopen], word: "open the changed page"))
    }
    if model.recording != nil {
      hints.append(Hint(commands: [.toggleRecording], word: "ends the recording"))
    }
    if let selection = model.selection {
      let isLink = if case .link = model.layout.stops[selection].target { true } else { false }
      hints.append(Hint(commands: [.activate], word: isLink ? "follow" : "details"))
      if !isLink { hints.append(Hint(commands: [.why], word: "why")) }
      if !isLink { hints.append(Hint(commands: [.followAd], word: "its link")) }
    }
    if model.clock.isPaused { hints.append(Hint(commands: [.pause], word: "go on")) }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.pickFetch, .pickDisplay, .pickUnload], word: "thresholds"))
    }
    hints += [
      Hint(commands: [.toggleLadybug], word: "log"),
      Hint(commands: [.openHelp], word: "help", isNeeded: true),
      Hint(commands: [.quit], word: "quit", isNeeded: true),
      Hint(commands: [.openPalette], word: "commands"),
    ]
    if !model.layout.stops.isEmpty, model.keyContext != .hits {
      hints.append(Hint(commands: [.nextStop], word: "link or ad"))
    }
    if model.canGoBack { hints.append(Hint(commands: [.back], word: "back")) }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.toggleUnloading], word: "unloading"))
    }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.openCopy], word: "copy"))
    }
    hints.append(Hint(commands: [.openConsent], word: "consent"))
    if let banner = model.shown.hosts.screenBanner?.state,
      banner == .impressed || banner == .clicked
    {
      hints.append(Hint(commands: [.followBanner], word: "the banner's link"))
    }
    if model.selectedSlot == nil, !model.page.slots.isEmpty {
      hints.append(Hint(commands: [.why], word: "why"))
    }
    hints += metricsHint
    hints.append(Hint(commands: [.openSearch], word: "search"))
    hints.append(Hint(commands: [.flingDown], word: "fling"))
    hints.append(Hint(commands: [.reload], word: "reload"))
    if model.recording == nil {
      hints.append(Hint(commands: [.toggleRecording], word: "record"))
    }
    if !model.mouse.isOn { hints.append(Hint(commands: [.toggleMouse], word: "mouse")) }
    return hints
  }
}

extension String {
  /// The end of this text in so many cells; the first of them is an ellipsis where something was left out.
  fileprivate func tail(of cells: Int) -> String {
    guard Glyphs.cells(self) > cells else { return self }
    var kept: [Glyph] = []
    var used = 1
    for glyph in Array(Glyphs(self)).reversed() {
      guard used + glyph.width <= cells else { break }
      kept.append(glyph)
      used += glyph.width
    }
    var text = String.UnicodeScalarView("…".unicodeScalars)
    for glyph in kept.reversed() {
      text.append(glyph.base)
      if glyph.mark != "\0" { text.append(glyph.mark) }
    }
    return String(text)
  }
}
