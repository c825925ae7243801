import AdEngine
import AdRendering

/// A plug-in with ads of its own, in sizes of its own.
final class HarbourPlugin: AdPlugin {
  private let timeline: AdTimeline

  init(_ context: AdPluginContext) { timeline = context.timeline }

  func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
    HarbourPresenter(adView, parent, self, timeline.connect())
  }

  func size(forInlineBannerSize name: String) -> Size {
    name == "PIER" ? Size(width: 320, height: 100) : .zero
  }

  func providerName() -> String { "Harbour Ads" }
}

final class HarbourPresenter: AdPresenter {
  private weak var adView: (any AdView)?
  private weak var parent: (any AdParent)?
  private let plugin: HarbourPlugin, connection: AdConnection
  private var ad: AdContent?
  private var isInterstitial = false

  init(
    _ adView: any AdView, _ parent: any AdParent, _ plugin: HarbourPlugin,
    _ connection: AdConnection
  ) {
    (self.adView, self.parent) = (adView, parent)
    (self.plugin, self.connection) = (plugin, connection)
  }

  func load(adConfig: AdConfig) {
    isInterstitial = adConfig.type == .interstitial
    adView?.stateChanged(adViewState: .loading)
    connection.after(250) { [weak self] in self?.deliver(adConfig) }
  }

  private func deliver(_ config: AdConfig) {
    let size = config.inlineBannerSize.map(plugin.size) ?? parent?.screenSize ?? .zero
    guard size != .zero else {
      adView?.adLoadFailed(error: .renderer("no size \(config.inlineBannerSize ?? "")"))
      adView?.stateChanged(adViewState: .failed)
      return
    }
    let ad = AdContent(
      size: size, lines: [AdLine("Harbour Ads, pier \(config.unit)", .strong)],
      link: "https://harbour.example/")
    self.ad = ad
    adView?.adLoaded(view: isInterstitial ? nil : ad)
    adView?.stateChanged(adViewState: .loaded)
  }

  func getSize() -> Size { isInterstitial ? .zero : ad?.size ?? .zero }

  func showInterstitial() -> Bool {
    guard let ad, let parent else { return false }
    parent.present(ad)
    return true
  }
}
