package import AdEngine

extension BidRendering {
  /// Something that happens to an ad of a page, at a time of the page.
  package struct SharedEvent: Equatable, Sendable {
    enum Content: Equatable, Sendable {
      case response(Result<BidResponse, BidError>, AdUnitConfig)
      case act(Act)
    }

    /// The time of the page.
    package let at: Instant
    package let ad: AdFingerprint
    /// The place among the events of the page, counted up.
    package let number: Int
    let content: Content

    package init(
      _ response: Result<BidResponse, BidError>, for config: AdUnitConfig, at time: Instant,
      number: Int
    ) {
      (at, ad, self.number) = (time, config.fingerprint, number)
      content = .response(response, config)
    }

    package init(_ act: Act, with ad: AdFingerprint, at time: Instant, number: Int) {
      (at, self.ad, self.number) = (time, ad, number)
      content = .act(act)
    }

    package var isResponse: Bool { if case .response = content { true } else { false } }
  }

  /// A call between the SDK and the renderers, at a time since the response arrived.
  package struct Call: Hashable, Sendable, CustomStringConvertible {
    package let entry: CallLog.Entry
    /// The other ad that the call is about; `nil` if it is about the ad itself.
    package let targetAd: AdFingerprint?
    /// The other ad for which the renderer was being called when it made this call.
    package let origin: AdFingerprint?

    /// The call as reports show it, with the other ad that it has to do with.
    package var description: String {
      if let targetAd { return "\(entry.call), of \(targetAd)" }
      return origin.map { "\(entry.call), in a call for \($0)" } ?? entry.call.description
    }
  }

  /// The ads of a page on one registry and timeline; safe to send, since only a sole owner changes them.
  final class Simulation: @unchecked Sendable {
    let registry: RendererRegistry
    let mine: SimulatedAd
    private(set) var content: AdContent?
    private(set) var loadTime: Int64 = 0
    private let timeline = AdTimeline()
    private var others: [AdFingerprint: SimulatedAd] = [:]
    /// When the response of the ad arrived.
    private var begin = Instant.start
    /// How many calls there were before those of this ad.
    private var earlierCalls = 0
    /// The ads that renderers were called for, with the numbers of the calls that were logged meanwhile.
    private var spans: [(calls: Range<Int>, ad: AdFingerprint)] = []

    var request: BidRequest {
      mine.source.request ?? BidRequest(id: mine.config.fingerprint.description, ads: [mine.config])
    }

    init(
      _ response: Result<BidResponse, BidError>, _ config: AdUnitConfig,
      _ catalog: RendererCatalog, _ page: [SharedEvent], _ arrival: Int64
    ) {
      registry = catalog.makeRegistry(timeline: timeline)
      mine = SimulatedAd(response, config, registry, timeline)
      for event in page { perform(event, at: event.at) }
      timeline.advance(to: max(timeline.now, Instant(milliseconds: arrival)))
      begin = timeline.now
      earlierCalls = registry.log.count
      call(for: config.fingerprint) { mine.load() }
      while mine.host.state == .loading, let next = timeline.nextTime { timeline.advance(to: next) }
      loadTime = timeline.now - begin
      content = registry.content(of: config.fingerprint)
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
      while let next = timeline.nextTime, next - loaded <= Self.watch,
        trial.changes.count < Self.maxChanges
      {
        timeline.advance(to: next)
        guard let now = registry.content(of: config.fingerprint), now != last else { continue }
        last = now
        trial.changes.append((next - loaded, now))
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
      case .response(let response, let config):
        let ad = SimulatedAd(response, config, registry, timeline)
        others[event.ad] = ad
        call(for: event.ad) { ad.load() }
      case .act(let act):
        guard let ad = others[event.ad] else { return }
        call(for: event.ad) { ad.perform(act) }
      }
    }

    private func call(for ad: AdFingerprint, _ body: () -> Void) {
      let first = registry.log.count
      body()
      if registry.log.count > first { spans.append((first..<registry.log.count, ad)) }
    }

    var calls: [Call] {
      let me = mine.config.fingerprint
      let entries = registry.log.entries(after: earlierCalls)
      let first = registry.log.count - entries.count
      var next = spans.startIndex
      var calls: [Call] = []
      for (offset, entry) in entries.enumerated() {
        while next < spans.endIndex, spans[next].calls.upperBound <= first + offset { next += 1 }
        let isInside = next < spans.endIndex && spans[next].calls.contains(first + offset)
        let caller = isInside ? spans[next].ad : nil
        guard entry.ad == me || caller == me else { continue }
        let time = Instant(milliseconds: max(0, entry.at - begin))
        calls.append(
          Call(
            entry: CallLog.Entry(at: time, ad: entry.ad, caller: entry.caller, call: entry.call),
            targetAd: entry.ad == me ? nil : entry.ad,
            origin: caller == me || entry.ad != me ? nil : caller))
      }
      return calls
    }
  }

  /// An ad of a page with its host.
  final class SimulatedAd {
    let config: AdUnitConfig
    let source: FixedResponse
    let plugin: RendererPlugin
    let host: AdHost
    private let screen: Screen
    private let registry: RendererRegistry

    init(
      _ response: Result<BidResponse, BidError>, _ config: AdUnitConfig,
      _ registry: RendererRegistry, _ timeline: AdTimeline
    ) {
      self.config = config
      self.registry = registry
      source = FixedResponse(response)
      let sizes = BannerSizes(names: ["slot": .fixed(config.size)], screenBanner: config.size)
      plugin = RendererPlugin(
        "AdView", registry: registry, source: source, timeline: timeline, account: "adview",
        sizes: sizes, fingerprint: { _ in config.fingerprint })
      screen = Screen(config.size)
      let place =
        config.type == .inlineBanner
        ? AdConfig(unit: config.unit, inlineBannerSize: "slot", isOptIn: config.isOptIn)
        : AdConfig(unit: config.unit, type: config.type, isOptIn: config.isOptIn)
      host = AdHost(place, plugin: plugin, parent: screen)
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
        if registry.content(of: config.fingerprint)?.media == .video {
          host.control(config.videoControls.isMuted ? .mute : .unmute)
        }
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

  private final class Screen: AdParent {
    let screenSize: Size

    init(_ size: Size) {
      screenSize = size
    }
  }
}
