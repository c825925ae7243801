internal import AdEngine
internal import AdSessions

extension Model {
  /// Whether what happens is put into words: for the log if the ladybug is on, or for those who are told sentences.
  private var isPutIntoWords: Bool { settings.isDebugEnabled || news != nil }

  /// Appends a line to the debug log, if the ladybug is on, and tells it where sentences are told; for neither no text
  /// is made.
  mutating func record(
    _ topic: LogEntry.Topic, _ slot: SlotID?, at moment: Instant? = nil, on place: Int? = nil,
    _ text: (borrowing Model) -> String
  ) {
    guard isPutIntoWords else { return }
    // The slots of a page under the one on the screen have the same numbers; no line is filtered by them.
    let under = place.flatMap { $0 == pages.topPlace ? nil : pages[$0].file.name }
    let entry = LogEntry(
      moment: moment ?? time, topic: topic, slot: under == nil ? slot : nil,
      text: ((under.map { "\($0): " } ?? "") + text(self)).scrubbed)
    if settings.isDebugEnabled { log.append(entry) }
    news?.append(entry)
  }

  /// Writes down what the engine decided, with frame, scroll position and gap (`S0.46`).
  mutating func recordEffect(_ effect: Engine.Effect, at moment: Instant, on place: Int) {
    guard isPutIntoWords else { return }
    switch effect {
    case .publishLoadState(let id, let state, let gap):
      let frame = pages[place].layout.frame(ofSlot: Self.slot(id))
      let old = pages[place].slots[Self.slot(id)].load
      let viewport = engine(at: place).viewport
      record(.lazy, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  \(old.rawValue) → \(state.rawValue)"
          + "  gap \(gap.points)  viewport \(viewport.minY.points)–\(viewport.maxY.points)"
          + "  frame \(frame.minY.points)–\(frame.maxY.points)"
      }
    case .publishAdState(let id, let state):
      let slot = pages[place].slots[Self.slot(id)]
      let reason = state == .failed ? ": " + (slot.failure?.rawValue ?? "unknown") : ""
      record(.ad, id, at: moment, on: place) {
        let error = state == .failed ? $0.renderingError(ofSlot: Self.slot(id), at: place) : nil
        return "\($0.pages[place].name(of: id))  \(slot.ad.rawValue) → \(state.rawValue)\(reason)"
          + (error.map { ": \($0)" } ?? "")
      }
    case .fetch(let id, let generation):
      record(.ad, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  fetch, generation \(generation)"
      }
    case .render(let id, let generation):
      record(.ad, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  render, generation \(generation)"
      }
    case .release(let id, let generation):
      record(.ad, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  release, generation \(generation)"
      }
    case .resize(let id, let size):
      let old = pages[place].layout.frame(ofSlot: Self.slot(id))
      record(.ad, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  resize \(old.width.points)×\(old.height.points)"
          + " → \(size.width.points)×\(size.height.points)"
      }
    case .reportViewable(let id):
      record(.ad, id, at: moment, on: place) { "\($0.pages[place].name(of: id))  viewable" }
    case .open(let id, let settled), .block(let id, let settled):
      record(.link, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  \($0.words(of: settled))"
      }
    case .log(let id, let message):
      record(.html, id, at: moment, on: place) {
        "\($0.pages[place].name(of: id))  \(message.logLine ?? "")"
      }
    case .refuse(let refusal):
      record(.refused, refusal.ad, at: moment, on: place) { $0.words(of: refusal, on: place) }
    }
  }
}

extension PageSlot {
  /// The ad unit id without the prefix that div ids of Google Publisher Tag have.
  var shortUnit: String { ad.adUnitId.withoutCommonPrefix }
}

extension String {
  /// An ad unit id without the prefix that div ids of Google Publisher Tag have.
  var withoutCommonPrefix: String {
    let prefix = "div-gpt-ad-"
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
