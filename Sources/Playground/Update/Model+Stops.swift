internal import AdEngine
internal import AdSessions

extension Model {
  /// The selected slot while it is in view, or the slots or the timeline have the focus; else the nearest to the middle.
  var chosenSlot: Int? {
    guard let selected = top.selectedSlot else { return nearestSlot }
    let frame = top.layout.frame(ofSlot: selected)
    let isInView =
      top.layout.contains(slot: selected) && frame.minY < engine.viewport.maxY
      && frame.maxY > engine.viewport.minY
    return isInView || viewer.focus == .slots || viewer.focus == .timeline
      ? selected : nearestSlot
  }

  /// The same, or a notice that there is none to do something to.
  mutating func chosenSlot(to purpose: String) -> Int? {
    let slot = chosenSlot
    if slot == nil { shared.notice = "this page has no ads to \(purpose)" }
    return slot
  }

  /// Brings the next or previous link or ad into view, from the selected one if that is in view, else from the edge.
  mutating func selectStop(_ direction: Int) {
    let stops = top.layout.stops
    guard stops.contains(where: top.isThere) else {
      shared.notice = "this page has no links and no ads"
      return
    }
    var next: Int
    let viewport = engine.viewport
    if let selection = top.selection, visit.isReplay || top.isInView(stops[selection], viewport) {
      next = selection + direction
    } else if direction > 0 {
      next = stops.first(atOrBelow: viewport.minY) ?? stops.count
      // An ad may begin above and still be in view.
      while next > 0, top.isInView(stops[next - 1], viewport) { next -= 1 }
    } else {
      next = (stops.first(atOrBelow: viewport.maxY) ?? stops.count) - 1
    }
    while stops.indices.contains(next), !top.isThere(stops[next]) { next += direction }
    guard stops.indices.contains(next) else {
      shared.notice = direction > 0 ? "no more links or ads below" : "no more links or ads above"
      return
    }
    visit.pages.top.selection = next
    bringIntoView(stops[next])
  }

  /// Selects an ad and brings it into view.
  mutating func select(slot: Int) {
    guard let stop = top.layout.stops.firstIndex(where: { $0.target == .slot(slot) }),
      top.isThere(top.layout.stops[stop])
    else { return }
    visit.pages.top.selection = stop
    bringIntoView(top.layout.stops[stop])
  }

  private mutating func bringIntoView(_ stop: FocusStop) {
    let (top, bottom) = self.top.extent(stop)
    let viewport = engine.viewport
    let margin = 2 * PageLayout.rowHeight
    if top < viewport.minY || bottom > viewport.maxY {
      visit.stopMoving()
      let isFromTop = top < viewport.minY || bottom - top + margin > viewport.size.height
      scroll(to: isFromTop ? top - margin : bottom + margin - viewport.size.height)
    }
    reveal(from: top, to: bottom)
  }

  /// Pushes the pane along inside a viewport that reaches beyond it, so that it shows a part of the page.
  mutating func reveal(from top: Double, to bottom: Double) {
    guard layout.article.height > 0 else { return }
    let y = engine.viewport.y
    if bottom > paneTop + shownHeight {
      viewer.article.peek = min(maxPeek, bottom - shownHeight - y)
    }
    if top < paneTop { viewer.article.peek = max(0, top - y) }
  }

  /// A link out of view cannot be followed; an ad may be watched from afar.
  mutating func deselectHiddenLink() {
    guard !visit.isReplay, let selection = top.selection,
      case .link = top.layout.stops[selection].target,
      !top.isInView(top.layout.stops[selection], engine.viewport)
    else { return }
    visit.pages.top.selection = nil
  }

  /// Follows the selected link, or shows the selected ad's details.
  mutating func activateStop() {
    guard let selection = top.selection else {
      shared.notice =
        "nothing is selected: \(KeyMap.label(of: .nextStop, in: .article)) selects the next link or ad"
      return
    }
    switch top.layout.stops[selection].target {
    case .slot(let slot) where !top.layout.contains(slot: slot):
      shared.notice = "\(top.name(of: SlotID(slot))) is not on the page now"
    case .slot(let slot):
      show(DetailsOverlay(slot: slot))
    case .link(let link):
      follow(top.layout.target(ofLink: link))
    }
  }

  private mutating func follow(_ link: String) {
    guard !visit.isReplay else {
      shared.notice = Replay.refusal
      return
    }
    guard link != Self.consentLink else { return openConsent() }
    guard !link.isEmpty else {
      shared.notice = "this link leads nowhere: its address is empty"
      return
    }
    guard !link.lowercased().hasPrefix(Self.ownScheme) else {
      shared.notice = "\(link): of our own links there is only \(Self.consentLink)"
      return
    }
    let target = LinkTarget(link)
    guard target.path != nil else { return followOutside(link) }
    guard target.path?.isEmpty != true else {
      let place = OpenPage.Place(scroll: engine.viewport.y, selection: top.selection)
      if scroll(toHeading: target.fragment) { visit.pages.top.push(place) }
      return
    }
    viewer.article.fragment = target.fragment
    shared.requests.append(.open(link: link, from: top.file.location))
  }

  /// Scrolls to a heading, or, without one, to the top, and returns whether there is such a place.
  @discardableResult
  private mutating func scroll(toHeading fragment: String?) -> Bool {
    visit.stopMoving()
    guard let place = fragment.map({ top.layout.top(ofHeading: $0) }) ?? 0 else {
      shared.notice = "#\(fragment ?? ""): this page has no such heading"
      return false
    }
    scroll(to: place)
    return true
  }

  /// Shows the page that a link led to; `path` leads to it from the folder of the session that is recorded.
  mutating func arrive(at file: PageFile, path: String?) {
    let fragment = viewer.article.fragment
    viewer.article.fragment = nil
    endEdit(keeping: true)
    let recorded = visit.recording != nil && path == nil ? visit.endRecording() : nil
    if let path { visit.recording?.provide(path, for: file.location) }
    visit.open(file)
    if let fragment { scroll(toHeading: fragment) }
    if let recorded {
      shared.notice = "the recording ended before a page that is not a file: \(recorded)"
    }
  }

  /// Stays on the page, because the one that was asked for could not be opened.
  mutating func failToOpen(because sentence: String) {
    viewer.article.fragment = nil
    shared.notice = sentence
  }

  var canGoBack: Bool { !top.places.isEmpty || !visit.pages.below.isEmpty }

  mutating func goBack() {
    if let place = visit.pages.top.places.popLast() {
      visit.stopMoving()
      scroll(to: place.scroll)
      visit.pages.top.selection = place.selection
      return
    }
    guard !visit.pages.below.isEmpty else {
      shared.notice = "this is the first page"
      return
    }
    endEdit(keeping: true)
    visit.goBack()
  }
}
