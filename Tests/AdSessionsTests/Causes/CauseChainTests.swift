import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// Why a slot is in its states, for each kind of cause.
@Suite struct CauseChainTests {
  /// Slots of 320×320 points in a viewport of 800: the answers come after 500 ms, in the size asked for.
  private struct Life {
    var setup: RunSetup
    var run: SessionRun

    init(
      _ tops: [Double], lazyLoading: LazyLoadingSettings? = .standard,
      consent: ConsentStatus = .granted, creative: CreativeSettings = CreativeSettings(),
      own: LazyLoadingOverride? = nil
    ) {
      var engine = Engine.Configuration(lazyLoading: lazyLoading, consent: consent)
      engine.viewport = Size(width: 384, height: 800)
      var creative = creative
      creative.size = creative.size ?? Size(width: 320, height: 320)
      creative.media = .display
      setup = RunSetup(
        engine: engine,
        slots: tops.map {
          var slot = RunSlot("at \($0)", unit: "u", frame: SlotFrame(y: $0, height: 320))
          (slot.ad.creative, slot.lazyLoading) = (creative, own)
          return slot
        },
        world: AdServerSettings(latency: 500...500))
      run = SessionRun(setup, keepsHistory: true)
      run.scroll(to: 0, at: .start)
    }

    mutating func give(_ input: Engine.Input, at moment: Int64) {
      run.apply(input, at: Instant(milliseconds: moment))
    }

    /// The causes as `moment cause`, so that a failure can be read.
    mutating func chain(_ slot: Int = 0, at moment: Int64) -> CauseChain {
      run.advance(to: Instant(milliseconds: moment))
      return CauseChain(
        of: SlotID(slot), in: run.history, from: setup.engine, at: Instant(milliseconds: moment))
    }
  }

  private func link(_ moment: Int64, _ cause: Cause) -> CauseChain.Link {
    CauseChain.Link(Instant(milliseconds: moment), cause)
  }

  private let square = Size(width: 320, height: 320)

  @Test(
    arguments: [
      (3000, .granted, .nearness(.fetch, gap: 2200, threshold: 800)),
      (900, .granted, .exposure(ratio: 0, rule: ViewabilityRule(tenths: 5, duration: 1000))),
      (100, .unset, .consent(.unset, .strict)),
    ] as [(Double, ConsentStatus, PendingCondition)])
  func `a slot waits to come near, to be seen or for consent`(
    top: Double, consent: ConsentStatus, condition: PendingCondition
  ) {
    var life = Life([top], consent: consent)
    #expect(life.chain(at: 2000).pendingConditions == [condition])
  }

  @Test func `scrolled into both zones by one step: one crossing with two edges`() {
    var life = Life([3000])
    life.give(.scrolled(to: 2100), at: 1000)
    let chain = life.chain(at: 1400)
    let crossing = Crossing(
      .scrolled(from: 0, to: 2100), [.init(.fetch, 800), .init(.display, 200)], from: 2200, to: 100)
    #expect(
      chain.links == [
        link(0, .added(gap: 2200)), link(1000, .crossed(crossing)),
        link(1000, .decided(.fetched, gap: 100, threshold: 800)),
        link(1000, .requested(generation: 1)),
        link(1000, .decided(.displayed, gap: 100, threshold: 200)),
      ])
    #expect(chain.pendingConditions == [.answer(generation: 1, since: Instant(milliseconds: 1000))])
  }

  @Test func `a crossing between two checks is told with the moment at which it took place`() {
    var life = Life([3000])
    life.give(.scrolled(to: 100), at: 1000)
    life.give(.scrolled(to: 1410), at: 1010)
    let links = life.chain(at: 1200).links
    let crossing = Crossing(
      .scrolled(from: 100, to: 1410), [.init(.fetch, 800)], from: 2100, to: 790)
    #expect(links.contains(link(1010, .crossed(crossing))))
    #expect(links.contains(link(1067, .decided(.fetched, gap: 790, threshold: 800))))
  }

  @Test func `who left the zone again before the check has not crossed it`() {
    var life = Life([3000])
    life.give(.scrolled(to: 10), at: 1000)
    life.give(.scrolled(to: 2100), at: 1010)
    life.give(.scrolled(to: 0), at: 1020)
    #expect(life.chain(at: 1400).links == [link(0, .added(gap: 2200))])
  }

  @Test func `a threshold that was moved over the slot is the cause`() throws {
    var life = Life([1900])
    life.give(.lazyLoadingChanged(LazyLoadingChange(fetchThreshold: 1200)), at: 1000)
    let moved = try LazyLoadingSettings(fetchThreshold: 1200)
    let crossing = Crossing(
      .thresholds(from: .standard, to: moved), [.init(.fetch, 1200)], from: 1100, to: 1100)
    #expect(
      life.chain(at: 1100).links == [
        link(0, .added(gap: 1100)), link(1000, .crossed(crossing)),
        link(1000, .decided(.fetched, gap: 1100, threshold: 1200)),
        link(1000, .requested(generation: 1)),
      ])
  }

  @Test func `a slot moved by the size of an ad above it names that slot`() {
    var creative = CreativeSettings()
    creative.size = Size(width: 320, height: 50)
    var life = Life([100, 1800], creative: creative)
    let crossing = Crossing(
      .resized(SlotID(0), from: square, to: Size(width: 320, height: 50)), [.init(.fetch, 800)],
      from: 1000, to: 730)
    let links = life.chain(1, at: 600).links
    #expect(links.contains(link(500, .crossed(crossing))))
    #expect(links.last == link(500, .requested(generation: 1)))
  }

  @Test func `a viewport that grew is the cause`() {
    var life = Life([1700])
    life.give(.viewportResized(Size(width: 384, height: 900)), at: 1000)
    let crossing = Crossing(
      .viewport(from: Size(width: 384, height: 800), to: Size(width: 384, height: 900)),
      [.init(.fetch, 800)], from: 900, to: 800)
    #expect(life.chain(at: 1100).links.contains(link(1000, .crossed(crossing))))
  }

  @Test func `the whole life of an ad, from the page to being viewable`() {
    var life = Life([100])
    let chain = life.chain(at: 5000)
    #expect(
      chain.links == [
        link(0, .added(gap: -420)), link(0, .decided(.fetched, gap: -420, threshold: 800)),
        link(0, .requested(generation: 1)),
        link(0, .decided(.displayed, gap: -420, threshold: 200)),
        link(500, .answered(.loaded(square, .display), generation: 1, after: 500)),
        link(600, .rendered(generation: 1)), link(600, .impressed), link(1600, .viewable),
      ])
    #expect(chain.pendingConditions.isEmpty)
  }

  @Test func `consent that came and went replaces what it ended`() {
    var life = Life([100], consent: .unset)
    life.give(.consentChanged(.granted), at: 1000)
    let granted = life.chain(at: 1100)
    #expect(
      granted.links.suffix(2) == [
        link(1000, .consent(.granted, .strict)), link(1000, .requested(generation: 1)),
      ])
    life.give(.consentChanged(.denied), at: 3000)
    let denied = life.chain(at: 3100)
    #expect(
      denied.links == [
        link(0, .added(gap: -420)), link(0, .decided(.fetched, gap: -420, threshold: 800)),
        link(0, .decided(.displayed, gap: -420, threshold: 200)),
        link(3000, .consent(.denied, .strict)), link(3000, .released(generation: 1)),
      ])
    #expect(denied.pendingConditions == [.consent(.denied, .strict)])
  }

  @Test func `consent given before a slot came near is none of its causes`() {
    var life = Life([3000], consent: .unset)
    life.give(.consentChanged(.granted), at: 1000)
    life.give(.scrolled(to: 1500), at: 2000)
    #expect(
      life.chain(at: 2100).links.allSatisfy { if case .consent = $0.cause { false } else { true } })
  }

  @Test func `a reload forgets what was before`() {
    var life = Life([100])
    life.give(.reloadRequested(SlotID(0)), at: 5000)
    #expect(
      life.chain(at: 5200).links == [
        link(5000, .reloaded), link(5000, .decided(.fetched, gap: -420, threshold: 800)),
        link(5000, .requested(generation: 2)),
        link(5000, .decided(.displayed, gap: -420, threshold: 200)),
      ])
  }

  @Test func `an unload is told with the edge, the 2,000 ms and what was released`() throws {
    let settings = try LazyLoadingSettings(unloadingEnabled: true)
    var life = Life([100], lazyLoading: settings)
    life.give(.scrolled(to: 5000), at: 3000)
    let leaving = life.chain(at: 4000)
    #expect(
      leaving.pendingConditions
        == [.unloading(at: Instant(milliseconds: 5000), gap: 4580, threshold: 1600)])
    let crossing = Crossing(
      .scrolled(from: 0, to: 5000), [.init(.unload, 1600)], from: -420, to: 4580)
    let links = life.chain(at: 6000).links
    #expect(
      links.suffix(4) == [
        link(3000, .crossed(crossing)), link(3000, .leftBehind(until: Instant(milliseconds: 5000))),
        link(5000, .decided(.unloaded, gap: 4580, threshold: 1600)),
        link(5000, .released(generation: 1)),
      ])
    life.give(.scrolled(to: 0), at: 7000)
    #expect(
      life.chain(at: 7100).links.map(\.cause) == [
        .decided(.unloaded, gap: 4580, threshold: 1600),
        .crossed(
          Crossing(
            .scrolled(from: 5000, to: 0), [.init(.fetch, 800), .init(.display, 200)],
            from: 4580, to: -420)),
        .decided(.fetched, gap: -420, threshold: 800),
        .requested(generation: 2),
        .decided(.displayed, gap: -420, threshold: 200),
      ])
  }

  @Test func `without lazy loading, of the page or of the slot alone, there is nothing to cross`() {
    var page = Life([9000], lazyLoading: nil)
    #expect(
      page.chain(at: 100).links == [
        link(0, .added(gap: 8200)), link(0, .displayedEagerly(slotAlone: false)),
        link(0, .requested(generation: 1)),
      ])
    var slot = Life([9000], own: .off)
    #expect(
      slot.chain(at: 100).links == [
        link(0, .added(gap: 8200)), link(0, .ownSettings(.off)),
        link(0, .displayedEagerly(slotAlone: true)), link(0, .requested(generation: 1)),
      ])
  }

  @Test func `a threshold in percent is named with what it comes to, a slot's own too`() throws {
    let own = LazyLoadingChange(fetchThreshold: .percent(300))
    var life = Life(
      [3000], lazyLoading: try LazyLoadingSettings(displayThreshold: .percent(275)),
      own: .settings(own))
    let links = life.chain(at: 100).links
    #expect(links.contains(link(0, .ownSettings(.settings(own)))))
    #expect(
      links.contains(
        link(0, .decided(.fetched, gap: 2200, threshold: 2400, written: .percent(300)))))
    #expect(
      links.contains(
        link(0, .decided(.displayed, gap: 2200, threshold: 2200, written: .percent(275)))))
  }

  @Test func `with a single request a far slot names the one that was near`() throws {
    var life = Life([9000, 100], lazyLoading: try LazyLoadingSettings(requests: .single))
    let along = link(0, .requestedAlong(with: SlotID(0), gap: 8200))
    // Slots are numbered in page order.
    #expect([0, 1].map { life.chain($0, at: 100).links.contains(along) } == [false, true])
  }

  @Test func `a request says what it had of its auction: bids, or none by the time-out`() throws {
    let rule = AuctionRule.before(try AuctionSettings(threshold: 1000, timeout: 600))
    var life = Life([1000], lazyLoading: try LazyLoadingSettings(auction: rule))
    let latency = try #require(life.run.world.bidLatency(of: SlotID(0), auction: 1))
    #expect(latency < 600)
    #expect(life.chain(at: 100).pendingConditions == [.auction(1, since: .start, timeout: 600)])
    #expect(
      life.chain(at: 1000).links.filter { $0.at.milliseconds <= latency } == [
        link(0, .added(gap: 200)), link(0, .auctionBegan(1, gap: 200, reach: 1000)),
        link(0, .decided(.fetched, gap: 200, threshold: 800)),
        link(0, .decided(.displayed, gap: 200, threshold: 200)),
        link(latency, .bids(auction: 1, after: latency)),
        link(latency, .requested(generation: 1, after: .bids(auction: 1))),
      ])
    var late = Life(
      [1000],
      lazyLoading: try LazyLoadingSettings(
        auction: .before(try AuctionSettings(threshold: 1000, timeout: 100))))
    let links = late.chain(at: 1000).links
    #expect(links.contains(link(100, .auctionTimedOut(1, after: 100))))
    #expect(links.contains(link(100, .requested(generation: 1, after: .timedOut(after: 100)))))
  }

  @Test func `bids say how long they are good, and afterwards that they had expired`() throws {
    let rule = AuctionRule.before(try AuctionSettings(threshold: 3000, expires: 2000))
    var life = Life([3000], lazyLoading: try LazyLoadingSettings(auction: rule))
    let latency = try #require(life.run.world.bidLatency(of: SlotID(0), auction: 1))
    let chain = life.chain(at: 1000)
    #expect(
      chain.pendingConditions == [
        .bids(until: Instant(milliseconds: latency + 2000)),
        .nearness(.fetch, gap: 2200, threshold: 800),
      ])
    life.run.scroll(to: 1500, at: Instant(milliseconds: 5000))
    let links = life.chain(at: 5000).links
    #expect(links.contains(link(5000, .bidsExpired(auction: 1, age: 5000 - latency))))
    #expect(links.contains(link(5000, .auctionBegan(2, gap: 700, reach: 3000))))
  }

  @Test func `a slot that had to stay near says for how long`() throws {
    var life = Life([500], lazyLoading: try LazyLoadingSettings(fetchAfter: 300))
    let links = life.chain(at: 1000).links
    #expect(links.contains(link(300, .stayed(for: 300))))
    #expect(links.contains(link(300, .decided(.fetched, gap: -300, threshold: 800))))
  }

  @Test func `a failure is told and what can be done about it`() {
    var creative = CreativeSettings()
    creative.fails = .noFill
    var life = Life([100], creative: creative)
    let chain = life.chain(at: 2000)
    #expect(chain.links.last == link(500, .answered(.failed(.noFill), generation: 1, after: 500)))
    #expect(chain.pendingConditions == [.reload(.noFill)])
  }

  @Test func `a slot that is not on the page has no causes`() {
    var life = Life([100])
    #expect(life.chain(7, at: 1000).links.isEmpty)
    #expect(life.chain(7, at: 1000).pendingConditions.isEmpty)
  }
}
