internal import AdEngine
internal import AdSessions

/// The playground without a screen: lines of words go in, sentences come out, nothing is drawn twice.
///
/// It drives the same model, by the same updates, on the same clock. What happens is told in the debug log's own lines.
package struct LinearPlayground: Sendable {
  /// The terminal that the page is laid out for, in cells: always the same, so that the decisions are too.
  private static let size = (columns: 80, rows: 24)

  private var model: Model
  private var untold: [String] = []

  /// Until when lines are to wait, in the shell's milliseconds: time was asked to pass.
  package private(set) var resumesAt: Int64?

  /// Opens a page at a moment of the shell's, in milliseconds.
  package init(
    _ file: PageFile, options: PlaygroundOptions, settings: PlaygroundSettings, at real: Int64
  ) {
    var options = options
    options.tellsNews = true
    model = Model(
      file, options: options, settings: settings, columns: Self.size.columns,
      rows: Self.size.rows, at: real)
    untold.append(model.pageSentence + "; help lists what can be typed")
    tellNews()
    model.notice = nil
    untold += model.overlaySentences
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  ///
  /// Only what can be told counts, not what a screen would show in motion.
  package var nextDeadline: Int64? {
    let own = model.isLabOpen
    let pending = own ? model.lab?.nextMoment : model.nextMoment
    let clock = own ? model.lab?.clock : model.clock
    let next = pending.flatMap { clock?.real(at: $0) }.map { max($0, model.real + 1) }
    return [next, resumesAt].compactMap { $0 }.min()
  }

  /// Takes the sentences that are to be said, safe for any terminal.
  package mutating func takeSentences() -> [String] {
    defer { untold = [] }
    return untold.map(\.scrubbed)
  }

  // MARK: - What happens

  /// Takes a message at a moment of the shell's, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    let requests = model.update(message, at: real)
    tellNews()
    tellNotice()
    switch message {
    case .opened:
      untold.append(model.pageSentence)
      untold += model.interstitialSentences
    case .key, .mouse, .mouseRefused, .resized, .woke, .openFailed, .reopened, .pageChanged,
      .wrote, .told, .recordingStarted, .recordingFailed, .ending:
      break
    }
    if let moment = resumesAt, moment <= model.real {
      resumesAt = nil
      let isLab = model.isLabOpen
      let pending = isLab ? model.lab?.nextMoment : model.nextMoment
      let rest = pending == nil ? "nothing is pending" : "more is to come"
      untold.append("it is \(((isLab ? model.lab?.time : nil) ?? model.time).clock), \(rest)")
    }
    return tellCopies(requests)
  }

  /// Takes a line that was typed, at a moment of the shell's, in milliseconds, and returns what the shell is to do.
  package mutating func take(_ line: String, at real: Int64) -> [Request] {
    var requests = update(.woke, at: real)
    let context = model.keyContext
    guard let order = LinearOrder(line, in: context, pageContext: model.pageContext) else {
      return requests
    }
    let before = model
    if !isForWhatCoversThePage(order) { model.uncover() }
    model.notice = nil
    carryOut(order)
    // The model hands out what it asks for when it is updated.
    requests += model.update(.woke, at: real)
    tellNews()
    requests = tellCopies(requests)
    tellNotice()
    tellChanges(since: before)
    return requests
  }

  /// Whether an order answers what covers the page; any other leaves it.
  private func isForWhatCoversThePage(_ order: LinearOrder) -> Bool {
    switch order {
    case .key, .refused: true
    case .tell(.write): model.overlay is WritingOverlay
    default: false
    }
  }

  /// Begins in the preload lab, with this unit.
  package mutating func openLab(unit: String) {
    model.openLab(unit: unit)
    untold += model.labSentences
  }

  private mutating func carryOut(_ order: LinearOrder) {
    if model.isLabOpen, order.isForThePage {
      untold.append("this is the preload lab: lab leads back to the page")
      return
    }
    switch order {
    case .scroll(let rows):
      model.fling = nil
      model.scroll(by: rows * PageLayout.rowHeight)
    case .consent(.granted): model.perform(.agree, .enter)
    case .consent(.denied): model.perform(.disagree, .enter)
    case .consent(.unset): model.perform(.withdraw, .enter)
    case .choice(let order): model.obey(order)
    case .preset(let number): model.choosePreset(number)
    case .search(let text): search(text)
    case .wait(let milliseconds): resumesAt = model.real + milliseconds
    case .tell(let word): tell(word)
    case .threshold(let order): model.obey(order)
    case .lab(let order):
      untold += model.obey(order)
    case .command(let command): model.perform(command, .enter)
    case .key(let key): model.press(key)
    case .refused(let sentence): untold.append(sentence)
    }
  }

  private mutating func search(_ text: String) {
    model.endEdit(keeping: true)
    model.focus = .article
    model.openSearch()
    for letter in text { model.typeInSearch(letter) }
    model.keepSearch()
  }

  private mutating func tell(_ word: LinearWord) {
    switch word {
    case .read: untold += model.textSentences
    case .where: untold += model.isLabOpen ? model.labSentences : model.whereSentences
    case .slots: untold += model.slotSentences
    case .metrics: untold += model.metricSentences
    case .help: untold += LinearWord.manual
    case .details: model.openDetails()
    case .write:
      if model.overlay is WritingOverlay { model.write() } else { model.openWriting() }
    default: break
    }
  }

  // MARK: - Telling

  private mutating func tellNews() {
    untold += (model.news ?? []).map(\.line)
    model.news = []
  }

  /// Tells what a screen would say in its last row, unless the news have said it.
  private mutating func tellNotice() {
    guard let notice = model.notice else { return }
    model.notice = nil
    if !untold.contains(where: { $0.hasSuffix(notice) }) { untold.append(notice) }
  }

  /// Tells what is to be copied: whoever reads sentences can take it from there.
  private mutating func tellCopies(_ requests: [Request]) -> [Request] {
    requests.filter { request in
      guard case .copy(let text) = request else { return true }
      untold += text.split(separator: "\n").map(String.init)
      model.notice = nil
      return false
    }
  }

  /// Tells what a line has changed that is no news.
  private mutating func tellChanges(since before: Model) {
    if model.run.engine.viewport.y != before.run.engine.viewport.y || model.peek != before.peek {
      untold.append(model.placeSentence)
    }
    if model.pages.top.selection != before.pages.top.selection {
      untold.append(model.selectionSentence ?? "nothing is selected")
    }
    if model.search != before.search, let hit = model.hitSentence { untold.append(hit) }
    if model.edit != before.edit, let sentence = model.editSentence { untold.append(sentence) }
    if model.isLabOpen != before.isLabOpen {
      untold += model.isLabOpen ? model.labSentences : [model.pageSentence]
      return
    }
    if model.clock.isPaused != before.clock.isPaused {
      untold.append(model.clock.isPaused ? "time stands still" : "time goes on")
    }
    if model.clock.speed != before.clock.speed { untold.append("time ×\(model.clock.speed)") }
    if model.settings.isDebugEnabled != before.settings.isDebugEnabled {
      untold.append("debug log \(model.settings.isDebugEnabled ? "on" : "off")")
    }
    let covering = model.overlaySentences
    if covering != before.overlaySentences { untold += covering }
    // What is only read has been told: it covers nothing.
    if model.overlay?.isQuestion == false { model.closeOverlay() }
  }
}
