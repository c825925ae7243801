internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// An ad at the bottom of the screen, or over the page (`S3.6`).
///
/// Its content and its state are those of a `BidRendering`, so the contracts are the same as for the ads of slots.
struct HostedAd: Sendable {
  let settings: ScreenAd
  /// The number of the newest request; 0 if there was none.
  private(set) var generation = 0
  /// What was handed to the ad about the person's choice, while one is asked for or there.
  private(set) var handOff: HandOff?
  private(set) var askedAt: Instant?
  private(set) var answeredAt: Instant?
  /// The response on its way; `nil` until it arrives, and if none does.
  private(set) var rendering: BidRendering?
  private(set) var failure: AdFailure?
  /// The ad server as this ad knows it.
  private(set) var world: SimulatedWorld

  /// Makes a place without an ad.
  init(_ settings: ScreenAd, server: AdServerSettings) {
    self.settings = settings
    world = SimulatedWorld(server)
    var creative = settings.creative
    creative.size = creative.size ?? settings.size
    // It has no page that does anything by itself, whatever the page says of ads in general.
    creative.page = CreativePage(link: creative.page?.link, activity: CreativeActivity())
    world.add(
      SimulatedSlot(
        unit: settings.unit, requested: settings.size, creative: creative, type: settings.type),
      as: id)
  }

  /// The name by which the ad server knows the place; the place at the bottom comes first.
  var id: SlotID { SlotID(settings.type == .screenBanner ? 0 : 1) }

  /// What the ad view is.
  var state: AdViewState {
    guard askedAt != nil else { return .uninitialized }
    guard answeredAt != nil else { return .loading }
    return rendering?.state ?? .failed
  }

  /// Why the ad that is there cannot be shown, if it cannot be.
  var presentationError: AdRenderingError? { rendering?.presentationError }

  /// What the ad shows, as long as there is one.
  var content: AdContent? {
    guard presentationError == nil else { return nil }
    return switch state {
    case .loaded, .impressed, .clicked: rendering?.content
    case .uninitialized, .loading, .failed, .closed: nil
    }
  }

  /// Where the ad leads.
  var link: CreativeLink? {
    content == nil ? nil : world.link(for: id, generation: generation)
  }

  /// When the ad server answers, if it was asked.
  var nextAnswer: Instant? { world.nextAnswer }

  // MARK: - What happens to it

  /// Asks for an ad, in place of the one that was there.
  mutating func ask(_ handOff: HandOff, at now: Instant) {
    letGo(at: now)
    generation += 1
    askedAt = now
    self.handOff = handOff
    world.perform(.fetch(id, generation: generation), at: now)
  }

  /// Takes what the ad server answers by now; returns whether it did.
  mutating func takeAnswer(at now: Instant) -> Bool {
    guard case .answered(_, _, let answer) = world.takeAnswer(dueAt: now) else { return false }
    answeredAt = now
    if case .failed(let failure) = answer { self.failure = failure }
    rendering = world.rendering(
      for: id, unit: settings.unit, requested: settings.size, generation: generation,
      type: settings.type)
    return true
  }

  /// Does something with the ad.
  mutating func apply(_ act: BidRendering.Act, at now: Instant) {
    guard let answeredAt else { return }
    rendering?.apply(act, after: now - answeredAt)
  }

  /// Lets the ad go, or the request for one.
  mutating func letGo(at now: Instant) {
    world.perform(.release(id, generation: generation), at: now)
    (askedAt, answeredAt, handOff, rendering, failure) = (nil, nil, nil, nil, nil)
  }

  // MARK: - What is logged of it

  /// How far the ad is, to tell later what is new.
  struct Progress {
    let state: AdViewState
    let flowCount: Int
    let hasRendering: Bool
    let presentationError: AdRenderingError?
  }

  var progress: Progress {
    Progress(
      state: state, flowCount: rendering?.flow.count ?? 0, hasRendering: rendering != nil,
      presentationError: presentationError)
  }
}

/// The ads of a page that are none of its slots.
struct PageHosts: Sendable {
  var screenBanner: HostedAd?
  var interstitial: HostedAd?

  /// Makes places without ads.
  init(_ settings: PageSettings = PageSettings(), server: AdServerSettings = AdServerSettings()) {
    screenBanner = settings.screenBanner.map { HostedAd($0, server: server) }
    interstitial = settings.interstitial.map { HostedAd($0, server: server) }
  }

  /// The places that there are, by where they are kept.
  var places: [WritableKeyPath<PageHosts, HostedAd?>] {
    [\.screenBanner, \.interstitial].filter { self[keyPath: $0] != nil }
  }

  /// When the ad server answers next.
  var nextAnswer: Instant? {
    [screenBanner?.nextAnswer, interstitial?.nextAnswer].compactMap { $0 }.min()
  }
}

extension HostedAd {
  /// The place and the ad unit, as the log names them.
  var name: String { "\(placeName) \(settings.unit.withoutCommonPrefix)" }

  /// The place in words.
  var placeName: String { settings.type == .screenBanner ? "screen banner" : "interstitial" }
}
