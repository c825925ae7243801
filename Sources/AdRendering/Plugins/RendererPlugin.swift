public import AdEngine

/// A source of bid responses, such as Prebid Server.
public protocol BidSource: AnyObject {
  /// Sends a request and calls `receive` at most once, now or later, with the response or the error.
  ///
  /// Delays scheduled on the connection are cancelled when the ad ends.
  func send(
    _ request: BidRequest, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void)
}

/// The plug-in for ads from bids: it requests bids, has the winner rendered as it asks, and reports the events to the ad view.
public final class RendererPlugin: AdPlugin {
  /// The renderers that the plug-in makes ads with.
  public let registry: RendererRegistry
  private let source: any BidSource
  private let timeline: AdTimeline
  private let account: String?
  private let sizes: BannerSizes
  private let screenWidth: Double
  private let name: String
  private let fingerprint: (Int) -> AdFingerprint
  private var lastAd = 0

  /// Creates a plug-in.
  ///
  /// - Parameters:
  ///   - name: The provider's name as people read it.
  ///   - registry: The renderers that make the ads.
  ///   - source: The source of bids.
  ///   - timeline: The timeline that the ads use.
  ///   - account: The account in bid requests.
  ///   - sizes: The named sizes of inline banners.
  ///   - screenWidth: The width of sizes that are as wide as the screen, in points.
  ///   - fingerprint: Returns the fingerprint of the plug-in's n-th ad, from 1 on; all must differ.
  public init(
    _ name: String, registry: RendererRegistry, source: any BidSource, timeline: AdTimeline,
    account: String? = nil, sizes: BannerSizes = .tutorial,
    screenWidth: Double = BannerSizes.phoneWidth,
    fingerprint: ((Int) -> AdFingerprint)? = nil
  ) {
    (self.name, self.registry, self.source, self.timeline) = (name, registry, source, timeline)
    (self.account, self.sizes, self.screenWidth) = (account, sizes, screenWidth)
    self.fingerprint = fingerprint ?? { AdFingerprint("\(name)-\($0)") }
  }

  /// Makes a presenter that requests bids when it loads.
  public func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
    lastAd += 1
    return RendererPresenter(
      fingerprint(lastAd), adView, self, screen: parent.screenSize, timeline.connect())
  }

  /// The size of an inline banner by name, in points; zero for an unknown name.
  public func size(forInlineBannerSize name: String) -> Size {
    sizes.size(forInlineBannerSize: name, screenWidth: screenWidth)
  }

  /// The name that the plug-in was created with.
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

  /// The size that is requested for an ad, in points.
  fileprivate func size(for config: AdConfig, on screen: Size) -> Size {
    switch config.type {
    case .inlineBanner:
      sizes.size(forInlineBannerSize: config.inlineBannerSize ?? "", screenWidth: screen.width)
    case .screenBanner: sizes.screenBanner
    case .interstitial: screen
    }
  }
}

final class RendererPresenter: AdPresenter, AdDelegate {
  let fingerprint: AdFingerprint
  private weak var adView: (any AdView)?
  private let plugin: RendererPlugin
  private let connection: AdConnection
  private let screen: Size
  private var renderer: (any PluginRenderer)?
  private var hasReceived = false
  private var isInterstitial = false
  private var isLoaded = false

  fileprivate init(
    _ fingerprint: AdFingerprint, _ adView: any AdView, _ plugin: RendererPlugin, screen: Size,
    _ connection: AdConnection
  ) {
    (self.fingerprint, self.adView, self.plugin) = (fingerprint, adView, plugin)
    (self.screen, self.connection) = (screen, connection)
  }

  deinit {
    connection.close()
    renderer?.removeAd(for: fingerprint)
  }

  func load(adConfig: AdConfig) {
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

  func getSize() -> Size {
    guard isLoaded, !isInterstitial else { return .zero }
    return renderer?.ads.content(of: fingerprint)?.size ?? .zero
  }

  func showInterstitial() -> Bool { renderer?.showAd(for: fingerprint) ?? false }

  func adWasPlaced() -> Bool { !isInterstitial && renderer?.showAd(for: fingerprint) == true }

  func adWasClicked() { renderer?.ads.click(fingerprint) }

  func adWasClosed() { renderer?.ads.dismiss(fingerprint) }

  func control(_ control: AdControl) { renderer?.ads.control(fingerprint, control) }

  // MARK: - Events of the renderer

  func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    guard let content = renderer.ads.content(of: ad) else {
      renderer.removeAd(for: ad)
      return fail(.renderer("\(renderer.name) loaded an ad that shows nothing"))
    }
    isLoaded = true
    // The ad may have loaded while it was made.
    self.renderer = renderer
    adView?.adLoaded(view: isInterstitial ? nil : content)
    adView?.stateChanged(adViewState: .loaded)
  }

  func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {
    fail(error)
  }

  func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {
    adView?.adFailedToPresent(error: error)
  }

  func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    adView?.stateChanged(adViewState: .clicked)
  }

  func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    adView?.stateChanged(adViewState: .closed)
  }
}
