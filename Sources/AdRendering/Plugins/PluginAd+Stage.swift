package import AdEngine

extension PluginAd {
  /// Something that happens to an ad of a page, at a time of the page.
  package struct SharedEvent: Equatable, Sendable {
    enum Content: Equatable, Sendable {
      case request(Source, AdUnitConfig)
      case act(Act)
    }

    /// The time of the page.
    package let at: Instant
    package let ad: AdFingerprint
    /// The place among the events of the page, counted up.
    package let number: Int
    let content: Content

    package init(_ source: Source, for config: AdUnitConfig, at time: Instant, number: Int) {
      (at, ad, self.number) = (time, config.fingerprint, number)
      content = .request(source, config)
    }

    package init(_ act: Act, with ad: AdFingerprint, at time: Instant, number: Int) {
      (at, self.ad, self.number) = (time, ad, number)
      content = .act(act)
    }

    package var isRequest: Bool { if case .request = content { true } else { false } }
  }

  /// The ads of a page on one registry and timeline; safe to send, since only a sole owner changes them.
  final class Simulation: @unchecked Sendable {
    let registry: RendererRegistry
    let mine: SimulatedAd
    private(set) var content: AdContent?
    private(set) var loadTime: Int64 = 0
    private let timeline = AdTimeline()
    /// The plug-in of all ads that are not made of bids: one for the page (`S3.24`).
    private var plugin: (any AdPlugin)?
    private var others: [AdFingerprint: SimulatedAd] = [:]
    private var begin = Instant.start

    var request: BidRequest? { mine.bids?.request }

    init(
      _ source: Source, _ config: AdUnitConfig, _ catalog: PluginCatalog, _ page: [SharedEvent],
      _ arrival: Int64
    ) {
      registry = catalog.makeRegistry(timeline: timeline)
      if case .plugin(let entry) = source { plugin = entry.make(on: timeline) }
      mine = SimulatedAd(source, config, registry, plugin, timeline)
      for event in page { perform(event, at: event.at) }
      timeline.advance(to: max(timeline.now, Instant(milliseconds: arrival)))
      begin = timeline.now
      call(for: config.fingerprint) { mine.load() }
      let limit = begin + RenderedAds.loadLimit
      while mine.host.isWaiting, let next = timeline.nextTime, next <= limit {
        timeline.advance(to: next)
      }
      if mine.host.isWaiting {
        timeline.advance(to: limit)
        mine.host.giveUp(.noAnswer(after: RenderedAds.loadLimit))
      }
      loadTime = timeline.now - begin
      content = mine.content
    }

    /// How long an ad is watched for changes, in milliseconds, and how many are kept.
    private static let watch: Int64 = 120_000
    private static let maxChanges = 200

    /// What comes of an ad to which nothing happens.
    struct Probe {
      /// Why it cannot be presented as soon as it has loaded, if it cannot.
      var presentationError: AdRenderingError?
      /// What it shows later on.
      var changes: [(delay: Int64, content: AdContent)] = []
    }

    /// Shows the ad and lets time pass; the simulation is of no use afterwards.
    func probe() -> Probe {
      let config = mine.config
      if config.isInterstitial { mine.host.showInterstitial() } else { mine.host.place() }
      var trial = Probe(presentationError: mine.host.presentationError)
      var last = content
      let loaded = begin + loadTime
      func look() {
        guard let now = mine.content, now != last else { return }
        last = now
        trial.changes.append((timeline.now - loaded, now))
      }
      // A plug-in presents its interstitial itself.
      if mine.bids == nil { look() }
      while let next = timeline.nextTime, next - loaded <= Self.watch,
        trial.changes.count < Self.maxChanges
      {
        timeline.advance(to: next)
        look()
      }
      return trial
    }

    func perform(_ event: Event) {
      let time = begin + loadTime + event.delay
      switch event.content {
      case .page(let event): perform(event, at: time)
      case .own(let act):
        timeline.advance(to: max(timeline.now, time))
        call(for: mine.config.fingerprint) { mine.perform(act) }
      }
    }

    private func perform(_ event: SharedEvent, at time: Instant) {
      timeline.advance(to: max(timeline.now, time))
      switch event.content {
      case .request(let source, let config):
        let ad = SimulatedAd(source, config, registry, plugin, timeline)
        others[event.ad] = ad
        call(for: event.ad) { ad.load() }
      case .act(let act):
        guard let ad = others[event.ad] else { return }
        call(for: event.ad) { ad.perform(act) }
      }
    }

    private func call(for ad: AdFingerprint, _ body: () -> Void) {
      timeline.caller = (ad, registry.log)
      body()
      timeline.caller = nil
    }

    /// The calls about the ad, at times since its response arrived.
    var log: [CallLog.Entry] {
      registry.log.entries(of: mine.config.fingerprint).map {
        CallLog.Entry(
          at: Instant(milliseconds: max(0, $0.at - begin)), ad: $0.ad, caller: $0.caller,
          call: $0.call)
      }
    }
  }

  final class SimulatedAd {
    let config: AdUnitConfig
    let host: AdHost
    let bids: FixedResponse?
    private let plugin: any AdPlugin
    private let screen: Screen
    private let registry: RendererRegistry

    var provider: String { plugin.providerName() }

    init(
      _ source: Source, _ config: AdUnitConfig, _ registry: RendererRegistry,
      _ own: (any AdPlugin)?, _ timeline: AdTimeline
    ) {
      self.config = config
      self.registry = registry
      switch source {
      case .response(let response):
        let bids = FixedResponse(response)
        let sizes = BannerSizes(
          names: [config.bannerSize: .fixed(config.size)], screenBanner: config.size)
        plugin = RendererPlugin(
          "AdView", registry: registry, source: bids, timeline: timeline, account: "adview",
          sizes: sizes, fingerprint: { _ in config.fingerprint })
        self.bids = bids
      case .plugin(let entry):
        plugin = own ?? entry.make(on: timeline)
        bids = nil
      }
      screen = Screen(config.size)
      host = AdHost(config.placement, plugin: plugin, parent: screen)
    }

    /// What the ad shows; `nil` before it has loaded, and if it failed to.
    var content: AdContent? {
      if bids != nil { return registry.content(of: config.fingerprint) }
      guard config.isInterstitial else { return host.view }
      guard !host.isWaiting, host.state != .failed else { return nil }
      // A plug-in's interstitial is known when it is presented.
      return screen.presented
        ?? AdContent(size: config.size, lines: [AdLine("interstitial of \(provider)")])
    }

    func load() {
      registry.videoControls = config.videoControls
      host.load()
    }

    func perform(_ act: Act) {
      switch act {
      case .show:
        guard host.config.type == .interstitial else { return host.place() }
        host.showInterstitial()
        if content?.media == .video { host.control(config.videoControls.isMuted ? .mute : .unmute) }
      case .see: host.reportVisibility(1)
      case .click: host.click()
      case .close: host.close()
      case .control(let control): host.control(control)
      case .release: host.unload()
      }
    }
  }

  /// Answers every request with the same response.
  final class FixedResponse: BidSource {
    private let response: Result<BidResponse, BidError>
    private(set) var request: BidRequest?

    init(_ response: Result<BidResponse, BidError>) { self.response = response }

    func send(
      _ request: BidRequest, by connection: AdConnection,
      _ receive: @escaping (Result<BidResponse, BidError>) -> Void
    ) {
      self.request = request
      receive(response)
    }
  }

  private final class Screen: AdParent {
    let screenSize: Size
    private(set) var presented: AdContent?

    init(_ size: Size) { screenSize = size }

    func present(_ interstitial: AdContent) { presented = interstitial }
  }
}

extension AdUnitConfig {
  /// The size of an inline banner, as a plug-in takes it: the name that the page gives, or width and height.
  fileprivate var bannerSize: String {
    sizeName ?? "\(JSONText.number(size.width).json)x\(JSONText.number(size.height).json)"
  }

  /// What a presenter is asked to load.
  package var placement: AdConfig {
    type == .inlineBanner
      ? AdConfig(unit: unit, inlineBannerSize: bannerSize, isOptIn: isOptIn)
      : AdConfig(unit: unit, type: type, isOptIn: isOptIn)
  }
}
