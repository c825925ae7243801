internal import AdEngine
internal import AdSessions

extension PageScreen {
  /// The slot that is selected, by its number on the page.
  var selectedSlot: Int? {
    guard let selection = pages.top.selection,
      case .slot(let slot) = pages.top.layout.stops[selection].target
    else { return nil }
    return slot
  }

  /// The slot that a command is about: the selected one while any part of it is in view, else the nearest to the middle.
  ///
  /// A user who looks at one slot does not mean another that is far out of view.
  var chosenSlot: Int? {
    if let selectedSlot, viewer.focus == .slots || viewer.focus == .timeline { return selectedSlot }
    if let selectedSlot {
      let frame = pages.top.layout.frame(ofSlot: selectedSlot)
      let viewport = run.engine.viewport
      if pages.top.layout.contains(slot: selectedSlot), frame.minY < viewport.maxY,
        frame.maxY > viewport.minY
      {
        return selectedSlot
      }
    }
    return nearestSlot
  }

  /// The same, or a notice that there is none to do something to.
  mutating func chosenSlot(to purpose: String) -> Int? {
    let slot = chosenSlot
    if slot == nil { shared.notice = "this page has no ads to \(purpose)" }
    return slot
  }

  /// The slot whose middle is nearest to that of the viewport.
  var nearestSlot: Int? {
    let middle = run.engine.viewport.y + run.engine.viewport.size.height / 2
    guard !pages.top.layout.isPlaced else {
      return pages.top.page.slots.indices.filter { pages.top.layout.contains(slot: $0) }
        .min { distance($0, middle) < distance($1, middle) }
    }
    let below = firstSlot(endingBelow: middle)
    let candidates = [below - 1, below].filter(pages.top.page.slots.indices.contains)
    return candidates.min { distance($0, middle) < distance($1, middle) }
  }

  private func distance(_ slot: Int, _ y: Double) -> Double {
    let frame = pages.top.layout.frame(ofSlot: slot)
    return abs(frame.minY + frame.height / 2 - y)
  }

  /// The number of the first slot that ends below a height of the page; the number of slots if none does.
  func firstSlot(endingBelow y: Double) -> Int {
    guard !pages.top.layout.isPlaced else {
      let below = pages.top.page.slots.indices.filter {
        pages.top.layout.contains(slot: $0) && pages.top.layout.frame(ofSlot: $0).maxY > y
      }
      return below.min {
        pages.top.layout.frame(ofSlot: $0).minY < pages.top.layout.frame(ofSlot: $1).minY
      }
        ?? pages.top.page.slots.count
    }
    return pages.top.page.slots.indices.partitionPoint {
      pages.top.layout.frame(ofSlot: $0).maxY > y
    }
  }

  /// Selects the next or the previous link or ad and brings it into view.
  ///
  /// It goes on from the selected one if that is in view, else from the edge of the viewport.
  mutating func selectStop(_ direction: Int) {
    let stops = pages.top.layout.stops
    guard stops.contains(where: isThere) else {
      shared.notice = "this page has no links and no ads"
      return
    }
    var next: Int
    let viewport = run.engine.viewport
    if let selection = pages.top.selection, replay != nil || isInView(stops[selection]) {
      next = selection + direction
    } else if direction > 0 {
      next = stops.first(atOrBelow: viewport.minY) ?? stops.count
      // An ad may begin above and still be in view.
      while next > 0, isInView(stops[next - 1]) { next -= 1 }
    } else {
      next = (stops.first(atOrBelow: viewport.maxY) ?? stops.count) - 1
    }
    while stops.indices.contains(next), !isThere(stops[next]) { next += direction }
    guard stops.indices.contains(next) else {
      shared.notice = direction > 0 ? "no more links or ads below" : "no more links or ads above"
      return
    }
    pages.top.selection = next
    bringIntoView(stops[next])
  }

  /// Selects an ad and brings it into view.
  mutating func select(slot: Int) {
    guard let stop = pages.top.layout.stops.firstIndex(where: { $0.target == .slot(slot) }),
      isThere(pages.top.layout.stops[stop])
    else { return }
    pages.top.selection = stop
    bringIntoView(pages.top.layout.stops[stop])
  }

  /// Whether a stop is on the page now: in a session without a page slots come and go.
  private func isThere(_ stop: PageStop) -> Bool {
    if case .slot(let slot) = stop.target { pages.top.layout.contains(slot: slot) } else { true }
  }

  private func extent(_ stop: PageStop) -> (top: Double, bottom: Double) {
    guard case .slot(let slot) = stop.target else {
      return (stop.y, stop.y + PageLayout.rowHeight)
    }
    return (stop.y, pages.top.layout.frame(ofSlot: slot).maxY + PageLayout.rowHeight)
  }

  private func isInView(_ stop: PageStop) -> Bool {
    let (top, bottom) = extent(stop)
    return top < run.engine.viewport.maxY && bottom > run.engine.viewport.minY
  }

  private mutating func bringIntoView(_ stop: PageStop) {
    let (top, bottom) = extent(stop)
    let viewport = run.engine.viewport
    let margin = 2 * PageLayout.rowHeight
    if top < viewport.minY || bottom > viewport.maxY {
      stopMoving()
      let isFromTop = top < viewport.minY || bottom - top + margin > viewport.size.height
      scroll(to: isFromTop ? top - margin : bottom + margin - viewport.size.height)
    }
    reveal(from: top, to: bottom)
  }

  /// Pushes the pane along inside a viewport that reaches beyond it, so that it shows a part of the page.
  mutating func reveal(from top: Double, to bottom: Double) {
    guard layout.article.height > 0 else { return }
    let y = run.engine.viewport.y
    if bottom > paneTop + shownHeight { viewer.peek = min(maxPeek, bottom - shownHeight - y) }
    if top < paneTop { viewer.peek = max(0, top - y) }
  }

  /// A link out of view cannot be followed; an ad may be watched from afar.
  mutating func deselectHiddenLink() {
    guard let selection = pages.top.selection,
      case .link = pages.top.layout.stops[selection].target,
      !isInView(pages.top.layout.stops[selection])
    else { return }
    self.pages.top.selection = nil
  }

  /// Follows the selected link, or shows the selected ad's details.
  mutating func activateStop() {
    guard let selection = pages.top.selection else {
      let key = KeyMap.label(of: .nextStop, in: .article)
      shared.notice = "nothing is selected: \(key) selects the next link or ad"
      return
    }
    switch pages.top.layout.stops[selection].target {
    case .slot(let slot) where !pages.top.layout.contains(slot: slot):
      shared.notice = "\(pages.top.name(of: SlotID(slot))) is not on the page now"
    case .slot(let slot):
      show(DetailsOverlay(slot: slot))
    case .link(let link):
      follow(pages.top.layout.links[link].target)
    }
  }

  private mutating func follow(_ link: String) {
    guard replay == nil else {
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
      let place = OpenPage.Place(scroll: run.engine.viewport.y, selection: pages.top.selection)
      if scroll(toHeading: target.fragment) { pages.top.keep(place) }
      return
    }
    fragment = target.fragment
    shared.requests.append(.open(link: link, from: pages.top.file.location))
  }

  /// Scrolls to a heading, or, without one, to the top, and returns whether there is such a place.
  @discardableResult
  private mutating func scroll(toHeading fragment: String?) -> Bool {
    stopMoving()
    guard let place = fragment.map({ pages.top.layout.top(ofHeading: $0) }) ?? 0 else {
      shared.notice = "#\(fragment ?? ""): this page has no such heading"
      return false
    }
    scroll(to: place)
    return true
  }

  /// Shows the page that a link led to; `path` leads to it from the folder of the session that is recorded.
  mutating func arrive(at file: PageFile, path: String?) {
    let fragment = self.fragment
    self.fragment = nil
    let recorded = recording != nil && path == nil ? endRecording() : nil
    if let path { recording?.provide(path, for: file.location) }
    open(file)
    if let fragment { scroll(toHeading: fragment) }
    if let recorded {
      shared.notice = "the recording ended before a page that is not a file: \(recorded)"
    }
  }

  /// Stays on the page, because the one that was asked for could not be opened.
  mutating func failToOpen(because sentence: String) {
    fragment = nil
    shared.notice = sentence
  }

  /// Whether there is a place, or a page, to go back to.
  var canGoBack: Bool { !pages.top.places.isEmpty || !pages.below.isEmpty }

  mutating func goBack() {
    if let place = pages.top.places.popLast() {
      stopMoving()
      scroll(to: place.scroll)
      pages.top.selection = place.selection
      return
    }
    guard !pages.below.isEmpty else {
      shared.notice = "this is the first page"
      return
    }
    endEdit(keeping: true)
    closeInterstitial()
    applyNewEvents()
    run.goBack(at: time)
    showPageBelow()
  }
}
