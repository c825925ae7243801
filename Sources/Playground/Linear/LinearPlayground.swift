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
    options.printsNews = true
    model = Model(
      file, options: options, settings: settings, columns: Self.size.columns,
      rows: Self.size.rows, at: real)
    untold.append(sentences.page + "; help lists what can be typed")
    tellNews()
    model.page.shared.notice = nil
    untold += Self.covering(model)
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; `nil` while nothing is pending.
  ///
  /// Only what can be told counts, not what a screen would show in motion.
  package var nextDeadline: Int64? {
    let own = model.isLabOpen
    let pending = own ? model.lab?.nextEventTime : model.page.nextEventTime
    let clock = own ? model.lab?.clock : model.page.clock
    let next = pending.flatMap { clock?.real(at: $0) }.map { max($0, model.page.shared.real + 1) }
    return [next, resumesAt].compactMap { $0 }.min()
  }

  /// Takes the sentences that are to be said, safe for any terminal.
  package mutating func takeSentences() -> [String] {
    defer { untold = [] }
    return untold.map(\.scrubbed)
  }

  private var sentences: PageSentences { PageSentences(model.page) }

  /// What covers the screen, in sentences.
  private static func covering(_ model: Model) -> [String] {
    model.page.overlay?.box(in: model.scene)?.sentences ?? []
  }

  // MARK: - What happens

  /// Takes a message at a moment of the shell's, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    let requests = model.update(message, at: real)
    tellNews()
    tellNotice()
    switch message {
    case .opened:
      untold.append(sentences.page)
      untold += sentences.interstitial
    case .key, .mouse, .mouseRefused, .resized, .woke, .openFailed, .reopened, .pageChanged,
      .wrote, .told, .recordingStarted, .recordingFailed, .ending:
      break
    }
    if let resumesAt, resumesAt <= model.page.shared.real {
      self.resumesAt = nil
      let isLab = model.isLabOpen
      let pending = isLab ? model.lab?.nextEventTime : model.page.nextEventTime
      let rest = pending == nil ? "nothing is pending" : "more is to come"
      untold.append("it is \(((isLab ? model.lab?.time : nil) ?? model.page.time).clock), \(rest)")
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
    if !isForWhatCoversThePage(order) { uncover() }
    model.page.shared.notice = nil
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
    case .tell(.write): model.page.overlay is WritingOverlay
    default: false
    }
  }

  /// Begins in the preload lab, with this unit.
  package mutating func openLab(unit: String) {
    model.openLab(unit: unit)
    untold += (model.lab?.sentences ?? [])
  }

  /// Leaves what covers the page.
  private mutating func uncover() {
    if model.page.overlay == nil { model.page.closeInterstitial() }
    model.page.hideConsent()
    model.page.shared.overlays = []
  }

  private mutating func apply(_ order: LabOrder) {
    switch order {
    case .toggle: model.toggleLab()
    case .press(let input): model.lab?.press(input, &model.page.shared)
    case .set(let change):
      if let sentence = model.lab?.set(change, &model.page.shared) { untold.append(sentence) }
    case .refused(let sentence): untold.append(sentence)
    }
  }

  private mutating func carryOut(_ order: LinearOrder) {
    if model.isLabOpen, order.isForThePage {
      untold.append("this is the preload lab: lab leads back to the page")
      return
    }
    switch order {
    case .scroll(let rows):
      model.page.fling = nil
      model.page.scroll(by: rows * PageLayout.rowHeight)
    case .consent(.granted): model.perform(.agree, .enter)
    case .consent(.denied): model.perform(.disagree, .enter)
    case .consent(.unset): model.perform(.withdraw, .enter)
    case .choice(let order): model.page.apply(order)
    case .preset(let number): model.page.choosePreset(number)
    case .search(let text): search(text)
    case .wait(let milliseconds): resumesAt = model.page.shared.real + milliseconds
    case .tell(let word): tell(word)
    case .threshold(let order): model.page.apply(order)
    case .lab(let order): apply(order)
    case .command(let command): model.perform(command, .enter)
    case .key(let key): model.press(key)
    case .refused(let sentence): untold.append(sentence)
    }
  }

  private mutating func search(_ text: String) {
    model.page.endEdit(keeping: true)
    model.page.focus = .article
    model.page.openSearch()
    for letter in text { model.page.typeInSearch(letter) }
    model.page.keepSearch()
  }

  private mutating func tell(_ word: LinearWord) {
    switch word {
    case .read: untold += sentences.text
    case .where: untold += model.isLabOpen ? (model.lab?.sentences ?? []) : sentences.whereabouts
    case .slots: untold += sentences.slots
    case .metrics: untold += sentences.metrics
    case .help: untold += LinearWord.manual
    case .details: model.page.openDetails()
    case .write:
      if model.page.overlay is WritingOverlay {
        model.page.write()
      } else {
        model.page.openWriting()
      }
    default: break
    }
  }

  // MARK: - Telling

  private mutating func tellNews() {
    untold += (model.page.shared.news ?? []).map(\.line)
    model.page.shared.news = []
  }

  /// Tells what a screen would say in its last row, unless the news have said it.
  private mutating func tellNotice() {
    guard let notice = model.page.shared.notice else { return }
    model.page.shared.notice = nil
    if !untold.contains(where: { $0.hasSuffix(notice) }) { untold.append(notice) }
  }

  /// Tells what is to be copied: whoever reads sentences can take it from there.
  private mutating func tellCopies(_ requests: [Request]) -> [Request] {
    requests.filter { request in
      guard case .copy(let text) = request else { return true }
      untold += text.split(separator: "\n").map(String.init)
      model.page.shared.notice = nil
      return false
    }
  }

  /// Tells what a line has changed that is no news.
  private mutating func tellChanges(since before: Model) {
    let (page, old) = (model.page, before.page)
    if page.run.engine.viewport.y != old.run.engine.viewport.y || page.peek != old.peek {
      untold.append(sentences.place)
    }
    if page.pages.top.selection != old.pages.top.selection {
      untold.append(sentences.selection ?? "nothing is selected")
    }
    if page.search != old.search, let hit = sentences.hit { untold.append(hit) }
    if page.edit != old.edit, let sentence = sentences.edit { untold.append(sentence) }
    if model.isLabOpen != before.isLabOpen {
      untold += model.isLabOpen ? (model.lab?.sentences ?? []) : [sentences.page]
      return
    }
    if page.clock.isPaused != old.clock.isPaused {
      untold.append(page.clock.isPaused ? "time stands still" : "time goes on")
    }
    if page.clock.speed != old.clock.speed { untold.append("time ×\(page.clock.speed)") }
    if page.shared.settings.isDebugEnabled != old.shared.settings.isDebugEnabled {
      untold.append("debug log \(page.shared.settings.isDebugEnabled ? "on" : "off")")
    }
    let covering = Self.covering(model)
    if covering != Self.covering(before) { untold += covering }
    // What is only read has been told: it covers nothing.
    if page.overlay?.isQuestion == false { model.page.closeOverlay() }
  }
}
