/// The registered renderers, with which ads are made from bids.
public final class RendererRegistry {
  /// The result of making an ad.
  public struct Made {
    /// The renderer that made the ad and has its record.
    public let renderer: any PluginRenderer
    /// The decision for this renderer, with its reason.
    public let choice: RendererChoice
  }

  /// The calls between the SDK and the renderers.
  public let log: CallLog
  /// The renderer for bids that name no other.
  public let defaultRenderer: any PluginRenderer
  /// The controls of interstitials with a video (`S4.30`).
  public var videoControls = VideoControlsConfig()
  /// The renderers that were not registered because their names were taken (R8).
  package private(set) var refused: [RendererIdentity] = []
  private let timeline: AdTimeline
  private var renderers: [any PluginRenderer] = []

  /// Creates a registry with a default renderer.
  public init(
    default defaultRenderer: any PluginRenderer, timeline: AdTimeline, log: CallLog = CallLog()
  ) {
    (self.defaultRenderer, self.timeline, self.log) = (defaultRenderer, timeline, log)
  }

  /// Registers a renderer and returns whether its name was free; the first registration of a name holds.
  @discardableResult
  public func register(_ renderer: any PluginRenderer) -> Bool {
    guard self.renderer(renderer.name) == nil else {
      refused.append(renderer.identity)
      return false
    }
    renderers.append(renderer)
    return true
  }

  /// Removes a renderer and its ads; the default renderer cannot be removed.
  public func unregister(_ name: String) {
    guard let index = renderers.firstIndex(where: { $0.name == name }) else { return }
    let renderer = renderers.remove(at: index)
    for ad in renderer.ads.fingerprints { renderer.removeAd(for: ad) }
  }

  /// The renderer with a name, including the default one.
  public func renderer(_ name: String) -> (any PluginRenderer)? {
    defaultRenderer.name == name ? defaultRenderer : renderers.first { $0.name == name }
  }

  /// All renderers, the default one first.
  public var all: [any PluginRenderer] { [defaultRenderer] + renderers }

  func content(of ad: AdFingerprint) -> AdContent? {
    all.lazy.compactMap { $0.ads.content(of: ad) }.first
  }

  /// The announcements for a bid request, with the current data (D60); the default renderer is not announced.
  public var announcements: [RendererAnnouncement] { renderers.map(RendererAnnouncement.init) }

  /// The decision which renderer gets a bid (R1–R9, `S4.27`).
  public func choice(for bid: Bid) -> RendererChoice {
    let fallback = defaultRenderer.identity
    let choice = RendererChoice(for: bid, default: fallback, among: renderers.map(\.identity))
    guard let renderer = renderer(choice.identity.name), renderer !== defaultRenderer,
      !renderer.isSupportRendering(for: bid.format)
    else { return choice }
    return RendererChoice(fallback, .otherFormat(name: choice.identity.name, bid.format))
  }

  /// Makes an ad from a bid and lets it load; returns the renderer that made it, or `nil` if none did.
  ///
  /// The default renderer is asked where the chosen one returns `nil` (R7); the delegate is registered with the one that makes it.
  public func makeAd(
    of bid: Bid, for config: AdUnitConfig, delegate: (any AdDelegate)? = nil
  ) -> Made? {
    // An earlier ad of the fingerprint ends here.
    for renderer in all
    where renderer.ads.phase(of: config.fingerprint) != nil {
      renderer.ads.end(config.fingerprint)
    }
    var choice = choice(for: bid)
    record(.choose(choice), config)
    if let renderer = renderer(choice.identity.name), make(bid, config, by: renderer, delegate) {
      return Made(renderer: renderer, choice: choice)
    }
    let fallback = defaultRenderer.identity
    guard choice.identity != fallback else { return nil }
    choice = RendererChoice(fallback, .madeNothing(name: choice.identity.name))
    record(.choose(choice), config)
    guard make(bid, config, by: defaultRenderer, delegate) else { return nil }
    return Made(renderer: defaultRenderer, choice: choice)
  }

  private func make(
    _ bid: Bid, _ config: AdUnitConfig, by renderer: any PluginRenderer,
    _ delegate: (any AdDelegate)?
  ) -> Bool {
    let bid = bid.filled
    if let delegate {
      renderer.registerEventDelegate(pluginEventDelegate: delegate, for: config.fingerprint)
    }
    let (events, connection) = renderer.ads.open(config, bid, for: renderer, log, timeline)
    renderer.setupBid(bid, adConfiguration: config, connection: connection)
    let ad: (any RenderedAd)? =
      if config.isInterstitial {
        renderer.createInterstitialController(
          bid: bid, adConfiguration: config, connection: connection,
          adViewManagerDelegate: events, videoControlsConfig: videoControls)
      } else {
        renderer.createBannerAdView(
          with: bid.size ?? config.size, bid: bid, adConfiguration: config,
          connection: connection, adViewDelegate: events)
      }
    record(.create(renderer: renderer.name, isMade: ad != nil), config)
    guard let ad else {
      renderer.ads.discard(config.fingerprint)
      if let delegate {
        renderer.unregisterEventDelegate(pluginEventDelegate: delegate, for: config.fingerprint)
      }
      return false
    }
    renderer.ads.keep(ad, config.fingerprint)
    return true
  }

  private func record(_ call: CallLog.Call, _ config: AdUnitConfig) {
    log.add(call, .sdk, of: config.fingerprint, at: timeline.now)
  }
}

/// The announcement of a renderer in a bid request.
public struct RendererAnnouncement: Hashable, Sendable {
  /// The name and the version that bids must use.
  public let identity: RendererIdentity
  /// The renderer's own data; left out of the request if `nil` (D60).
  public let data: [String: JSONValue]?

  /// Announces a renderer by its name, its version and its data.
  public init(_ identity: RendererIdentity, data: [String: JSONValue]? = nil) {
    (self.identity, self.data) = (identity, data)
  }

  /// Announces a renderer with its current data.
  public init(_ renderer: any PluginRenderer) { self.init(renderer.identity, data: renderer.data) }

  /// The announcement as an entry of `ext.prebid.sdk.renderers`.
  public var value: JSONValue {
    var fields: [String: JSONValue] = [
      "name": .text(identity.name), "version": .text(identity.version),
    ]
    if let data { fields["data"] = .object(data) }
    return .object(fields)
  }
}
