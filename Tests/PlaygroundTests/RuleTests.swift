import AdEngine
import AdSessions
import Testing

@testable import Playground

/// The rules beside thresholds in points: percentages, slots with settings of their own, single requests, waiting.
@Suite struct RuleTests {
  private func player(_ lazyLoad: String, block: String = "size: 320x240") -> Player {
    Player(testPage(front: "lazyLoad: \(lazyLoad)", block: block), columns: 160, rows: 40)
  }

  @Test func `a percentage is shown as such and moved in percent, with its points beside it`() {
    var player = player("{ fetchThreshold: 200%, displayThreshold: 50% }")
    player.shows("200 %", "\((2 * player.engine.viewport.size.height).points) pt")
    player.press("f", .right, .right, .shiftLeft, .enter)
    #expect(player.lazyLoading?.fetchThreshold == .percent(192))
    player.press("f", "9", "0", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 900, "typed in points it is points")
    player.press("z", "z")
    #expect(player.lazyLoading?.fetchThreshold == .percent(200))
  }

  @Test func `fetch pushes display across units, and keeps what it was given`() {
    var player = player("{ fetchThreshold: 200%, displayThreshold: 50% }")
    player.press("f", "1", "0", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 100)
    #expect(player.lazyLoading?.displayThreshold == 100)
  }

  @Test func `with mobileScaling a percentage comes to the same whether it is read or set`() {
    var player = player("{ fetchThreshold: 800, displayThreshold: 200, mobileScaling: 2 }")
    // 800 of twice 844 points.
    #expect(player.screen.contains("     47 % "), "\(player.screen)")
    player.press("f", "%", shows: "  47 %")
    player.press(.right, .enter)
    #expect(player.lazyLoading?.fetchThreshold == .percent(48))
  }

  @Test func `a threshold without an end has no share, and Swift writes it as a name`() {
    var player = player("{ fetchThreshold: null, displayThreshold: 200 }")
    player.shows(hides: "2370")
    player.press("y", "s")
    let text = player.takeRequests().compactMap(\.copied).first
    #expect(text?.hasPrefix(".lazyLoadAd(fetchThreshold: .greatestFiniteMagnitude,") == true)
  }

  @Test func `percentages are copied for Google Publisher Tag as they are, with the rest`() {
    var player = player(
      "{ fetchThreshold: null, displayThreshold: 62.5%, mobileScaling: 2, requests: single }")
    player.press("y", "g")
    #expect(
      player.takeRequests().compactMap(\.copied) == [
        """
        googletag.setConfig({
          lazyLoad: {
            fetchMarginPercent: null,
            renderMarginPercent: 62.5,
            mobileScaling: 2,
          },
          singleRequest: true,
        });
        """
      ])
  }

  @Test func `X switches the single request in one step to undo, and the pane names it`() {
    var player = player("{}").pressing("X")
    #expect(player.lazyLoading?.requests == .single)
    #expect(player.screen.contains("single request"))
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test func `why names the slot that had an ad requested along, and percentages`() {
    var player = player("{ fetchThreshold: 200%, requests: single }").waiting(1000)
    player.press("n", "n", "n", "n", "w")
    #expect(player.screen.contains("single request") || player.screen.contains("% of the viewport"))
  }

  @Test func `an ad that loads at once says so in its details and under why`() {
    var player = player("{ fetchThreshold: 0, displayThreshold: 0 }", block: "lazyLoad: off")
    player.wait(1000)
    #expect(player.engine.statuses().allSatisfy { $0.loadState == .displayed })
    player.press("n", "n", "w", shows: "lazyLoad is off for this ad")
  }

  @Test func `what else counts stands in the pane: the other side, and the time to stay`() {
    let player = player("{ fetchThreshold: { ahead: 900, behind: 300 }, fetchAfter: 80ms }")
    player.shows("behind 300/200 · after 80 ms", " 900")
  }

  private func auctionPlayer(_ auction: String, columns: Int = 160) -> Player {
    Player(
      testPage(front: "auction: \(auction)", block: "size: 320x240"), columns: columns, rows: 44)
  }

  @Test func `an auction is seen in the slots, in the pane of thresholds and on the map`() {
    var player = auctionPlayer("{ latency: 800ms }")
    player.shows("auction 300%", "◇ auction         displayed", "waiting for bids")
    #expect(player.screen.contains("│··"), "the map has the auction's zone")
    player.wait(900, shows: "◐ loading         displayed")
  }

  @Test func `why says that bids came, or that there were none by the time-out`() {
    let player = auctionPlayer("{ latency: 300ms }").waiting(3000).pressing("n", "n", "w")
    player.shows("bids of auction 1 after 300 ms", "ad requested, generation 1, with the")
    var late = auctionPlayer("{ latency: 5s, timeout: 700ms }").pressing("n", "n", "w")
    #expect(late.screen.contains("auction 1 is under way"))
    late.press(.escape, wait: 3000)
    late.press("w", shows: "auction 1: no bids after 700 ms")
    #expect(late.screen.contains("the auction ended without bids after"))
  }

  @Test func `the details say how the auction stands and how long its bids are good`() {
    var player = auctionPlayer("{ latency: 300ms, expires: 60s }").pressing("n", "n", .enter)
    player.shows("auction", "1: under way since")
    player.press(.escape, wait: 2000)
    player.press(.enter)
    #expect(player.screen.contains("none under way"), "the request has used the bids")
  }

  @Test func `A holds auctions or none in one step to undo, and the metrics count them`() throws {
    var player = player("{}")
    #expect(!player.model.metrics.contains(.auctions))
    player.press("A")
    #expect(player.lazyLoading?.auction == .before(.standard))
    #expect(player.model.metrics.contains(.expiredBids))
    player.press("z")
    #expect(player.lazyLoading == .standard)
    var own = auctionPlayer("{ threshold: 250%, timeout: 700ms }").pressing("A")
    #expect(own.lazyLoading?.auction == .off)
    own.press("A")
    #expect(
      own.lazyLoading?.auction
        == .before(try AuctionSettings(threshold: .percent(250), timeout: 700)))
  }

  @Test func `consent that is withdrawn during an auction is what the timeline shows`() {
    var player = auctionPlayer("{ latency: 5s, timeout: 60s }").waiting(500)
    let slot = SlotID(0)
    func seen(_ player: Player) -> SeenState? {
      player.page.timeline.state(ofSlot: 0, at: player.time)
        .map(SeenState.init)
    }
    #expect(player.engine.status(of: slot)?.auction != nil)
    #expect(seen(player) == .auction)
    player.press("c", "d")
    #expect(seen(player) == .noConsent)
  }

  @Test func `the side behind stays when the one ahead is set`() {
    var player = player("{ fetchThreshold: { ahead: 900, behind: 300 } }")
    player.press("f", .right, .enter)
    #expect(player.lazyLoading?.fetchThreshold == .directional(ahead: 910, behind: 300))
  }
}
