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
    return true
  }

  /// Closes the page on the screen and puts another in its place, under a number of its own.
  package mutating func replace(with setup: RunSetup, at instant: Instant) {
    advance(to: instant)
    if top.engine.slotCount > 0 { top.step(.pageClosed, at: now, &log) }
    pageCount = below.isEmpty ? 1 : pageCount + 1
    top.replace(with: setup, number: pageCount, at: now, &log)
  }

  /// Gives an input to the page of this number, covered or not; one that is closed is given nothing.
  package mutating func give(_ input: Engine.Input, toPage number: Int, at instant: Instant) {
    guard number != top.number else { return give(input, at: instant) }
    advance(to: instant)
    guard let index = below.firstIndex(where: { $0.number == number }) else { return }
    onBelow(index) { $0.step(input, at: instant, &$1) }
  }

  // MARK: - Under the page on the screen

  /// Does something to every covered page, from the uppermost on.
  mutating func onBelow(_ body: (inout PageRun, inout RunHistory) -> Void) {
    for index in below.indices.reversed() { onBelow(index, body) }
  }

  /// Carries out what is due at this instant on the first page on which something is.
  mutating func stepBelow(at due: Int64) {
    guard let index = below.firstIndex(where: { $0.next <= due }) else { return refreshBelow() }
    if onBelow(index, { $0.stepDue(&$1) }) { now = max(now, Instant(milliseconds: due)) }
  }

  private mutating func onBelow<Result>(
    _ index: Int, _ body: (inout PageRun, inout RunHistory) -> Result
  ) -> Result {
    let live = below.reduce(top.metrics.liveAds) { $0 + $1.metrics.liveAds }
    below[index].metrics.liveAdsElsewhere = live - below[index].metrics.liveAds
    defer { refreshBelow() }
    return body(&below[index], &log)
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
    belowNext = below.lazy.map(\.next).min() ?? .max
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
