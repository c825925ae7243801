public import AdEngine
public import AdRendering

/// A slot as the ad server knows it: what was asked for, and what the page fixes about the answer.
public struct SimulatedSlot: Hashable, Sendable {
  /// The ad unit id.
  public var unit: String
  /// The size that was asked for, in points.
  public var requested: Size
  /// What the page fixes about the answer.
  public var creative: CreativeSettings

  /// Makes a slot.
  public init(unit: String, requested: Size, creative: CreativeSettings = CreativeSettings()) {
    self.unit = unit
    self.requested = requested
    self.creative = creative
  }
}

/// A seeded world: carries out the engine's effects and answers its fetches, at moments of its own.
///
/// It is one of the worlds that can stand on the other side of the engine. The seam is plain: effects go in through
/// ``perform(_:at:)``, answers come out of ``takeAnswer(dueAt:)`` as inputs. What it answers to a request depends on
/// the seed, the slot, its unit and the generation, and on nothing that happened before.
public struct SimulatedWorld: Sendable {
  /// What the answers for one slot depend on, as plain numbers: a place is read at every fetch.
  private struct Place: Sendable {
    let unit: UInt64
    let requested: Size
    let creative: CreativeSettings

    init(_ slot: SimulatedSlot) {
      unit = SeededDraw.number(for: slot.unit)
      requested = slot.requested
      creative = slot.creative
    }
  }

  private struct Pending: Sendable {
    var moment: Instant
    var slot: SlotID
    var generation: Int
    var answer: Answer
  }

  private var settings: AdServerSettings
  /// The slots that were told of in the order of their numbers, from 0 on.
  private var places: [Place] = []
  /// All other slots.
  private var otherPlaces: [SlotID: Place] = [:]
  /// The units of slots that are answered by responses.
  private var units: [SlotID: String] = [:]
  /// What is under way, the next answer last.
  private var pending: [Pending] = []

  /// Makes a world without slots.
  public init(_ settings: AdServerSettings = AdServerSettings()) {
    self.settings = settings
  }

  /// Becomes another world without slots, and keeps the memory.
  public mutating func start(_ settings: AdServerSettings) {
    self.settings = settings
    closePage()
  }

  /// Makes room for so many slots, so that adding them costs less.
  public mutating func reserveCapacity(_ slots: Int) {
    places.reserveCapacity(slots)
  }

  /// Tells the world of a slot; a fetch of a slot it was not told of is never answered.
  public mutating func add(_ slot: SimulatedSlot, as id: SlotID) {
    let place = Place(slot)
    if settings.bids != nil { units[id] = slot.unit }
    if places.indices.contains(id.rawValue) {
      places[id.rawValue] = place
    } else if id.rawValue == places.count, otherPlaces.isEmpty {
      places.append(place)
    } else {
      otherPlaces[id] = place
    }
  }

  private func place(of id: SlotID) -> Place? {
    places.indices.contains(id.rawValue) ? places[id.rawValue] : otherPlaces[id]
  }

  /// Forgets all slots and everything under way.
  public mutating func closePage() {
    places.removeAll(keepingCapacity: true)
    otherPlaces.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
  }

  // MARK: - Effects in, answers out

  /// Carries out an effect: a fetch schedules an answer, a release cancels it; the rest is the host's.
  public mutating func perform(_ effect: Effect, at now: Instant) {
    switch effect {
    case .fetch(let slot, let generation):
      guard let place = place(of: slot) else { return }
      schedule(answer(to: slot, place, generation), slot, generation, at: now)
    case .release(let slot, let generation):
      pending.removeAll { $0.slot == slot && $0.generation == generation }
    case .publishLoadState, .publishAdState, .render, .resize, .reportViewable, .refuse:
      break
    }
  }

  /// The moment of the next answer, if anything is under way.
  public var nextAnswer: Instant? { pending.last?.moment }

  /// The answer that is due at `now` or before, the earliest first, as an input for the engine.
  public mutating func takeAnswer(dueAt now: Instant) -> Input? {
    guard let next = pending.last, next.moment <= now else { return nil }
    pending.removeLast()
    return .answered(next.slot, generation: next.generation, next.answer)
  }

  private mutating func schedule(
    _ reply: (latency: Int64, answer: Answer), _ slot: SlotID, _ generation: Int, at now: Instant
  ) {
    let moment = now + reply.latency
    // Answers of one moment come in the order of their requests, so a new one goes before (that is, is taken after)
    // those that are there.
    var index = pending.endIndex
    while index > 0, pending[index - 1].moment <= moment { index -= 1 }
    pending.insert(
      Pending(moment: moment, slot: slot, generation: generation, answer: reply.answer),
      at: index)
  }

  // MARK: - What the seed says

  /// The ad that is delivered to a generation of a slot, unless the request fails.
  ///
  /// Where responses are given instead of simulated ads, ``rendering(for:generation:)`` tells of the ad.
  public func creative(for id: SlotID, generation: Int) -> Creative? {
    guard let place = place(of: id), settings.bids == nil else { return nil }
    var draw = self.draw(id, place, generation)
    _ = draw.share()
    _ = latency(of: place, &draw)
    let delivery = delivery(to: place, &draw)
    return Creative(
      advertiser: Advertiser.all[delivery.advertiser], size: delivery.size, media: delivery.media)
  }

  /// What becomes of the response that is given to a generation of a slot; `nil` where ads are simulated.
  public func rendering(for id: SlotID, generation: Int) -> BidRendering? {
    guard let bids = settings.bids, let unit = units[id], let place = place(of: id) else {
      return nil
    }
    return bids.rendering(for: id, unit: unit, requested: place.requested, generation: generation)
  }

  /// The responses that are given instead of simulated ads.
  public var bids: BidAnswers? { settings.bids }

  /// Which world it is.
  var seed: UInt64 { settings.seed }

  /// What the fetch of a generation of a slot is answered.
  func answer(for id: SlotID, generation: Int) -> Answer? {
    place(of: id).map { answer(to: id, $0, generation).answer }
  }

  private func draw(_ id: SlotID, _ place: Place, _ generation: Int) -> SeededDraw {
    SeededDraw(seed: settings.seed, unit: place.unit, slot: id.rawValue, generation: generation)
  }

  private func answer(
    to id: SlotID, _ place: Place, _ generation: Int
  ) -> (latency: Int64, answer: Answer) {
    var draw = self.draw(id, place, generation)
    let luck = draw.share()
    let latency = latency(of: place, &draw)
    if let failure = place.creative.fails { return (latency, .failed(failure)) }
    if luck < settings.failureRate {
      return (latency, .failed(draw.pick([.network, .timeout, .error])))
    }
    if luck < settings.failureRate + settings.noFillRate { return (latency, .failed(.noFill)) }
    if settings.bids != nil, let rendering = rendering(for: id, generation: generation) {
      return (latency + rendering.loadTime, rendering.answer)
    }
    let delivery = delivery(to: place, &draw)
    return (latency, .loaded(delivery.size, delivery.media))
  }

  private func latency(of place: Place, _ draw: inout SeededDraw) -> Int64 {
    draw.number(in: place.creative.latency ?? settings.latency)
  }

  /// Draws what is delivered: half of all ads have the size that was asked for, one in seven is a video.
  ///
  /// The advertiser is a number, since most who ask want no texts.
  private func delivery(
    to place: Place, _ draw: inout SeededDraw
  ) -> (advertiser: Int, size: Size, media: AdMedia) {
    let advertiser = draw.index(below: Advertiser.all.count)
    let size = draw.share() < 0.5 ? place.requested : draw.pick(Size.delivered)
    let media: AdMedia = draw.share() < 1.0 / 7 ? .video : .display
    return (advertiser, place.creative.size ?? size, place.creative.media ?? media)
  }
}
