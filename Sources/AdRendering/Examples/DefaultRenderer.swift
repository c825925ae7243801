public import AdEngine

/// The SDK's renderer for bids that name no other: it shows the words of any markup without styles.
///
/// Markup without words is described by what it embeds. A click follows the first link of the markup.
public final class DefaultRenderer: PluginRenderer {
  /// The name of Prebid's renderer: `PrebidRenderer`.
  public static let name = RendererIdentity.sdk.name
  /// The version that stands for that of Prebid's renderer: `1.0.0`.
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
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    MarkupAd(bid, bid.size ?? adConfiguration.size, adViewManagerDelegate)
  }
}

/// An ad that shows the words of its markup, with their styles or without.
final class MarkupAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let bid: Bid
  private let size: Size
  private let events: AdEvents
  private let isStyled: Bool

  init(_ bid: Bid, _ size: Size, _ events: AdEvents, isStyled: Bool = false) {
    (self.bid, self.size, self.events, self.isStyled) = (bid, size, events, isStyled)
  }

  func loadAd() {
    do throws(AdMarkupError) {
      content =
        switch try AdMarkup.read(bid.markup) {
        case .html(let html): words(RichText.read(html))
        case .vast(let document): VideoParts.content(of: document, size: size)
        case .native(let parts): NativeParts.content(of: parts, size: size)
        }
      events.adDidLoad()
    } catch {
      events.adDidFailToLoad(.markup(error))
    }
  }

  func show() -> Bool { true }

  func wasClicked() {
    events.adDidClick()
    if content?.link != nil { events.adWillLeaveApplication() }
  }

  private func words(_ text: (lines: [AdLine], link: String?)) -> AdContent {
    let lines = isStyled ? text.lines : text.lines.map { AdLine($0.text) }
    return AdContent(size: size, lines: lines, link: text.link)
  }
}
