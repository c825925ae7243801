package import AdEngine
package import AdRendering

/// A simulated ad server, whose answers depend on seed, slot, unit and generation, not on earlier events.
package struct SimulatedWorld: Sendable {
  /// The data of a slot that its answers depend on; plain numbers, since it is read at every fetch.
  private struct Place: Sendable {
    let unit: UInt64
    var requested: Size
    let size: Size?
    let latency: ClosedRange<Int64>?
    let media: AdMedia?
    let fails: AdFailure?
    let type: AdType
    let isOptIn: Bool
    let controls: VideoControlsConfig
    /// The index in `pages`; `nil` if the seed decides on the ad's page.
    let page: Int?
    /// The index in `sizes`; `nil` if the slot itself says what is requested.
    let sizes: Int?

    init(_ slot: SimulatedSlot, requested: Size, page: Int?, sizes: Int?) {
      unit = SeededDraw.number(for: slot.unit)
      self.requested = requested
      size = slot.creative.size
      latency = slot.creative.latency
      media = slot.creative.media
      fails = slot.creative.fails
      type = slot.type
      isOptIn = slot.isOptIn
      controls = slot.controls
      self.page = page
      self.sizes = sizes
    }
  }

  private struct Pending: Sendable {
    var slot: SlotID
    /// The generation that it is about, or of bids the auction.
    var generation: Int
    var news: News
  }

  /// An answer, or the number of an event of an ad's page, which is looked up when it is due.
  private enum News: Sendable {
    case answer(Answer)
    case message(Int)
    case departure(Int, action: Int)
    case link(action: Int)
    /// The ad cannot be presented, or not any more.
    case refusal
    case bids
    /// The event of a recorded ad, by its place in the reply.
    case event(Int)

    var isBids: Bool { if case .bids = self { true } else { false } }
  }

  private let page: Int
  private var settings: AdServerSettings { didSet { usesPlugins = settings.supply != nil } }
  /// The slots that were added in the order of their ids, from 0 on.
  private var places: [Place] = []
  /// The slots that were added in another order.
  private var otherPlaces: [SlotID: Place] = [:]
  /// The ads' pages that the page's settings define.
  private var pages: [CreativeBehavior] = []
  /// The sizes in which the units of slots are sold.
  private var sizes: [[Size]] = []
  private var unitSizes: [String: Int] = [:]
  private var units: [SlotID: String] = [:]
  private var sizeNames: [SlotID: String] = [:]
  private var renderings: [SlotID: (generation: Int, rendering: PluginAd)] = [:]
  /// What has happened to the ads of plug-ins, in order: the ads of a page share one registry and one timeline.
  private var steps: [PluginAd.SharedEvent] = []
  /// How many steps there were, with those that are forgotten.
  private var stepCount = 0
  private var pending = EventQueue<Pending>() { didSet { nextAnswer = pending.nextTime } }
  /// The number of navigations so far; it distinguishes two reports of one navigation from two navigations (D33).
  private var actions = 0

  // Stored, because hosts read them after every effect, and to compute them outside this module a whole world is copied.
  /// Whether the ads come through plug-ins, which have a memory, so that the world needs all effects.
  package private(set) var usesPlugins: Bool
  /// The time of the next scheduled event.
  package private(set) var nextAnswer: Instant?

  /// Makes a world without slots, of the page with this number.
  package init(_ settings: AdServerSettings = AdServerSettings(), page: Int = 1) {
    (self.settings, self.page) = (settings, page)
    usesPlugins = settings.supply != nil
  }

  package mutating func reserveCapacity(_ slots: Int) { places.reserveCapacity(slots) }

  /// Adds a slot; a fetch of an unknown slot is never answered.
  package mutating func add(_ slot: SimulatedSlot, as id: SlotID) {
    if let page = slot.creative.page { pages.append(page) }
    let page = slot.creative.page == nil ? nil : pages.count - 1
    let place: Place
    if let requested = slot.requested {
      place = Place(slot, requested: requested, page: page, sizes: nil)
    } else {
      let sold = slot.sizes.isEmpty ? indexOfSizes(of: slot.unit) : sizes.count
      if sold == sizes.count { sizes.append(slot.sizes) }
      let requested =
        sizes[sold].first { $0.height > 0 } ?? Size(width: sizes[sold][0].width, height: 250)
      place = Place(slot, requested: requested, page: page, sizes: sold)
    }
    if usesPlugins { (units[id], sizeNames[id]) = (slot.unit, slot.sizeName) }
    if places.indices.contains(id.rawValue) {
      places[id.rawValue] = place
    } else if id.rawValue == places.count, otherPlaces.isEmpty {
      places.append(place)
    } else {
      otherPlaces[id] = place
    }
  }

  private mutating func indexOfSizes(of unit: String) -> Int {
    if let known = unitSizes[unit] { return known }
    sizes.append(settings.sizes(of: unit))
    unitSizes[unit] = sizes.count - 1
    return sizes.count - 1
  }

  private func place(of id: SlotID) -> Place? {
    places.indices.contains(id.rawValue) ? places[id.rawValue] : otherPlaces[id]
  }

  // MARK: - Effects in, answers out

  /// Carries out an effect: schedules an answer to a fetch and bids of an auction, cancels what is released.
  package mutating func perform(_ effect: Engine.Effect, at now: Instant) {
    if usesPlugins { observe(effect, at: now) }
    switch effect {
    case .fetch(let slot, let generation):
      guard let place = place(of: slot), !replay(slot, generation, at: now) else { return }
      let reply = reply(to: slot, place, generation)
      schedule(.answer(reply.answer), slot, generation, at: now + reply.latency)
      if usesPlugins, let wait = renderings[slot]?.rendering.presentableFor {
        schedule(.refusal, slot, generation, at: now + reply.latency + wait)
      }
      if case .loaded = reply.answer, settings.hasActivity || place.page != nil {
        act(slot, place, generation, at: now + reply.latency)
      }
    case .release(let slot, let generation):
      pending.removeAll { $0.slot == slot && $0.generation == generation && !$0.news.isBids }
    case .auction(let slot, let number):
      guard let latency = bidLatency(of: slot, auction: number) else { return }
      schedule(.bids, slot, number, at: now + latency)
    case .reportLoadState, .reportAdState, .reportAuction, .render, .resize, .reportViewable,
      .open, .block, .log, .refuse:
      break
    }
  }

  /// Schedules what the recording says of a request; returns whether it says anything.
  private mutating func replay(_ slot: SlotID, _ generation: Int, at now: Instant) -> Bool {
    guard let recorded = recorded(slot, generation) else { return false }
    if case .reply(let reply) = recorded,
      let (latency, answer) = self.reply(to: slot, generation: generation)
    {
      schedule(.answer(answer), slot, generation, at: now + latency)
      for (index, event) in reply.events.enumerated() {
        schedule(.event(index), slot, generation, at: now + latency + event.delay)
      }
    }
    return true
  }

  /// What a recording says of a request; `nil` if there is none, or it leaves the request to the ad server.
  private func recorded(_ slot: SlotID, _ generation: Int) -> RecordedReplies.Outcome? {
    guard let recorded = settings.recorded else { return nil }
    let outcome = recorded.outcome(of: .init(slot, generation: generation, page: page))
    return outcome == .unknown ? nil : outcome
  }

  /// Whether the size of a slot matters at its request: an ad that a recording does not hold takes it.
  package var needsSizes: Bool { settings.recorded?.isDrawn == true }

  /// Sets the size of a slot, which an ad takes that a recording does not hold.
  package mutating func resize(_ slot: SlotID, to size: Size) {
    if places.indices.contains(slot.rawValue) {
      places[slot.rawValue].requested = size
    } else {
      otherPlaces[slot]?.requested = size
    }
  }

  /// Keeps what an effect does to the ads of plug-ins, without scheduling anything.
  package mutating func observe(_ effect: Engine.Effect, at now: Instant) {
    switch effect {
    case .fetch(let slot, let generation): keepRendering(for: slot, generation: generation, at: now)
    case .render(let slot, let generation): record(.show, slot, generation, at: now)
    case .reportAdState(let slot, .impressed): record(.see, slot, at: now)
    case .release(let slot, let generation): record(.release, slot, generation, at: now)
    default: break
    }
  }

  /// Keeps that the user has clicked an ad.
  package mutating func followClick(on slot: SlotID, at now: Instant) {
    record(.click, slot, at: now)
  }

  private mutating func record(
    _ act: PluginAd.Act, _ slot: SlotID, _ generation: Int? = nil, at now: Instant
  ) {
    guard let kept = renderings[slot], generation == nil || kept.generation == generation else {
      return
    }
    let ad = kept.rendering.config.fingerprint
    add(PluginAd.SharedEvent(act, with: ad, at: now, number: stepCount))
  }

  /// Only the newest ads are kept: each is made again for every ad that comes after it.
  private mutating func add(_ step: PluginAd.SharedEvent) {
    stepCount += 1
    steps.append(step)
    guard step.isRequest else { return }
    let ads = steps.lazy.filter(\.isRequest).map(\.ad)
    guard ads.count > Self.maxAds, let first = ads.first else { return }
    steps.removeAll { $0.ad == first }
  }

  /// The maximum number of ads that share their renderers or plug-in.
  private static let maxAds = 50

  /// What has happened, up to a time, to the page's other ads since an ad was made.
  package func steps(beside rendering: PluginAd, upTo now: Instant) -> [PluginAd.SharedEvent] {
    let ad = rendering.config.fingerprint
    return steps.filter { $0.at <= now && $0.ad != ad && !rendering.contains($0) }
  }

  /// The user touched an ad: its page follows the ad's link at once.
  package mutating func touch(_ slot: SlotID, generation: Int, at now: Instant) {
    if usesPlugins { followClick(on: slot, at: now) }
    // Where the ad of a recording went when it was touched is given with the touch.
    guard recorded(slot, generation) == nil else { return }
    guard let link = link(for: slot, generation: generation) else { return }
    actions += 1
    // A web view reports a link to a new window twice.
    for _ in 0..<(link.frame == .none ? 2 : 1) {
      schedule(.link(action: actions), slot, generation, at: now)
    }
  }

  /// Schedules what the page of an ad does by itself.
  private mutating func act(_ slot: SlotID, _ place: Place, _ generation: Int, at now: Instant) {
    guard let activity = activity(of: slot, place, generation) else { return }
    for index in activity.messages.indices {
      let wait = CreativeActivity.messagePace * Int64(index + 1)
      schedule(.message(index), slot, generation, at: now + wait)
    }
    for index in activity.departures.indices {
      actions += 1
      let wait = CreativeActivity.departurePace * Int64(index + 1)
      schedule(.departure(index, action: actions), slot, generation, at: now + wait)
    }
  }

  package var nextDeparture: SlotID? {
    guard let next = pending.next else { return nil }
    switch next.news {
    case .departure, .link: return next.slot
    case .answer, .message, .refusal, .bids, .event: return nil
    }
  }

  /// Removes the first event due at `now` or before as an input; addresses are relative to `page`, or the ad template.
  package mutating func takeAnswer(dueAt now: Instant, page: URLParts? = nil) -> Engine.Input? {
    guard let time = pending.nextTime, time <= now, let next = pending.next else { return nil }
    pending.removeNext()
    switch next.news {
    case .answer(let answer): return .answered(next.slot, generation: next.generation, answer)
    case .refusal: return .presentationFailed(next.slot, generation: next.generation)
    case .bids: return .bidsArrived(next.slot, auction: next.generation)
    case .event(let index):
      guard case .reply(let reply)? = recorded(next.slot, next.generation) else { return nil }
      return reply.events[index].input
    case .message, .departure, .link: return pageNews(next, page ?? DemoPublisher.adTemplate)
    }
  }

  /// The message or the navigation of an ad's page as an input.
  private func pageNews(_ next: Pending, _ page: URLParts) -> Engine.Input? {
    guard let place = place(of: next.slot) else { return nil }
    let activity = activity(of: next.slot, place, next.generation)
    let departure: (link: CreativeLink?, action: Int)
    switch next.news {
    case .answer, .refusal, .bids, .event: return nil
    case .message(let index):
      guard let text = activity?.messages[index] else { return nil }
      let message = Result { () throws(BridgeMessageError) in try BridgeMessageReader.read(text) }
      return .messaged(next.slot, generation: next.generation, message)
    case .departure(let index, let action): departure = (activity?.departures[index], action)
    case .link(let action): departure = (link(for: next.slot, generation: next.generation), action)
    }
    guard let link = departure.link else { return nil }
    return .navigationRequested(
      next.slot, generation: next.generation,
      NavigationAttempt(link.url, frame: link.frame, action: departure.action, relativeTo: page))
  }

  private mutating func schedule(_ news: News, _ slot: SlotID, _ generation: Int, at due: Instant) {
    pending.schedule(Pending(slot: slot, generation: generation, news: news), at: due)
  }

  // MARK: - Draws

  /// The ad delivered to a generation of a slot; none where it fails, or plug-ins answer: see ``rendering(for:generation:)``.
  package func creative(for id: SlotID, generation: Int) -> Creative? {
    guard let place = place(of: id), !usesPlugins else { return nil }
    var draw = self.draw(id, place, generation)
    _ = draw.share()
    _ = latency(of: place, &draw)
    let delivery = delivery(to: place, &draw)
    return Creative(
      advertiser: Advertiser.all[delivery.advertiser], size: delivery.size, media: delivery.media)
  }

  package func link(for id: SlotID, generation: Int) -> CreativeLink? {
    guard let place = place(of: id) else { return nil }
    if usesPlugins {
      return rendering(for: id, generation: generation)?.content?.link.map { CreativeLink($0) }
    }
    guard let creative = creative(for: id, generation: generation) else { return nil }
    if let link = place.page.flatMap({ pages[$0].link }) { return link }
    var draw = self.draw(id, place, generation, stream: 1)
    return creative.link(by: &draw)
  }

  /// What the page of an ad does by itself: by the settings of the slot, or else by the seed.
  private func activity(of id: SlotID, _ place: Place, _ generation: Int) -> CreativeActivity? {
    if let activity = place.page.flatMap({ pages[$0].activity }) { return allowed(activity) }
    return drawActivity(of: id, place, generation).map(allowed)
  }

  private func drawActivity(of id: SlotID, _ place: Place, _ generation: Int) -> CreativeActivity? {
    var draw = self.draw(id, place, generation, stream: 2)
    return creative(for: id, generation: generation)?.activity(settings, by: &draw)
  }

  /// What the page of an ad does unheard: messages to an unknown handler, and windows that scripts may not open.
  package func unheard(of id: SlotID, generation: Int) -> CreativeActivity? {
    guard let place = place(of: id), settings.hasActivity || place.page != nil,
      var activity = place.page.flatMap({ pages[$0].activity })
        ?? drawActivity(of: id, place, generation)
    else { return nil }
    if activity.handler == BridgeMessage.handlerName { activity.messages = [] }
    activity.departures.removeAll { settings.opensWindows || $0.frame != .none }
    return activity.messages.isEmpty && activity.departures.isEmpty ? nil : activity
  }

  /// An activity without windows that scripts may not open, and messages that no handler receives.
  private func allowed(_ activity: CreativeActivity) -> CreativeActivity {
    var activity = activity
    if !settings.opensWindows { activity.departures.removeAll { $0.frame == .none } }
    if activity.handler != BridgeMessage.handlerName { activity.messages = [] }
    return activity
  }

  private func draw(
    _ id: SlotID, _ place: Place, _ generation: Int, stream: UInt64? = nil
  ) -> SeededDraw {
    SeededDraw(
      seed: settings.seed, unit: place.unit, slot: id.rawValue, generation: generation,
      stream: stream)
  }

  private mutating func keepRendering(for id: SlotID, generation: Int, at now: Instant) {
    guard renderings[id]?.generation != generation, let place = place(of: id) else { return }
    renderings[id] = nil
    var draw = self.draw(id, place, generation)
    _ = draw.share()
    let arrival = now + max(1, latency(of: place, &draw))
    guard let rendering = makeRendering(for: id, generation: generation, arrivingAt: arrival) else {
      return
    }
    renderings[id] = (generation, rendering)
    // No response arrives where the network fails.
    let config = rendering.config
    guard answer(for: id, generation: generation) == rendering.answer,
      let source = source(of: id, unit: config.unit, generation: generation)
    else { return }
    add(PluginAd.SharedEvent(source, for: config, at: arrival, number: stepCount))
  }

  /// What a generation of a slot is made of; `nil` if no response is for its unit.
  private func source(of id: SlotID, unit: String, generation: Int) -> PluginAd.Source? {
    switch settings.supply {
    case nil: nil
    case .plugin(let plugin): .plugin(plugin)
    case .bids(let bids):
      (bids.entry(for: id, unit: unit, generation: generation)?.response).map { .response($0) }
    }
  }

  /// The ad of a generation of a slot; `nil` if it does not come through plug-ins.
  package func rendering(for id: SlotID, generation: Int) -> PluginAd? {
    guard usesPlugins else { return nil }
    if let kept = renderings[id], kept.generation == generation { return kept.rendering }
    return makeRendering(for: id, generation: generation, arrivingAt: steps.last?.at ?? .start)
  }

  private func makeRendering(
    for id: SlotID, generation: Int, arrivingAt arrival: Instant
  ) -> PluginAd? {
    guard let unit = units[id], let source = source(of: id, unit: unit, generation: generation)
    else { return nil }
    return PluginAd(
      of: source, for: config(of: id, unit: unit, generation: generation), by: catalog,
      among: steps, arrivingAt: arrival)
  }

  /// Why a generation of a slot failed so; `nil` unless plug-ins answer and say it.
  package func renderingError(
    for id: SlotID, generation: Int, _ failure: AdFailure
  ) -> AdRenderingError? {
    guard usesPlugins, let rendering = rendering(for: id, generation: generation),
      rendering.answer == .failed(failure)
    else { return nil }
    return rendering.error
  }

  /// The configuration with which a generation of a slot is requested; the caller knows the unit.
  package func config(of id: SlotID, unit: String, generation: Int) -> AdUnitConfig {
    let place = place(of: id)
    var config = AdUnitConfig(
      id, unit: unit, requested: place?.requested ?? Size(width: 0, height: 0),
      generation: generation, type: place?.type ?? .inlineBanner)
    if let place { (config.isOptIn, config.videoControls) = (place.isOptIn, place.controls) }
    config.sizeName = sizeNames[id]
    return config
  }

  /// Where the ads come from, if they are not simulated.
  package var supply: AdSupply? { settings.supply }

  /// The program's renderers and plug-ins, with that of the simulated ads unless others answer.
  package var catalog: PluginCatalog {
    (usesPlugins ? settings.catalog : settings.catalog.adding(SimulatedRenderer.self))
      .handing(token: settings.token)
  }

  var seed: UInt64 { settings.seed }

  func answer(for id: SlotID, generation: Int) -> Answer? {
    reply(to: id, generation: generation)?.answer
  }

  /// The answer to a fetch, and after how many milliseconds it comes: never in the step of its request.
  package func reply(to id: SlotID, generation: Int) -> (latency: Int64, answer: Answer)? {
    guard let place = place(of: id) else { return nil }
    switch recorded(id, generation) {
    case nil, .unknown: return reply(to: id, place, generation)
    case .open: return nil
    case .reply(let reply):
      let size = Size.ofUnrecordedAd(in: place.requested)
      return (max(1, reply.latency), reply.answer ?? .loaded(size, .display))
    }
  }

  /// How many milliseconds after its beginning the bids of an auction come; drawn apart, so that a seed's ads stay the same.
  package func bidLatency(of id: SlotID, auction: Int) -> Int64? {
    guard let place = place(of: id) else { return nil }
    switch settings.recorded?.bids(of: .init(id, generation: auction, page: page)) {
    case .reply(let reply): return max(1, reply.latency)
    case .open: return nil
    case .unknown, nil: break
    }
    var draw = self.draw(id, place, auction, stream: 3)
    let latency = draw.number(in: settings.bidLatency)
    guard let network = settings.network else { return max(1, latency) }
    return network.bidDelay.map { max(1, latency + $0) }
  }

  private func reply(
    to id: SlotID, _ place: Place, _ generation: Int
  ) -> (latency: Int64, answer: Answer) {
    var draw = self.draw(id, place, generation)
    let luck = draw.share()
    let latency = latency(of: place, &draw)
    let wait = max(1, latency)
    if settings.network == .offline { return (1, .failed(.network)) }
    if let failure = place.fails { return (wait, .failed(failure)) }
    if luck < settings.failureRate {
      return (wait, .failed(draw.pick([.network, .timeout, .error])))
    }
    if luck < settings.failureRate + settings.noFillRate { return (wait, .failed(.noFill)) }
    if usesPlugins {
      guard let rendering = rendering(for: id, generation: generation) else {
        return (wait, .failed(.noFill))
      }
      return (max(1, latency + rendering.loadTime), rendering.answer)
    }
    let delivery = delivery(to: place, &draw)
    return (wait, .loaded(delivery.size, delivery.media))
  }

  private func latency(of place: Place, _ draw: inout SeededDraw) -> Int64 {
    // A plug-in takes the time that it takes.
    if case .plugin = settings.supply { return 0 }
    return draw.number(in: place.latency ?? settings.latency) + (settings.network?.delay ?? 0)
  }

  /// Draws the ad: of a size that its unit is sold in, or half the time that of the slot; one in seven is a video.
  private func delivery(
    to place: Place, _ draw: inout SeededDraw
  ) -> (advertiser: Int, size: Size, media: AdMedia) {
    let advertiser = draw.index(below: Advertiser.all.count)
    let isAsRequested = draw.share() < 0.5
    var size: Size =
      if let sold = place.sizes {
        draw.pick(sizes[sold])
      } else {
        isAsRequested ? place.requested : draw.pick(Size.usual)
      }
    let media: AdMedia = draw.share() < 1.0 / 7 ? .video : .display
    // How high a fluid ad is, its content says.
    if place.sizes != nil, size.height == 0 { size.height = draw.pick([90, 120, 180, 250, 320]) }
    return (advertiser, place.size ?? size, place.media ?? media)
  }
}
