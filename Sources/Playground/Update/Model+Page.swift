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
    OpenPage(reading: file, ads: options.ads, columns: layout.columns)
  }

  /// Opens a page over the one on the screen, which is covered and lives on.
  mutating func open(_ file: PageFile) {
    endEdit(keeping: true)
    closeInterstitial()
    follow()
    let interstitial = takeInterstitial()
    // Nothing under it is seen; a session holds just that.
    if interstitial != nil { feed(.activityChanged(false)) }
    covered.append(shown)
    shown = read(file)
    opening = pageSetup
    run.open(opening, at: time)
    noteOpening()
    self.interstitial = interstitial
    enterPage(scroll: 0)
  }

  /// Takes note of the page that the run has just opened.
  mutating func noteOpening() {
    shown.number = run.page
    openings.append(PageOpening(location: file.location, bytes: file.bytes, setup: opening))
    // The run closes the first of too many.
    while covered.count >= run.pages.count { covered.removeFirst() }
  }

  /// Goes back to the page under the one on the screen, which the run has done already.
  mutating func showPageBelow() {
    guard let page = covered.last else { return }
    follow()
    // What took place on it meanwhile is noted by now.
    shown = covered.popLast() ?? page
    leavePage()
    peek = 0
    endInterstitial()
    renewInterstitial()
    record(.page, nil) { "back on \($0.file.name)" }
    follow()
    fitViewport()
  }

  /// Takes the page's file as it is now in the place of what it was, at the same place of the page, and where it had
  /// been tuned, under those thresholds from the beginning.
  mutating func reopen(_ file: PageFile) {
    closeInterstitial()
    let recorded = endRecording()
    let selection = selection
    let scroll = run.engine.viewport.y
    let tuned = run.engine.lazyLoading == pageLazyLoading ? nil : run.engine.lazyLoading
    feed(.pageClosed)
    shown = read(file)
    opening = pageSetup
    if opening.engine.lazyLoading != nil, let tuned { opening.engine.lazyLoading = tuned }
    run.replace(with: opening, at: time)
    shown.number = run.page
    if covered.isEmpty {
      beginHistory()
    } else {
      // A session names a page's file once.
      historyState = .reopened
    }
    enterPage(scroll: scroll)
    if let selection, layout.stops.indices.contains(selection) { self.selection = selection }
    if let recorded { notice = "the recording ended where its page was opened anew: \(recorded)" }
  }

  /// What the run of the page on the screen begins with.
  var pageSetup: RunSetup {
    let page = RunPage(layout)
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
    pageLazyLoading = lazyLoadingOfFile
    fileLazyLoading = page.settings.lazyLoading
    slots = Array(
      repeating: SlotHistory(loadSince: time, adSince: time), count: page.slots.count)
    timeline = Timeline(slots: page.slots.count, openedAt: time)
    if let own = pageLazyLoading, own != opening.engine.lazyLoading { undo = [own] }
    leavePage()
    offerVendors()
    record(.page, nil) {
      let count = $0.page.slots.count
      return "opened \($0.file.name): \(count) slot\(count == 1 ? "" : "s")"
    }
    if run.engine.lazyLoading == nil {
      record(.page, nil) { _ in "without lazy loading: every slot is fetched and displayed now" }
    }
    if replay == nil {
      shown.hosts = PageHosts(page.settings, server: opening.world ?? page.settings.adServer)
    }
    follow()
    fitViewport()
    self.scroll(to: scroll)
    if let refused = refusedOverrides { notice = refused }
    if let problem = problems.first {
      let key = KeyMap.label(of: .openProblems, in: .anywhere)
      let count =
        problems.count > 1
        ? "\(problems.count) problems (\(key) lists all): " : "problem (\(key)): "
      notice = count + problem.description
    }
    for problem in problems { record(.page, nil) { _ in problem.description } }
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
    leaveSlotOverlay()
    search = nil
    log.leavePage()
  }

  // MARK: - The viewport

  /// The viewport's size by the options or the terminal; the panes below the article do not count.
  var viewportSize: Size {
    if let viewport = options.overrides.viewport { return viewport }
    let rows = ScreenLayout(
      columns: columns, rows: self.rows, articleColumns: layout.columns,
      hasBanner: page.settings.screenBanner != nil
    ).viewportRows
    return Size(width: layout.width, height: Double(rows) * PageLayout.rowHeight)
  }

  /// The farthest that the page can be scrolled, in points.
  var lowestScroll: Double { max(0, layout.height - run.engine.viewport.size.height) }

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
    feed(.scrolled(to: position))
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
    max(0, min(run.engine.viewport.size.height, layout.height) - shownHeight)
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
    for occurrence in run.takeHistory() {
      remember(occurrence)
      recording?.note(occurrence, openings)
      guard occurrence.page != shown.number else {
        note(occurrence)
        continue
      }
      // Something happens on a page under the one on the screen.
      guard let index = covered.lastIndex(where: { $0.number == occurrence.page }) else { continue }
      swap(&shown, &covered[index])
      isUnder = true
      note(occurrence)
      isUnder = false
      swap(&shown, &covered[index])
    }
    refreshHosts()
    // An ad that came out smaller may have moved the end of the page up.
    // In a replay the session says so itself.
    if replay == nil, shown.number == run.page, run.engine.viewport.y > lowestScroll {
      feed(.scrolled(to: lowestScroll))
    }
  }

  private mutating func note(_ occurrence: Occurrence) {
    timeline.note(occurrence)
    if case .input(.answered(let id, let generation, _)) = occurrence.event {
      recordFallback(of: id, generation, at: occurrence.at)
    }
    switch occurrence.event {
    case .input(.answered(let id, let generation, .failed(let failure)))
    where engineOfPage.status(of: id)?.generation == generation:
      slots[Self.slot(id)].failure = failure
    case .input(.slotAdded), .input(.slotMoved), .input(.slotResized), .input(.slotRemoved):
      placeSlots()
    case .input, .opened, .wentBack:
      break
    case .effect(let effect):
      recordEffect(effect, at: occurrence.at)
      note(effect, at: occurrence.at)
    }
  }

  /// Lays the slots of a bare session out as the engine has them.
  private mutating func placeSlots() {
    guard layout.isPlaced else { return }
    for slot in page.slots.indices {
      layout.place(slot: slot, at: run.engine.status(of: Self.id(ofSlot: slot))?.frame)
    }
  }

  /// The engine of the page that is noted on.
  var engineOfPage: Engine {
    isUnder ? run[page: shown.number]?.engine ?? run.engine : run.engine
  }

  private mutating func note(_ effect: Engine.Effect, at moment: Instant) {
    switch effect {
    case .fetch(let id, let generation):
      shown.looks?.keepRendering(for: id, generation: generation)
    case .publishLoadState(let id, let state, _):
      slots[Self.slot(id)].load = state
      slots[Self.slot(id)].loadSince = moment
    case .publishAdState(let id, let state):
      slots[Self.slot(id)].ad = state
      slots[Self.slot(id)].adSince = moment
    case .release(let id, _):
      slots[Self.slot(id)].ad = .uninitialized
      slots[Self.slot(id)].adSince = moment
      slots[Self.slot(id)].failure = nil
      slots[Self.slot(id)].presentationError = nil
    case .resize(let id, let size):
      let slot = Self.slot(id)
      // Only what can be seen is worth showing in motion.
      if !isUnder, run.engine.viewport.gap(to: layout.frame(ofSlot: slot)) <= 0 {
        resizes.append(
          ResizeAnimation(
            slot: slot, from: layout.frame(ofSlot: slot).height, to: size.height, start: moment))
      }
      layout.resize(slot: slot, to: size)
      placeSlots()
    case .open(_, let settled): leaveAd(settled)
    // Nobody sees the ads of a page that is covered.
    case .block(_, let settled): if !isUnder { notice = words(of: settled) }
    // An ad may say so much nonsense that no other notice would be seen.
    case .refuse(.message): break
    case .refuse(let refusal): notice = words(of: refusal)
    case .render(let id, let generation): notePresentation(of: id, generation, at: moment)
    case .reportViewable, .log:
      break
    }
  }
}
