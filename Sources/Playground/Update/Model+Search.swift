internal import AdEngine
internal import AdSessions

extension Model {
  /// Asks for a text to search in the pane that has the focus: a list, the log, or else the article.
  mutating func openPageSearch() {
    if let list = focusedList {
      viewer.search = Search(.pane(viewer.focus, from: list.chosen(self)))
    } else if viewer.focus == .log {
      viewer.search = Search(.log(from: visit.log.scrollback))
    } else {
      endEdit(keeping: true)
      visit.stopMoving()
      viewer.search = Search(.article(from: engine.viewport.y, peek: viewer.article.peek))
    }
  }

  mutating func typeInSearch(_ character: Character) {
    viewer.search?.type(character)
    find()
  }

  /// Takes a character back; with none left the search is left.
  mutating func eraseInSearch() {
    guard viewer.search?.text.isEmpty == false else { return leaveSearch() }
    viewer.search?.erase()
    find()
  }

  /// Keeps the hits, to go from one to the next.
  mutating func keepSearch() {
    guard let search = viewer.search, search.count > 0 else {
      let text = viewer.search?.text ?? ""
      leaveSearch()
      if !text.isEmpty { shared.notice = "“\(text)” was not found" }
      return
    }
    viewer.search?.isTyping = false
  }

  /// Goes back to where the search began.
  mutating func leaveSearch() {
    goBack(to: viewer.search?.place)
    viewer.search = nil
  }

  /// Ends the search in a pane that is not looked at any more.
  mutating func leavePaneSearch() {
    if viewer.search?.place.pane != nil { viewer.search = nil }
  }

  /// Goes to the next hit, or the previous; behind the last comes the first.
  mutating func selectPageHit(_ direction: Int) {
    // What was searched for in the article is nothing to go to in another pane.
    guard let search = viewer.search, search.count > 0,
      search.isInOverlay
        || (search.place.pane ?? .article) == (hasSearch(viewer.focus) ? viewer.focus : .article)
    else {
      shared.notice =
        "there is no search: \(KeyMap.label(of: .openSearch)) starts one"
      return
    }
    var next = search.current.map { $0 + direction } ?? (direction > 0 ? 0 : search.count - 1)
    if let hits = search.hits, let current = search.current,
      !isInViewport(row: top.layout.top(ofHit: current, in: hits))
    {
      // The user has gone elsewhere: it goes on from there.
      let top = direction > 0 ? engine.viewport.minY : engine.viewport.maxY
      let below = self.top.layout.firstHit(of: hits, atOrBelow: top) ?? hits.count
      next = direction > 0 ? below : below - 1
    }
    if search.count == 1 {
      shared.notice = "this is the only hit"
    } else if !(0..<search.count).contains(next) {
      shared.notice = next < 0 ? "from the first hit to the last" : "from the last hit to the first"
    }
    viewer.search?.current = (next + search.count) % search.count
    showHit()
  }

  // MARK: - Finding

  private mutating func find() {
    guard let search = viewer.search else { return }
    viewer.search?.current = nil
    findLines()
    let lines = viewer.search?.lines ?? []
    switch search.place {
    case .article(let origin, _):
      let hits = search.pattern.map { top.layout.hits(of: $0) }
      viewer.search?.hits = hits
      if let hits, hits.count > 0 {
        let first = top.layout.firstHit(of: hits, atOrBelow: origin) ?? 0
        viewer.search?.current = first
      }
    case .log:
      // The newest line is the nearest.
      let last = visit.log.number(ofLastShown: search.place.scrollback)
      viewer.search?.current = lines.lastIndex { $0 <= last } ?? lines.indices.last
    case .pane(_, let from):
      viewer.search?.current = lines.firstIndex { $0 >= from ?? 0 } ?? lines.indices.first
    case .overlay: viewer.search?.current = lines.indices.first
    }
    if viewer.search?.current == nil { goBack(to: search.place) } else { showHit() }
  }

  private mutating func findLines() {
    guard let pattern = viewer.search?.pattern else {
      viewer.search?.lines = []
      return
    }
    var lines: [Int] = []
    switch viewer.search?.place {
    case .log: lines = visit.log.shown.filter { pattern.matches($0.line) }.map(\.number)
    case .pane(let pane, _):
      let texts = ListPane.of(pane)?.texts(self) ?? []
      lines = texts.indices.filter { pattern.matches(texts[$0]) }
    case .overlay:
      let texts = viewer.search?.texts ?? []
      lines = texts.indices.filter { pattern.matches(texts[$0]) }
    case .article, nil: break
    }
    viewer.search?.lines = lines
  }

  /// Keeps the hits in lines true while lines come and go.
  mutating func refreshLineSearch() {
    guard let search = viewer.search, !search.isInArticle else { return }
    let current = search.current.map { search.lines[$0] }
    findLines()
    let lines = viewer.search?.lines ?? []
    viewer.search?.current = current.flatMap { lines.firstIndex(of: $0) }
  }

  // MARK: - Going there

  private mutating func goBack(to place: Search.Place?) {
    switch place {
    case .article(let y, let peek):
      if !visit.isReplay, y != engine.viewport.y { scroll(to: y) }
      viewer.article.peek = peek
    case .log(let lines): visit.log.scrollBack(to: lines)
    case .pane(let pane, let row): ListPane.of(pane)?.choose(&self, row)
    case .overlay(let list):
      if let last = viewer.overlays.indices.last { viewer.overlays[last].list = list }
    case nil: break
    }
  }

  private func isInViewport(row top: Double) -> Bool {
    let viewport = engine.viewport
    return top >= viewport.minY && top + PageLayout.rowHeight <= viewport.maxY
  }

  private mutating func showHit() {
    guard let search = viewer.search, let current = search.current else { return }
    if let hits = search.hits {
      let top = top.layout.top(ofHit: current, in: hits)
      if !isInViewport(row: top) {
        visit.stopMoving()
        // A third down the viewport: what leads to a hit is worth seeing too.
        let third = engine.viewport.size.height / 3
        scroll(to: top - (third / PageLayout.rowHeight).rounded() * PageLayout.rowHeight)
      }
      reveal(from: top, to: top + PageLayout.rowHeight)
      return
    }
    let line = search.lines[current]
    switch search.place {
    // A line may take two rows.
    case .log: visit.log.show(line: line, rows: max(1, (layout.log.height - 3) / 2))
    case .pane(let pane, _): ListPane.of(pane)?.choose(&self, line)
    case .article, .overlay: break
    }
  }

  private func hasSearch(_ pane: Viewer.Focus) -> Bool { pane == .log || ListPane.of(pane) != nil }
}

extension Search.Place {
  /// The lines that the log was scrolled back by.
  fileprivate var scrollback: Int {
    if case .log(let lines) = self { lines } else { 0 }
  }
}
