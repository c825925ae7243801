package import AdEngine

/// Renders banners of simple HTML with bold, italic and linked words; a click follows the first link.
package final class RichTextRenderer: PluginRenderer {
  package static let name = "RichTextRenderer"
  package static let version = "1.0"
  package static let data: [String: JSONValue]? = [
    "tags": .list([.text("b"), .text("i"), .text("a")])
  ]
  package static func isSupportRendering(for format: AdFormat?) -> Bool {
    format == .banner || format == nil
  }

  package let ads = RenderedAds()

  package init() {}

  package func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    // Markup without tags is left to the default renderer.
    guard case .html(let html)? = try? AdMarkup.read(bid.markup), html.contains("<") else {
      return nil
    }
    return MarkupAd(bid, frame, adViewDelegate, isStyled: true)
  }
}
