package import AdEngine

/// The pages of a run, which lie on each other as those of a phone do (`S0.74`).
extension SessionRun {
  /// So many pages are kept under the one on the screen; when there are more, the first one is closed.
  package static let deepest = 20

  /// Opens another page over the one on the screen, which is covered and lives on.
  ///
  /// The viewport and whether the app is active go on as they are; what the setup says of them does not count.
  package mutating func open(_ setup: RunSetup, at instant: Instant) {
    advance(to: instant)
    pageCount += 1
    if log.isKept { log.append(.opened, page: pageCount, at: now) }
    top.step(.pageCovered(true), at: now, &log)
    let page = PageRun(setup.engine, number: pageCount, over: top)
    below.append(top)
    top = page
    refreshBelow()
    top.place(setup, at: now, &log)
    if below.count > Self.deepest { closeFirst() }
    endStep()
  }

  /// Closes the page on the screen and goes back to the one under it; returns whether there is one.
  ///
  /// Its ads are as they were, without a request, but for those that are renewed at each visit.
  @discardableResult
  package mutating func goBack(at instant: Instant) -> Bool {
    guard let number = below.last?.number else { return false }
    advance(to: instant)
    if log.isKept { log.append(.wentBack, page: number, at: now) }
    top.step(.pageClosed, at: now, &log)
    keepReport(of: top)
    top = below.removeLast()
    refreshBelow()
    for slot in top.renewed { top.step(.slotRenewed(slot), at: now, &log) }
    top.step(.pageCovered(false), at: now, &log)
    endStep()
    return true
  }

  /// Closes the page on the screen and puts another in its place, under a number of its own.
  package mutating func replace(with setup: RunSetup, at instant: Instant) {
    advance(to: instant)
    if top.engine.slotCount > 0 { top.step(.pageClosed, at: now, &log) }
    pageCount = below.isEmpty ? 1 : pageCount + 1
    top.replace(with: setup, number: pageCount, at: now, &log)
    endStep()
  }

  // MARK: - Under the page on the screen

  /// Carries out what is due at this instant under the page on the screen, from the uppermost page on.
  mutating func wakeBelow(at due: Int64) {
    for index in below.indices.reversed() where below[index].deadline == due {
      onBelow(index) { $0.wake(&$1) }
    }
  }

  /// Gathers the answers that are due for a step under the page on the screen.
  mutating func gatherAnswersBelow(dueAt instant: Instant) {
    for index in below.indices.reversed() { below[index].gatherAnswers(dueAt: instant, &log) }
    refreshBelow()
  }

  /// Carries out the step under the page on the screen, from the uppermost page on; returns whether there is any input.
  mutating func stepBelow(_ given: [RunInput], at instant: Instant) -> Bool {
    var isAny = false
    for index in below.indices.reversed() {
      below[index].gather(given, isOnScreen: false, at: instant, &log)
      guard below[index].hasGathered else { continue }
      isAny = true
      onBelow(index) { $0.stepGathered(at: instant, &$1) }
    }
    return isAny
  }

  private mutating func onBelow(
    _ index: Int, _ body: (inout PageRun, inout RunHistory) -> Void
  ) {
    let live = below.reduce(top.metrics.liveAds) { $0 + $1.metrics.liveAds }
    below[index].metrics.liveAdsElsewhere = live - below[index].metrics.liveAds
    body(&below[index], &log)
    refreshBelow()
  }

  /// Closes the first page of all.
  private mutating func closeFirst() {
    let instant = now
    onBelow(0) { $0.step(.pageClosed, at: instant, &$1) }
    keepReport(of: below.removeFirst())
    refreshBelow()
  }

  private mutating func keepReport(of page: PageRun) {
    let report = page.metrics.report(at: now)
    past?.add(report)
    past = past ?? report
  }

  /// Works out what the page on the screen and the clock need to know of those under it.
  private mutating func refreshBelow() {
    belowDeadline = below.lazy.map(\.deadline).min() ?? .max
    belowAnswer = below.lazy.map(\.answer).min() ?? .max
    top.metrics.liveAdsElsewhere = below.reduce(0) { $0 + $1.metrics.liveAds }
  }
}

extension Engine.Input {
  /// Whether the input concerns every page that is open, and not only the one on the screen.
  var isOfAllPages: Bool {
    switch self {
    case .consentChanged, .policyChanged, .activityChanged, .viewportResized: true
    default: false
    }
  }
}
