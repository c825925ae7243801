package import AdEngine
import AdRendering
package import AdSimulation

/// What a run needs of a page: its settings and its slots, laid out.
package struct PageConfiguration: Hashable, Sendable {
  package var settings: PageSettings
  package var slots: [RunSlot]
  /// How it was laid out; `nil` for a page that is not compared with that of a recording.
  fileprivate var edition: Edition?
  /// The address of the page that shows an ad.
  fileprivate let adTemplate: URLParts

  /// The digest of the page's bytes; `nil` for a page that is not compared with that of a recording.
  package var digest: String? { edition?.digest }

  /// The bytes of a page, and the width of its text in characters.
  fileprivate struct Edition: Hashable {
    let digest: String
    let columns: Int
  }

  package init(_ settings: PageSettings = PageSettings(), slots: [RunSlot] = []) {
    (self.settings, self.slots) = (settings, slots)
    adTemplate = (try? URLReader.read(settings.template)) ?? DemoPublisher.adTemplate
  }
}

extension RunSetup {
  /// The setup of a page without a session: consent counts as granted, so that something happens.
  package init(page: PageConfiguration, overrides: SettingOverrides) throws(LazyLoadingError) {
    self.init(
      page, overrides,
      lazyLoading: try overrides.applied(
        to: page.settings.lazyLoading, in: overrides.viewport ?? page.settings.openingViewport))
  }

  /// The setup of a page without a session under these lazy-loading settings; consent counts as granted.
  package init(
    _ page: PageConfiguration, _ overrides: SettingOverrides, lazyLoading: LazyLoadingSettings?
  ) {
    let settings = SessionSettings(scrollAnchoring: page.settings.scrollAnchoring)
    self.init(
      SessionHeader(.slots([]), settings: settings), page: page, overrides, applied: lazyLoading)
  }

  /// The setup of a session, by its header and, if it has one, its page; without a world of its own.
  init(
    _ header: SessionHeader, page: PageConfiguration?, _ lazyLoading: LazyLoadingSettings?,
    _ overrides: SettingOverrides
  ) throws(LazyLoadingError) {
    let viewport = overrides.viewport ?? header.viewport ?? page?.settings.openingViewport
    self.init(
      header, page: page, overrides, applied: try overrides.applied(to: lazyLoading, in: viewport))
  }

  private init(
    _ header: SessionHeader, page: PageConfiguration?, _ overrides: SettingOverrides,
    applied lazyLoading: LazyLoadingSettings?
  ) {
    let settings = page?.settings
    var engine = Engine.Configuration()
    engine.lazyLoading = lazyLoading
    engine.viewport =
      overrides.viewport ?? header.viewport ?? settings?.openingViewport
      ?? Size(width: 0, height: 0)
    let choice = overrides.consent ?? header.settings.consent ?? .granted
    let needed = settings?.consent.needed ?? TCFRequirement()
    engine.consent = choice.status(for: needed)
    engine.handOff = choice.handOff
    engine.policy =
      overrides.policy ?? header.settings.policy ?? settings?.consent.policy ?? .strict
    engine.adTemplate = page?.adTemplate ?? DemoPublisher.adTemplate
    engine.hosts = settings?.webView.hosts ?? HostRule()
    engine.impressionDelay = settings?.impressionDelay ?? 0
    // The scroll lines of a bare session are measurements.
    engine.scrollAnchoring =
      page != nil && (overrides.scrollAnchoring ?? header.settings.scrollAnchoring ?? false)
    var slots = page?.slots ?? []
    if page == nil, case .slots(let own) = header.content {
      slots = own.map { own in
        var slot = RunSlot(own.name, unit: own.unit ?? own.name, frame: own.frame)
        (slot.lazyLoading, slot.refresh) = (own.lazyLoading, own.refresh)
        return slot
      }
    }
    var world = settings?.adServer
    if let seed = overrides.seed ?? header.settings.seed { world?.seed = seed }
    if let network = overrides.network ?? header.settings.network { world?.network = network }
    self.init(
      engine: engine, slots: slots, world: world, needed: needed,
      screenAds: settings?.screenAds ?? [], recycling: settings?.recycling)
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
    let slots = layout.page.slots.enumerated().map { number, own in
      var slot = RunSlot(own.name, unit: own.ad.adUnitId, frame: layout.frame(ofSlot: number))
      slot.ad = SimulatedSlot(unit: own.ad.adUnitId, creative: own.creative)
      (slot.ad.sizeName, slot.ad.sizes) = (own.sizeName, own.offered ?? [])
      (slot.constraints, slot.renewal) = (own.ad.constraints, own.renewal)
      (slot.lazyLoading, slot.refresh) = (own.lazyLoading, own.refresh)
      (slot.isLeftOut, slot.isSticky) = (own.isLeftOut, own.position == .sticky)
      return slot
    }
    self.init(layout.page.settings, slots: slots)
    edition = Edition(digest: layout.page.digest, columns: layout.columns)
  }
}

extension PageConfiguration {
  /// Whether the page has changed since a digest of it was taken, as far as both are known.
  func differs(from digest: String?) -> Bool {
    guard let digest, let present = self.digest else { return false }
    return digest != present
  }
}

extension SessionHeader {
  /// Whether a page is laid out as it was in the recording, as far as the session says how it was.
  package func isRecorded(on page: PageConfiguration?) -> Bool {
    guard case .page(_, let digest) = content, let page, let edition = page.edition else {
      return true
    }
    return !page.differs(from: digest) && columns.map { $0 == edition.columns } ?? true
  }

  /// The header of the session where it is written for its page as it is now.
  package func updated(for page: PageConfiguration?) -> SessionHeader {
    guard case .page(let path, _?) = content, let page else { return self }
    var header = self
    header.content = .page(path, digest: page.digest)
    return header
  }
}
