public import AdEngine

/// The renderer of the SDK, for bids that name no other one: it shows the words of any markup as they are.
public final class DefaultRenderer: PluginRenderer {
  /// The name by which bids choose it.
  public static let name = RendererIdentity.sdk.name
  /// Its version.
  public static let version = RendererIdentity.sdk.version

  /// Its ads.
  public let ads = RenderedAds()

  /// Makes the renderer.
  public init() {}

  /// Makes a banner of a bid.
  public func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    MarkupAd(bid, frame, adViewDelegate)
  }

  /// Makes an interstitial of a bid.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)? {
    MarkupAd(bid, bid.size ?? adConfiguration.size, adViewManagerDelegate)
  }
}

/// An ad whose markup is shown as plain words.
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
