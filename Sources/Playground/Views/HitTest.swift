internal import AdEngine
internal import AdSessions

/// Finds what lies under a cell of the screen, as far as the mouse can do something with it.
struct HitTest {
  enum Target: Hashable {
    case slider(ThresholdKind)
    case map
    /// A link or an ad, by the number of its stop.
    case stop(Int)
  }

  let model: Model

  /// What lies under a cell; nothing where there is nothing to click, or no screen.
  func target(column: Int, row: Int) -> Target? {
    guard model.visit.interstitial == nil else { return nil }
    let layout = model.layout
    if layout.thresholds.contains(column: column, row: row) {
      guard model.engine.lazyLoading != nil else { return nil }
      return ThresholdKind.allCases.first { kind in
        layout.sliderBar(of: kind)?.contains(column: column, row: row) == true
      }
      .map { .slider($0) }
    }
    if layout.map.inside.contains(column: column, row: row) { return .map }
    return stop(atColumn: column, row: row, in: layout.article.inside).map { .stop($0) }
  }

  /// The stop that is drawn in a cell of the article's pane, by its number.
  private func stop(atColumn column: Int, row: Int, in pane: Rect) -> Int? {
    let text = pane.inset(columns: 1)
    guard text.contains(column: column, row: row) else { return nil }
    for pageRow in model.rows(of: pane) {
      let top = pageRow.y + model.shift(at: pageRow.y)
      let first = model.paneRow(top, text)
      let last = max(first + 1, model.paneRow(top + pageRow.height, text))
      guard (first..<last).contains(row) else { continue }
      let layout = model.top.layout
      switch pageRow.content {
      case .text(let spans, _):
        var end = text.column + pageRow.indent
        guard column >= end else { return nil }
        for span in spans {
          end += Glyphs.cells(span.text)
          if column < end { return span.link.flatMap(layout.stop(ofLink:)) }
        }
      case .image(_, let link):
        if let stop = link.flatMap(layout.stop(ofLink:)) { return stop }
      case .slot(let slot), .caption(let slot):
        let isBeside = layout.frame(ofSlot: slot).x != nil
        let box = AdBox(model, slot).place(rows: first..<last, in: text)
        guard !isBeside || (box.column..<box.endColumn).contains(column) else { continue }
        return layout.stop(.slot(slot), at: layout.frame(ofSlot: slot).minY)
      case .rule, .label:
        break
      }
    }
    return nil
  }
}

extension PageLayout {
  fileprivate func stop(ofLink link: Int) -> Int? { stop(.link(link), at: top(ofLink: link)) }

  fileprivate func stop(_ target: FocusStop.Target, at y: Double) -> Int? {
    let stops = stops
    guard let first = stops.first(atOrBelow: y) else { return nil }
    return (first..<stops.endIndex).prefix { stops[$0].y <= y }
      .first { stops[$0].target == target }
  }
}
