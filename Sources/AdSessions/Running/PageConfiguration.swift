package import AdEngine
import AdRendering
package import AdSimulation

/// What a run needs of a page: its settings and its slots, laid out.
package struct PageConfiguration: Hashable, Sendable {
  /// The lazy-loading settings; `nil` for `lazyLoad: off`.
  package var lazyLoading: LazyLoadingSettings?
  package var adServer: AdServerSettings
  /// The rule by which the user's choice is applied.
  package var policy: ConsentPolicy
  /// The purposes and vendors that must be granted.
  package var needed: TCFRequirement
  /// The viewport that the page is opened in unless another is asked for, without a banner at the bottom, in points.
  package var viewport: Size
  /// The address of the page that shows an ad.
  package var adTemplate: URLParts
  /// Which addresses count as those of an ad's own site.
  package var hosts: HostRule
  /// How long an ad must be half in view to count as impressed, in milliseconds.
  package var impressionDelay: Int64 = 0
  /// Whether a visit that begins adjusts the scroll position when an ad above the viewport changes its height.
  package var scrollAnchoring = true
  package var slots: [RunSlot]
  /// The ads that stand in no slot.
  package var screenAds: [ScreenAd] = []
  /// How many viewports away slots are taken out of the page; `nil` for never.
  package var recycling: Double?

  package init(
    lazyLoading: LazyLoadingSettings? = .standard,
    adServer: AdServerSettings = AdServerSettings(),
    policy: ConsentPolicy = .strict,
    needed: TCFRequirement = TCFRequirement(),
    viewport: Size = PageSettings.standardViewport,
    adTemplate: URLParts = DemoPublisher.adTemplate,
    hosts: HostRule = HostRule(),
    slots: [RunSlot] = []
  ) {
    (self.lazyLoading, self.adServer, self.policy) = (lazyLoading, adServer, policy)
    (self.needed, self.viewport, self.adTemplate) = (needed, viewport, adTemplate)
    (self.hosts, self.slots) = (hosts, slots)
  }
}

extension RunSetup {
  /// The setup of a page without a session: consent counts as granted, so that something happens.
  package init(page: PageConfiguration, overrides: SettingOverrides) throws(LazyLoadingError) {
    self.init(page, overrides, lazyLoading: try overrides.applied(to: page.lazyLoading))
  }

  /// The setup of a page without a session under these lazy-loading settings; consent counts as granted.
  package init(
    _ page: PageConfiguration, _ overrides: SettingOverrides, lazyLoading: LazyLoadingSettings?
  ) {
    let settings = SessionSettings(scrollAnchoring: page.scrollAnchoring)
    self.init(
      SessionHeader(.slots([]), settings: settings), page: page, overrides, applied: lazyLoading)
  }

  /// The setup of a session, by its header and, if it has one, its page; without a world of its own.
  init(
    _ header: SessionHeader, page: PageConfiguration?, _ lazyLoading: LazyLoadingSettings?,
    _ overrides: SettingOverrides
  ) throws(LazyLoadingError) {
    self.init(
      header, page: page, overrides, applied: try overrides.applied(to: lazyLoading))
  }

  private init(
    _ header: SessionHeader, page: PageConfiguration?, _ overrides: SettingOverrides,
    applied lazyLoading: LazyLoadingSettings?
  ) {
    var engine = Engine.Configuration()
    engine.lazyLoading = lazyLoading
    engine.viewport =
      overrides.viewport ?? header.viewport ?? page?.viewport ?? Size(width: 0, height: 0)
    let choice = overrides.consent ?? header.settings.consent ?? .granted
    let needed = page?.needed ?? TCFRequirement()
    engine.consent = choice.status(for: needed)
    engine.handOff = choice.handOff
    engine.policy = overrides.policy ?? header.settings.policy ?? page?.policy ?? .strict
    engine.adTemplate = page?.adTemplate ?? DemoPublisher.adTemplate
    engine.hosts = page?.hosts ?? HostRule()
    engine.impressionDelay = page?.impressionDelay ?? 0
    // The scroll lines of a bare session are measurements.
    engine.scrollAnchoring =
      page != nil && (overrides.scrollAnchoring ?? header.settings.scrollAnchoring ?? false)
    var slots = page?.slots ?? []
    if page == nil, case .slots(let own) = header.content {
      slots = own.map {
        RunSlot(
          $0.name, unit: $0.unit ?? $0.name, frame: $0.frame, lazyLoading: $0.lazyLoading,
          refresh: $0.refresh)
      }
    }
    var world = page?.adServer
    if let seed = overrides.seed ?? header.settings.seed { world?.seed = seed }
    if let network = overrides.network ?? header.settings.network { world?.network = network }
    self.init(
      engine: engine, slots: slots, world: world, needed: needed,
      screenAds: page?.screenAds ?? [], recycling: page?.recycling)
  }
}

extension RunSetup {
  /// A world that knows what the ads look like where a session holds only what came of them.
  package func looks(_ adServer: AdServerSettings) -> SimulatedWorld {
    var world = SimulatedWorld(adServer)
    for (number, slot) in slots.enumerated() { world.add(slot.ad, as: SlotID(number)) }
    return world
  }
}

extension PageConfiguration {
  /// What a run needs of a page that is laid out; a slot's number in the layout is its number in the run.
  package init(_ layout: PageLayout) {
    let settings = layout.page.settings
    self.init(
      lazyLoading: settings.lazyLoading, adServer: settings.adServer,
      policy: settings.consent.policy, needed: settings.consent.needed,
      viewport: settings.openingViewport,
      adTemplate: (try? URLReader.read(settings.template)) ?? DemoPublisher.adTemplate,
      hosts: settings.webView.hosts,
      slots: layout.page.slots.enumerated().map { number, slot in
        var ad = SimulatedSlot(unit: slot.ad.adUnitId, creative: slot.creative)
        ad.sizeName = slot.sizeName
        ad.sizes = slot.offered ?? []
        var runSlot = RunSlot(
          slot.name, ad: ad,
          frame: layout.frame(ofSlot: number), constraints: slot.ad.constraints,
          renewal: slot.renewal, lazyLoading: slot.lazyLoading, refresh: slot.refresh,
          isHidden: slot.isLeftOut)
        runSlot.isSticky = slot.position == .sticky
        return runSlot
      })
    impressionDelay = settings.impressionDelay
    scrollAnchoring = settings.scrollAnchoring
    screenAds = settings.screenAds
    recycling = settings.recycling
  }
}
