package import AdEngine

/// The pages of a run, which lie on each other as those of a phone do (`S0.74`).
extension SessionRun {
  /// The pages that are kept under the one on the screen; beyond that the first one is closed.
  package static let maxPagesBelow = 20

  /// Opens another page over the one on the screen, which lives on; viewport and activity go on as they are.
  package mutating func open(_ setup: RunSetup, at instant: Instant) {
    advance(to: instant)
    pageCount += 1
    if log.isKept { log.append(.opened, page: pageCount, at: now) }
    top.step(.pageCovered(true), at: now, &log)
    coverBanner(true)
    let page = RunningPage(setup.engine, number: pageCount, over: top)
    below.append(top)
    top = page
    refreshBelow()
    top.place(setup, at: now, &log)
    addScreenAds(of: setup)
    if below.count > Self.maxPagesBelow { closeFirst() }
    endStep()
  }

  /// Goes back to the page under the one on the screen, if there is one; its ads are as they were, but for those renewed.
  @discardableResult
  package mutating func goBack(at instant: Instant) -> Bool {
    guard let number = below.last?.number else { return false }
    advance(to: instant)
    if log.isKept { log.append(.wentBack, page: number, at: now) }
    top.step(.pageClosed, at: now, &log)
    keepReport(of: top)
    closeScreenAds(of: top.number)
    top = below.removeLast()
    refreshBelow()
    for slot in top.renewed { top.step(.slotRenewed(slot), at: now, &log) }
    top.step(.pageCovered(false), at: now, &log)
    coverBanner(false)
    endStep()
    return true
  }

  /// Closes the page on the screen with the ads that stand in no slot of it; another is to take its place.
  package mutating func closePage(at instant: Instant) {
    advance(to: instant)
    if top.engine.slotCount > 0 { top.step(.pageClosed, at: now, &log) }
    closeScreenAds(of: top.number)
  }

  /// Puts another page in the place of the one on the screen, under a number of its own; closes that before.
  package mutating func replace(with setup: RunSetup, at instant: Instant) {
    closePage(at: instant)
    pageCount = below.isEmpty ? 1 : pageCount + 1
    top.replace(with: setup, number: pageCount, at: now, &log)
    addScreenAds(of: setup)
    endStep()
  }

  // MARK: - Ads that stand in no slot

  /// Loads the ads of the page on the screen that stand in no slot, as an app does; `inputs` are of the same step.
  package mutating func loadScreenAds(at instant: Instant, with inputs: [Engine.Input] = []) {
    apply(inputs.map { .input($0, page: page) } + screenAdLoads, at: instant)
  }

  /// The loads of the ads of the page on the screen that stand in no slot.
  package var screenAdLoads: [RunInput] {
    screenAdPages.filter { ScreenAdKind.owner(of: $0.number) == page }.flatMap {
      $0.inputs(for: .load)
    }
  }

  /// Makes room for the ads of the page on the screen that stand in no slot.
  mutating func addScreenAds(of setup: RunSetup) {
    for ad in setup.screenAds { screenAdPages.append(RunningPage(ad, of: top, setup)) }
    refreshBelow()
  }

  private mutating func coverBanner(_ isCovered: Bool) {
    let (number, instant) = (ScreenAdKind.screenBanner.page(over: top.number), now)
    guard let index = screenAdPages.firstIndex(where: { $0.number == number }) else { return }
    onScreenAd(index) { $0.step(.pageCovered(isCovered), at: instant, &$1) }
  }

  private mutating func closeScreenAds(of number: Int) {
    let instant = now
    while let index = screenAdPages.firstIndex(where: {
      ScreenAdKind.owner(of: $0.number) == number
    }) {
      if screenAdPages[index].engine.slotCount > 0 {
        onScreenAd(index) { $0.step(.pageClosed, at: instant, &$1) }
      }
      keepReport(of: screenAdPages.remove(at: index))
    }
    refreshBelow()
  }

  // MARK: - Other pages

  /// Carries out what is due beside the page on the screen: from the uppermost page down, then of the ads in no slot.
  mutating func wakeBelow(at due: Int64) {
    for index in below.indices.reversed() where below[index].deadline == due {
      onBelow(index) { $0.wake(&$1) }
    }
    for index in screenAdPages.indices where screenAdPages[index].deadline == due {
      onScreenAd(index) { $0.wake(&$1) }
    }
  }

  mutating func gatherAnswersBelow(dueAt instant: Instant) {
    for index in below.indices.reversed() { below[index].gatherAnswers(dueAt: instant, &log) }
    for index in screenAdPages.indices { screenAdPages[index].gatherAnswers(dueAt: instant, &log) }
    refreshBelow()
  }

  /// Carries out the step beside the page on the screen, from the uppermost down; returns whether there is any input.
  mutating func stepBelow(_ given: [RunInput], at instant: Instant) -> Bool {
    var isAny = false
    for index in below.indices.reversed() {
      below[index].gather(given, isOnScreen: false, at: instant, &log)
      guard below[index].hasGathered else { continue }
      isAny = true
      onBelow(index) { $0.stepGathered(at: instant, &$1) }
    }
    for index in screenAdPages.indices {
      screenAdPages[index].gather(given, isOnScreen: false, at: instant, &log)
      guard screenAdPages[index].hasGathered else { continue }
      isAny = true
      onScreenAd(index) { $0.stepGathered(at: instant, &$1) }
    }
    return isAny
  }

  private typealias PageStep = (inout RunningPage, inout RunHistory) -> Void

  private mutating func onBelow(_ index: Int, _ step: PageStep) {
    below[index].metrics.liveAdsElsewhere = liveAds - below[index].metrics.liveAds
    step(&below[index], &log)
    refreshBelow()
  }

  private mutating func onScreenAd(_ index: Int, _ step: PageStep) {
    screenAdPages[index].metrics.liveAdsElsewhere = liveAds - screenAdPages[index].metrics.liveAds
    step(&screenAdPages[index], &log)
    refreshBelow()
  }

  private var liveAds: Int { top.metrics.liveAds + top.metrics.liveAdsElsewhere }

  private mutating func closeFirst() {
    let instant = now
    onBelow(0) { $0.step(.pageClosed, at: instant, &$1) }
    let page = below.removeFirst()
    keepReport(of: page)
    closeScreenAds(of: page.number)
  }

  private mutating func keepReport(of page: RunningPage) {
    past = past ?? MetricsReport()
    past?.add(page.metrics.report(at: now))
  }

  /// Works out what the page on the screen and the clock need to know of the others.
  private mutating func refreshBelow() {
    (belowDeadline, belowAnswer) = (.max, .max)
    var live = 0
    for page in below { note(page, &live) }
    for page in screenAdPages { note(page, &live) }
    top.metrics.liveAdsElsewhere = live
  }

  private mutating func note(_ page: borrowing RunningPage, _ live: inout Int) {
    belowDeadline = min(belowDeadline, page.deadline)
    belowAnswer = min(belowAnswer, page.answer)
    live += page.metrics.liveAds
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
