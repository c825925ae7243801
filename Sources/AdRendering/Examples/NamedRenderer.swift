package import AdEngine

/// A renderer of another app, of which only name and version are known: what its ads show is unknown.
package final class NamedRenderer: PluginRenderer {
  package static let name = ""
  package static let version = ""
  package let name: String
  package let version: String
  package let ads = RenderedAds()

  package init() { (name, version) = (Self.name, Self.version) }

  package init(_ identity: RendererIdentity) {
    name = identity.name
    version = identity.version
  }

  package func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    UnknownAd(frame, adViewDelegate)
  }

  package func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)? {
    UnknownAd(bid.size ?? adConfiguration.size, adViewManagerDelegate)
  }
}

extension RendererCatalog.Entry {
  /// A renderer of which only name and version are known.
  package init(named identity: RendererIdentity) {
    self.init(NamedRenderer.self, parameters: "\(identity)") { NamedRenderer(identity) }
  }
}

private final class UnknownAd: BannerAdView, InterstitialController {
  let content: AdContent?
  private let events: AdEvents

  init(_ size: Size, _ events: AdEvents) {
    content = AdContent(size: size)
    self.events = events
  }

  func loadAd() { events.adDidLoad() }
  func show() -> Bool { true }
}
