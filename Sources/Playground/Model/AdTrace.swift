internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// The calls and acts of the newest ad of a slot, or of an ad in none.
struct AdTrace {
  let id: SlotID
  let unit: String
  /// The number of the fetch; 0 if there was none.
  private(set) var generation = 0
  private(set) var answeredAt: Instant?
  private var acts: [(at: Instant, act: PluginAd.Act)] = []
  /// Whether the app is active, and whether another page lies over that of the ad: both decide whether it stands still.
  private var isActive = true
  private var isCovered = false
  /// The rendering of an ad that stands in no slot.
  private var screenAd: PluginAd?
  private let world: SimulatedWorld
  /// The time of the page, up to which its other ads are followed.
  private let now: Instant
  /// What the request says of the user's choice; `nil` where it is not known.
  let consent: BidRequest.Consent?

  /// The trace of a slot's ad, out of the page's history.
  init(_ visit: Visit, _ slot: Int) {
    id = SlotID(slot)
    unit = visit.pages.top.page.slots[slot].ad.adUnitId
    // Sessions have no responses: a replay shows those of the world with the session's seed.
    world = visit.creativeWorld()
    now = visit.time
    consent = visit.requestConsent
    let events = visit.historyOfPage
    // What came before the newest request is another ad's.
    let start = events.lastIndex { event in
      if case .effect(.fetch(SlotID(slot), _)) = event.content { true } else { false }
    }
    let newest = start ?? events.endIndex
    isActive =
      events[..<newest].lazy.reversed().compactMap { event in
        if case .input(.activityChanged(let active)) = event.content { active } else { nil }
      }.first ?? true
    for event in events[newest...] { add(event) }
  }

  init(_ ad: OpenScreenAd, _ visit: Visit) {
    id = ad.id
    now = visit.time
    consent = visit.requestConsent
    unit = ad.settings.unit
    generation = ad.askedAt == nil ? 0 : ad.generation
    answeredAt = ad.answeredAt
    screenAd = ad.rendering
    world = ad.world
  }

  private mutating func add(_ event: RunEvent) {
    switch event.content {
    case .effect(.fetch(id, let generation)):
      (self.generation, answeredAt, acts) = (generation, nil, [])
    case .input(.answered(id, generation: generation, _)): answeredAt = event.at
    case .effect(.render(id, generation: generation)),
      .input(.presentationFailed(id, generation: generation)):
      add(.show, event)
    case .effect(.reportAdState(id, .impressed)): add(.see, event)
    case .input(.clicked(id)): add(.click, event)
    case .effect(.open(id, _)): add(.control(.handleExternalTransaction), event)
    case .input(.pageCovered(let covered)):
      stand(event) { $0.isCovered = covered }
    case .input(.activityChanged(let active)):
      stand(event) { $0.isActive = active }
    case .effect(.release(id, generation: generation)): add(.release, event)
    default: break
    }
  }

  /// Pauses the ad, or resumes it, where a change makes a difference.
  private mutating func stand(_ event: RunEvent, _ change: (inout AdTrace) -> Void) {
    let wasShown = isActive && !isCovered
    change(&self)
    let isShown = isActive && !isCovered
    if isShown != wasShown { add(.control(isShown ? .resume : .pause), event) }
  }

  private mutating func add(_ act: PluginAd.Act, _ event: RunEvent) { acts.append((event.at, act)) }

  var body: [UInt8]? {
    guard answeredAt != nil else { return nil }
    switch world.supply {
    case .plugin: return nil
    case .bids(let bids):
      return bids.entry(for: id, unit: unit, generation: generation)?.file.body
    case nil: break
    }
    guard case .body(let body)? = world.response(for: id, unit: unit, generation: generation)
    else { return nil }
    return body
  }

  /// The rendering of the response, with all acts so far.
  var rendering: PluginAd? {
    if let screenAd { return screenAd }
    guard let answeredAt,
      var rendering = world.rendering(for: id, unit: unit, generation: generation)
    else { return nil }
    // In order of time, since the ads of a page share their renderers.
    var others = world.steps(beside: rendering, upTo: now)[...]
    for (at, act) in acts {
      while let step = others.first, step.at <= at {
        rendering.apply(others.removeFirst(), after: max(0, step.at - answeredAt))
      }
      rendering.apply(act, after: at - answeredAt)
    }
    for step in others { rendering.apply(step, after: max(0, step.at - answeredAt)) }
    return rendering
  }

  /// Whether the ad is a plug-in's own, and no bid.
  var isOfPlugin: Bool { if case .plugin = world.supply { true } else { false } }

  /// The renderers of the page's world.
  var catalog: PluginCatalog { world.catalog }

  /// The configuration of the request.
  var config: AdUnitConfig { world.config(of: id, unit: unit, generation: generation) }
}
