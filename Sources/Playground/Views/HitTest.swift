internal import AdEngine
internal import AdSessions

/// Finds what lies under a cell of the screen, as far as the mouse can do something with it.
struct HitTest {
  /// Something to click.
  enum Target: Hashable {
    /// The slider of a threshold.
    case slider(ThresholdKind)
    /// The map.
    case map
    /// A link or an ad, by the number of its stop.
    case stop(Int)
  }

  private let model: Model
  private let layout: ScreenLayout

  init(_ model: Model) {
    self.model = model
    layout = ScreenLayout(model)
  }

  /// What lies under a cell; nothing where there is nothing to click, or no screen.
  func target(column: Int, row: Int) -> Target? {
    guard model.interstitial == nil else { return nil }
    if layout.thresholds.contains(column: column, row: row) {
      return ThresholdKind.allCases.first { kind in
        let bar = ThresholdsView(model).bar(of: kind, in: layout.thresholds)
        return bar?.contains(column: column, row: row) == true
      }
      .map { .slider($0) }
    }
    if layout.map.inside.contains(column: column, row: row) { return .map }
    return ArticleView(model).stop(atColumn: column, row: row, in: layout.article)
      .map { .stop($0) }
  }
}

extension ArticleView {
  /// The stop that is drawn in a cell of the pane, by its number.
  func stop(atColumn column: Int, row: Int, in rect: Rect) -> Int? {
    let pane = rect.inside
    let text = pane.inset(columns: 1)
    guard text.contains(column: column, row: row) else { return nil }
    for pageRow in rows(of: pane) {
      let top = pageRow.y + shift(at: pageRow.y)
      let first = paneRow(top, text)
      let last = max(first + 1, paneRow(top + pageRow.height, text))
      guard (first..<last).contains(row) else { continue }
      switch pageRow.content {
      case .text(let spans, _):
        var end = text.column + pageRow.indent
        guard column >= end else { return nil }
        for span in spans {
          end += Glyphs.cells(span.text)
          if column < end { return span.link.flatMap(model.stop(ofLink:)) }
        }
      case .image(_, let link):
        if let stop = link.flatMap(model.stop(ofLink:)) { return stop }
      case .slot(let slot), .caption(let slot):
        return model.stop(ofSlot: slot)
      case .rule, .label:
        break
      }
    }
    return nil
  }
}

extension Model {
  /// The number of a link's stop.
  fileprivate func stop(ofLink link: Int) -> Int? {
    stop(.link(link), at: pages.top.layout.links[link].y)
  }

  /// The number of a slot's stop.
  fileprivate func stop(ofSlot slot: Int) -> Int? {
    stop(.slot(slot), at: pages.top.layout.frame(ofSlot: slot).minY)
  }

  private func stop(_ target: PageStop.Target, at y: Double) -> Int? {
    let stops = pages.top.layout.stops
    guard let first = stops.first(atOrBelow: y) else { return nil }
    return (first..<stops.endIndex).prefix { stops[$0].y <= y }
      .first { stops[$0].target == target }
  }
}
