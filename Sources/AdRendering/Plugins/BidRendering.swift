public import AdEngine

/// What becomes of a response when it goes all the way: through the auction, the registry, a renderer and a host.
///
/// It is a value: the same response, ad, renderers and acts give the same, since all of it happens in a time of its own
/// that begins when the response is there.
public struct BidRendering: Hashable, Sendable {
  /// What the person and the page do with the ad, and when, in milliseconds after the response.
  public enum Act: Hashable, Sendable {
    /// The ad is put into its place, or shown over the page.
    case show
    /// Enough of the ad is in view.
    case see
    /// The person clicks the ad.
    case click
    /// The person closes the ad.
    case close
    /// The ad is let go.
    case release
  }

  /// What was asked for.
  public let config: AdUnitConfig
  /// The request that was sent for it.
  public let request: BidRequest
  /// The name of the plug-in that asked for it (`S3.27`).
  public let provider: String
  /// What the ad shows; `nil` if there is none.
  public let content: AdContent?
  /// Why there is no ad; `nil` if there is one.
  public let error: AdRenderingError?
  /// Why the ad that is there could not be shown; `nil` if it was, or was not to be.
  public let presentationError: AdRenderingError?
  /// How long the renderer took, in milliseconds.
  public let loadTime: Int64
  /// What the ad view is in the end.
  public let state: AdViewState
  /// What took place between the host and the plug-in.
  public let flow: [AdFlowStep]
  /// What took place between the SDK and the renderers.
  public let ledger: [AdLedger.Entry]

  /// Lets a response go all the way, and the acts follow as soon as the ad has loaded, or failed to.
  public init(
    of response: Result<BidResponse, BidError>, for config: AdUnitConfig,
    by catalog: RendererCatalog, acts: [(after: Int64, act: Act)] = []
  ) {
    let timeline = AdTimeline()
    let registry = catalog.makeRegistry(timeline: timeline)
    let source = OneResponse(response)
    let sizes = BannerSizes(names: ["slot": .fixed(config.size)], screenBanner: config.size)
    let plugin = RendererPlugin(
      "AdView", registry: registry, source: source, timeline: timeline,
      account: "adview", sizes: sizes, fingerprint: { _ in config.fingerprint })
    provider = plugin.providerName()
    let screen = OneScreen(config.size)
    let place =
      config.type == .inlineBanner
      ? AdConfig(unit: config.unit, inlineBannerSize: "slot", isOptIn: config.isOptIn)
      : AdConfig(unit: config.unit, type: config.type, isOptIn: config.isOptIn)
    let host = AdHost(place, plugin: plugin, parent: screen)
    host.load()
    while host.state == .loading, let next = timeline.nextMoment { timeline.advance(to: next) }
    loadTime = timeline.now - .start
    content = registry.content(of: config.fingerprint)
    error =
      host.flow.lazy.compactMap { step in
        if case .adLoadFailed(let error) = step { error } else { nil }
      }.first
    for (after, act) in acts {
      timeline.advance(to: max(timeline.now, .start + after))
      switch act {
      case .show: if config.isInterstitial { host.showInterstitial() } else { host.place() }
      case .see: host.reportVisibility(1)
      case .click: host.click()
      case .close: host.close()
      case .release: host.unload()
      }
    }
    self.config = config
    request =
      source.request ?? BidRequest(id: config.fingerprint.description, ads: [config])
    // A host that is let go before its ledger is read has its ad removed.
    (state, flow, ledger) = withExtendedLifetime(host) {
      (host.state, host.flow, registry.ledger.entries)
    }
    presentationError =
      flow.lazy.compactMap { step in
        if case .adFailedToPresent(let error) = step { error } else { nil }
      }.first
  }

  /// The renderers that were chosen, in order, each with the reason.
  public var choices: [RendererChoice] {
    ledger.compactMap { if case .choose(let choice) = $0.call { choice } else { nil } }
  }
}

extension RendererRegistry {
  /// What an ad shows, whoever renders it.
  func content(of ad: AdFingerprint) -> AdContent? {
    all.lazy.compactMap { $0.ads.content(of: ad) }.first
  }
}

/// Answers with the one response it has.
private final class OneResponse: BidSource {
  private let response: Result<BidResponse, BidError>
  private(set) var request: BidRequest?

  init(_ response: Result<BidResponse, BidError>) {
    self.response = response
  }

  func send(
    _ request: BidRequest, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void
  ) {
    self.request = request
    receive(response)
  }
}

/// A screen of a size.
private final class OneScreen: AdParent {
  let screenSize: Size

  init(_ size: Size) {
    screenSize = size
  }
}
