public import AdEngine

/// Renders markup of simple HTML with bold, italic and linked words, and says where its first link leads.
///
/// It makes banners only: for an interstitial the default renderer takes its place.
public final class RichTextRenderer: PluginRenderer {
  /// The name by which bids choose it.
  public static let name = "RichTextRenderer"
  /// Its version.
  public static let version = "1.0"
  /// What bid requests tell about it.
  public static let data: [String: JSONValue]? = [
    "tags": .list([.text("b"), .text("i"), .text("a")])
  ]
  /// Whether it renders the format.
  public static func isSupportRendering(for format: AdFormat?) -> Bool {
    format == .banner || format == nil
  }

  /// Its ads.
  public let ads = RenderedAds()

  /// Makes the renderer.
  public init() {}

  /// Makes a banner of a bid.
  public func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    // Nothing that looks like HTML is an internal error, so that the default renderer shows the words.
    guard case .html(let html)? = try? AdMarkup.read(bid.markup), html.contains("<") else {
      return nil
    }
    return RichTextAd(html, frame, adViewDelegate)
  }
}

private final class RichTextAd: BannerAdView {
  private(set) var content: AdContent?
  private let html: String
  private let size: Size
  private let events: AdEvents

  init(_ html: String, _ size: Size, _ events: AdEvents) {
    self.html = html
    self.size = size
    self.events = events
  }

  func loadAd() {
    let text = RichText.read(html)
    content = AdContent(size: size, lines: text.lines, link: text.link)
    events.adDidLoad()
  }

  func wasClicked() {
    events.adDidClick()
    if content?.link != nil { events.adWillLeaveApplication() }
  }
}
