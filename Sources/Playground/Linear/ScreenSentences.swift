internal import AdEngine
internal import AdRendering
internal import AdSessions

struct ScreenSentences {
  let model: Model

  var place: String {
    let y = model.engine.viewport.y
    let share =
      model.visit.lowestScroll > 0 ? Int((y / model.visit.lowestScroll * 100).rounded()) : 100
    return "at \(y.points) of \(model.top.layout.height.points) pt, \(share)%"
  }

  /// The page, its length and its slots.
  var page: String {
    "\(model.top.page.title): \(model.top.layout.height.points) pt, "
      + model.top.page.slots.count.counted("slot")
  }

  /// The ad that covers the page, if one does, and what it says.
  var interstitial: [String] {
    guard let interstitial = model.visit.interstitial else { return [] }
    let words = interstitial.content?.lines.map(\.text).filter { !$0.isEmpty } ?? []
    let key = KeyMap.label(of: .closeInterstitial, in: .interstitial)
    return [
      "\(interstitial.name) covers the page: \(words.joined(separator: ", ")); \(key) closes it"
    ]
  }

  /// Where the user is, in place, time and settings.
  var whereabouts: [String] {
    [
      page, "\(place), at \(model.visit.time.clock)",
      TitleBar(model: model).facts().joined(separator: ", "),
      model.engine.lazyLoading.map(\.words) ?? "without lazy loading",
    ]
  }

  var slots: [String] {
    guard !model.top.page.slots.isEmpty else { return ["no ads on this page"] }
    return model.top.page.slots.indices.map(model.sentence(ofSlot:))
  }

  /// What is counted on the page so far.
  var metrics: [String] {
    let report = model.visit.report
    if let comparison = model.comparison {
      return [[comparison.title, comparison.condition].compactMap(\.self).joined(separator: ", ")]
        + model.metrics.map { metric in
          let row = comparison.row(metric)
          let after = row.after.value.with(unit: row.unit)
          return ["\(metric.name): \(row.before.value) → \(after)", row.change.word]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }
    return model.metrics.map { "\($0.name): \($0.reading(report).text)" }
  }

  /// The selected link or ad.
  var selection: String? {
    guard let selection = model.top.selection else { return nil }
    switch model.top.layout.stops[selection].target {
    case .slot(let slot): return "selected " + model.sentence(ofSlot: slot)
    case .link(let number):
      let layout = model.top.layout
      let top = layout.top(ofLink: number)
      let spans = layout.rows(from: top, to: top + PageLayout.rowHeight).flatMap(\.spans)
      let text = spans.filter { $0.link == number }.map(\.text).joined()
      return "selected link " + (text.isEmpty ? "" : "“\(text)” ")
        + "to \(layout.target(ofLink: number))"
    }
  }

  /// The threshold that is being set.
  var edit: String? {
    guard let edit = model.viewer.thresholds.edit else { return nil }
    return "setting the \(edit.kind.rawValue) threshold: \(edit.shown[edit.kind].sentence)"
      + (edit.dragged.map { ", \($0) with it" } ?? "")
      + (edit.proposal == nil ? "" : whatIf.map { ", " + $0 } ?? "")
  }

  /// What other thresholds change, once they are compared.
  var whatIf: String? { model.comparison?.sentence(fitting: .max) }

  var hit: String? {
    guard let search = model.viewer.search, let current = search.current, let hits = search.hits
    else { return nil }
    let top = model.top.layout.top(ofHit: current, in: hits)
    let text =
      model.top.layout.rows(from: top, to: top + PageLayout.rowHeight).compactMap(\.text)
      .first
      ?? ""
    return "hit \(current + 1) of \(search.count): \(text)"
  }

  /// The rows that begin in the viewport.
  var text: [String] {
    let viewport = model.engine.viewport
    let rows = model.top.layout.rows(from: viewport.minY, to: viewport.maxY)
    var lines: [String] = []
    for row in rows where row.y >= viewport.minY || row.slot != nil {
      if let line = sentence(of: row) { lines.append(line) }
    }
    return lines.isEmpty ? ["no text in view"] : lines
  }

  private func sentence(of row: LayoutRow) -> String? {
    if let slot = row.slot {
      return "ad, \(model.top.name(of: SlotID(slot))): \(AdBox(model, slot).words)"
    }
    if let text = row.text { return text }
    return row.label.flatMap { model.top.page.slots[$0].ad.label?.text.scrubbed }
  }
}

extension LayoutRow {
  /// The stretches of text on this row.
  fileprivate var spans: [LayoutSpan] {
    if case .text(let spans, _) = content { spans } else { [] }
  }

  /// The text on this row, with the marks before it; `nil` where there is none.
  fileprivate var text: String? {
    switch content {
    case .text(let spans, _):
      // Nothing is said of the rules of a table.
      guard !spans.allSatisfy({ $0.style.contains(.marker) }) else { return nil }
      return (prefix + spans).map(\.words).joined()
    case .image(let alt, _): return alt.isEmpty ? "image" : "image: \(alt)"
    case .rule, .label, .slot, .caption: return nil
    }
  }

  fileprivate var slot: Int? { if case .slot(let slot) = content { slot } else { nil } }
  fileprivate var label: Int? { if case .label(let slot) = content { slot } else { nil } }
}

extension LayoutSpan {
  /// Its text, and whether it is struck through, which is not seen without a screen.
  fileprivate var words: String {
    style.contains(.strikethrough) ? "[struck through: \(text)]" : text
  }
}
