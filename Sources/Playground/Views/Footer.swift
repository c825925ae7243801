internal import AdRendering
internal import AdSessions

/// The last row: the keys that fit the situation, or a sentence about what just happened.
struct Footer {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    if let notice = model.shared.notice, model.viewer.search?.isTyping != true {
      return draw(notice, on: &canvas, in: rect)
    }
    var column = drawSearch(on: &canvas, in: rect)
    if isComparingWithoutMetrics, let comparison = model.comparison, place == model.pageContext,
      [.threshold, .article, .replay].contains(place)
    {
      let needed = hints.filter(\.isNeeded).reduce(0) { $0 + cells(of: $1) }
      // Once the value is kept, other keys are of use as well.
      let most = rect.width - needed - 2
      let room = place == .threshold ? most : rect.width / 2
      let words =
        comparison.sentence(fitting: room) ?? comparison.sentence(fitting: most)
        ?? comparison.words(fitting: most)
      column = canvas.write(" \(words) ", at: 0, rect.row, Theme.strong, in: rect)
    }
    for hint in hints(fitting: rect.width - column) {
      let keys = keys(of: hint)
      column = canvas.write(" " + keys, at: column, rect.row, Theme.key, in: rect)
      column = canvas.write(" \(hint.word) ", at: column, rect.row, Theme.text, in: rect)
    }
  }

  /// The hints that fit the cells, in their order; those that are needed are kept longest.
  private func hints(fitting cells: Int) -> [FooterHint] {
    let hints = hints
    var left = cells
    var chosen: Set<Int> = []
    for isNeeded in [true, false] {
      for (number, hint) in hints.enumerated() where hint.isNeeded == isNeeded {
        let width = self.cells(of: hint)
        guard width <= left else { continue }
        left -= width
        chosen.insert(number)
      }
    }
    return hints.indices.filter(chosen.contains).map { hints[$0] }
  }

  /// The cells that a hint takes, a blank before, between and behind its keys and its word.
  private func cells(of hint: FooterHint) -> Int {
    Glyphs.cells(keys(of: hint)) + Glyphs.cells(hint.word) + 3
  }

  private func keys(of hint: FooterHint) -> String {
    hint.commands.map { KeyMap.label(of: $0, in: model.keyContext) }.joined()
  }

  /// Draws a notice, over the last rows of the panes where it is long.
  private func draw(_ notice: String, on canvas: inout Canvas, in rect: Rect) {
    let all = notice.scrubbed.wrapped(to: max(1, rect.width - 2))
    var lines = Array(all.prefix(Self.maxNoticeRows))
    if all.count > lines.count, let last = lines.popLast() {
      lines.append((last + " …").cut(to: rect.width - 2))
    }
    let rows = Rect(
      column: 0, row: rect.endRow - lines.count, width: rect.width, height: lines.count)
    canvas.fill(rows, .blank)
    for (index, line) in lines.enumerated() {
      canvas.write(" " + line, at: 0, rows.row + index, Theme.warning, in: rows)
    }
  }

  private static let maxNoticeRows = 4

  /// What is searched for and how often it was found; returns the column behind it.
  private func drawSearch(on canvas: inout Canvas, in rect: Rect) -> Int {
    guard let search = model.viewer.search else { return 0 }
    switch model.keyContext {
    case .search, .hits: break
    case .overlay, .metrics, .details, .sections: if !search.isInOverlay { return 0 }
    case .log, .slots, .timeline, .metricsPane:
      if search.place.pane != model.viewer.focus { return 0 }
    default: return 0
    }
    let count = count(of: search)
    // The end of a long text is what is being typed.
    let room = max(4, rect.width - Glyphs.cells(count) - 26)
    var column = canvas.write(
      " /" + search.text.scrubbed.tail(of: room), at: 0, rect.row, Theme.strong, in: rect)
    if search.isTyping {
      column = canvas.write(" ", at: column, rect.row, Theme.strong.highlighted, in: rect)
    }
    return canvas.write(" " + count + " ", at: column, rect.row, Theme.faint, in: rect)
  }

  private func count(of search: Search) -> String {
    guard search.pattern != nil else { return "" }
    guard search.count > 0 else { return "no hit" }
    guard let current = search.current else {
      return search.count.counted("hit")
    }
    return "\(current + 1) of \(search.count)"
  }
}
