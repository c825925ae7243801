package import AdEngine

/// A response on its whole way: through the auction, the registry, a renderer and a host.
///
/// It is a value: the same response, configuration, renderers and acts give the same result, since everything happens in
/// a time of its own that begins when the response arrives.
package struct BidRendering: Equatable, Sendable {
  /// What the person and the page do with the ad.
  package enum Act: Hashable, Sendable {
    /// The banner is put into its place, or the interstitial is presented.
    case show
    /// Enough of the ad is in view.
    case see
    /// The person clicks the ad.
    case click
    /// The person closes the ad.
    case close
    /// The SDK makes a control call to the presented ad.
    case control(AdControl)
    /// The page gives the ad up.
    case release
  }

  /// The winning bid of an ad that the page has asked for before.
  package struct Earlier: Equatable, Sendable {
    fileprivate let winner: Bid
    fileprivate let config: AdUnitConfig
  }

  private struct Step: Hashable, Sendable {
    let act: Act
    let delay: Int64
  }

  /// The configuration that the ad was requested with.
  package let config: AdUnitConfig
  private let response: Result<BidResponse, BidError>
  /// The bid that won.
  private let winner: Bid?
  private let catalog: RendererCatalog
  /// The ads that were made before by the same renderers.
  private let earlier: [Earlier]
  private var steps: [Step] = []
  private var stage: Stage

  /// The maximum number of earlier ads that an ad shares its renderers with.
  private static let maxEarlier = 50

  /// Sends a response through the contracts until the ad has loaded or failed to.
  ///
  /// The renderers have made the `earlier` ads of the page before, as those of an app have.
  package init(
    of response: Result<BidResponse, BidError>, for config: AdUnitConfig,
    by catalog: RendererCatalog, after earlier: [Earlier] = []
  ) {
    self.config = config
    self.response = response
    self.catalog = catalog
    self.earlier = earlier.suffix(Self.maxEarlier)
    winner = (try? response.get()).flatMap { Auction($0).winner }
    stage = Stage(response, config, catalog, self.earlier)
    // What can be known only by showing the ad or by letting time pass is tried on objects of its own.
    let trial =
      stage.content == nil
      ? Stage.Trial() : Stage(response, config, catalog, self.earlier).tryOut()
    changes = trial.changes
    let loadTime = stage.loadTime
    presentableFor =
      if stage.content == nil {
        nil
      } else if trial.presentationError != nil {
        0
      } else {
        winner?.expiry.flatMap { seconds in
          let (end, isEndless) = seconds.multipliedReportingOverflow(by: 1000)
          return isEndless ? nil : max(0, end - loadTime)
        }
      }
  }

  /// The ad as one that another ad of the page comes after; `nil` if no bid won.
  package var asEarlier: Earlier? { winner.map { Earlier(winner: $0, config: config) } }

  /// What the ad shows from some time after its load on, in milliseconds, if it changes by itself.
  private let changes: [(delay: Int64, content: AdContent)]
  /// How long the loaded ad can be presented, in milliseconds: 0 if never, `nil` for any time.
  package let presentableFor: Int64?

  /// What the ad shows so many milliseconds after it loaded.
  package func content(after delay: Int64) -> AdContent? {
    changes.last { $0.delay <= delay }?.content ?? content
  }

  /// How many milliseconds after its load the ad changes next; `nil` if it does not.
  package func nextChange(after delay: Int64) -> Int64? {
    changes.first { $0.delay > delay }?.delay
  }

  /// Does something with the ad, so many milliseconds after it loaded or failed to; times do not go back.
  package mutating func apply(_ act: Act, after delay: Int64) {
    if !isKnownUniquelyReferenced(&stage) {
      // Renderers are objects and cannot be copied: a copy of the value makes its own and repeats the acts.
      stage = Stage(response, config, catalog, earlier)
      for step in steps { stage.perform(step) }
    }
    steps.append(Step(act: act, delay: delay))
    stage.perform(Step(act: act, delay: delay))
  }

  /// The request that was sent.
  package var request: BidRequest { stage.request }
  /// The provider's name of the plug-in that sent it (`S3.27`).
  package var provider: String { stage.provider }
  /// What the ad showed when it had loaded; `nil` if it failed to.
  package var content: AdContent? { stage.content }
  /// How long the renderer took to load, in milliseconds.
  package var loadTime: Int64 { stage.loadTime }
  /// The state of the ad view.
  package var state: AdViewState { stage.host.state }
  /// The calls between the host and the plug-in.
  package var flow: [AdFlowStep] { stage.host.flow }
  /// The calls between the SDK and the renderers.
  ///
  /// Of earlier ads only what was wrong after they had been made.
  package var log: [CallLog.Entry] {
    stage.registry.log.entries(after: stage.earlierCalls).filter { entry in
      if entry.ad == config.fingerprint { return true }
      if case .violation = entry.call { return true }
      return false
    }
  }

  /// Why the ad failed to load; `nil` if it did not.
  package var error: AdRenderingError? {
    flow.lazy.compactMap { if case .adLoadFailed(let error) = $0 { error } else { nil } }.first
  }

  /// Why the ad could not be presented; `nil` if it was, or was not asked to be.
  package var presentationError: AdRenderingError? {
    flow.lazy.compactMap { if case .adFailedToPresent(let error) = $0 { error } else { nil } }.first
  }

  /// The renderers that were chosen, in order, each with the reason.
  package var choices: [RendererChoice] {
    log.compactMap { if case .choose(let choice) = $0.call { choice } else { nil } }
  }

  /// The lines that the ad printed, in order.
  package var prints: [String] { stage.registry.log.prints(of: config.fingerprint) }

  /// Whether two renderings have the same input.
  package static func == (left: BidRendering, right: BidRendering) -> Bool {
    left.config == right.config && left.response == right.response
      && left.catalog == right.catalog && left.steps == right.steps
      && left.earlier == right.earlier
  }
}

extension BidRendering {
  /// The objects behind a rendering.
  ///
  /// A rendering changes them only while no other one refers to them; that makes it safe to send.
  private final class Stage: @unchecked Sendable {
    let registry: RendererRegistry
    let host: AdHost
    let request: BidRequest
    let provider: String
    let content: AdContent?
    let loadTime: Int64
    /// How many calls there were before those of this ad.
    let earlierCalls: Int
    private let config: AdUnitConfig
    private let timeline = AdTimeline()
    private let screen: Screen

    init(
      _ response: Result<BidResponse, BidError>, _ config: AdUnitConfig,
      _ catalog: RendererCatalog, _ earlier: [Earlier]
    ) {
      registry = catalog.makeRegistry(timeline: timeline)
      for earlier in earlier where earlier.config.fingerprint != config.fingerprint {
        _ = registry.makeAd(of: earlier.winner, for: earlier.config)
      }
      earlierCalls = registry.log.count
      registry.videoControls = config.videoControls
      let source = FixedResponse(response)
      let sizes = BannerSizes(names: ["slot": .fixed(config.size)], screenBanner: config.size)
      let plugin = RendererPlugin(
        "AdView", registry: registry, source: source, timeline: timeline, account: "adview",
        sizes: sizes, fingerprint: { _ in config.fingerprint })
      provider = plugin.providerName()
      screen = Screen(config.size)
      let place =
        config.type == .inlineBanner
        ? AdConfig(unit: config.unit, inlineBannerSize: "slot", isOptIn: config.isOptIn)
        : AdConfig(unit: config.unit, type: config.type, isOptIn: config.isOptIn)
      host = AdHost(place, plugin: plugin, parent: screen)
      host.load()
      while host.state == .loading, let next = timeline.nextTime { timeline.advance(to: next) }
      loadTime = timeline.now - .start
      self.config = config
      content = registry.content(of: config.fingerprint)
      request =
        source.request ?? BidRequest(id: config.fingerprint.description, ads: [config])
    }

    /// How long an ad is watched for changes, in milliseconds, and how many are kept.
    private static let watch: Int64 = 120_000
    private static let maxChanges = 200

    /// What comes of an ad to which nothing happens.
    struct Trial {
      /// Why it cannot be presented as soon as it has loaded, if it cannot.
      var presentationError: AdRenderingError?
      /// What it shows later on.
      var changes: [(delay: Int64, content: AdContent)] = []
    }

    /// Shows the ad and lets time pass; the stage is of no use afterwards.
    func tryOut() -> Trial {
      if config.isInterstitial { host.showInterstitial() } else { host.place() }
      var trial = Trial(presentationError: host.presentationError)
      var last = content
      while let next = timeline.nextTime, next - .start - loadTime <= Self.watch,
        trial.changes.count < Self.maxChanges
      {
        timeline.advance(to: next)
        guard let now = registry.content(of: config.fingerprint), now != last else { continue }
        last = now
        trial.changes.append((next - .start - loadTime, now))
      }
      return trial
    }

    func perform(_ step: Step) {
      timeline.advance(to: max(timeline.now, .start + loadTime + step.delay))
      switch step.act {
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
  private final class FixedResponse: BidSource {
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
