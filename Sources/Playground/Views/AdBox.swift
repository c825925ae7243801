internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// A slot in the article: the delivered ad, or a placeholder that says why there is none.
struct AdBox {
  let model: Model
  let slot: Int
  private let status: SlotStatus?

  init(_ model: Model, _ slot: Int) {
    self.model = model
    self.slot = slot
    status = model.engine.status(of: SlotID(slot))
  }

  private var isSelected: Bool { model.highlightedSlot == slot }

  // MARK: - The box

  func draw(on canvas: inout Canvas, rows: Range<Int>, in pane: Rect) {
    guard let status, !rows.isEmpty else { return }
    let box = place(rows: rows, in: pane)
    let clip = self.clip(of: pane)
    defer { markCuts(of: box, on: &canvas, in: clip) }
    guard status.isRendered, !status.visibility.isHidden, let content else {
      return drawPlaceholder(status, on: &canvas, in: box, clip: clip)
    }
    let ad = place(stickyAd: status, in: box, pane)
    if ad != box { canvas.drawBox(box, .dashed, Theme.border, in: clip) }
    ContentView(content: content, isSelected: isSelected).draw(on: &canvas, in: ad, clip: clip)
    drawPanel(on: &canvas, in: ad, clip: clip)
  }

  /// The cells of the ad in its box: all of them, or those at the top of the viewport where it sticks to that.
  private func place(stickyAd status: SlotStatus, in box: Rect, _ pane: Rect) -> Rect {
    guard status.visibility.isSticky, let ad = status.ad else { return box }
    let top = status.frame.stickyTop(of: ad.height, model.engine.viewport)
    let row = model.paneRow(top, pane)
    let end = min(model.paneRow(top + ad.height, pane), box.endRow)
    return Rect(column: box.column, row: row, width: box.width, height: max(0, end - row))
  }

  /// The cells of the box, which may lie outside the pane: where the slot lies from the left, or in the middle of the text.
  func place(rows: Range<Int>, in pane: Rect) -> Rect {
    let columns = min(model.top.layout.columns, pane.width)
    // A recorded answer may be of any width, and a recorded slot anywhere.
    func cells(_ points: Double, _ range: ClosedRange<Double>) -> Int {
      let cells = (points / PageLayout.columnWidth).rounded()
      return Int(min(max(cells, range.lowerBound), range.upperBound))
    }
    guard let frame = status?.frame else {
      return Rect(column: pane.column, row: rows.lowerBound, width: 0, height: 0)
    }
    guard let x = frame.x else {
      let width = max(4, cells(frame.width, 0...Double(columns)))
      return Rect(
        column: pane.column + (columns - width) / 2, row: rows.lowerBound, width: width,
        height: rows.count)
    }
    let left = cells(x - model.engine.viewport.x, -10_000...10_000)
    return Rect(
      column: pane.column + left, row: rows.lowerBound, width: cells(frame.width, 4...1000),
      height: rows.count)
  }

  /// The part of the pane in which the slot may be drawn: beside others it does not leave the text.
  private func clip(of pane: Rect) -> Rect {
    guard status?.frame.x != nil else { return pane }
    return Rect(
      column: pane.column, row: pane.row,
      width: min(model.top.layout.columns, pane.width), height: pane.height)
  }

  private func markCuts(of box: Rect, on canvas: inout Canvas, in clip: Rect) {
    let seen = box.clipped(to: clip)
    guard seen.width > 0, seen.height > 0 else { return }
    let row = seen.row + seen.height / 2
    if box.column < clip.column { canvas.write("‹", at: clip.column, row, Theme.strong, in: clip) }
    if box.endColumn > clip.endColumn {
      canvas.write("›", at: clip.endColumn - 1, row, Theme.strong, in: clip)
    }
  }

  private var world: SimulatedWorld { model.visit.creativeWorld() }

  /// The content that a renderer made from the bid for the slot.
  private var content: AdContent? {
    guard let status, model.top.slots[slot].presentationError == nil else { return nil }
    guard world.usesPlugins else { return model.top.contents[slot] }
    let rendering = world.rendering(for: status.id, generation: status.generation)
    let loadedAt = model.top.slots[slot].loadedAt ?? model.visit.time
    return rendering?.content(after: model.visit.time - loadedAt)
  }

  /// The reason why no ad was made from a bid.
  private var renderingError: String? {
    model.visit.renderingError(ofSlot: slot)?.descriptionWithCode.scrubbed
  }

  /// The panel is bound to the ladybug, not put into the ad: so an ad that is there already gets and loses it (D27).
  private func drawPanel(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    guard model.visit.settings.isDebugEnabled else { return }
    let isSent = status?.adState != .loading
    DebugPanelView(unit: model.top.page.slots[slot].ad.adUnitId, size: isSent ? status?.ad : nil)
      .draw(on: &canvas, in: box, clip: clip)
  }

  private func drawPlaceholder(
    _ status: SlotStatus, on canvas: inout Canvas, in box: Rect, clip: Rect
  ) {
    let edge = isSelected ? Theme.key : model.top.seen(status).style
    canvas.fill(box.clipped(to: clip), .blank)
    if box.height >= 2 { canvas.drawBox(box, .dashed, edge, in: clip) }
    let isBare = model.visit.replay?.isBare == true
    let isSeen = isBare && status.isRendered && !status.visibility.isHidden
    let reason = isSeen ? model.top.label(of: status) : reason(status)
    // The reasons of renderers may need several rows.
    let words = reason.wrapped(to: max(1, box.width - 2)).prefix(max(1, box.height - 2))
    var lines = words.map { (text: $0, style: Theme.text) }
    if box.height >= words.count + 4, let hint = hint(status) { lines.append((hint, Theme.faint)) }
    // The page of an ad is there as soon as it is asked for.
    defer { if status.adState == .loading { drawPanel(on: &canvas, in: box, clip: clip) } }
    guard isBare else { return write(lines, on: &canvas, in: box, clip: clip) }
    // Nothing else says which slot it is, so its name is where the box is seen.
    let known = model.top.page.slots[slot]
    let name = (known.shortUnit.isEmpty ? "slot \(known.name)" : known.shortUnit).scrubbed
    lines.insert((name.cutInside(to: max(1, box.width - 2)), Theme.strong), at: 0)
    write(lines, on: &canvas, in: box.clipped(to: clip), clip: clip)
  }

  private func write(
    _ lines: [(text: String, style: Style)], on canvas: inout Canvas, in box: Rect, clip: Rect
  ) {
    let first = box.row + (box.height - lines.count) / 2
    let inside = box.inset(columns: 1).clipped(to: clip)
    for (index, line) in lines.enumerated() {
      let row = first + index
      guard row >= inside.row, row < inside.endRow else { continue }
      canvas.write(line.text, centredIn: row, line.style, in: inside)
    }
  }

  // MARK: - Words

  /// The text of the ad, or the reason why there is none.
  var words: String {
    guard let status else { return "" }
    guard status.isRendered, !status.visibility.isHidden else { return reason(status) }
    let separator = !world.usesPlugins ? ": " : " "
    return content.map { $0.lines.map(\.text).joined(separator: separator) } ?? reason(status)
  }

  private func reason(_ status: SlotStatus) -> String {
    if status.visibility.isHidden { return "hidden" }
    switch status.loadState {
    case .notLoaded: return "not fetched: \(distance(status))"
    case .unloaded: return "unloaded: \(distance(status))"
    case .fetched, .displayed: break
    }
    switch status.adState {
    case .uninitialized:
      switch (model.engine.consentDecision, model.engine.consent) {
      case (.hold, .denied): return "held back: no consent was given"
      case (.hold, _): return "waiting for consent"
      case (.allow, _), (.limited, _):
        return status.auction == nil ? "not asked for" : "waiting for bids"
      }
    case .loading:
      let tenths = max(0, model.visit.time - model.top.slots[slot].adSince) / 100
      return "loading \((Double(tenths) / 10).text(digits: 1)) s"
    case .failed:
      return "failed: " + (renderingError ?? model.top.slots[slot].failure?.words ?? "no ad")
    case .loaded, .impressed, .clicked, .closed:
      if let error = model.top.slots[slot].presentationError { return "not presented: \(error)" }
      // The content is not always known.
      if status.isRendered { return model.top.page.slots[slot].ad.adUnitId }
      return status.loadState == .displayed ? "about to be rendered" : "loaded, not displayed yet"
    }
  }

  /// The next condition for an ad.
  private func hint(_ status: SlotStatus) -> String? {
    guard let distances = model.engine.distances(of: status.id) else { return nil }
    switch status.loadState {
    case .notLoaded where !status.isReachable, .unloaded where !status.isReachable:
      return "fetched once it is between the viewport's sides"
    case .notLoaded, .unloaded:
      return "fetched within \(distances.fetch.points) pt"
    case .fetched, .displayed: break
    }
    switch status.adState {
    case .uninitialized:
      let isHeld = model.engine.consentDecision == .hold
      return isHeld && !model.visit.isReplay ? "\(KeyMap.label(of: .openConsent)) changes it" : nil
    case .failed: return !model.visit.isReplay ? "\(KeyMap.label(of: .reload)) reloads" : nil
    case .loaded where status.loadState == .fetched:
      return "displayed within \(distances.display.points) pt"
    case .loading, .loaded, .impressed, .clicked, .closed: return nil
    }
  }

  private func distance(_ status: SlotStatus) -> String {
    status.sideWords ?? (status.gap > 0 ? "\(status.gap.points) pt away" : "in view")
  }

  // MARK: - The caption

  /// What else is known of the ad that is there: whether it had to do without personal data, and whether it plays.
  private func notes(_ status: SlotStatus) -> String {
    guard status.isRendered else { return "" }
    var notes = model.engine.consentDecision == .limited ? " · limited" : ""
    if status.media == .video {
      let webView = model.top.page.settings.webView
      notes += " · ▶ \(webView.playback(isTouched: status.adState == .clicked).words)"
    }
    return notes
  }

  /// A row of its own above or below the box: as wide as the text, or beside others as the box.
  func line(_ row: Int, in pane: Rect) -> Rect {
    let clip = clip(of: pane)
    guard status?.frame.x == nil else {
      return place(rows: row..<row + 1, in: pane).clipped(to: clip)
    }
    let columns = min(model.top.layout.columns, pane.width)
    return Rect(column: pane.column, row: row, width: columns, height: 1)
  }

  func drawCaption(on canvas: inout Canvas, row: Int, in pane: Rect) {
    guard let status else { return }
    let line = line(row, in: pane)
    let columns = line.width
    guard columns > 1 else { return }
    if let shift = model.top.timeline.marked(slot: slot, at: model.visit.time) {
      canvas.write(
        "↕ layout shift: all below moved \(shift.words)".cut(to: columns), centredIn: row,
        Theme.warning.highlighted, in: line)
      return
    }
    let size = "\(status.frame.size.words)"
    let seen = model.top.seen(status)
    let label = model.top.label(of: status)
    let zone = status.loadState.rawValue
    let unit = model.top.page.slots[slot].ad.adUnitId
    let shortUnit = model.top.page.slots[slot].shortUnit
    // What is seen stays whatever the width.
    let forms = [
      [unit, size, label, zone], [unit, size, label], [shortUnit, size, label], [shortUnit, label],
    ].map { $0.joined(separator: " · ") }
    let text =
      (forms.map { $0 + notes(status) } + forms).first { Glyphs.cells($0) <= columns }
      ?? label.cut(to: columns)
    canvas.write(text, centredIn: row, isSelected ? Theme.selected : seen.style, in: line)
  }
}

extension WebViewConfiguration.Playback {
  /// What a video does in its ad.
  var words: String {
    switch self {
    case .inline: "plays"
    case .fullScreen: "full screen"
    case .waits: "waits"
    }
  }
}
