internal import AdEngine
internal import AdRendering
internal import AdSessions

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

  /// Whether the log is kept.
  ///
  /// It is kept while it is closed, too, so that it holds what happened before it is opened; a replay makes it again instead.
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
    let sight = seen.map { $0.sight + "  " } ?? ""
    let (topic, slot, words) = entry(for: effect, sight, on: place)
    record(topic, slot, at: time, on: place, seen: seen) { _ in words }
  }

  /// What a person sees in the place of a slot after an effect, where the log has not said so before.
  private mutating func newSight(
    after effect: Engine.Effect, at time: Instant, on place: Int
  ) -> SeenState? {
    let slot: Int
    switch effect {
    // The request of a slot that comes near, and its state, follow at the same instant.
    case .publishLoadState(_, .fetched, _) where engine(at: place).consentDecision != .hold:
      return nil
    case .publishLoadState(let id, _, _), .publishAdState(let id, _), .render(let id, _),
      .release(let id, _), .reportViewable(let id), .auction(let id, _):
      slot = id.rawValue
    case .fetch, .reportAuction, .resize, .open, .block, .log, .refuse: return nil
    }
    guard let now = pages[place].timeline.state(ofSlot: slot, at: time).map(SeenState.init),
      now != pages[place].loggedSights[slot]
    else { return nil }
    pages[place].loggedSights[slot] = now
    return now
  }

  private func entry(
    for effect: Engine.Effect, _ sight: String, on place: Int
  ) -> (LogEntry.Topic, SlotID?, String) {
    let page = pages[place]
    func entry(_ topic: LogEntry.Topic, _ id: SlotID, _ words: String)
      -> (LogEntry.Topic, SlotID?, String)
    {
      (topic, id, "\(page.name(of: id))  \(sight)\(words)")
    }
    switch effect {
    case .publishLoadState(let id, let state, let gap):
      let frame = page.layout.frame(ofSlot: id.rawValue)
      let viewport = engine(at: place).viewport
      return entry(
        .lazy, id,
        "\(page.slots[id.rawValue].load.rawValue) → \(state.rawValue)"
          + "  gap \(gap.points)  viewport \(viewport.minY.points)–\(viewport.maxY.points)"
          + "  frame \(frame.minY.points)–\(frame.maxY.points)")
    case .publishAdState(let id, .failed):
      let slot = page.slots[id.rawValue]
      let error =
        renderingError(ofSlot: id.rawValue, at: place)
        .map { ": \($0.wordsWithCode)" } ?? ""
      let reason = slot.failure?.rawValue ?? "unknown"
      return entry(.ad, id, "\(slot.ad.rawValue) → failed: \(reason)\(error)")
    case .publishAdState(let id, let state):
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
    case .open(let id, let settled), .block(let id, let settled):
      return entry(.link, id, words(of: settled))
    case .log(let id, let message): return entry(.html, id, message.logLine ?? "")
    case .refuse(let refusal): return (.refused, refusal.ad, words(of: refusal, on: place))
    }
  }
}

extension Size {
  /// Width and height in points: `320×240`.
  var words: String { "\(width.points)×\(height.points)" }
}

extension PageSlot {
  /// The ad unit id without the prefix that div ids of Google Publisher Tag have.
  var shortUnit: String { ad.adUnitId.withoutCommonPrefix }
}

extension String {
  /// An ad unit id without the prefix that div ids of Google Publisher Tag have; the last part of an ad unit's path, whose
  /// others a page's units have in common: `/1234/news/story_1`.
  var withoutCommonPrefix: String {
    let prefix = "div-gpt-ad-"
    if hasPrefix("/"), let last = split(separator: "/").last { return String(last) }
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
