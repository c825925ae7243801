internal import AdEngine
internal import AdRendering
internal import AdSessions

/// What a screen shows, in sentences.
extension Model {
  /// The place on the page.
  var placeSentence: String {
    let y = run.engine.viewport.y
    let share = lowestScroll > 0 ? Int((y / lowestScroll * 100).rounded()) : 100
    return "at \(y.points) of \(pages.top.layout.height.points) pt, \(share) %"
  }

  /// The page and what there is of it.
  var pageSentence: String {
    "\(pages.top.page.title): \(pages.top.layout.height.points) pt, \(pages.top.page.slots.count)"
      + (pages.top.page.slots.count == 1 ? " slot" : " slots")
  }

  /// The ad that covers the page, if one does, and what it says.
  var interstitialSentences: [String] {
    guard let interstitial else { return [] }
    let words = interstitial.content?.lines.map(\.text).filter { !$0.isEmpty } ?? []
    let key = KeyMap.label(of: .closeInterstitial, in: .interstitial)
    return [
      "\(interstitial.name) covers the page: \(words.joined(separator: ", ")); \(key) closes it"
    ]
  }

  /// Where the person is, in place, time and settings.
  var whereSentences: [String] {
    [
      pageSentence, "\(placeSentence), at \(time.clock)",
      TitleBar(self).facts().joined(separator: ", "),
      run.engine.lazyLoading.map(\.words) ?? "without lazy loading",
    ]
  }

  /// Every slot.
  var slotSentences: [String] {
    guard !pages.top.page.slots.isEmpty else { return ["no ads on this page"] }
    let view = SlotsView(self)
    return pages.top.page.slots.indices.map(view.sentence)
  }

  /// What the session was worth and what it cost so far.
  var metricSentences: [String] {
    let report = run.report
    return Metric.allCases.map { metric in
      let reading = metric.reading(report, megabytesPerAd: options.megabytesPerAd)
      let value = reading.unit.isEmpty ? reading.value : reading.value + " " + reading.unit
      return "\(metric.name): \(value)" + (reading.note.isEmpty ? "" : ", \(reading.note)")
    }
  }

  /// What covers the page.
  var overlaySentences: [String] {
    guard let box = overlayBox else { return [] }
    let lines = box.lines.map { line in
      [line.key ?? "", line.text].filter { !$0.isEmpty }
        .joined(separator: line.tone == nil ? ": " : " ")
    }
    return [box.title] + lines.filter { !$0.isEmpty }
  }

  /// The selected link or ad.
  var selectionSentence: String? {
    guard let selection = pages.top.selection else { return nil }
    switch pages.top.layout.stops[selection].target {
    case .slot(let slot): return "selected " + SlotsView(self).sentence(slot)
    case .link(let number):
      let link = pages.top.layout.links[number]
      let spans = pages.top.layout.rows(from: link.y, to: link.y + PageLayout.rowHeight).flatMap(
        \.spans)
      let text = spans.filter { $0.link == number }.map(\.text).joined()
      return "selected link " + (text.isEmpty ? "" : "“\(text)” ") + "to \(link.target)"
    }
  }

  /// The threshold that is being set.
  var editSentence: String? {
    guard let edit, let settings = edit.proposal ?? run.engine.lazyLoading else { return nil }
    return "setting the \(edit.kind.rawValue) threshold: \(settings[edit.kind].points) pt"
      + (edit.bill.map { ", \($0.words)" } ?? "")
  }

  /// The hit of a search that is the current one.
  var hitSentence: String? {
    guard let search, let current = search.current, let hits = search.hits else { return nil }
    let top = pages.top.layout.top(ofHit: current, in: hits)
    let text =
      pages.top.layout.rows(from: top, to: top + PageLayout.rowHeight).compactMap(\.text).first
      ?? ""
    return "hit \(current + 1) of \(search.count): \(text)"
  }

  /// The rows that begin in the viewport.
  var textSentences: [String] {
    let viewport = run.engine.viewport
    let rows = pages.top.layout.rows(from: viewport.minY, to: viewport.maxY)
    var lines: [String] = []
    for row in rows where row.y >= viewport.minY || row.slot != nil {
      if let line = sentence(of: row) { lines.append(line) }
    }
    return lines.isEmpty ? ["no text in view"] : lines
  }

  private func sentence(of row: PageRow) -> String? {
    if let slot = row.slot {
      return "ad, \(pages.top.name(of: Self.id(ofSlot: slot))): \(AdBox(self, slot).words)"
    }
    if let text = row.text { return text }
    return row.label.flatMap { pages.top.page.slots[$0].ad.label?.text.scrubbed }
  }
}

extension Model {
  /// Leaves what covers the page.
  mutating func uncover() {
    if overlay == nil { closeInterstitial() }
    hideConsent()
    overlays = []
  }

  /// Shows all about the selected ad, or the nearest.
  mutating func openDetails() {
    guard let slot = chosenSlot else {
      notice = "this page has no ads"
      return
    }
    show(DetailsOverlay(slot: slot))
  }
}

extension PageRow {
  /// The stretches of text on this row.
  fileprivate var spans: [PageSpan] {
    if case .text(let spans, _) = content { spans } else { [] }
  }

  /// The text on this row, with the marks before it; `nil` where there is none.
  fileprivate var text: String? {
    switch content {
    case .text(let spans, _):
      let text = spans.map(\.text).joined()
      return text.isEmpty ? nil : prefix.map(\.text).joined() + text
    case .image(let alt, _): return alt.isEmpty ? "image" : "image: \(alt)"
    case .rule, .label, .slot, .caption: return nil
    }
  }

  fileprivate var slot: Int? { if case .slot(let slot) = content { slot } else { nil } }
  fileprivate var label: Int? { if case .label(let slot) = content { slot } else { nil } }
}
