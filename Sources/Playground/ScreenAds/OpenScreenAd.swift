internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// An ad in no slot (`S3.6`), as the playground shows it: the run decides on it (``ScreenAdKind``), a `PluginAd` is its content.
struct OpenScreenAd: Sendable {
  let settings: ScreenAd
  /// The number of the newest request; 0 if there was none.
  private(set) var generation = 0
  private(set) var askedAt: Instant?
  private(set) var answeredAt: Instant?
  /// When the app showed the interstitial.
  private(set) var shownAt: Instant?
  /// The response on its way; `nil` until it arrives, and if none does.
  private(set) var rendering: PluginAd?
  private(set) var failure: AdFailure?
  /// The world that knows what the ad looks like: a session holds only that it came.
  private(set) var world: SimulatedWorld

  init(_ settings: ScreenAd, server: AdServerSettings) {
    self.settings = settings
    world = SimulatedWorld(server)
    world.add(settings.simulated, as: id)
  }

  var id: SlotID { settings.kind.slot }

  var state: AdViewState {
    guard askedAt != nil else { return .uninitialized }
    guard answeredAt != nil else { return .loading }
    return rendering?.state ?? .failed
  }

  /// The reason why the loaded ad cannot be presented, if it cannot.
  var presentationError: AdRenderingError? { rendering?.presentationError }

  /// What a person sees in its place, in the words of the slots; viewability is not among them.
  var seen: SeenState {
    if presentationError != nil { return .refused }
    return switch state {
    case .uninitialized: .noConsent
    case .loading: .loading
    case .failed: .failed
    case .loaded: .ready
    case .impressed, .clicked: .rendered
    case .closed: .empty
    }
  }

  var content: AdContent? {
    guard presentationError == nil else { return nil }
    return switch state {
    case .loaded, .impressed, .clicked: rendering?.content
    case .uninitialized, .loading, .failed, .closed: nil
    }
  }

  var link: CreativeLink? { content == nil ? nil : world.link(for: id, generation: generation) }

  /// When the ad over the page may be closed: a video after a delay from its presentation (`S4.30`).
  var closableAt: Instant? {
    guard let shownAt, rendering?.content?.media == .video else { return nil }
    return shownAt + settings.controls.closeDelay
  }

  mutating func observe(_ event: RunEvent.Content, at time: Instant) {
    switch event {
    case .effect(.fetch(_, let generation)):
      release()
      (self.generation, askedAt) = (generation, time)
    case .input(.answered(_, generation: generation, let answer)) where askedAt != nil:
      answeredAt = time
      if case .failed(let failure) = answer { self.failure = failure }
      rendering = world.rendering(for: id, unit: settings.unit, generation: generation)
    case .effect(.render(_, generation: generation)),
      .input(.presentationFailed(_, generation: generation)):
      apply(.show, at: time)
    case .effect(.reportAdState(_, .impressed)): apply(.see, at: time)
    case .input(.clicked): apply(.click, at: time)
    case .effect(.open): apply(.control(.handleExternalTransaction), at: time)
    case .input(let input):
      switch settings.kind.call(of: input) {
      case .show: shownAt = time
      case .close: if shownAt != nil { apply(.close, at: time) }
      case .load, nil: break
      }
    case .effect(.release(_, generation: generation)): release()
    case .effect, .opened, .wentBack: break
    }
  }

  private mutating func apply(_ act: PluginAd.Act, at now: Instant) {
    guard let answeredAt else { return }
    rendering?.apply(act, after: now - answeredAt)
  }

  private mutating func release() {
    (askedAt, answeredAt, shownAt, rendering, failure) = (nil, nil, nil, nil, nil)
  }
}

/// The ads of a page that stand in no slot.
struct OpenScreenAds: Sendable {
  var screenBanner: OpenScreenAd?
  var interstitial: OpenScreenAd?

  init(_ settings: PageSettings = PageSettings(), server: AdServerSettings = AdServerSettings()) {
    screenBanner = settings.screenBanner.map { OpenScreenAd($0, server: server) }
    interstitial = settings.interstitial.map { OpenScreenAd($0, server: server) }
  }

  var all: [OpenScreenAd] { [screenBanner, interstitial].compactMap(\.self) }

  static func place(_ kind: ScreenAdKind) -> WritableKeyPath<OpenScreenAds, OpenScreenAd?> {
    kind == .screenBanner ? \.screenBanner : \.interstitial
  }
}

extension OpenScreenAd {
  /// The place and the ad unit, as the log names them.
  var name: String { "\(placeName) \(settings.unit.withoutCommonPrefix)" }

  var placeName: String { settings.type == .screenBanner ? "screen banner" : "interstitial" }
}
