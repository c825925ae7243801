internal import AdEngine
internal import AdSessions

extension PageScreen {
  /// Adds an entry to the log and to the news; where there is neither, its text is not made.
  mutating func record(
    _ topic: LogEntry.Topic, _ slot: SlotID? = nil, at time: Instant? = nil, on place: Int? = nil,
    _ text: (borrowing PageScreen) -> String
  ) {
    guard shared.isLogging else { return }
    // The slots of a page under the one on the screen have the same numbers; no line is filtered by them.
    let under = place.flatMap { $0 == pages.topPlace ? nil : pages[$0].file.name }
    let words = (under.map { "\($0): " } ?? "") + text(self)
    shared.record(topic, under == nil ? slot : nil, at: time ?? self.time, words)
  }

  /// Logs a decision of the engine, with frame, scroll position and gap (`S0.46`).
  mutating func recordEffect(_ effect: Engine.Effect, at time: Instant, on place: Int) {
    guard shared.isLogging else { return }
    switch effect {
    case .publishLoadState(let id, let state, let gap):
      let frame = pages[place].layout.frame(ofSlot: id.rawValue)
      let old = pages[place].slots[id.rawValue].load
      let viewport = engine(at: place).viewport
      record(.lazy, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  \(old.rawValue) → \(state.rawValue)"
          + "  gap \(gap.points)  viewport \(viewport.minY.points)–\(viewport.maxY.points)"
          + "  frame \(frame.minY.points)–\(frame.maxY.points)"
      }
    case .publishAdState(let id, let state):
      let slot = pages[place].slots[id.rawValue]
      let reason = state == .failed ? ": " + (slot.failure?.rawValue ?? "unknown") : ""
      record(.ad, id, at: time, on: place) {
        let error = state == .failed ? $0.renderingError(ofSlot: id.rawValue, at: place) : nil
        return "\($0.pages[place].name(of: id))  \(slot.ad.rawValue) → \(state.rawValue)\(reason)"
          + (error.map { ": \($0)" } ?? "")
      }
    case .fetch(let id, let generation):
      record(.ad, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  fetch, generation \(generation)"
      }
    case .render(let id, let generation):
      record(.ad, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  render, generation \(generation)"
      }
    case .release(let id, let generation):
      record(.ad, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  release, generation \(generation)"
      }
    case .resize(let id, let size):
      let old = pages[place].layout.frame(ofSlot: id.rawValue)
      record(.ad, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  resize \(old.width.points)×\(old.height.points)"
          + " → \(size.width.points)×\(size.height.points)"
      }
    case .reportViewable(let id):
      record(.ad, id, at: time, on: place) { "\($0.pages[place].name(of: id))  viewable" }
    case .open(let id, let settled), .block(let id, let settled):
      record(.link, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  \($0.words(of: settled))"
      }
    case .log(let id, let message):
      record(.html, id, at: time, on: place) {
        "\($0.pages[place].name(of: id))  \(message.logLine ?? "")"
      }
    case .refuse(let refusal):
      record(.refused, refusal.ad, at: time, on: place) { $0.words(of: refusal, on: place) }
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
