internal import AdEngine
internal import AdSessions

extension Model {
  /// Whether what happens is put into words: for the log if the ladybug is on, or for those who are told sentences.
  private var isPutIntoWords: Bool { settings.isDebugEnabled || news != nil }

  /// Appends a line to the debug log, if the ladybug is on, and tells it where sentences are told; for neither no text
  /// is made.
  mutating func record(
    _ topic: LogEntry.Topic, _ slot: SlotID?, at moment: Instant? = nil,
    _ text: (borrowing Model) -> String
  ) {
    guard isPutIntoWords else { return }
    // The slots of a page under the one on the screen have the same numbers; no line is filtered by them.
    let entry = LogEntry(
      moment: moment ?? time, topic: topic, slot: isUnder ? nil : slot,
      text: ((isUnder ? "\(file.name): " : "") + text(self)).scrubbed)
    if settings.isDebugEnabled { log.append(entry) }
    news?.append(entry)
  }

  /// Writes down what the engine decided, with frame, scroll position and gap (`S0.46`).
  mutating func recordEffect(_ effect: Engine.Effect, at moment: Instant) {
    guard isPutIntoWords else { return }
    switch effect {
    case .publishLoadState(let id, let state, let gap):
      let frame = layout.frame(ofSlot: Self.slot(id))
      let old = slots[Self.slot(id)].load
      let viewport = engineOfPage.viewport
      record(.lazy, id, at: moment) {
        "\($0.name(of: id))  \(old.rawValue) → \(state.rawValue)"
          + "  gap \(gap.points)  viewport \(viewport.minY.points)–\(viewport.maxY.points)"
          + "  frame \(frame.minY.points)–\(frame.maxY.points)"
      }
    case .publishAdState(let id, let state):
      let slot = slots[Self.slot(id)]
      let reason = state == .failed ? ": " + (slot.failure?.rawValue ?? "unknown") : ""
      record(.ad, id, at: moment) {
        let error = state == .failed ? $0.renderingError(ofSlot: Self.slot(id)) : nil
        return "\($0.name(of: id))  \(slot.ad.rawValue) → \(state.rawValue)\(reason)"
          + (error.map { ": \($0)" } ?? "")
      }
    case .fetch(let id, let generation):
      record(.ad, id, at: moment) { "\($0.name(of: id))  fetch, generation \(generation)" }
    case .render(let id, let generation):
      record(.ad, id, at: moment) { "\($0.name(of: id))  render, generation \(generation)" }
    case .release(let id, let generation):
      record(.ad, id, at: moment) { "\($0.name(of: id))  release, generation \(generation)" }
    case .resize(let id, let size):
      let old = layout.frame(ofSlot: Self.slot(id))
      record(.ad, id, at: moment) {
        "\($0.name(of: id))  resize \(old.width.points)×\(old.height.points)"
          + " → \(size.width.points)×\(size.height.points)"
      }
    case .reportViewable(let id):
      record(.ad, id, at: moment) { "\($0.name(of: id))  viewable" }
    case .open(let id, let settled), .block(let id, let settled):
      record(.link, id, at: moment) { "\($0.name(of: id))  \($0.words(of: settled))" }
    case .log(let id, let message):
      record(.html, id, at: moment) { "\($0.name(of: id))  \(message.logLine ?? "")" }
    case .refuse(let refusal):
      record(.refused, refusal.ad, at: moment) { $0.words(of: refusal) }
    }
  }

  /// A slot as the log names it: its name on the page and its ad unit without the prefix that all share.
  borrowing func name(of id: SlotID) -> String {
    let slot = page.slots[Self.slot(id)]
    return "\(title(ofSlot: Self.slot(id))) \(slot.shortUnit)"
  }

  /// A slot by its number on the screen and, where it has one of its own, its name in sessions.
  borrowing func title(ofSlot slot: Int) -> String {
    let number = String(slot + 1)
    let name = page.slots[slot].name
    return name == number ? "slot \(number)" : "slot \(number) (\(name))"
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
