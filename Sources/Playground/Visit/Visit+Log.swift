internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Visit {
  /// Adds an entry to the log and to the news; where there is neither, its text is not made.
  mutating func record(
    _ topic: LogEntry.Topic, _ slot: SlotID? = nil, at time: Instant? = nil, on place: Int? = nil,
    seen: SeenState? = nil, _ text: (borrowing Visit) -> String
  ) {
    guard isLogging else { return }
    // The slots of a page under the one on the screen have the same numbers; no line is filtered by them.
    let under = place.flatMap { $0 == pages.topPlace ? nil : pages[$0].file.name }
    let words = (under.map { "\($0): " } ?? "") + text(self)
    add(
      LogEntry(
        time: time ?? self.time, topic: topic, slot: under == nil ? slot : nil,
        text: words.scrubbed, seen: seen))
  }

  /// Also while it is closed; a replay makes it again instead.
  var keepsLog: Bool { settings.isDebugEnabled || !isReplay }

  /// Whether entries are made at all: for the log, or for linear mode.
  var isLogging: Bool { keepsLog || options.printsNews }

  /// Adds an entry to the debug log, if that is kept, and to the news, if linear mode prints them.
  mutating func add(_ entry: LogEntry, isNews: Bool = true) {
    if keepsLog { log.append(entry) }
    if isNews, options.printsNews { outbox.news.append(entry) }
  }

  /// Writes down what the thresholds become.
  mutating func recordTuning(_ settings: LazyLoadingSettings) {
    record(.tune, nil) { _ in settings.words }
  }

  /// Logs a decision of the engine, with frame, scroll position and gap (`S0.46`).
  mutating func recordEffect(_ effect: Engine.Effect, at time: Instant, on place: Int) {
    guard isLogging else { return }
    let seen = newSight(after: effect, at: time, on: place)
    let label = seen.map { $0.label + "  " } ?? ""
    let (topic, slot, words) = entry(for: effect, label, on: place)
    record(topic, slot, at: time, on: place, seen: seen) { _ in words }
  }

  /// What a person sees in the place of a slot after an effect, where the log has not said so before.
  private mutating func newSight(
    after effect: Engine.Effect, at time: Instant, on place: Int
  ) -> SeenState? {
    let slot: Int
    switch effect {
    // The request of a slot that comes near, and its state, follow at the same instant.
    case .reportLoadState(_, .fetched, _) where engine(at: place).consentDecision != .hold:
      return nil
    case .reportLoadState(let id, _, _), .reportAdState(let id, _), .render(let id, _),
      .release(let id, _), .reportViewable(let id), .auction(let id, _):
      slot = id.rawValue
    case .fetch, .reportAuction, .resize, .open, .block, .log, .refuse: return nil
    }
    guard let now = pages[place].timeline.state(ofSlot: slot, at: time).map(SeenState.init),
      now != pages[place].loggedSights[slot],
      // A page that is left releases its ads, too.
      now != .noConsent || engine(at: place).consentDecision == .hold
    else { return nil }
    pages[place].loggedSights[slot] = now
    return now
  }

  private func entry(
    for effect: Engine.Effect, _ label: String, on place: Int
  ) -> (LogEntry.Topic, SlotID?, String) {
    let page = pages[place]
    func entry(_ topic: LogEntry.Topic, _ id: SlotID, _ words: String)
      -> (LogEntry.Topic, SlotID?, String)
    {
      (topic, id, "\(page.name(of: id))  \(label)\(words)")
    }
    switch effect {
    case .reportLoadState(let id, let state, let gap):
      let frame = page.layout.frame(ofSlot: id.rawValue)
      let viewport = engine(at: place).viewport
      return entry(
        .lazy, id,
        "\(page.slots[id.rawValue].load.rawValue) → \(state.rawValue)"
          + "  gap \(gap.points)  viewport \(viewport.minY.points)–\(viewport.maxY.points)"
          + "  frame \(frame.minY.points)–\(frame.maxY.points)")
    case .reportAdState(let id, .failed):
      let slot = page.slots[id.rawValue]
      let error =
        renderingError(ofSlot: id.rawValue, at: place)
        .map { ": \($0.descriptionWithCode)" } ?? ""
      let reason = slot.failure?.rawValue ?? "unknown"
      return entry(.ad, id, "\(slot.ad.rawValue) → failed: \(reason)\(error)")
    case .reportAdState(let id, let state):
      return entry(.ad, id, "\(page.slots[id.rawValue].ad.rawValue) → \(state.rawValue)")
    case .auction(let id, let number): return entry(.ad, id, "auction \(number)")
    case .reportAuction(let id, let number, .timedOut):
      return entry(.ad, id, "auction \(number): no bids by the time-out")
    case .reportAuction(let id, let number, .expired):
      return entry(.ad, id, "auction \(number): its bids have expired")
    case .fetch(let id, let generation): return entry(.ad, id, "fetch, generation \(generation)")
    case .render(let id, let generation): return entry(.ad, id, "render, generation \(generation)")
    case .release(let id, let generation):
      return entry(.ad, id, "release, generation \(generation)")
    case .resize(let id, let size, let adjustment):
      let old = page.layout.frame(ofSlot: id.rawValue).size
      let scroll = adjustment == 0 ? "" : ", scroll position adjusted by \(adjustment.points)"
      return entry(.ad, id, "resize \(old.words) → \(size.words)\(scroll)")
    case .reportViewable(let id): return entry(.ad, id, "in view long enough (MRC)")
    case .open(let id, let navigation), .block(let id, let navigation):
      return entry(.link, id, words(of: navigation))
    case .log(let id, let message): return entry(.html, id, message.logLine ?? "")
    case .refuse(let refusal): return (.refused, refusal.slot, words(of: refusal, on: place))
    }
  }

  // MARK: - Renderers

  func renderingError(ofSlot slot: Int, at place: Int? = nil) -> AdRenderingError? {
    let place = place ?? pages.topPlace
    let world = creativeWorld(ofPageAt: place)
    guard let failure = pages[place].slots[slot].failure,
      let generation = engine(at: place).status(of: SlotID(slot))?.generation
    else { return nil }
    return world.renderingError(for: SlotID(slot), generation: generation, failure)
  }

  /// Logs an answer whose bid goes to another renderer than the one that it names (`S4.44`).
  mutating func recordFallback(of id: SlotID, _ generation: Int, at time: Instant, on place: Int) {
    let world = creativeWorld(ofPageAt: place)
    guard world.usesPlugins,
      let words = world.rendering(for: id, generation: generation)?.fallbackWords
    else { return }
    record(.ad, id, at: time, on: place) { "\($0.pages[place].name(of: id))  \(words)" }
  }

  /// Logs the lines that the renderer of a slot's ad has printed since the last call, while the ladybug is on.
  mutating func recordPrints(of id: SlotID, at time: Instant, on place: Int) {
    // A renderer prints nothing while the ladybug is off.
    guard settings.isDebugEnabled || options.printsNews,
      place == pages.topPlace, creativeWorld(ofPageAt: place).usesPlugins
    else { return }
    let prints = AdTrace(self, id.rawValue).rendering?.prints ?? []
    let new = prints.dropFirst(pages[place].slots[id.rawValue].printCount)
    pages[place].slots[id.rawValue].printCount = prints.count
    for line in new {
      record(.print, id, at: time, on: place) { "\($0.pages[place].name(of: id))  \(line)" }
    }
  }

  /// Records that the ad of a bid cannot be presented, with the renderer's reason (`S4.31`, D57).
  mutating func notePresentation(
    of id: SlotID, _ generation: Int, at time: Instant, on place: Int
  ) {
    let slot = id.rawValue
    guard let status = engine(at: place).status(of: id), status.generation == generation,
      !status.canPresent
    else { return }
    var rendering = creativeWorld(ofPageAt: place).rendering(for: id, generation: generation)
    rendering?.apply(.show, after: time - pages[place].slots[slot].adSince)
    let error = rendering?.presentationError ?? .notPresented
    pages[place].slots[slot].presentationError = error
    pages[place].timeline.noteRefusal(of: id, at: time)
    pages[place].loggedSights[slot] = .refused
    record(.ad, id, at: time, on: place) {
      "\($0.pages[place].name(of: id))  not presented: \(error)"
    }
  }
}

extension Size {
  /// Width and height in points: `320×240`.
  var words: String { "\(width.points)×\(height.points)" }
}

extension DeclaredSlot {
  var shortUnit: String { ad.adUnitId.withoutCommonPrefix }
}

extension String {
  /// Without the prefix of GPT's div ids; the last part of an ad unit's path: `/1234/news/story_1`.
  var withoutCommonPrefix: String {
    let prefix = "div-gpt-ad-"
    if hasPrefix("/"), let last = split(separator: "/").last { return String(last) }
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
