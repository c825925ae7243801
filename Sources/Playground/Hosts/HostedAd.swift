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
  /// The consent that the current ad or request was given.
  private(set) var handOff: HandOff?
  private(set) var askedAt: Instant?
  private(set) var answeredAt: Instant?
  private(set) var presentedAt: Instant?
  /// The response on its way; `nil` until it arrives, and if none does.
  private(set) var rendering: BidRendering?
  private(set) var failure: AdFailure?
  /// The simulated ad server of this ad alone.
  private(set) var world: SimulatedWorld

  init(_ settings: ScreenAd, server: AdServerSettings) {
    self.settings = settings
    world = SimulatedWorld(server)
    var creative = settings.creative
    creative.size = creative.size ?? settings.size
    // It has no page that does anything by itself, whatever the page says of ads in general.
    creative.page = CreativePage(link: creative.page?.link, activity: CreativeActivity())
    world.add(
      SimulatedSlot(
        unit: settings.unit, requested: settings.size, creative: creative, type: settings.type,
        isOptIn: settings.isOptIn, controls: settings.controls),
      as: id)
  }

  /// The id for the ad server; the screen banner comes first.
  var id: SlotID { SlotID(settings.type == .screenBanner ? 0 : 1) }

  /// The state of the ad view.
  var state: AdViewState {
    guard askedAt != nil else { return .uninitialized }
    guard answeredAt != nil else { return .loading }
    return rendering?.state ?? .failed
  }

  /// The reason why the loaded ad cannot be presented, if it cannot.
  var presentationError: AdRenderingError? { rendering?.presentationError }

  /// The content of the ad while it is shown or can be.
  var content: AdContent? {
    guard presentationError == nil else { return nil }
    return switch state {
    case .loaded, .impressed, .clicked: rendering?.content
    case .uninitialized, .loading, .failed, .closed: nil
    }
  }

  /// The link of the ad while it has content.
  var link: CreativeLink? {
    content == nil ? nil : world.link(for: id, generation: generation)
  }

  /// When the ad over the page may be closed: a video after a delay from its presentation (`S4.30`).
  var closableAt: Instant? {
    guard let presentedAt, rendering?.content?.media == .video else { return nil }
    return presentedAt + settings.controls.closeDelay
  }

  /// The time of the next answer, if one is pending.
  var nextAnswer: Instant? { world.nextAnswer }

  // MARK: - Changes

  /// Requests an ad and releases the current one.
  mutating func ask(_ handOff: HandOff, at now: Instant) {
    letGo(at: now)
    generation += 1
    askedAt = now
    self.handOff = handOff
    world.perform(.fetch(id, generation: generation), at: now)
  }

  /// Handles the answer if it is due, and returns whether it was.
  mutating func takeAnswer(at now: Instant) -> Bool {
    guard case .answered(_, _, let answer) = world.takeAnswer(dueAt: now) else { return false }
    answeredAt = now
    if case .failed(let failure) = answer { self.failure = failure }
    rendering = world.rendering(
      for: id, unit: settings.unit, requested: settings.size, generation: generation)
    return true
  }

  /// Does something with the ad.
  mutating func apply(_ act: BidRendering.Act, at now: Instant) {
    guard let answeredAt else { return }
    rendering?.apply(act, after: now - answeredAt)
    if act == .show { presentedAt = now }
  }

  /// Releases the ad or the request.
  mutating func letGo(at now: Instant) {
    world.perform(.release(id, generation: generation), at: now)
    (askedAt, answeredAt, presentedAt, handOff, rendering, failure) = (nil, nil, nil, nil, nil, nil)
  }

  // MARK: - Progress

  /// The state of the ad at a time, with which later changes are found for the log.
  struct Progress {
    let state: AdViewState
    let flowCount: Int
    let hasRendering: Bool
    let presentationError: AdRenderingError?
    let printCount: Int
  }

  var progress: Progress {
    Progress(
      state: state, flowCount: rendering?.flow.count ?? 0, hasRendering: rendering != nil,
      presentationError: presentationError, printCount: rendering?.prints.count ?? 0)
  }
}

/// The ads of a page that stand in no slot.
struct PageHosts: Sendable {
  var screenBanner: HostedAd?
  var interstitial: HostedAd?

  init(_ settings: PageSettings = PageSettings(), server: AdServerSettings = AdServerSettings()) {
    screenBanner = settings.screenBanner.map { HostedAd($0, server: server) }
    interstitial = settings.interstitial.map { HostedAd($0, server: server) }
  }

  /// The key paths of the ads that the page has.
  var places: [WritableKeyPath<PageHosts, HostedAd?>] {
    [\.screenBanner, \.interstitial].filter { self[keyPath: $0] != nil }
  }

  /// The time of the next answer.
  var nextAnswer: Instant? {
    [screenBanner?.nextAnswer, interstitial?.nextAnswer].compactMap { $0 }.min()
  }
}

extension HostedAd {
  /// The place and the ad unit, as the log names them.
  var name: String { "\(placeName) \(settings.unit.withoutCommonPrefix)" }

  var placeName: String { settings.type == .screenBanner ? "screen banner" : "interstitial" }
}
