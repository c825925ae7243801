import AdEngine
import AdRendering

/// Makes banners, interstitials and videos of bids: the words of the markup between fish.
final class HerringRenderer: PluginRenderer {
  static let name = "HerringRenderer"
  static let version = "1.0"
  let ads = RenderedAds()

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    HerringAd(bid, frame, connection, adViewDelegate)
  }

  func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    HerringAd(bid, adConfiguration.size, connection, adViewManagerDelegate)
  }
}

/// An ad that takes 300 ms to load.
final class HerringAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let bid: Bid, size: Size, connection: AdConnection, events: AdEvents

  init(_ bid: Bid, _ size: Size, _ connection: AdConnection, _ events: AdEvents) {
    (self.bid, self.size, self.connection, self.events) = (bid, size, connection, events)
  }

  func loadAd() {
    guard let markup = bid.markup else { return events.adDidFailToLoad(.markup(.missing)) }
    connection.after(300) { [self] in
      connection.debugPrint("HerringRenderer shows", markup.count, "characters")
      let media: AdMedia = bid.format == .video ? .video : .display
      content = AdContent(
        size: size, media: media, lines: [AdLine("><> \(markup) <><", .strong)],
        link: "https://herring.example/")
      events.adDidLoad()
    }
  }

  func show() -> Bool { true }

  func wasClicked() {
    events.adDidClick()
    events.adWillLeaveApplication()
  }
}
