internal import AdEngine
import AdRendering
internal import AdSessions
internal import AdTuning

/// The playground without a screen: the same model and clock, which prints the debug log's own lines.
package struct LinearPlayground: Sendable {
  /// The terminal that the page is laid out for, in cells: always the same, so that the decisions are too.
  private static let size = (columns: 80, rows: 31)

  private(set) var model: Model
  private var unprinted: [String] = []
  /// The caption of a replay that was printed last.
  private var caption: String?

  /// Until when lines are to wait, in the shell's milliseconds: time was asked to pass.
  package private(set) var resumesAt: Int64?

  /// Opens a page or a replay at the shell's time, in milliseconds; a replay plays at once, and its captions are printed.
  package init(
    _ scene: Scene, options: PlaygroundOptions, settings: PlaygroundSettings, at real: Int64
  ) {
    var options = options
    options.printsNews = true
    model = Model(
      scene, options: options, settings: settings, columns: Self.size.columns,
      rows: Self.size.rows, at: real)
    let what = model.visit.isReplay ? "a replay of " : ""
    unprinted.append(what + sentences.page + "; help lists what can be typed")
    printNews()
    model.shared.notice = nil
    if !model.visit.isReplay { unprinted += Self.covering(model) }
  }

  /// When the shell is to send ``Message/woke``, in its own milliseconds; only what is printed counts.
  package var nextDeadline: Int64? {
    let next = model.visit.nextEventTime.flatMap { model.visit.clock.real(at: $0) }
      .map { max($0, model.shared.real + 1) }
    return [next, resumesAt].compactMap { $0 }.min()
  }

  /// Takes the sentences that are to be said, safe for any terminal.
  package mutating func drainSentences() -> [String] {
    defer { unprinted = [] }
    return unprinted.map(\.scrubbed)
  }

  private var sentences: ScreenSentences { ScreenSentences(model: model) }

  /// What covers the screen, in sentences.
  private static func covering(_ model: Model) -> [String] {
    // The closing card's keys are those of a screen.
    if model.overlay is ClosingOverlay { return model.closingText.map(lines) ?? [] }
    return model.overlay?.whole(in: model)?.sentences ?? []
  }

  /// What a line may change that is printed; a copy of the whole model would grow with the visit.
  private struct LinearState {
    let position: Double
    let viewer: Viewer
    let selection: Int?
    let lazyLoading: LazyLoadingSettings?
    let isTuningOpen: Bool
    let cursor: TuningMap.Cell?
    let latencyFactor: Double?
    let clock: SessionClock
    let isDebugEnabled: Bool
    let covering: [String]

    init(_ model: Model) {
      position = model.engine.viewport.y
      viewer = model.viewer
      selection = model.top.selection
      lazyLoading = model.engine.lazyLoading
      isTuningOpen = model.isTuningOpen
      cursor = model.tuning?.cursor
      latencyFactor = model.tuning?.latencyFactor
      clock = model.visit.clock
      isDebugEnabled = model.visit.settings.isDebugEnabled
      covering = LinearPlayground.covering(model)
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  // MARK: - What happens

  /// Takes a message at the shell's time, in milliseconds, and returns what the shell is to do.
  package mutating func update(_ message: Message, at real: Int64) -> [Request] {
    let requests = model.update(message, at: real)
    printNews()
    printNotice()
    if case .opened = message {
      model.visit.placeSlots()
      unprinted.append(sentences.page)
      unprinted += sentences.interstitial
    }
    if model.overlay is ClosingOverlay {
      unprinted += Self.covering(model)
      model.closeCard()
    }
    if let resumesAt, resumesAt <= model.shared.real {
      self.resumesAt = nil
      let rest = model.visit.nextEventTime == nil ? "nothing is pending" : "more is to come"
      unprinted.append("it is \(model.visit.time.clock), \(rest)")
    }
    return printCopies(requests)
  }

  /// Takes a line that was typed, at the shell's time, in milliseconds, and returns what the shell is to do.
  package mutating func take(_ line: String, at real: Int64) -> [Request] {
    var requests = update(.woke, at: real)
    model.visit.placeSlots()
    let context = model.keyContext
    guard let order = LinearOrder(line, in: context, pageContext: model.pageContext) else {
      return requests
    }
    let before = LinearState(model)
    if isForWhatCoversThePage(order) || uncover() || order.isForInterstitial {
      model.shared.notice = nil
      carryOut(order)
    }
    // There is no screen that would show how far it is.
    while model.isTuningOpen, model.tuning?.isWorking == true { model.tuning?.work() }
    // The model hands out what it asks for when it is updated.
    requests += model.update(.woke, at: real)
    printNews()
    requests = printCopies(requests)
    printNotice()
    printChanges(since: before)
    return requests
  }

  /// Whether an order answers what covers the page; any other leaves it.
  private func isForWhatCoversThePage(_ order: LinearOrder) -> Bool {
    switch order {
    case .key, .refused: true
    case .answer(.write): model.overlay is WritingOverlay
    default: false
    }
  }

  /// Leaves what covers the page; false where an ad stays, which then says when it can be closed.
  private mutating func uncover() -> Bool {
    let isUnderAd = model.keyContext == .interstitial
    if isUnderAd { model.visit.closeInterstitial() }
    model.hideConsent()
    model.viewer.overlays = []
    return !isUnderAd || model.keyContext != .interstitial
  }

  /// Goes to a setting on the tuning screen.
  private mutating func apply(_ order: ThresholdOrder) {
    guard case .distance(let kind, let number, let unit) = order, kind != .unload else {
      unprinted.append("the tuning screen compares fetch and display thresholds")
      return
    }
    let height = model.tuning?.viewport.height ?? 0
    model.tuning?.move(kind, to: number * unit.points(whole: height))
  }

  private mutating func carryOut(_ order: LinearOrder) {
    if model.isTuningOpen {
      if case .threshold(let order) = order { return apply(order) }
      if order.isForThePage {
        unprinted.append("this is the tuning screen: tune leads back to the page")
        return
      }
    }
    switch order {
    case .scroll(let rows):
      model.visit.stopMoving()
      model.scroll(by: rows * PageLayout.rowHeight)
    case .consent(.granted): model.perform(.agree, .enter)
    case .consent(.denied): model.perform(.disagree, .enter)
    case .consent(.unset): model.perform(.withdraw, .enter)
    case .preset(let number): model.choosePreset(number)
    case .search(let text): search(text)
    case .explain(let slot): explain(slot: slot)
    case .wait(let milliseconds): resumesAt = model.shared.real + milliseconds
    case .answer(let word): answer(word)
    case .threshold(let order): model.apply(order)
    case .command(let command): model.perform(command, .enter)
    case .key(let key): model.press(key)
    case .refused(let sentence): unprinted.append(sentence)
    }
  }

  private mutating func search(_ text: String) {
    model.endEdit(keeping: true)
    model.viewer.focus = .article
    model.openPageSearch()
    for letter in text { model.typeInSearch(letter) }
    model.keepSearch()
  }

  private mutating func explain(slot number: Int) {
    guard model.visit.status(ofSlot: number - 1) != nil else {
      let count = model.top.page.slots.count
      unprinted.append("why \(number): this page has \(count.counted("slot"))")
      return
    }
    model.openWhy(slot: number - 1)
  }

  private mutating func answer(_ word: LinearWord) {
    switch word {
    case .read: unprinted += sentences.text
    case .where:
      unprinted += model.isTuningOpen ? model.tuning?.lines ?? [] : sentences.whereabouts
    case .lab:
      unprinted.append(
        "the preload lab needs a screen; 'adview run --preload default celtra18' runs it without one"
      )
    case .slots: unprinted += sentences.slots
    case .metrics: unprinted += sentences.metrics
    case .help: unprinted += LinearWord.manual
    case .details: model.openDetails()
    case .play, .pause: setPlaying(word == .play)
    case .write:
      if model.overlay is WritingOverlay { model.write() } else { model.openWriting() }
    default: break
    }
  }

  private mutating func setPlaying(_ isPlaying: Bool) {
    let isPaused = model.visit.clock.isPaused
    if isPlaying == isPaused {
      model.perform(.playOrPause)
    } else {
      unprinted.append(isPaused ? "time is paused already" : "time is running already")
    }
  }

  // MARK: - Telling

  private mutating func printNews() {
    let caption = model.visit.caption
    if caption != self.caption, let caption { unprinted.append("caption: " + caption) }
    self.caption = caption
    unprinted += model.shared.news.map(\.line)
    model.shared.news = []
  }

  /// Prints what a screen would show in its last row, unless the news have said it.
  private mutating func printNotice() {
    guard let notice = model.shared.notice else { return }
    model.shared.notice = nil
    if !unprinted.contains(where: { $0.hasSuffix(notice) }) { unprinted.append(notice) }
  }

  private mutating func printCopies(_ requests: [Request]) -> [Request] {
    requests.filter { request in
      guard case .copy(let text) = request else { return true }
      unprinted.append("copied:")
      unprinted += Self.lines(text)
      model.shared.notice = nil
      return false
    }
  }

  /// Prints what a line has changed that is no news.
  private mutating func printChanges(since before: LinearState) {
    let after = LinearState(model)
    if after.position != before.position || after.viewer.article.peek != before.viewer.article.peek
    {
      unprinted.append(sentences.place)
    }
    if after.selection != before.selection {
      unprinted.append(sentences.selection ?? "nothing is selected")
    }
    if after.viewer.search != before.viewer.search, let hit = sentences.hit {
      unprinted.append(hit)
    }
    if after.viewer.thresholds.edit != before.viewer.thresholds.edit, let sentence = sentences.edit
    {
      unprinted.append(sentence)
    }
    if after.viewer.thresholds.edit == nil, model.comparison?.title != nil,
      after.lazyLoading != before.lazyLoading, let words = sentences.whatIf
    {
      unprinted.append(words)
    }
    if after.isTuningOpen != before.isTuningOpen {
      unprinted += after.isTuningOpen ? model.tuning?.lines ?? [] : [sentences.page]
      return
    }
    if let tuning = model.tuning, after.isTuningOpen {
      if after.cursor != before.cursor || after.latencyFactor != before.latencyFactor {
        unprinted +=
          [tuning.sentence].compactMap { $0 }
          + (tuning.report.map { [$0.verdict] + $0.comparisons } ?? [])
      }
    }
    if after.clock.isPaused != before.clock.isPaused {
      unprinted.append(after.clock.isPaused ? "time is paused" : "time runs")
    }
    if after.clock.speed != before.clock.speed { unprinted.append("time ×\(after.clock.speed)") }
    if after.isDebugEnabled != before.isDebugEnabled {
      unprinted.append("debug log \(after.isDebugEnabled ? "on" : "off")")
    }
    if after.covering != before.covering { unprinted += after.covering }
    // What is only to be read was printed.
    if model.overlay?.isQuestion == false { model.closeOverlay() }
  }
}
