public import AdEngine

/// Where bids come from.
public protocol BidSource: AnyObject {
  /// Sends a request; the response, or why there is none, comes once, at once or later, or never.
  ///
  /// The connection ends with the ad; what is to come by it then does not come.
  func send(
    _ request: BidRequest, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void)
}

/// The plug-in through which every ad goes that is made of bids: it asks for bids, lets the winner be rendered by the
/// renderer it names, and tells its view what becomes of that.
public final class RendererPlugin: AdPlugin {
  /// Makes ads of bids.
  public let registry: RendererRegistry
  private let source: any BidSource
  private let timeline: AdTimeline
  private let account: String?
  private let sizes: BannerSizes
  private let screenWidth: Double
  private let name: String
  private let fingerprint: (Int) -> AdFingerprint
  private var lastAd = 0

  /// Makes a plug-in that asks a source for bids and has them rendered; its ads are counted from 1 on, and no two of
  /// them may be given the same fingerprint.
  public init(
    _ name: String, registry: RendererRegistry, source: any BidSource, timeline: AdTimeline,
    account: String? = nil, sizes: BannerSizes = .tutorial, screenWidth: Double = 384,
    fingerprint: ((Int) -> AdFingerprint)? = nil
  ) {
    self.name = name
    self.registry = registry
    self.source = source
    self.timeline = timeline
    self.account = account
    self.sizes = sizes
    self.screenWidth = screenWidth
    self.fingerprint = fingerprint ?? { AdFingerprint("\(name)-\($0)") }
  }

  /// Makes a presenter.
  public func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
    lastAd += 1
    return RendererPresenter(
      fingerprint(lastAd), adView, self, screen: parent.screenSize, timeline.connect())
  }

  /// The size of an inline banner's name.
  public func size(forInlineBannerSize name: String) -> Size {
    sizes.size(forInlineBannerSize: name, screenWidth: screenWidth)
  }

  /// The name that was given.
  public func providerName() -> String { name }

  fileprivate func request(
    for config: AdUnitConfig, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void
  ) {
    let request = BidRequest(
      id: config.fingerprint.description, account: account, ads: [config],
      renderers: registry.announcements)
    source.send(request, by: connection, receive)
  }

  /// The size that an ad of this configuration is asked for in, in points.
  fileprivate func size(for config: AdConfig, on screen: Size) -> Size {
    switch config.type {
    case .inlineBanner:
      sizes.size(forInlineBannerSize: config.inlineBannerSize ?? "", screenWidth: screen.width)
    case .screenBanner: sizes.screenBanner
    case .interstitial: screen
    }
  }
}

/// Presents one ad that is made of a bid.
public final class RendererPresenter: AdPresenter, AdDelegate {
  /// The ad's identity with the renderers.
  public let fingerprint: AdFingerprint
  private weak var adView: (any AdView)?
  private let plugin: RendererPlugin
  private let connection: AdConnection
  private let screen: Size
  /// The renderer that made the ad, once there is one.
  private var renderer: (any PluginRenderer)?
  private var hasReceived = false
  private var isInterstitial = false
  private var isLoaded = false

  fileprivate init(
    _ fingerprint: AdFingerprint, _ adView: any AdView, _ plugin: RendererPlugin, screen: Size,
    _ connection: AdConnection
  ) {
    self.fingerprint = fingerprint
    self.adView = adView
    self.plugin = plugin
    self.screen = screen
    self.connection = connection
  }

  deinit {
    connection.close()
    renderer?.removeAd(for: fingerprint)
  }

  /// Asks for bids.
  public func load(adConfig: AdConfig) {
    isInterstitial = adConfig.type == .interstitial
    adView?.stateChanged(adViewState: .loading)
    let config = AdUnitConfig(
      fingerprint, unit: adConfig.unit, size: plugin.size(for: adConfig, on: screen),
      type: adConfig.type, isOptIn: adConfig.isOptIn)
    plugin.request(for: config, by: connection) { [weak self] response in
      self?.receive(response, config)
    }
  }

  private func receive(_ response: Result<BidResponse, BidError>, _ config: AdUnitConfig) {
    guard !hasReceived else { return }
    hasReceived = true
    do throws(BidError) {
      let auction = Auction(try response.get())
      guard let bid = auction.winner else {
        return fail(auction.noWinner.map { .noWinner($0) } ?? .nothingCreated)
      }
      let made = plugin.registry.makeAd(of: bid, for: config, delegate: self)
      renderer = made?.renderer
      if made == nil { fail(.nothingCreated) }
    } catch {
      fail(.response(error))
    }
  }

  private func fail(_ error: AdRenderingError) {
    adView?.adLoadFailed(error: error)
    adView?.stateChanged(adViewState: .failed)
  }

  /// The size of what is shown.
  public func getSize() -> Size {
    guard isLoaded, !isInterstitial else { return .zero }
    return renderer?.ads.content(of: fingerprint)?.size ?? .zero
  }

  /// Has the renderer show the ad.
  public func showInterstitial() -> Bool {
    renderer?.showAd(for: fingerprint) ?? false
  }

  /// Has the renderer show the banner.
  public func adWasPlaced() -> Bool {
    !isInterstitial && renderer?.showAd(for: fingerprint) == true
  }

  /// Passes the click on.
  public func adWasClicked() { renderer?.ads.click(fingerprint) }

  /// Passes it on.
  public func adWasClosed() { renderer?.ads.dismiss(fingerprint) }

  // MARK: - What the renderer says

  /// Takes up what the renderer says.
  public func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    guard let content = renderer.ads.content(of: ad) else {
      renderer.removeAd(for: ad)
      return fail(.renderer("\(renderer.name) loaded an ad that shows nothing"))
    }
    isLoaded = true
    // It may have loaded while it was made.
    self.renderer = renderer
    adView?.adLoaded(view: isInterstitial ? nil : content)
    adView?.stateChanged(adViewState: .loaded)
  }

  /// Takes up what the renderer says.
  public func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {
    fail(error)
  }

  /// Takes up what the renderer says.
  public func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {
    adView?.adFailedToPresent(error: error)
  }

  /// Takes up what the renderer says.
  public func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    adView?.stateChanged(adViewState: .clicked)
  }

  /// Takes up what the renderer says.
  public func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    adView?.stateChanged(adViewState: .closed)
  }
}
