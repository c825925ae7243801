internal import AdEngine
internal import AdSessions

/// The viewport on the page, and the pane that shows a part of it.
extension PageScreen {
  /// The viewport's size by the options or the page; terminal and panes do not count.
  var viewportSize: Size {
    shared.options.overrides.viewport ?? pages.top.page.settings.openingViewport
  }

  /// The farthest that the page can be scrolled, in points.
  var lowestScroll: Double { max(0, pages.top.layout.height - run.engine.viewport.size.height) }

  /// Scrolls the page so that `position` is at the top, as far as the page goes; the pane takes the rest.
  ///
  /// A replay scrolls by itself: there the pane alone is pushed along inside the viewport.
  mutating func scroll(to position: Double) {
    guard replay == nil else {
      viewer.peek = max(0, min(position - run.engine.viewport.y, maxPeek))
      return
    }
    let possible = max(0, min(position, lowestScroll))
    viewer.peek = max(0, min(position - possible, maxPeek))
    move(to: possible)
  }

  /// Scrolls the page by so many points; where it can go no farther, the pane is pushed along inside the viewport.
  mutating func scroll(by points: Double) {
    guard replay == nil else {
      viewer.peek = max(0, min(min(viewer.peek, maxPeek) + points, maxPeek))
      return
    }
    let wanted = run.engine.viewport.y + points
    let possible = max(0, min(wanted, lowestScroll))
    viewer.peek = max(0, min(viewer.peek + wanted - possible, maxPeek))
    move(to: possible)
  }

  private mutating func move(to position: Double) {
    run.scroll(to: position, at: time)
    applyNewEvents()
    if pages.top.selection != nil { deselectHiddenLink() }
  }

  // MARK: - The pane

  /// What is at the top of the pane, in points from the top of the page.
  var paneTop: Double { run.engine.viewport.y + min(viewer.peek, maxPeek) }

  /// The points of the viewport that the pane shows.
  var shownHeight: Double {
    let height = Double(layout.article.inside.height) * PageLayout.rowHeight
    return min(run.engine.viewport.size.height, height)
  }

  /// Shows the other end of the viewport, where the pane has no room for all of it.
  mutating func showOtherEnd() {
    guard maxPeek > 0 else {
      shared.notice = "the pane shows the whole viewport"
      return
    }
    viewer.peek = viewer.peek > maxPeek / 2 ? 0 : maxPeek
  }

  /// The points of the viewport, as far as there is a page in it, that the pane has no room for.
  var maxPeek: Double {
    max(0, min(run.engine.viewport.size.height, pages.top.layout.height) - shownHeight)
  }

  /// The rows of the page that the pane may show a part of.
  func rows(of pane: Rect) -> [PageRow] {
    let reach = pages.top.resizes.reduce(0) { $0 + abs(rest(of: $1)) }
    let top = paneTop
    let bottom = top + Double(pane.height + 1) * PageLayout.rowHeight
    return pages.top.layout.rows(from: top - reach - 1, to: bottom + reach)
  }

  /// The row of the pane in which a height of the page is drawn: rounded, so that what is stacked never overlaps.
  func paneRow(_ y: Double, _ pane: Rect) -> Int {
    let rows = (y - paneTop) / PageLayout.rowHeight
    return pane.row + Int((max(-10_000, min(10_000, rows)) + 0.5).rounded(.down))
  }

  /// How far what lies at `y` is still from its place because slots above are taking a new height.
  func shift(at y: Double) -> Double {
    pages.top.resizes.reduce(0) { shift, resize in
      let slot = pages.top.layout.frame(ofSlot: resize.slot)
      return y >= slot.maxY ? shift + rest(of: resize) : shift
    }
  }

  /// How much of a change of height has still to come, in points: nothing while time stands still, since then it would stay
  /// half done.
  func rest(of resize: ResizeAnimation) -> Double { clock.isPaused ? 0 : resize.rest(at: time) }

  // MARK: - Keys

  /// Scrolls by so many rows by a key.
  mutating func scrollByHand(rows: Double) { scrollByHand(by: rows * PageLayout.rowHeight) }

  /// Scrolls by so many screens by a key; two rows stay in view.
  mutating func scrollByHand(screens: Double) {
    let row = PageLayout.rowHeight
    scrollByHand(by: screens * max(row, run.engine.viewport.size.height - 2 * row))
  }

  /// Scrolls by a key, which stops a fling.
  mutating func scrollByHand(by points: Double) {
    stopMoving()
    let before = viewer.peek
    scroll(by: points)
    if replay != nil, viewer.peek == before {
      shared.notice = "this is a replay: the session scrolls the page"
    }
  }
}
