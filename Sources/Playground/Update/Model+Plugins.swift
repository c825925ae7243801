internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// The ad whose way through the contracts is shown, and how far it had come when that was found out.
struct PluginInquiry: Hashable, Sendable {
  let slot: Int
  let generation: Int
  let acts: Int
  let isAnswered: Bool
  let lines: [OverlayBox.Line]
}

extension Model {
  /// Shows which way the selected ad, or the nearest, came through the contracts of plug-ins.
  mutating func openPlugins() {
    guard let slot = chosenSlot else {
      notice = "this page has no ads to tell about"
      return
    }
    overlay = Overlay(.plugins(inquiry(ofSlot: slot)))
  }

  /// Keeps what is told true while it is shown.
  mutating func refreshPlugins() {
    guard case .plugins(let former) = overlay?.content else { return }
    let story = AdStory(self, former.slot)
    guard
      (story.generation, story.acts.count, story.answeredAt != nil)
        != (former.generation, former.acts, former.isAnswered)
    else { return }
    let inquiry = inquiry(ofSlot: former.slot)
    overlay?.content = .plugins(inquiry)
  }

  private func inquiry(ofSlot slot: Int) -> PluginInquiry {
    let story = AdStory(self, slot)
    return PluginInquiry(
      slot: slot, generation: story.generation, acts: story.acts.count,
      isAnswered: story.answeredAt != nil, lines: PluginReport(story).lines)
  }
}

/// What took place with the newest ad of a slot, out of the page's history.
struct AdStory {
  let slot: Int
  let unit: String
  let requested: Size
  /// The number of the fetch; 0 if there was none.
  private(set) var generation = 0
  private(set) var fetchedAt: Instant?
  private(set) var answeredAt: Instant?
  /// What became of the ad then, in order.
  private(set) var acts: [(at: Instant, act: BidRendering.Act)] = []
  private let world: SimulatedWorld

  init(_ model: Model, _ slot: Int) {
    self.slot = slot
    unit = model.page.slots[slot].ad.adUnitId
    requested = model.page.slots[slot].ad.initialSize
    // Sessions hold no responses: a replay shows those of the world that the session's seed stands for.
    world = model.worldOfLooks
    for occurrence in model.history { note(occurrence) }
  }

  private var id: SlotID { Model.id(ofSlot: slot) }

  private mutating func note(_ occurrence: Occurrence) {
    switch occurrence.event {
    case .effect(.fetch(id, let generation)):
      (self.generation, fetchedAt, answeredAt, acts) = (generation, occurrence.at, nil, [])
    case .input(.answered(id, generation: generation, _)): answeredAt = occurrence.at
    case .effect(.render(id, generation: generation)): acts.append((occurrence.at, .show))
    case .effect(.publishAdState(id, .impressed)): acts.append((occurrence.at, .see))
    case .input(.clicked(id)): acts.append((occurrence.at, .click))
    case .effect(.release(id, generation: generation)): acts.append((occurrence.at, .release))
    default: break
    }
  }

  /// What the ad server sent, if anything came.
  var body: [UInt8]? {
    guard answeredAt != nil else { return nil }
    if let bids = world.bids {
      return bids.entry(for: id, unit: unit, generation: generation)?.file.body
    }
    guard case .body(let body)? = world.response(for: id, unit: unit, generation: generation)
    else { return nil }
    return body
  }

  /// The way of the response, with all that became of the ad since.
  var rendering: BidRendering? {
    guard let answeredAt else { return nil }
    func rendering(_ acts: [(after: Int64, act: BidRendering.Act)]) -> BidRendering? {
      world.rendering(
        for: id, unit: unit, requested: requested, generation: generation, acts: acts)
    }
    // The world answers when the renderer has; the rendering's own time begins with the response.
    guard let loadTime = rendering([])?.loadTime else { return nil }
    return rendering(acts.map { ($0.at - answeredAt + loadTime, $0.act) })
  }

  /// The renderers of the page's world.
  var catalog: RendererCatalog { world.bids?.catalog ?? .simulated }

  /// What is asked for.
  var config: AdUnitConfig {
    AdUnitConfig(id, unit: unit, requested: requested, generation: generation)
  }
}
