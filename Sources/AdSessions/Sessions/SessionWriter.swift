package import AdEngine

/// Writes sessions: one line for each value, always the same bytes for the same value.
package struct SessionWriter: Sendable {
  /// What has been written and not been taken away yet.
  package private(set) var bytes: [UInt8] = []

  /// Makes a writer that has written nothing.
  package init() {}

  /// The bytes written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Writes the first line.
  package mutating func write(_ header: SessionHeader) {
    append("{\"adview\":1")
    if case .page(let path, let digest) = header.content {
      append(",\"page\":", jsonText(path))
      if let digest { append(",\"digest\":", jsonText(digest)) }
    }
    if case .lab(let setup) = header.content { append(",\"lab\":", setup.json) }
    if let answers = header.answers { append(",\"answers\":", jsonText(answers.rawValue)) }
    if let viewport = header.viewport { append(",\"viewport\":", text(viewport)) }
    switch header.lazyLoading {
    case nil: break
    case .off: append(",\"lazyLoad\":\"off\"")
    case .settings(let change): append(",\"lazyLoad\":", text(change))
    }
    if let consent = header.consent { append(",\"consent\":", text(consent)) }
    if let policy = header.policy { append(",\"policy\":", jsonText(policy.rawValue)) }
    if let seed = header.seed { append(",\"seed\":", String(seed)) }
    if let columns = header.columns { append(",\"columns\":", String(columns)) }
    if case .slots(let slots) = header.content {
      append(",\"slots\":[")
      for (index, slot) in slots.enumerated() {
        append(index == 0 ? "{\"slot\":" : ",{\"slot\":", jsonText(slot.name))
        if let unit = slot.unit { append(",\"unit\":", jsonText(unit)) }
        append(",", fields(slot.frame), "}")
      }
      append("]")
    }
    append("}\n")
  }

  /// Writes any other line.
  package mutating func write(_ line: SessionLine) {
    switch line.entry {
    case .cause(let cause): write(cause, at: line.at, page: line.page)
    case .decision(let decision): write(decision, at: line.at, page: line.page)
    case .end: append("{\"at\":", String(line.at.milliseconds), ",\"end\":true}\n")
    }
  }

  /// Writes an `in` line; `page` is the number of the page that a slot in it is on.
  package mutating func write(_ cause: SessionCause, at: Instant, page: Int = 1) {
    append("{\"at\":", String(at.milliseconds))
    if page != 1 { append(",\"page\":", String(page)) }
    append(",\"in\":{", fields(cause), "}}\n")
  }

  /// Writes an `out` line; `page` is the number of the page that the slot is on.
  package mutating func write(_ decision: SessionDecision, at: Instant, page: Int = 1) {
    append("{\"at\":", String(at.milliseconds))
    if page != 1 { append(",\"page\":", String(page)) }
    append(",\"out\":{", fields(decision), "}}\n")
  }

  /// A line by itself, without its line feed.
  static func text(_ line: SessionLine) -> String {
    var writer = SessionWriter()
    writer.write(line)
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }

  /// The key that says what a line is about.
  static func key(of line: SessionLine) -> String {
    // After the time and "in" or "out" it is the first one.
    let parts = text(line).split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 5 ? String(parts[5]) : ""
  }

  private mutating func append(_ texts: String...) {
    for text in texts { bytes.append(contentsOf: text.utf8) }
  }

  // MARK: - The words of each line, in the order in which they are written

  private func fields(_ cause: SessionCause) -> String {
    switch cause {
    case .scrolled(let position): "\"scroll\":" + jsonText(position)
    case .viewportResized(let size): "\"viewport\":" + text(size)
    case .slotFramed(let name, let frame, let unit):
      slot(name) + ",\"frame\":{" + fields(frame) + "}"
        + (unit.map { ",\"unit\":" + jsonText($0) } ?? "")
    case .slotResized(let name, let size): slot(name) + ",\"resized\":" + text(size)
    case .slotRemoved(let name): slot(name) + ",\"removed\":true"
    case .lazyLoadingChanged(let change): "\"lazyLoad\":" + text(change)
    case .consentChanged(let consent): "\"consent\":" + text(consent)
    case .policyChanged(let policy): "\"policy\":" + jsonText(policy.rawValue)
    case .clicked(let name): "\"click\":" + jsonText(name)
    case .reloadRequested(let name): "\"reload\":" + jsonText(name)
    case .activityChanged(let isActive): "\"active\":" + (isActive ? "true" : "false")
    case .pageOpened(let opening): "\"open\":" + text(opening)
    case .wentBack: "\"back\":true"
    case .caption(let caption): "\"caption\":" + jsonText(caption)
    case .answered(let name, let generation, let answer):
      world(name, generation) + fields(answer) + "}"
    case .messaged(let name, let generation, let message):
      world(name, generation) + fields(message) + "}"
    case .navigationRequested(let name, let generation, let navigation):
      world(name, generation) + "\"navigate\":{" + fields(navigation) + "}}"
    case .lab(let input): input.jsonFields
    }
  }

  private func world(_ name: String, _ generation: Int) -> String {
    "\"world\":{" + slot(name) + ",\"generation\":" + String(generation) + ","
  }

  private func fields(_ message: BridgeMessage) -> String {
    switch message {
    case .console(let level, let text):
      "\"message\":{\"type\":\"console\",\"level\":" + jsonText(level) + ",\"message\":"
        + jsonText(text) + "}"
    case .adSize(let size): "\"size\":" + text(size)
    case .unknown(_, let fields): "\"message\":" + fields
    }
  }

  private func fields(_ navigation: SessionNavigation) -> String {
    "\"url\":" + jsonText(navigation.url) + ",\"frame\":" + jsonText(navigation.frame.rawValue)
      + (navigation.action.map { ",\"action\":" + String($0) } ?? "")
  }

  private func fields(_ answer: Answer) -> String {
    switch answer {
    case .loaded(let size, let media):
      "\"loaded\":{" + fields(size) + ",\"media\":" + jsonText(media.rawValue) + "}"
    case .failed(let failure): "\"failed\":" + jsonText(failure.rawValue)
    }
  }

  private func fields(_ decision: SessionDecision) -> String {
    switch decision {
    case .loadState(let name, let state, let gap):
      slot(name) + ",\"load\":" + jsonText(state.rawValue) + ",\"gap\":" + jsonText(gap)
    case .adState(let name, let state): slot(name) + ",\"ad\":" + jsonText(state.rawValue)
    case .fetch(let name, let generation): slot(name) + ",\"fetch\":" + String(generation)
    case .render(let name, let generation): slot(name) + ",\"render\":" + String(generation)
    case .release(let name, let generation): slot(name) + ",\"release\":" + String(generation)
    case .size(let name, let size): slot(name) + ",\"size\":" + text(size)
    case .viewable(let name): slot(name) + ",\"viewable\":true"
    case .opened(let name, let url): slot(name) + ",\"open\":" + jsonText(url)
    case .blocked(let name, let url, let why):
      slot(name) + ",\"block\":" + jsonText(url) + ",\"why\":" + jsonText(why)
    case .lab(let effect): effect.jsonFields
    }
  }

  private func slot(_ name: String) -> String { "\"slot\":" + jsonText(name) }

  private func fields(_ size: Size) -> String {
    "\"width\":" + jsonText(size.width) + ",\"height\":" + jsonText(size.height)
  }

  private func fields(_ frame: SlotFrame) -> String {
    "\"y\":" + jsonText(frame.y) + "," + fields(frame.size)
  }

  private func text(_ size: Size) -> String { "{" + fields(size) + "}" }

  private func text(_ opening: SessionOpening) -> String {
    let path = jsonText(opening.path)
    var fields: [String] = []
    if let digest = opening.digest { fields.append("\"digest\":" + jsonText(digest)) }
    switch opening.lazyLoading {
    case nil: break
    case .off: fields.append("\"lazyLoad\":\"off\"")
    case .settings(let change): fields.append("\"lazyLoad\":" + text(change))
    }
    if let choice = opening.consent { fields.append("\"consent\":" + text(choice)) }
    if let policy = opening.policy { fields.append("\"policy\":" + jsonText(policy.rawValue)) }
    if let seed = opening.seed { fields.append("\"seed\":" + String(seed)) }
    return fields.isEmpty ? path : "{\"page\":\(path)," + fields.joined(separator: ",") + "}"
  }

  private func text(_ choice: ConsentChoice) -> String {
    switch choice {
    case .status(let status): jsonText(status.rawValue)
    case .tcString(let string): "{\"tcf\":" + jsonText(string.text) + "}"
    }
  }

  private func text(_ change: LazyLoadingChange) -> String {
    var fields: [String] = []
    if let points = change.fetchThreshold {
      fields.append("\"fetchThreshold\":" + jsonText(points))
    }
    if let points = change.displayThreshold {
      fields.append("\"displayThreshold\":" + jsonText(points))
    }
    if let points = change.unloadThreshold {
      fields.append("\"unloadThreshold\":" + jsonText(points))
    }
    if let isEnabled = change.unloadingEnabled {
      fields.append("\"unloadingEnabled\":" + (isEnabled ? "true" : "false"))
    }
    return "{" + fields.joined(separator: ",") + "}"
  }
}
