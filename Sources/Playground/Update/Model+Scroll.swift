internal import AdEngine
internal import AdSessions

/// The viewport on the page, and the pane that shows a part of it.
extension Model {
  /// Scrolls so that `position` is at the top, the pane takes the rest; in a replay the pane alone moves in the viewport.
  mutating func scroll(to position: Double) {
    viewer.article.peek = 0
    guard !visit.isReplay else { return push(by: position - engine.viewport.y) }
    visit.scroll(to: position)
  }

  /// Scrolls the page by so many points; where it can go no farther, the pane is pushed along inside the viewport.
  mutating func scroll(by points: Double) {
    guard !visit.isReplay else {
      viewer.article.peek = min(viewer.article.peek, maxPeek)
      return push(by: points)
    }
    visit.scroll(by: points)
  }

  /// Pushes the pane along inside the viewport, as far as that goes.
  mutating func push(by points: Double) {
    viewer.article.peek = max(0, min(viewer.article.peek + points, maxPeek))
  }

  /// What is at the top of the pane, in points from the top of the page.
  var paneTop: Double {
    engine.viewport.y + (viewer.article.peek > 0 ? min(viewer.article.peek, maxPeek) : 0)
  }

  /// The points of the viewport that the pane shows.
  var shownHeight: Double {
    let height = Double(layout.article.inside.height) * PageLayout.rowHeight
    return min(engine.viewport.size.height, height)
  }

  /// Shows the other end of the viewport, where the pane has no room for all of it.
  mutating func showOtherEnd() {
    guard maxPeek > 0 else {
      shared.notice = "the pane shows the whole viewport"
      return
    }
    viewer.article.peek = viewer.article.peek > maxPeek / 2 ? 0 : maxPeek
  }

  /// The points of the viewport, as far as there is a page in it, that the pane has no room for.
  var maxPeek: Double { max(0, min(engine.viewport.size.height, top.layout.height) - shownHeight) }

  /// The rows of the page that the pane may show a part of.
  func rows(of pane: Rect) -> [LayoutRow] {
    let reach = top.resizes.reduce(0) { $0 + abs(rest(of: $1)) }
    let top = paneTop
    let bottom = top + Double(pane.height + 1) * PageLayout.rowHeight
    return self.top.layout.rows(from: top - reach - 1, to: bottom + reach)
  }

  /// The row of the pane in which a height of the page is drawn: rounded, so that what is stacked never overlaps.
  func paneRow(_ y: Double, _ pane: Rect) -> Int {
    let rows = (y - paneTop) / PageLayout.rowHeight
    return pane.row + Int((max(-10_000, min(10_000, rows)) + 0.5).rounded(.down))
  }

  /// How far what lies at `y` is still from its place because slots above are taking a new height.
  func shift(at y: Double) -> Double {
    top.resizes.reduce(0) { shift, resize in
      let slot = top.layout.frame(ofSlot: resize.slot)
      return y >= slot.maxY ? shift + rest(of: resize) : shift
    }
  }

  /// How much of a change of height is to come, in points: nothing while time stands still, it would stay half done.
  func rest(of resize: ResizeAnimation) -> Double {
    visit.clock.isPaused ? 0 : resize.rest(at: visit.time)
  }

  mutating func scrollByHand(rows: Double) { scrollByHand(by: rows * PageLayout.rowHeight) }

  /// Scrolls by so many screens by a key; two rows stay in view.
  mutating func scrollByHand(screens: Double) {
    let row = PageLayout.rowHeight
    scrollByHand(by: screens * max(row, engine.viewport.size.height - 2 * row))
  }

  /// Scrolls by a key, which stops a fling.
  mutating func scrollByHand(by points: Double) {
    visit.stopMoving()
    let before = viewer.article.peek
    scroll(by: points)
    if visit.isReplay, viewer.article.peek == before {
      shared.notice = "this is a replay: the session scrolls the page"
    }
  }
}
