package import AdEngine

/// Counts what a session of one or more pages was worth and what it cost: ``Metrics`` for each page that is open.
///
/// Pages lie on each other; only the uppermost is on the screen. What was counted on a page that was closed is kept.
package struct SessionMetrics: Sendable {
  /// What is counted on the page on the screen.
  var top: Metrics
  private var number = 1
  /// The pages under it, the first page first.
  private var covered: [Page] = []
  /// What was counted on pages that are closed.
  private var past: MetricsReport?

  private struct Page: Sendable {
    var number: Int
    var metrics: Metrics
  }

  /// Makes metrics of a session whose first page has no slots yet, in a viewport of this size.
  package init(viewport: Size = Size(width: 0, height: 0)) {
    top = Metrics(viewport: viewport)
  }

  /// Begins anew, keeping the memory.
  mutating func reset(viewport: Size) {
    top.reset(viewport: viewport)
    number = 1
    covered = []
    past = nil
  }

  /// The numbers as of this moment; a moment before the last one told counts as that.
  package func report(at end: Instant) -> MetricsReport {
    var report = top.report(at: end)
    guard past != nil || !covered.isEmpty else { return report }
    for page in covered { report.add(page.metrics.report(at: end)) }
    if let past { report.add(past) }
    return report
  }

  // MARK: - Pages

  /// Tells that the page of this number was opened over the one on the screen.
  mutating func open(_ number: Int) {
    covered.append(Page(number: self.number, metrics: top))
    self.number = number
    top = Metrics(viewport: Size(width: 0, height: top.viewportHeight))
    top.isActive = covered.last?.metrics.isActive ?? true
    countLiveAds()
  }

  /// Tells that the page on the screen was closed, and with it what it held.
  mutating func goBack(at moment: Instant) {
    guard let page = covered.popLast() else { return }
    top.observe(.pageClosed, at: moment)
    keep(top.report(at: moment))
    top = page.metrics
    number = page.number
    countLiveAds()
  }

  /// Tells that a page of this number takes the place of the one on the screen, which was closed.
  mutating func replace(with number: Int) { self.number = number }

  private mutating func keep(_ report: MetricsReport) {
    var sum = past ?? MetricsReport()
    sum.add(report)
    past = sum
  }

  private mutating func countLiveAds() {
    top.liveAdsElsewhere = covered.reduce(0) { $0 + $1.metrics.liveAds }
  }

  // MARK: - What happens

  /// Tells of something that happened on a page; on one that is not open it counts for nothing.
  mutating func observe(_ input: Engine.Input, page: Int, at moment: Instant) {
    // By the shortest way: nearly all sessions have one page.
    if page == number {
      top.observe(input, at: moment)
    } else {
      onCovered(page) { $0.observe(input, at: moment) }
    }
    // A page that is closed under others is the first of too many.
    if case .pageClosed = input, let first = covered.first, first.number == page {
      keep(first.metrics.report(at: moment))
      covered.removeFirst()
    }
  }

  /// Tells of something that the engine of a page decided.
  mutating func observe(_ effect: Engine.Effect, page: Int, at moment: Instant) {
    if page == number {
      top.observe(effect, at: moment)
    } else {
      onCovered(page) { $0.observe(effect, at: moment) }
    }
  }

  private mutating func onCovered(_ page: Int, _ tell: (inout Metrics) -> Void) {
    guard let index = covered.firstIndex(where: { $0.number == page }) else { return }
    let live = covered.reduce(top.liveAds) { $0 + $1.metrics.liveAds }
    covered[index].metrics.liveAdsElsewhere = live - covered[index].metrics.liveAds
    tell(&covered[index].metrics)
    countLiveAds()
  }
}

extension MetricsReport {
  /// Adds what was counted on another page of the same session.
  mutating func add(_ other: MetricsReport) {
    duration = max(duration, other.duration)
    distance += other.distance
    requests += other.requests
    fetched += other.fetched
    displayed += other.displayed
    shown += other.shown
    wastedFetches += other.wastedFetches
    rendered += other.rendered
    wastedRenders += other.wastedRenders
    impressed += other.impressed
    viewable += other.viewable
    for index in failures.indices { failures[index] += other.failures[index] }
    leadTimes = (leadTimes + other.leadTimes).sorted()
    lateRenders += other.lateRenders
    lateArrivals += other.lateArrivals
    blankExposure += other.blankExposure
    liveAds += other.liveAds
    // Each page counts those that are alive on the others.
    liveAdsPeak = max(liveAdsPeak, other.liveAdsPeak)
    liveAdSeconds += other.liveAdSeconds
    refetches += other.refetches
    shifts += other.shifts
    shiftScore += other.shiftScore
    worstShift = max(worstShift, other.worstShift)
    timeToFirstAd = [timeToFirstAd, other.timeToFirstAd].compactMap { $0 }.min()
  }
}
