import AdEngine
import AdRendering

/// Shows the words of a bid's markup between stars, 300 ms after it was asked to.
final class StarRenderer: PluginRenderer {
  static let name = "StarRenderer"
  static let version = "1.0"
  let ads = RenderedAds()

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    StarAd(bid, frame, connection, adViewDelegate)
  }
}

final class StarAd: BannerAdView {
  private(set) var content: AdContent?
  private let bid: Bid, size: Size, connection: AdConnection, events: AdEvents

  init(_ bid: Bid, _ size: Size, _ connection: AdConnection, _ events: AdEvents) {
    (self.bid, self.size, self.connection, self.events) = (bid, size, connection, events)
  }

  func loadAd() {
    guard let markup = bid.markup else { return events.adDidFailToLoad(.markup(.missing)) }
    connection.after(300) { [self] in
      connection.debugPrint("StarRenderer shows", markup.count, "characters")
      content = AdContent(size: size, lines: [AdLine("★ \(markup) ★", .strong)])
      events.adDidLoad()
    }
  }
}
