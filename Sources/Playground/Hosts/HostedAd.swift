internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// An ad at the bottom of the screen, or over the page, and what has become of it (`S3.6`).
///
/// What it shows and which state it is in is not kept here by rules of its own: it is what the response comes to when it
/// goes all the way, through the auction, the registry, a renderer and an `AdHost`, with all that was done with the ad
/// (`BidRendering`). So an ad is a value, and the contracts are the same as for the ads of slots.
struct HostedAd: Sendable {
  /// What was done with the ad, and when.
  struct Act: Hashable, Sendable {
    var at: Instant
    var act: BidRendering.Act
  }

  let settings: ScreenAd
  /// The number of the newest request; 0 if there was none.
  private(set) var generation = 0
  /// What was handed to the ad about the person's choice, while one is asked for or there.
  private(set) var handOff: HandOff?
  private(set) var askedAt: Instant?
  private(set) var answeredAt: Instant?
  /// What was done with it since, in order.
  private(set) var acts: [Act] = []
  /// The way of the response so far; `nil` until there is one, and where nothing came.
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
    play()
    return true
  }

  /// Does something with the ad.
  mutating func act(_ act: BidRendering.Act, at now: Instant) {
    acts.append(Act(at: now, act: act))
    play()
  }

  /// Lets the ad go, or the request for one.
  mutating func letGo(at now: Instant) {
    world.perform(.release(id, generation: generation), at: now)
    (askedAt, answeredAt, handOff, rendering, failure) = (nil, nil, nil, nil, nil)
    acts = []
  }

  private mutating func play() {
    guard let answeredAt else { return }
    func rendering(_ acts: [(after: Int64, act: BidRendering.Act)]) -> BidRendering? {
      world.rendering(
        for: id, unit: settings.unit, requested: settings.size, generation: generation,
        type: settings.type, acts: acts)
    }
    // The world answers when the renderer has; the rendering's own time begins with the response.
    guard let loadTime = (self.rendering ?? rendering([]))?.loadTime else { return }
    self.rendering = rendering(acts.map { ($0.at - answeredAt + loadTime, $0.act) })
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
