public import AdEngine

/// The SDK's renderer for bids that name no other: it shows the words of any markup without styles.
public final class DefaultRenderer: PluginRenderer {
  /// The name of Prebid's renderer: `PrebidRenderer`.
  public static let name = RendererIdentity.sdk.name
  /// The version of Prebid's renderer: `1.0.0`.
  public static let version = RendererIdentity.sdk.version

  /// The records of the renderer's ads.
  public let ads = RenderedAds()

  /// Creates a renderer without ads.
  public init() {}

  /// Makes a banner that shows the words of the markup.
  public func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    MarkupAd(bid, frame, adViewDelegate)
  }

  /// Makes an interstitial that shows the words of the markup.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)? {
    MarkupAd(bid, bid.size ?? adConfiguration.size, adViewManagerDelegate)
  }
}

/// An ad that shows its markup as plain text.
final class MarkupAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let bid: Bid
  private let size: Size
  private let events: AdEvents

  init(_ bid: Bid, _ size: Size, _ events: AdEvents) {
    self.bid = bid
    self.size = size
    self.events = events
  }

  func loadAd() {
    do throws(AdMarkupError) {
      content =
        switch try AdMarkup.read(bid.markup) {
        case .html(let html): AdContent(size: size, lines: RichText.read(html).lines.map(plain))
        case .vast: AdContent(size: size, media: .video, lines: [AdLine("video")])
        case .native(let parts): AdContent(size: size, lines: NativeParts.texts(in: parts))
        }
      events.adDidLoad()
    } catch {
      events.adDidFailToLoad(.markup(error))
    }
  }

  func show() -> Bool { true }

  private func plain(_ line: AdLine) -> AdLine { AdLine(line.text) }
}
