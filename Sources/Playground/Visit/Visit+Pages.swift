internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Visit {
  /// Reads a page and lays it out in the columns of the page on the screen, for a viewport; `nil` for the page's own.
  private func read(_ file: PageFile, for viewport: Size?) -> OpenPage {
    OpenPage(
      reading: file, ads: options.ads,
      in: LayoutSpace(columns: pages.top.layout.columns, viewport: viewport))
  }

  /// Opens a page over the one on the screen, which is covered and lives on.
  mutating func open(_ file: PageFile) {
    closeInterstitial()
    applyNewEvents()
    // Nothing under it is seen.
    if showInterstitial() { feed(.activityChanged(false)) }
    pages.add(read(file, for: run.engine.viewport.size))
    pages.top.initialSetup = pageSetup
    run.open(pages.top.initialSetup, at: time)
    addOpening()
    enterPage(scroll: 0)
  }

  mutating func addOpening() {
    pages.top.number = run.page
    history.openings.append(Opening(pages.top))
    // The run closes the first of too many.
    _ = pages.follow(run.pages)
  }

  mutating func goBack() {
    closeInterstitial()
    applyNewEvents()
    run.goBack(at: time)
    showPageBelow()
  }

  /// Shows the page under the one on the screen, to which the run has gone back already.
  mutating func showPageBelow() {
    applyNewEvents()
    guard pages.follow(run.pages) else { return }
    leavePage()
    record(.page, nil) { "back on \($0.pages.top.file.name)" }
    applyNewEvents()
    fitViewport()
  }

  /// Replaces the page by its changed file, at the same position, under changed thresholds from the beginning.
  mutating func reopen(_ file: PageFile) {
    if showAgain(file) { return }
    let count = pages.top.page.slots.count
    startOver(file, at: run.engine.viewport.y)
    // A slot's number is its place on the page, for the engine as for the ad server.
    let now = pages.top.page.slots.count
    if now != count, count > 0, outbox.notice == nil {
      outbox.notice = "the page has \(now.counted("ad")) now instead of \(count): all load again"
    }
  }

  /// Opens a page in the place of that on the screen, scrolled, as if nothing had happened; changed thresholds stay.
  mutating func startOver(_ file: PageFile, at scroll: Double) {
    startOver(read(file, for: options.overrides.viewport), at: scroll)
  }

  mutating func startOver(_ page: OpenPage, at scroll: Double) {
    closeInterstitial()
    let recorded = endRecording()
    let selection = pages.top.selection
    let tuned = run.engine.lazyLoading == pages.top.pageLazyLoading ? nil : run.engine.lazyLoading
    run.closePage(at: time)
    // What closes is still that of the old page.
    applyNewEvents()
    pages.top = page
    pages.top.initialSetup = pageSetup
    if pages.top.initialSetup.engine.lazyLoading != nil, let tuned {
      pages.top.initialSetup.engine.lazyLoading = tuned
    }
    run.replace(with: pages.top.initialSetup, at: time)
    pages.top.number = run.page
    if pages.below.isEmpty {
      history = VisitHistory(of: pages.top, at: time)
    } else {
      // A session names a page's file once.
      history.state = .reopened
      history.openings.append(Opening(pages.top))
    }
    enterPage(scroll: scroll)
    if let selection, pages.top.layout.stops.indices.contains(selection) {
      self.pages.top.selection = selection
    }
    if let recorded {
      outbox.notice = "the recording ended where its page was reopened: \(recorded)"
    }
  }

  /// Shows a page changed in its text and ads alone (`S0.73`); `false` where it has to start over, or nothing changed.
  private mutating func showAgain(_ file: PageFile) -> Bool {
    let new = read(file, for: run.engine.viewport.size)
    let count = new.page.slots.count
    guard !isReplay, file.bytes != pages.top.file.bytes, count > 0,
      new.page.settings == pages.top.page.settings, new.page.settings.recycling == nil,
      count == pages.top.page.slots.count,
      zip(new.page.slots, pages.top.page.slots).allSatisfy({ $0.isLeftOut == $1.isLeftOut })
    else { return false }
    let recorded = endRecording()
    let old = pages.top.page.slots
    let change = pages.top.live.show(new.page)
    var layout = new.layout
    let bounded = (0..<count).filter {
      new.page.slots[$0].ad.constraints != pages.top.page.slots[$0].ad.constraints
    }
    for slot in 0..<count where !change.changed.contains(slot) {
      // An ad that stays takes its new bounds at once.
      let ad = bounded.contains(slot) ? status(ofSlot: slot)?.ad : nil
      let size =
        ad.map(new.page.slots[slot].ad.constraints.frame)
        ?? (bounded.contains(slot) ? nil : pages.top.layout.frame(ofSlot: slot).size)
      if let size { layout.resize(slot: slot, to: size) }
    }
    (pages.top.file, pages.top.problems) = (file, new.problems)
    pages.top.isFileChanged = false
    history.state = pages.below.isEmpty ? .changed : .reopened
    let slots = PageConfiguration(new.layout).slots
    for slot in change.changed { run.addToWorld(slots[slot].ad, as: SlotID(slot)) }
    pages.top.layout = layout
    // One step, so that no slot is looked at where another has not moved yet.
    var inputs = (0..<count).map { slot in
      Engine.Input.slotMoved(SlotID(slot), layout.frame(ofSlot: slot))
    }
    inputs += Set(change.changed).union(bounded).sorted().map { slot in
      .slotConstrained(SlotID(slot), new.page.slots[slot].ad.constraints)
    }
    for slot in 0..<count {
      let own = new.page.slots[slot].lazyLoading
      guard own != run.engine.lazyLoadingOverride(of: SlotID(slot)) else { continue }
      inputs.append(.slotLazyLoadingChanged(SlotID(slot), own))
    }
    inputs += (0..<count).filter { new.page.slots[$0].refresh != old[$0].refresh }.map { slot in
      .slotRefreshChanged(SlotID(slot), every: new.page.slots[slot].refresh)
    }
    feed(inputs + change.inputs)
    if let selection = pages.top.selection, !layout.stops.indices.contains(selection) {
      pages.top.selection = nil
    }
    let names = change.changed.map { pages.top.name(of: SlotID($0)) }
    let words =
      names.isEmpty
      ? "shown again: all ads are the same"
      : "shown again: \(names.joined(separator: ", ")) is another ad and loads again"
    record(.page, nil) { _ in words }
    outbox.notice = change.warning ?? recorded.map { "the recording ended: \($0)" } ?? words
    if let warning = change.warning { record(.page, nil) { _ in warning } }
    return true
  }

  /// The thresholds by the page's file and those asked for, or why these do not count on the page.
  private var lazyLoadingOfFile: (settings: LazyLoadingSettings?, refusal: LazyLoadingError?) {
    let own = pages.top.page.settings.lazyLoading
    do throws(LazyLoadingError) {
      return (try options.overrides.applied(to: own, in: viewportSize), nil)
    } catch {
      return (own, error)
    }
  }

  var pageSetup: RunSetup { setup(of: pages.top.layout) }

  /// What the page on the screen begins with, laid out like this, by what the user has chosen.
  func setup(of layout: PageLayout) -> RunSetup {
    var setup = RunSetup(
      PageConfiguration(layout), options.overrides, lazyLoading: lazyLoadingOfFile.settings)
    setup.engine.viewport = viewportSize
    setup.engine.consent = consent.store.choice.status(for: setup.needed)
    setup.engine.handOff = consent.store.choice.handOff
    if let chosen = consent.chosenPolicy { setup.engine.policy = chosen }
    return setup
  }

  /// Resets all that belongs to one page; its run has begun.
  mutating func enterPage(scroll: Double) {
    pages.entries += 1
    pages.top.entry = pages.entries
    let lazyLoading = lazyLoadingOfFile
    pages.top.pageLazyLoading = lazyLoading.settings
    pages.top.fileLazyLoading = pages.top.page.settings.lazyLoading
    pages.top.slots = Array(
      repeating: SlotHistory(loadSince: time, adSince: time), count: pages.top.page.slots.count)
    pages.top.timeline = Timeline(slots: pages.top.page.slots.count, openedAt: time)
    if let own = pages.top.pageLazyLoading, own != pages.top.initialSetup.engine.lazyLoading {
      pages.top.undo = [own]
    }
    leavePage()
    offerVendors()
    record(.page, nil) {
      let count = $0.pages.top.page.slots.count
      return "opened \($0.pages.top.file.name): \(count.counted("slot"))"
    }
    if run.engine.lazyLoading == nil {
      record(.page, nil) { _ in "without lazy loading: every slot is fetched and displayed now" }
    }
    if !isReplay {
      pages.top.screenAds = OpenScreenAds(
        pages.top.page.settings,
        server: pages.top.initialSetup.world ?? pages.top.page.settings.adServer
      )
    }
    applyNewEvents()
    fitViewport()
    self.scroll(to: scroll)
    if let problem = pages.top.problems.first {
      let key = KeyMap.label(of: .openProblems)
      let count =
        pages.top.problems.count > 1
        ? "\(pages.top.problems.count) problems (\(key) lists all): " : "problem (\(key)): "
      outbox.notice = count + problem.description
    }
    for problem in pages.top.problems { record(.page, nil) { _ in problem.description } }
    // It is no problem of the page, which a key lists.
    if let refusal = lazyLoading.refusal {
      let words =
        "\(pages.top.file.name): the thresholds asked for do not go with the page's own: \(refusal)"
      record(.page, nil) { _ in words }
      outbox.notice = words
    }
  }

  /// Gives the viewport the size that this page leaves it: a banner at the bottom of the screen takes some.
  private mutating func fitViewport() {
    guard !isReplay, viewportSize != run.engine.viewport.size else { return }
    feed(.viewportResized(viewportSize))
  }

  /// Ends what went on with the page that was on the screen before.
  mutating func leavePage() {
    stopMoving()
    log.leavePage()
  }
}
