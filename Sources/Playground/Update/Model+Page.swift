internal import AdEngine
internal import AdSessions
internal import AdSimulation

extension Model {
  /// The engine's name for a slot, by its number on the page: the one that a run without a screen gives it too, so
  /// that the seed stands for the same world in both.
  static func id(ofSlot slot: Int) -> SlotID { SlotID(slot) }

  /// The number on the page of a slot that the engine names.
  static func slot(_ id: SlotID) -> Int { id.rawValue }

  /// Reads a page and lays it out in columns as wide as those of the page on the screen.
  private func read(_ file: PageFile) -> OpenPage {
    OpenPage(reading: file, ads: options.ads, columns: pages.top.layout.columns)
  }

  /// Opens a page over the one on the screen, which is covered and lives on.
  mutating func open(_ file: PageFile) {
    endEdit(keeping: true)
    closeInterstitial()
    follow()
    let interstitial = takeInterstitial()
    // Nothing under it is seen; a session holds just that.
    if interstitial != nil { feed(.activityChanged(false)) }
    pages.open(read(file))
    pages.top.opening = pageSetup
    run.open(pages.top.opening, at: time)
    noteOpening()
    self.interstitial = interstitial
    enterPage(scroll: 0)
  }

  /// Takes note of the page that the run has just opened.
  mutating func noteOpening() {
    pages.top.number = run.page
    openings.append(
      PageOpening(
        location: pages.top.file.location, bytes: pages.top.file.bytes, setup: pages.top.opening))
    // The run closes the first of too many.
    pages.keep(run.pages.count)
  }

  /// Goes back to the page under the one on the screen, which the run has done already.
  mutating func showPageBelow() {
    follow()
    // What took place on it meanwhile is noted by now.
    guard pages.goBack() else { return }
    leavePage()
    peek = 0
    endInterstitial()
    renewInterstitial()
    record(.page, nil) { "back on \($0.pages.top.file.name)" }
    follow()
    fitViewport()
  }

  /// Takes the page's file as it is now in the place of what it was, at the same place of the page, and where it had
  /// been tuned, under those thresholds from the beginning.
  mutating func reopen(_ file: PageFile) {
    closeInterstitial()
    let recorded = endRecording()
    let selection = pages.top.selection
    let scroll = run.engine.viewport.y
    let tuned = run.engine.lazyLoading == pages.top.pageLazyLoading ? nil : run.engine.lazyLoading
    feed(.pageClosed)
    pages.top = read(file)
    pages.top.opening = pageSetup
    if pages.top.opening.engine.lazyLoading != nil, let tuned {
      pages.top.opening.engine.lazyLoading = tuned
    }
    run.replace(with: pages.top.opening, at: time)
    pages.top.number = run.page
    if pages.below.isEmpty {
      beginHistory()
    } else {
      // A session names a page's file once.
      historyState = .reopened
    }
    enterPage(scroll: scroll)
    if let selection, pages.top.layout.stops.indices.contains(selection) {
      self.pages.top.selection = selection
    }
    if let recorded { notice = "the recording ended where its page was opened anew: \(recorded)" }
  }

  /// What the run of the page on the screen begins with.
  var pageSetup: RunSetup {
    let page = RunPage(pages.top.layout)
    var configuration = Engine.Configuration()
    configuration.lazyLoading = lazyLoadingOfFile
    configuration.viewport = viewportSize
    configuration.consent = centre.choice.status(for: page.needed)
    configuration.handOff = centre.choice.handOff
    configuration.policy = chosenPolicy ?? options.overrides.policy ?? page.policy
    configuration.adTemplate = page.adTemplate
    var world = page.adServer
    world.seed = options.overrides.seed ?? world.seed
    return RunSetup(
      engine: configuration, slots: page.slots, world: world, needed: page.needed)
  }

  /// Begins anew with all that belongs to one page; its run has begun.
  mutating func enterPage(scroll: Double) {
    pages.top.pageLazyLoading = lazyLoadingOfFile
    pages.top.fileLazyLoading = pages.top.page.settings.lazyLoading
    pages.top.slots = Array(
      repeating: SlotHistory(loadSince: time, adSince: time), count: pages.top.page.slots.count)
    pages.top.timeline = Timeline(slots: pages.top.page.slots.count, openedAt: time)
    if let own = pages.top.pageLazyLoading, own != pages.top.opening.engine.lazyLoading {
      pages.top.undo = [own]
    }
    leavePage()
    offerVendors()
    record(.page, nil) {
      let count = $0.pages.top.page.slots.count
      return "opened \($0.pages.top.file.name): \(count) slot\(count == 1 ? "" : "s")"
    }
    if run.engine.lazyLoading == nil {
      record(.page, nil) { _ in "without lazy loading: every slot is fetched and displayed now" }
    }
    if replay == nil {
      pages.top.hosts = PageHosts(
        pages.top.page.settings, server: pages.top.opening.world ?? pages.top.page.settings.adServer
      )
    }
    follow()
    fitViewport()
    self.scroll(to: scroll)
    if let refused = refusedOverrides { notice = refused }
    if let problem = pages.top.problems.first {
      let key = KeyMap.label(of: .openProblems, in: .anywhere)
      let count =
        pages.top.problems.count > 1
        ? "\(pages.top.problems.count) problems (\(key) lists all): " : "problem (\(key)): "
      notice = count + problem.description
    }
    for problem in pages.top.problems { record(.page, nil) { _ in problem.description } }
  }

  /// Gives the viewport the rows that this page leaves it: a banner at the bottom of the screen takes some.
  private mutating func fitViewport() {
    guard replay == nil, viewportSize != run.engine.viewport.size else { return }
    feed(.viewportResized(viewportSize))
  }

  /// Ends what the person was doing with the page that was on the screen before.
  mutating func leavePage() {
    fling = nil
    edit = nil
    focus = .article
    leaveSlotOverlays()
    search = nil
    log.leavePage()
  }

  // MARK: - The viewport

  /// The viewport's size by the options or the terminal; the panes below the article do not count.
  var viewportSize: Size {
    if let viewport = options.overrides.viewport { return viewport }
    let rows = ScreenLayout(
      columns: columns, rows: self.rows, articleColumns: pages.top.layout.columns,
      hasBanner: pages.top.page.settings.screenBanner != nil
    ).viewportRows
    return Size(width: pages.top.layout.width, height: Double(rows) * PageLayout.rowHeight)
  }

  /// The farthest that the page can be scrolled, in points.
  var lowestScroll: Double { max(0, pages.top.layout.height - run.engine.viewport.size.height) }

  /// Scrolls the page so that `position` is at the top, as far as the page goes; the pane takes the rest.
  ///
  /// A replay scrolls by itself: there the pane alone is pushed along inside the viewport.
  mutating func scroll(to position: Double) {
    guard replay == nil else {
      peek = max(0, min(position - run.engine.viewport.y, longestPeek))
      return
    }
    let possible = max(0, min(position, lowestScroll))
    peek = max(0, min(position - possible, longestPeek))
    move(to: possible)
  }

  /// Scrolls the page by so many points; where it can go no farther, the pane is pushed along inside the viewport.
  mutating func scroll(by points: Double) {
    guard replay == nil else {
      peek = max(0, min(min(peek, longestPeek) + points, longestPeek))
      return
    }
    let wanted = run.engine.viewport.y + points
    let possible = max(0, min(wanted, lowestScroll))
    peek = max(0, min(peek + wanted - possible, longestPeek))
    move(to: possible)
  }

  private mutating func move(to position: Double) {
    run.scroll(to: position, at: time)
    follow()
    deselectHiddenLink()
  }

  // MARK: - The pane

  /// What is at the top of the pane, in points from the top of the page.
  var paneTop: Double { run.engine.viewport.y + min(peek, longestPeek) }

  /// The points of the viewport that the pane shows.
  var shownHeight: Double {
    let rows = ScreenLayout(self).article.inside.height
    return min(run.engine.viewport.size.height, Double(rows) * PageLayout.rowHeight)
  }

  /// The points of the viewport, as far as there is a page in it, that the pane has no room for.
  var longestPeek: Double {
    max(0, min(run.engine.viewport.size.height, pages.top.layout.height) - shownHeight)
  }

  // MARK: - The run

  /// Hands an input to the engine now and takes note of what it decides.
  ///
  /// In a replay only the session has a say.
  mutating func feed(_ input: Engine.Input) {
    guard replay == nil else {
      notice = Replay.refusal
      return
    }
    run.give(input, at: time)
    follow()
  }

  /// Takes note of what took place in the run since the last call.
  mutating func follow() {
    let openings = openings
    for occurrence in run.takeHistory() {
      remember(occurrence)
      recording?.note(occurrence, openings)
      if let place = pages.place(ofPage: occurrence.page) { note(occurrence, on: place) }
    }
    refreshHosts()
    // An ad that came out smaller may have moved the end of the page up.
    // In a replay the session says so itself.
    if replay == nil, pages.top.number == run.page, run.engine.viewport.y > lowestScroll {
      run.scroll(to: lowestScroll, at: time)
      follow()
    }
  }

  /// Takes note of something that took place on a page, by its place.
  private mutating func note(_ occurrence: Occurrence, on place: Int) {
    pages[place].timeline.note(occurrence)
    if case .input(.answered(let id, let generation, _)) = occurrence.event {
      recordFallback(of: id, generation, at: occurrence.at, on: place)
    }
    switch occurrence.event {
    case .input(.answered(let id, let generation, .failed(let failure)))
    where engine(at: place).status(of: id)?.generation == generation:
      pages[place].slots[Self.slot(id)].failure = failure
    case .input(.slotAdded), .input(.slotMoved), .input(.slotResized), .input(.slotRemoved):
      placeSlots(on: place)
      leaveMissingSlot()
    case .input, .opened, .wentBack:
      break
    case .effect(let effect):
      recordEffect(effect, at: occurrence.at, on: place)
      note(effect, at: occurrence.at, on: place)
    }
  }

  /// Lays the slots of a bare session out as the engine has them.
  private mutating func placeSlots(on place: Int) {
    guard pages[place].layout.isPlaced else { return }
    for slot in pages[place].page.slots.indices {
      let frame = run.engine.status(of: Self.id(ofSlot: slot))?.frame
      pages[place].layout.place(slot: slot, at: frame)
    }
  }

  private mutating func note(_ effect: Engine.Effect, at moment: Instant, on place: Int) {
    let isOnScreen = place == pages.topPlace
    switch effect {
    case .fetch(let id, let generation):
      pages[place].looks?.keepRendering(for: id, generation: generation)
    case .publishLoadState(let id, let state, _):
      pages[place].slots[Self.slot(id)].load = state
      pages[place].slots[Self.slot(id)].loadSince = moment
    case .publishAdState(let id, let state):
      pages[place].slots[Self.slot(id)].ad = state
      pages[place].slots[Self.slot(id)].adSince = moment
    case .release(let id, _):
      pages[place].slots[Self.slot(id)].release(at: moment)
    case .resize(let id, let size):
      let slot = Self.slot(id)
      let old = pages[place].layout.frame(ofSlot: slot)
      // Only what can be seen is worth showing in motion.
      if isOnScreen, run.engine.viewport.gap(to: old) <= 0 {
        pages[place].resizes.append(
          ResizeAnimation(slot: slot, from: old.height, to: size.height, start: moment))
      }
      pages[place].layout.resize(slot: slot, to: size)
      placeSlots(on: place)
    case .open(_, let settled): leaveAd(settled)
    // Nobody sees the ads of a page that is covered.
    case .block(_, let settled): if isOnScreen { notice = words(of: settled) }
    // An ad may say so much nonsense that no other notice would be seen.
    case .refuse(.message): break
    case .refuse(let refusal): notice = words(of: refusal, on: place)
    case .render(let id, let generation):
      notePresentation(of: id, generation, at: moment, on: place)
    case .reportViewable, .log:
      break
    }
  }
}
