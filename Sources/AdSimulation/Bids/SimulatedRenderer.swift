package import AdEngine
package import AdRendering

/// Renders the creatives of the simulated ad server's bids.
package final class SimulatedRenderer: PluginRenderer {
  package static let name = "SimulatedRenderer"
  package static let version = "1.0"

  package let ads = RenderedAds()

  package init() {}

  package func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    SimulatedAd(bid, frame, adViewDelegate)
  }

  package func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    SimulatedAd(bid, bid.size ?? adConfiguration.size, adViewManagerDelegate)
  }
}

private final class SimulatedAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let creative: AdContent
  private let events: AdEvents

  /// `nil` for a bid that is none of the simulated ad server.
  init?(_ bid: Bid, _ size: Size, _ events: AdEvents) {
    guard case .native(let markup)? = try? AdMarkup.read(bid.markup),
      let creative = AdContent(creative: markup, size: size)
    else { return nil }
    (self.creative, self.events) = (creative, events)
  }

  func loadAd() {
    content = creative
    events.adDidLoad()
  }

  func show() -> Bool { true }

  func control(_ control: AdControl) {
    if control == .handleExternalTransaction { events.adWillLeaveApplication() }
  }
}

extension AdContent {
  package init(_ creative: Creative) {
    self.init(
      size: creative.size, media: creative.media,
      lines: [AdLine(creative.advertiser.name, .strong), AdLine(creative.advertiser.line)],
      button: creative.advertiser.button, color: creative.advertiser.color)
  }

  /// The content of a creative's markup; `nil` if the markup is not that of a creative.
  fileprivate init?(creative markup: JSONValue, size: Size) {
    guard let name = markup["advertiser"]?.text, let line = markup["line"]?.text,
      let button = markup["button"]?.text,
      let media = markup["media"]?.text.flatMap(AdMedia.init(rawValue:)),
      case .list(let parts)? = markup["color"], parts.count == 3
    else { return nil }
    let color = parts.compactMap { $0.number.flatMap(UInt8.init(exactly:)) }
    guard color.count == 3 else { return nil }
    self.init(
      size: size, media: media, lines: [AdLine(name, .strong), AdLine(line)], button: button,
      color: RGB(color[0], color[1], color[2]))
  }

  static func markup(of creative: Creative) -> JSONValue {
    let color = creative.advertiser.color
    return .object([
      "advertiser": .text(creative.advertiser.name), "line": .text(creative.advertiser.line),
      "button": .text(creative.advertiser.button), "media": .text(creative.media.rawValue),
      "color": .list([color.red, color.green, color.blue].map { .number(Double($0)) }),
    ])
  }
}
