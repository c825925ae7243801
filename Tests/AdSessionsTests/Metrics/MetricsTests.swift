import AdEngine
import Testing

@testable import AdSessions

/// The definitions of the metrics on sessions that can be worked out by hand.
///
/// The viewport is 800 points high; slots are 200 points high.
@Suite struct MetricsTests {
  private var metrics = Metrics(viewport: Size(width: 384, height: 800))
  private let first = SlotID(0)
  private let second = SlotID(1)

  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  private mutating func add(_ slot: SlotID, y: Double, at moment: Int64 = 0) {
    metrics.observe(.slotAdded(slot, SlotFrame(y: y, height: 200)), at: at(moment))
  }

  private mutating func scroll(_ position: Double, _ moment: Int64) {
    metrics.observe(.scrolled(to: position), at: at(moment))
  }

  /// Slots at these tops, looked at from the top of the page.
  private mutating func begin(_ tops: Double...) {
    for (slot, top) in zip([first, second], tops) { add(slot, y: top) }
    scroll(0, 0)
  }

  private mutating func tell(_ effects: Engine.Effect..., at moment: Int64) {
    for effect in effects { metrics.observe(effect, at: at(moment)) }
  }

  @Test func `every count is added up over pages, but for the most at one instant`() {
    var report = MetricsReport()
    for count in MetricsReport.counts { report[keyPath: count] = 1 }
    let left = Mirror(reflecting: report).children.filter { $0.value as? Int == 0 }
    #expect(left.map(\.label) == ["liveAdsPeak"])
  }

  @Test func `nothing that happened counts for nothing`() {
    var report = metrics.report(at: at(1000))
    #expect(report.duration == 1000)
    report.duration = 0
    #expect(report == MetricsReport())
    #expect(report.requestsPer1000Points == nil)
    #expect(report.nearRate == nil)
    #expect(report.leadTime(percentile: 50) == nil)
  }

  @Test mutating func `auctions, time-outs and expired bids are counted where there are any`() {
    add(first, y: 1000)
    #expect(!metrics.report(at: at(0)).json.contains("auction"))
    tell(.auction(first, number: 1), .auction(second, number: 1), at: 100)
    tell(.reportAuction(first, number: 1, .timedOut), at: 200)
    tell(.auction(first, number: 2), .reportAuction(first, number: 2, .expired), at: 300)
    tell(.auction(first, number: 3), .auction(first, number: 4), at: 400)
    let report = metrics.report(at: at(500))
    #expect(report.auctions == 4, "slot 2 is not on the page")
    #expect(report.auctionTimeouts == 1 && report.expiredBids == 1)
    #expect(report.auctionTimeoutRate == 0.25 && report.expiredBidRate == 0.25)
    #expect(report.json.contains("\"auctionTimeouts\":1,\"auctions\":4,"))
    #expect(report.table.contains("bid time-outs") && report.table.contains("expired bids"))
    var sum = report
    sum.add(report)
    #expect(sum.auctions == 8 && sum.auctionTimeouts == 2 && sum.expiredBids == 2)
  }

  @Test mutating func `an ad that cannot be presented is counted, and no ad is awaited any more`() {
    begin(0)
    tell(.fetch(first, generation: 1), at: 0)
    let ad = Answer.loaded(Size(width: 384, height: 200), .display)
    metrics.observe(.answered(first, generation: 1, ad), at: at(100))
    metrics.observe(.presentationFailed(first, generation: 7), at: at(100))
    metrics.observe(.presentationFailed(first, generation: 1), at: at(100))
    tell(.reportAdState(first, .loaded), at: 100)
    metrics.observe(.presentationFailed(first, generation: 1), at: at(200))
    let report = metrics.report(at: at(1100))
    #expect(report.notPresented == 1)
    #expect((report.rendered, report.failed, report.unfinished) == (0, 0, 0))
    #expect(report.blankExposure == 20)
    #expect(report.table.contains("\nnot presented       1\n"))
    #expect(!MetricsReport().table.contains("not presented"))
  }

  @Test mutating func `a bid that expires after its ad was rendered was presented`() {
    begin(0)
    tell(.fetch(first, generation: 1), at: 0)
    let ad = Answer.loaded(Size(width: 384, height: 200), .display)
    metrics.observe(.answered(first, generation: 1, ad), at: at(100))
    tell(.reportAdState(first, .loaded), .render(first, generation: 1), at: 100)
    metrics.observe(.presentationFailed(first, generation: 1), at: at(200))
    let report = metrics.report(at: at(1100))
    #expect((report.notPresented, report.rendered) == (0, 1))
  }

  @Test mutating func `getting to the first position is no distance, up and down are`() {
    scroll(5000, 0)
    scroll(5300, 10)
    scroll(5100, 20)
    tell(.fetch(first, generation: 1), at: 20)
    let report = metrics.report(at: at(20))
    #expect(report.distance == 500)
    #expect(report.requests == 0, "the slot is not on the page")
  }

  @Test mutating func `what comes into view by a larger viewport at the last instant was in view`()
  {
    begin(1000)
    tell(.fetch(first, generation: 1), at: 10)
    #expect(metrics.report(at: at(20)).wastedFetches == 1)
    metrics.observe(.viewportResized(Size(width: 384, height: 1200)), at: at(30))
    #expect(metrics.report(at: at(30)).wastedFetches == 0)
    #expect(metrics.report(at: at(40)).wastedFetches == 0)
  }

  @Test mutating func `what was passed over within one instant was not in view`() {
    begin(1000)
    tell(.fetch(first, generation: 1), at: 10)
    scroll(900, 20)
    metrics.observe(.activityChanged(false), at: at(20))
    #expect(metrics.report(at: at(30)).wastedFetches == 1)
    metrics.observe(.activityChanged(true), at: at(40))
    #expect(metrics.report(at: at(40)).wastedFetches == 0)
  }

  @Test mutating func `requests are counted for each 1,000 points`() {
    begin(1000, 2000)
    scroll(250, 10)
    tell(.fetch(first, generation: 1), .fetch(second, generation: 1), at: 10)
    #expect(metrics.report(at: at(20)).requestsPer1000Points == 8)
  }

  @Test mutating func `the show rate is of what was asked for: displayed of requests`() {
    begin(900, 1500)
    tell(
      .reportLoadState(first, .fetched, gap: 100), .reportLoadState(first, .displayed, gap: 100),
      .reportLoadState(second, .fetched, gap: 700), at: 0)
    #expect(metrics.report(at: at(0)).nearRate == nil, "nothing was asked for yet")
    tell(.fetch(first, generation: 1), .fetch(second, generation: 1), at: 10)
    #expect(metrics.report(at: at(10)).nearRate == 0.5)
    #expect(metrics.report(at: at(10)).cameNear == 1)
    tell(.reportLoadState(second, .displayed, gap: 200), at: 20)
    tell(.reportLoadState(second, .displayed, gap: 200), at: 20)
    #expect(metrics.report(at: at(20)).nearRate == 1)
    tell(.release(first, generation: 1), .fetch(first, generation: 2), at: 30)
    #expect(metrics.report(at: at(30)).cameNear == 3, "a new request for a slot that is near")
  }

  @Test mutating func `the wait for consent is no blank time and nobody's lateness`() {
    metrics.begin(consent: .unset, policy: .strict)
    begin(100, 900)
    #expect(metrics.report(at: at(5000)).blankExposure == 0)
    metrics.observe(.consentChanged(.denied), at: at(5000))
    #expect(metrics.report(at: at(6000)).blankExposure == 0, "a no under strict holds too")
    metrics.observe(.policyChanged(.determined), at: at(6000))
    tell(.fetch(first, generation: 1), at: 6000)
    #expect(metrics.report(at: at(7000)).blankExposure == 200)
    tell(.render(first, generation: 1), at: 7000)
    let report = metrics.report(at: at(7000))
    #expect(report.leadTimes == [-1000])
    #expect((report.lateRenders, report.lateArrivals) == (1, 0), "no threshold could have helped")
    metrics.observe(.policyChanged(.strict), at: at(8000))
    tell(.release(first, generation: 1), at: 8000)
    #expect(metrics.report(at: at(9000)).blankExposure == 200)
  }

  @Test mutating func `only what came into view by a scroll could have been asked for earlier`() {
    add(first, y: 100)
    add(second, y: 900)
    scroll(0, 1000)
    tell(.fetch(first, generation: 1), at: 1000)
    tell(.render(first, generation: 1), at: 1500)
    #expect(metrics.report(at: at(1500)).lateArrivals == 0, "in view from the outset")
    scroll(400, 2000)
    tell(.fetch(second, generation: 1), at: 2000)
    tell(.render(second, generation: 1), at: 2500)
    #expect(metrics.report(at: at(2500)).lateArrivals == 1)
    tell(.release(second, generation: 1), .fetch(second, generation: 2), at: 3000)
    tell(.render(second, generation: 2), at: 3500)
    let report = metrics.report(at: at(3500))
    #expect((report.lateRenders, report.lateArrivals) == (3, 1), "a reload in view")
  }

  @Test mutating func `a request is wasted when its slot is never a point in view`() {
    begin(900, 1500)
    tell(.fetch(first, generation: 1), .fetch(second, generation: 1), at: 0)
    #expect(metrics.report(at: at(0)).wastedFetches == 2)
    scroll(100.5, 100)
    #expect(metrics.report(at: at(100)).wastedFetches == 2, "half a point is not in view")
    scroll(101, 200)
    #expect(metrics.report(at: at(200)).wastedFetches == 1)
    scroll(0, 300)
    tell(.release(first, generation: 1), .release(second, generation: 1), at: 300)
    tell(.fetch(first, generation: 2), at: 400)
    let report = metrics.report(at: at(400))
    #expect(report.requests == 3)
    #expect(report.wastedFetches == 2, "what was seen of the former generation counts for it alone")
    #expect(report.wastedFetchRate == 2.0 / 3)
  }

  @Test mutating func `a render is wasted when the ad is never in view`() {
    begin(700)
    tell(.fetch(first, generation: 1), at: 0)
    scroll(2000, 100)
    tell(.render(first, generation: 1), at: 200)
    let report = metrics.report(at: at(300))
    #expect(report.wastedFetches == 0, "the slot was in view after the request")
    #expect(report.wastedRenders == 1, "the ad was not")
    scroll(700, 300)
    #expect(metrics.report(at: at(400)).wastedRenderRate == 0)
  }

  @Test mutating func `lead time runs from the rendering to coming into view`() {
    begin(1000, 1500)
    tell(.fetch(first, generation: 1), .fetch(second, generation: 1), at: 0)
    tell(.render(first, generation: 1), at: 600)
    scroll(400, 1000)  // the first comes into view
    scroll(800, 1500)  // the second comes into view
    tell(.render(second, generation: 1), at: 1800)
    let report = metrics.report(at: at(2000))
    #expect(report.leadTimes == [-300, 400])
    #expect(report.lateRenders == 1)
    #expect(report.lateRenderRate == 0.5)
    #expect(report.timeToFirstAd == 600)
    #expect(report.leadTime(percentile: 5) == -300)
    #expect(report.leadTime(percentile: 50) == -300)
    #expect(report.leadTime(percentile: 95) == 400)
  }

  @Test
  mutating func
    `a slot in view at the request waits since it came into view, or since it was emptied`()
  {
    add(first, y: 100)
    scroll(0, 200)
    tell(.fetch(first, generation: 1), at: 500)
    tell(.render(first, generation: 1), at: 900)
    tell(.release(first, generation: 1), .fetch(first, generation: 2), at: 2000)
    tell(.render(first, generation: 2), at: 2100)
    #expect(metrics.report(at: at(3000)).leadTimes == [-700, -100])
  }

  @Test mutating func `a look before the request does not make it late`() {
    add(first, y: 1000)
    scroll(900, 0)
    scroll(0, 1000)
    tell(.fetch(first, generation: 1), at: 2000)
    tell(.render(first, generation: 1), at: 3000)
    scroll(900, 3500)
    #expect(metrics.report(at: at(4000)).leadTimes == [500])
  }

  @Test mutating func `nothing is in view before the first scroll or viewport input`() {
    add(first, y: 100)
    #expect(metrics.report(at: at(5000)).blankExposure == 0)
    metrics.observe(.viewportResized(Size(width: 384, height: 200)), at: at(5000))
    #expect(metrics.report(at: at(6000)).blankExposure == 100)
  }

  @Test mutating func `live ads are those rendered and not released`() {
    begin(0, 300)
    tell(.fetch(first, generation: 1), .fetch(second, generation: 1), at: 0)
    tell(.render(first, generation: 1), at: 1000)
    tell(.render(second, generation: 1), at: 3000)
    tell(.release(first, generation: 1), at: 4000)
    metrics.observe(.slotRemoved(second), at: at(6000))
    tell(.release(second, generation: 1), at: 6000)
    let report = metrics.report(at: at(9000))
    #expect(report.liveAdsPeak == 2)
    #expect(report.liveAdSeconds == 6)
    #expect(report.rendered == 2)
  }

  @Test
  mutating func
    `a request for a slot that was requested before is repeated, whatever lies between`()
  {
    begin(0)
    tell(.fetch(first, generation: 1), at: 0)
    #expect(metrics.report(at: at(1)).refetches == 0)
    // An unload, a reload, and the slot taken out and put back.
    tell(.release(first, generation: 1), at: 10)
    tell(.fetch(first, generation: 2), at: 20)
    tell(.fetch(first, generation: 3), at: 30)
    metrics.observe(.slotRemoved(first), at: at(40))
    metrics.observe(
      .slotAdded(first, SlotFrame(y: 100, width: 300, height: 250)), at: at(50))
    tell(.fetch(first, generation: 1), at: 60)
    #expect(metrics.report(at: at(70)).refetches == 3)
    #expect(metrics.report(at: at(70)).requests == 4)
  }

  @Test
  mutating func
    `a refresh keeps its box filled and is no repeat, a reload among other inputs is one`()
  {
    begin(0, 300)
    func shown(_ generation: Int) -> [Engine.Effect] {
      [
        .reportLoadState(first, .displayed, gap: 0), .fetch(first, generation: generation),
        .reportAdState(first, .loaded), .render(first, generation: generation),
      ]
    }
    func ended(_ generation: Int) -> [Engine.Effect] {
      [.reportLoadState(first, .notLoaded, gap: 0), .release(first, generation: generation)]
    }
    for effect in shown(1) + ended(1) { metrics.observe(effect, at: at(0)) }
    tell(.fetch(first, generation: 2), at: 67)
    tell(.render(first, generation: 2), at: 3000)
    var report = metrics.report(at: at(3000))
    #expect(report.refreshes == 1 && report.refetches == 0 && report.lateRenders == 0)
    #expect(report.blankExposure == 600, "the second slot alone is blank, for 3 s")
    tell(.reportLoadState(first, .displayed, gap: 0), at: 3000)
    metrics.observe(.reloadRequested(first), at: at(4000))
    metrics.observe(.clicked(second), at: at(4000))
    for effect in ended(2) + shown(3) { metrics.observe(effect, at: at(4000)) }
    report = metrics.report(at: at(4000))
    #expect(report.refreshes == 1 && report.refetches == 1)
    // A slot that goes while its ad is refreshed leaves no blank behind, and takes none along.
    for effect in ended(3) { metrics.observe(effect, at: at(5000)) }
    metrics.observe(.slotRemoved(first), at: at(5000))
    #expect(metrics.report(at: at(6000)).blankExposure == 1200)
  }

  @Test mutating func `failures are counted once and only for the generation under way`() {
    begin(0)
    tell(.fetch(first, generation: 2), at: 0)
    for (generation, reason) in [(1, AdFailure.network), (2, .noFill), (2, .noFill)] {
      metrics.observe(.answered(first, generation: generation, .failed(reason)), at: at(10))
    }
    let report = metrics.report(at: at(20))
    #expect(report.failures(.noFill) == 1)
    #expect(report.failures == [1, 0, 0, 0, 0])
  }

  @Test mutating func `impressions count once for each generation, viewable ads of the rendered`() {
    begin(0)
    tell(.fetch(first, generation: 1), .render(first, generation: 1), at: 0)
    tell(
      .reportAdState(first, .impressed), .reportAdState(first, .clicked),
      .reportAdState(first, .impressed), .reportViewable(first), at: 1000)
    let report = metrics.report(at: at(1000))
    #expect(report.impressed == 1)
    #expect(report.viewableRate == 1)
  }

  @Test mutating func `a resize shifts what lies below it in view`() {
    begin(100, 5000)
    // The bottom goes from 300 to 400: 500 of 800 points move by an eighth of the viewport.
    tell(.resize(first, Size(width: 300, height: 300), scrollBy: 0), at: 0)
    // Far below the viewport: nothing in view moves.
    tell(.resize(second, Size(width: 300, height: 900), scrollBy: 0), at: 0)
    // Above the viewport: all of it moves, by more than its height.
    scroll(900, 10)
    tell(.resize(first, Size(width: 300, height: 1300), scrollBy: 0), at: 10)
    let report = metrics.report(at: at(10))
    #expect(report.shifts == 2)
    #expect(report.worstShift == 1)
    #expect(report.shiftScore == 0.078125 + 1)
  }

  @Test(
    arguments: [
      ([0, 999], 2), ([0, 1000], 1), ([0, 900, 1800, 2700, 3600, 4500, 4999], 7),
      ([0, 900, 1800, 2700, 3600, 4500, 5000], 6), ([0, 3000, 3500, 9000], 2), ([7, 7], 2),
    ] as [([Int64], Double)])
  func `the score is that of the worst burst, as web-vitals counts it`(
    times: [Int64], score: Double
  ) {
    var window = LayoutShiftWindow()
    var worst = 0.0
    for time in times {
      window.add(1, at: time)
      worst = max(worst, window.score)
    }
    #expect(worst == score)
  }

  @Test mutating func `a shift long after another is no worse than the worse of the two`() {
    begin(100)
    tell(.resize(first, Size(width: 300, height: 300), scrollBy: 0), at: 0)
    tell(.resize(first, Size(width: 300, height: 200), scrollBy: 0), at: 3000)
    let report = metrics.report(at: at(5000))
    #expect(report.shifts == 2)
    #expect(report.shiftScore == 0.078125 && report.worstShift == 0.078125)
  }

  @Test mutating func `a resize that adjusts the scroll position shifts nothing`() {
    add(first, y: 100)
    scroll(900, 0)
    tell(.resize(first, Size(width: 300, height: 300), scrollBy: 100), at: 10)
    let report = metrics.report(at: at(10))
    #expect(report.shifts == 0 && report.shiftScore == 0)
    #expect(report.distance == 0, "the user has not scrolled")
    #expect(metrics.y == 1000)
  }

  @Test mutating func `a closed page leaves its numbers behind`() {
    begin(0, 300)
    tell(.fetch(first, generation: 1), .render(first, generation: 1), at: 0)
    metrics.observe(.pageClosed, at: at(1000))
    #expect(metrics.report(at: at(5000)).liveAdSeconds == 1)
    #expect(metrics.report(at: at(5000)).blankExposure == 200)
    add(first, y: 0, at: 5000)
    scroll(0, 5000)
    #expect(metrics.report(at: at(6000)).blankExposure == 400)
  }

  @Test mutating func `the way from the place on one page to the top of the next is no scrolling`()
  {
    scroll(0, 0)
    scroll(500, 100)
    metrics.observe(.pageClosed, at: at(200))
    scroll(0, 300)
    scroll(40, 400)
    #expect(metrics.report(at: at(400)).distance == 540)
  }

  @Test mutating func `what the engine refuses counts for nothing`() {
    add(first, y: 100)
    begin(5000)
    scroll(.nan, 0)
    metrics.observe(.slotMoved(first, SlotFrame(y: .infinity, height: 1)), at: at(0))
    metrics.observe(.slotResized(first, Size(width: 1, height: -5)), at: at(0))
    metrics.observe(.slotMoved(second, SlotFrame(y: 0, height: 1)), at: at(0))
    metrics.observe(.viewportResized(Size(width: -1, height: 1)), at: at(0))
    #expect(metrics.report(at: at(1000)).blankExposure == 200)
    #expect(metrics.report(at: at(1000)).distance == 0)
  }
}
