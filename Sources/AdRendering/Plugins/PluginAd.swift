package import AdEngine

/// An ad on its whole way, from response to host; a value with its own time: the same inputs give the same ad.
package struct PluginAd: Equatable, Sendable {
  /// What the user and the page do with the ad.
  package enum Act: Hashable, Sendable {
    /// The banner is put into its place, or the interstitial is presented.
    case show
    /// Enough of the ad is in view.
    case see
    case click
    case close
    /// The SDK makes a control call to the presented ad.
    case control(AdControl)
    /// The page gives the ad up.
    case release
  }

  package enum Source: Hashable, Sendable {
    /// The response to a bid request, which renderers make an ad of.
    case response(Result<BidResponse, BidError>)
    /// A plug-in that has ads of its own.
    case plugin(PluginCatalog.Plugin)
  }

  struct Event: Equatable, Sendable {
    enum Content: Equatable, Sendable {
      case own(Act)
      case page(SharedEvent)
    }

    let content: Content
    /// After the load of the ad, in milliseconds.
    let delay: Int64
  }

  package let config: AdUnitConfig
  private let source: Source
  private let catalog: PluginCatalog
  /// What has happened to the page's other ads before.
  private let page: [SharedEvent]
  /// When the response arrived, or the plug-in was asked, in milliseconds of the page's time.
  private let arrival: Int64
  private var events: [Event] = []
  private var simulation: Simulation

  /// Follows the contracts until the ad has loaded or failed; what happened to the page's others up to `arrival` comes before.
  package init(
    of source: Source, for config: AdUnitConfig,
    by catalog: PluginCatalog, among page: [SharedEvent] = [],
    arrivingAt arrival: Instant = .start
  ) {
    (self.config, self.source, self.catalog) = (config, source, catalog)
    self.arrival = arrival.milliseconds
    self.page = page.filter { $0.at <= arrival && $0.ad != config.fingerprint }
    simulation = Simulation(source, config, catalog, self.page, self.arrival)
    // What can be known only by showing the ad or by letting time pass is tried on objects of its own.
    let trial =
      simulation.content == nil
      ? Simulation.Probe() : Simulation(source, config, catalog, self.page, self.arrival).probe()
    changes = trial.changes
    let loadTime = simulation.loadTime
    presentableFor =
      if simulation.content == nil {
        nil
      } else if trial.presentationError != nil {
        0
      } else {
        source.winner?.expiry.flatMap { seconds in
          let (end, isEndless) = seconds.multipliedReportingOverflow(by: 1000)
          return isEndless ? nil : max(0, end - loadTime)
        }
      }
  }

  /// What the ad shows from some time after its load on, in milliseconds, if it changes by itself.
  private let changes: [(delay: Int64, content: AdContent)]
  /// How long the loaded ad can be presented, in milliseconds: 0 if never, `nil` for any time.
  package let presentableFor: Int64?

  /// What the ad shows at a time after it loaded, in milliseconds.
  package func content(after delay: Int64) -> AdContent? {
    (changes.last { $0.delay <= delay }?.content ?? simulation.content)?.drawn
  }

  /// How many milliseconds after its load the ad changes next; `nil` if it does not.
  package func nextChange(after delay: Int64) -> Int64? {
    changes.first { $0.delay > delay }?.delay
  }

  /// Does something with the ad, at a time in milliseconds after it loaded or failed to; times do not go back.
  package mutating func apply(_ act: Act, after delay: Int64) { take(.own(act), after: delay) }

  /// Applies an event of another ad of the page, at a time in milliseconds after this one loaded.
  package mutating func apply(_ event: SharedEvent, after delay: Int64) {
    take(.page(event), after: delay)
  }

  private mutating func take(_ content: Event.Content, after delay: Int64) {
    if !isKnownUniquelyReferenced(&simulation) {
      // Renderers are objects and cannot be copied: a copy of the value makes its own and repeats the events.
      simulation = Simulation(source, config, catalog, page, arrival)
      for event in events { simulation.perform(event) }
    }
    let event = Event(content: content, delay: delay)
    events.append(event)
    simulation.perform(event)
  }

  package func contains(_ event: SharedEvent) -> Bool {
    page.contains { $0.number == event.number }
      || events.contains {
        if case .page(let own) = $0.content { own.number == event.number } else { false }
      }
  }

  /// The request for bids; `nil` of a plug-in's own ad.
  package var request: BidRequest? { simulation.request }
  /// The provider's name of the plug-in (`S3.27`).
  package var provider: String { simulation.mine.provider }
  /// What the ad showed when it had loaded, an interstitial of a plug-in what it presents; `nil` if it failed to load.
  package var content: AdContent? { simulation.content.flatMap { _ in content(after: 0) } }
  /// The fallback to another renderer than the one that the bid names, with the reason; `nil` if there was none.
  package var fallbackWords: String? {
    guard let choice = choices.last, choice.isFallback, choice.reason != .noName else { return nil }
    return "\(provider) falls back to \(choice.identity): \(choice.reason)"
  }
  /// How long the renderer took to load, in milliseconds.
  package var loadTime: Int64 { simulation.loadTime }
  package var state: AdViewState { simulation.mine.host.state }
  /// The calls between the host and the plug-in.
  package var flow: [AdFlowStep] { simulation.mine.host.flow }

  /// The calls between the SDK and the renderers about this ad, at times since its response arrived.
  package var log: [CallLog.Entry] { simulation.log }

  /// Why the ad failed to load; `nil` if it did not.
  package var error: AdRenderingError? {
    flow.lazy.compactMap { if case .adLoadFailed(let error) = $0 { error } else { nil } }.first
      ?? (content == nil ? .renderer("\(provider) loaded an ad that shows nothing") : nil)
  }

  /// Why the ad could not be presented; `nil` if it was, or was not asked to be.
  package var presentationError: AdRenderingError? {
    flow.lazy.compactMap { if case .adFailedToPresent(let error) = $0 { error } else { nil } }.first
  }

  /// The renderers that were chosen, in order, each with the reason.
  package var choices: [RendererChoice] {
    log.compactMap { if case .choose(let choice) = $0.call { choice } else { nil } }
  }

  package var prints: [String] { simulation.registry.log.prints(of: config.fingerprint) }

  /// Whether two renderings have the same input.
  package static func == (left: PluginAd, right: PluginAd) -> Bool {
    left.config == right.config && left.source == right.source
      && left.catalog == right.catalog && left.events == right.events
      && left.page == right.page && left.arrival == right.arrival
  }
}

extension PluginAd.Source {
  /// The bid that wins; `nil` if none does, or there are no bids.
  fileprivate var winner: Bid? {
    guard case .response(.success(let response)) = self else { return nil }
    return Auction(response).winner
  }
}
