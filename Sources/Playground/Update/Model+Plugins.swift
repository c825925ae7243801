internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// The traces of ads, and the progress of the ads when the report was made.
struct PluginReport: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case slot(Int)
    /// The screen banner and the interstitial.
    case hosts
  }

  /// The progress of an ad.
  struct Progress: Hashable, Sendable {
    let generation: Int
    let acts: Int
    let isAnswered: Bool
  }

  let subject: Subject
  let progress: [Progress]
  let lines: [OverlayBox.Line]

  init(_ model: Model, _ subject: Subject, _ traces: [AdTrace]) {
    self.subject = subject
    progress = traces.map(\.progress) + AdList.progress(model)
    lines =
      AdList(model).lines
      + traces.flatMap { [OverlayBox.Line(text: "")] + AdTraceView($0).lines }
  }

  /// The slot of the report, unless it is about the hosts.
  var slot: Int? { if case .slot(let slot) = subject { slot } else { nil } }
}

extension Model {
  /// Shows the trace of the selected ad, or of the nearest, through the contracts of plug-ins.
  mutating func openPlugins() {
    guard interstitial == nil else { return openHostPlugins() }
    guard let slot = chosenSlot else {
      notice = "this page has no ads to tell about"
      return
    }
    overlay = Overlay(.plugins(PluginReport(self, .slot(slot), [AdTrace(self, slot)])))
  }

  /// Shows the traces of the ads that stand in no slot.
  mutating func openHostPlugins() {
    guard !hostTraces.isEmpty else {
      notice = "this page has no screen banner and no interstitial"
      return
    }
    overlay = Overlay(.plugins(PluginReport(self, .hosts, hostTraces)))
  }

  /// Updates the report while it is open.
  mutating func refreshPlugins() {
    guard case .plugins(let former) = overlay?.content else { return }
    let traces = former.slot.map { [AdTrace(self, $0)] } ?? hostTraces
    guard traces.map(\.progress) + AdList.progress(self) != former.progress else { return }
    let report = PluginReport(self, former.subject, traces)
    overlay?.content = .plugins(report)
  }

  /// The name of the subject in the title.
  func name(of subject: PluginReport.Subject) -> String {
    switch subject {
    case .slot(let slot): name(of: Self.id(ofSlot: slot)).scrubbed
    case .hosts:
      interstitial?.name
        ?? shown.hosts.places.compactMap { shown.hosts[keyPath: $0]?.placeName }
        .joined(separator: ", ")
    }
  }

  /// The ads in no slot: the interstitial alone while it is on the screen.
  private var hostTraces: [AdTrace] {
    if let interstitial { return [AdTrace(interstitial)] }
    return shown.hosts.places.compactMap { shown.hosts[keyPath: $0].map { AdTrace($0) } }
  }
}

/// The calls and acts of the newest ad of a slot or a host.
struct AdTrace {
  let id: SlotID
  let unit: String
  let requested: Size
  let type: AdType
  /// The number of the fetch; 0 if there was none.
  private(set) var generation = 0
  private(set) var answeredAt: Instant?
  /// The acts with the ad of a slot since then, in order.
  private var acts: [(at: Instant, act: BidRendering.Act)] = []
  /// The rendering of an ad that stands in no slot.
  private var hosted: BidRendering?
  private let world: SimulatedWorld

  /// The trace of a slot's ad, out of the page's history.
  init(_ model: Model, _ slot: Int) {
    id = Model.id(ofSlot: slot)
    unit = model.page.slots[slot].ad.adUnitId
    requested = model.page.slots[slot].ad.initialSize
    type = .inlineBanner
    // Sessions hold no responses: a replay shows those of the world that the session's seed stands for.
    world = model.worldOfLooks
    for occurrence in model.historyOfPage { note(occurrence) }
  }

  /// The trace of an ad that stands in no slot.
  init(_ ad: HostedAd) {
    id = ad.id
    unit = ad.settings.unit
    requested = ad.settings.size
    type = ad.settings.type
    generation = ad.askedAt == nil ? 0 : ad.generation
    answeredAt = ad.answeredAt
    hosted = ad.rendering
    world = ad.world
  }

  private mutating func note(_ occurrence: Occurrence) {
    switch occurrence.event {
    case .effect(.fetch(id, let generation)):
      (self.generation, answeredAt, acts) = (generation, nil, [])
    case .input(.answered(id, generation: generation, _)): answeredAt = occurrence.at
    case .effect(.render(id, generation: generation)): note(.show, occurrence)
    case .effect(.publishAdState(id, .impressed)): note(.see, occurrence)
    case .input(.clicked(id)): note(.click, occurrence)
    case .effect(.release(id, generation: generation)): note(.release, occurrence)
    default: break
    }
  }

  private mutating func note(_ act: BidRendering.Act, _ occurrence: Occurrence) {
    acts.append((occurrence.at, act))
  }

  var progress: PluginReport.Progress {
    PluginReport.Progress(
      generation: generation, acts: hosted?.actCount ?? acts.count, isAnswered: answeredAt != nil)
  }

  /// The body that the ad server sent, if one arrived.
  var body: [UInt8]? {
    guard answeredAt != nil else { return nil }
    if let bids = world.bids {
      return bids.entry(for: id, unit: unit, generation: generation)?.file.body
    }
    guard case .body(let body)? = world.response(for: id, unit: unit, generation: generation)
    else { return nil }
    return body
  }

  /// The rendering of the response, with all acts so far.
  var rendering: BidRendering? {
    if let hosted { return hosted }
    guard let answeredAt,
      var rendering = world.rendering(
        for: id, unit: unit, requested: requested, generation: generation, type: type)
    else { return nil }
    for (at, act) in acts { rendering.apply(act, after: at - answeredAt) }
    return rendering
  }

  /// The renderers of the page's world.
  var catalog: RendererCatalog { world.bids?.catalog ?? .simulated }

  /// The configuration of the request.
  var config: AdUnitConfig {
    AdUnitConfig(id, unit: unit, requested: requested, generation: generation, type: type)
  }
}
