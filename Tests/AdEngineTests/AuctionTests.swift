import AdEngine
import TestSupport
import Testing

/// Auctions among bidders before the requests, as header bidding has them.
@Suite(.tags(.fast)) struct AuctionTests {
  private func settings(
    _ auction: Threshold = 2000, timeout: Int64 = 1000, expires: Int64 = 5000,
    requests: AdRequests = .each, unloading: Bool = false
  ) throws -> LazyLoadingSettings {
    try LazyLoadingSettings(
      unloadingEnabled: unloading, requests: requests,
      auction: .before(AuctionSettings(threshold: auction, timeout: timeout, expires: expires)))
  }

  private func stage(
    _ tops: [Double], _ settings: LazyLoadingSettings, consent: ConsentStatus = .granted
  ) -> Stage { Stage(slots: tops.map { slot(at: $0) }, lazyLoading: settings, consent: consent) }

  @Test func `an auction begins at its own distance, and its bids are there when the slot is near`()
    throws
  {
    var stage = stage([4000], try settings()).scrolled(to: 1199)
    #expect(stage.log.isEmpty, "2,001 pt away")
    stage.scroll(to: 1200, at: 1000)
    #expect(stage.log == ["1000 slot 1 auction 1"])
    stage.bid(1, at: 1400)
    stage.scroll(to: 2400, at: 3000)
    #expect(
      stage.log.dropFirst() == [
        "3000 slot 1 fetched gap 800", "3000 slot 1 fetch 1", "3000 slot 1 ad loading",
      ])
  }

  @Test func `the request waits for bids, and distance does not`() throws {
    var stage = stage([1000], try settings()).scrolled(to: 0)
    stage.expect("0 slot 1 auction 1", "0 slot 1 fetched gap 200", "0 slot 1 displayed gap 200")
    stage.bid(1, at: 430)
    #expect(stage.log == ["430 slot 1 fetch 1", "430 slot 1 ad loading"])
    stage.run(until: 5000)
    #expect(stage.log.count == 2, "an auction with bids has no time-out")
  }

  @Test func `without bids the slot is requested at the time-out`() throws {
    var stage = stage([1000], try settings()).scrolled(to: 0).cleared()
    stage.run(until: 2000)
    #expect(
      stage.log == [
        "1000 slot 1 auction 1 timeout", "1000 slot 1 fetch 1", "1000 slot 1 ad loading",
      ])
    stage.bid(1, at: 2100)
    #expect(stage.log.count == 3, "late bids of a request that was made are dropped")
  }

  @Test func `bids are good for so long, and bids that are too old start another auction`() throws {
    var stage = stage([3000, 6000], try settings()).scrolled(to: 700)
    stage.bid(1, at: 100)
    stage.clear()
    stage.scroll(to: 1400, at: 5099)
    stage.expect("5099 slot 1 fetched gap 800", "5099 slot 1 fetch 1", "5099 slot 1 ad loading")
    stage.scroll(to: 3200, at: 6000)
    stage.bid(2, at: 6100)
    stage.clear()
    stage.scroll(to: 4400, at: 11_100)
    stage.expect(
      "11100 slot 2 fetched gap 800", "11100 slot 2 auction 1 expired", "11100 slot 2 auction 2")
  }

  @Test func `a reload needs new bids, and so does a slot that comes back after an unload`() throws
  {
    var stage = stage([1000], try settings(3000, unloading: true)).scrolled(to: 0)
    stage.bid(1, at: 100)
    stage.reload(1, at: 1000)
    #expect(stage.log.contains("1000 slot 1 auction 2"))
    stage.bid(1, auction: 2, at: 1200)
    #expect(stage.log.contains("1200 slot 1 fetch 2"))
    stage.clear()
    stage.scroll((to: 3000, at: 2000), until: 6000)
    #expect(
      stage.log.filter { $0.contains("unloaded") || $0.contains("auction") } == [
        "4000 slot 1 unloaded gap 1750"
      ], "within 3,000 pt, but left behind")
    stage.clear()
    stage.scroll(to: 2850, at: 7000)
    #expect(stage.log == ["7000 slot 1 auction 3"], "back within the unload threshold")
  }

  @Test func `a single request waits for the auctions of all its slots, which begin together`()
    throws
  {
    var stage = stage([2500, 6000], try settings(requests: .single)).scrolled(to: 0)
    stage.expect("0 slot 1 auction 1", "0 slot 2 auction 1")
    stage.scroll(to: 900, at: 100)
    stage.expect("100 slot 1 fetched gap 800", "100 slot 2 fetched gap 4300")
    stage.bid(1, at: 300)
    #expect(stage.log.isEmpty)
    stage.expect(
      "1000 slot 2 auction 1 timeout", "1000 slot 1 fetch 1", "1000 slot 1 ad loading",
      "1000 slot 2 fetch 1", "1000 slot 2 ad loading", until: 2000)
  }

  @Test func `consent holds auctions back, and what was bid without it is not used`() throws {
    var stage = stage([1000, 2500], try settings(), consent: .unset).scrolled(to: 0)
    stage.expect("0 slot 1 fetched gap 200", "0 slot 1 displayed gap 200")
    stage.consent(.granted, at: 1000)
    #expect(stage.log == ["1000 slot 1 auction 1", "1000 slot 2 auction 1"])
    stage.bid(2, at: 1100)
    stage.consent(.denied, at: 1200)
    stage.clear()
    stage.run(until: 4000)
    stage.bid(1, at: 4000)
    #expect(stage.log.isEmpty)
    stage.consent(.granted, at: 5000)
    #expect(stage.log == ["5000 slot 1 auction 2", "5000 slot 2 auction 2"])
  }

  @Test
  func `without the rule any more what waits is requested, and a new time-out counts at once`()
    throws
  {
    var stage = stage([500, 1000], try settings(timeout: 10_000)).scrolled(to: 0).cleared()
    stage.happen(
      .lazyLoadingChanged(
        LazyLoadingChange(auction: .before(try AuctionSettings(threshold: 2000, timeout: 300)))),
      at: 100)
    stage.bid(1, at: 200)
    stage.clear()
    stage.run(until: 300)
    #expect(stage.log.first == "300 slot 2 auction 1 timeout")
    stage.reload(2, at: 400)
    stage.clear()
    stage.run(until: 600)
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(auction: .off)), at: 650)
    #expect(stage.log.suffix(2) == ["650 slot 2 fetch 2", "650 slot 2 ad loading"])
    #expect(stage.engine.statuses().allSatisfy { $0.auction == nil })
  }

  @Test func `an auction under way and bids that wait can be read, with their times`() throws {
    var stage = stage([1000, 2500], try settings()).scrolled(to: 0)
    stage.bid(2, at: 200)
    let (first, second) = (stage.engine.status(of: SlotID(1)), stage.engine.status(of: SlotID(2)))
    #expect(first?.auction?.stage == .running && first?.auction?.isAwaited == true)
    #expect(second?.auction?.stage == .bids && second?.auction?.isAwaited == false)
    #expect(second?.auction?.since == Instant(milliseconds: 200))
  }

  @Test func `settings that auctions cannot have are refused with the value`() {
    func problem(_ threshold: Threshold = 0, timeout: Int64 = 1, expires: Int64 = 1) -> String? {
      do {
        _ = try AuctionSettings(threshold: threshold, timeout: timeout, expires: expires)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(problem() == nil)
    #expect(problem(-1) == "auction: threshold -1: expected a finite number, not negative")
    #expect(problem(timeout: 0) == "auction: timeout 0: expected milliseconds, 1 to 60000")
    #expect(problem(expires: 3_600_001)?.contains("1 to 3600000") == true)
  }

  @Test func `20,000 slots whose auctions all end at once are requested in one pass`() throws {
    var stage = stage(
      (0..<20_000).map { Double($0) * 10 },
      try LazyLoadingSettings(
        fetchThreshold: .unlimited, requests: .single, auction: .before(.standard))
    ).scrolled(to: 0, at: 0).cleared()
    stage.run(until: 1000)
    #expect(stage.log.filter { $0.hasSuffix(" fetch 1") }.count == 20_000)
  }
}
