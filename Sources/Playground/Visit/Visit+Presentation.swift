internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Visit {
  /// The error of the response for a slot, if that is why it has no ad.
  func renderingError(ofSlot slot: Int, at place: Int? = nil) -> AdRenderingError? {
    let place = place ?? pages.topPlace
    let world = looks(at: place)
    guard let failure = pages[place].slots[slot].failure,
      let generation = engine(at: place).status(of: SlotID(slot))?.generation
    else { return nil }
    return world.renderingError(for: SlotID(slot), generation: generation, failure)
  }

  /// Logs an answer whose bid goes to another renderer than the one that it names (`S4.44`).
  mutating func recordFallback(
    of id: SlotID, _ generation: Int, at time: Instant, on place: Int
  ) {
    let world = looks(at: place)
    guard world.bids != nil,
      let words = world.rendering(for: id, generation: generation)?.fallbackWords
    else { return }
    record(.ad, id, at: time, on: place) { "\($0.pages[place].name(of: id))  \(words)" }
  }

  /// Logs the lines that the renderer of a slot's ad has printed since the last call, while the ladybug is on.
  mutating func recordPrints(of id: SlotID, at time: Instant, on place: Int) {
    // A renderer prints nothing while the ladybug is off.
    guard settings.isDebugEnabled || options.printsNews,
      place == pages.topPlace, looks(at: place).bids != nil
    else { return }
    let prints = AdTrace(self, id.rawValue).rendering?.prints ?? []
    let new = prints.dropFirst(pages[place].slots[id.rawValue].printCount)
    pages[place].slots[id.rawValue].printCount = prints.count
    for line in new {
      record(.print, id, at: time, on: place) { "\($0.pages[place].name(of: id))  \(line)" }
    }
  }

  /// Records that the ad of a bid cannot be presented, with the renderer's reason (`S4.31`, D57).
  mutating func notePresentation(
    of id: SlotID, _ generation: Int, at time: Instant, on place: Int
  ) {
    let slot = id.rawValue
    guard let status = engine(at: place).status(of: id), status.generation == generation,
      !status.canPresent
    else { return }
    var rendering = looks(at: place).rendering(for: id, generation: generation)
    rendering?.apply(.show, after: time - pages[place].slots[slot].adSince)
    let error = rendering?.presentationError ?? .notPresented
    pages[place].slots[slot].presentationError = error
    pages[place].timeline.noteRefusal(of: id, at: time)
    pages[place].loggedSights[slot] = .refused
    record(.ad, id, at: time, on: place) {
      "\($0.pages[place].name(of: id))  not presented: \(error)"
    }
  }
}

extension BidRendering {
  /// The fallback to another renderer than the one that the bid names, with the reason; `nil` if there was none.
  var fallbackWords: String? {
    guard let choice = choices.last, choice.isFallback, choice.reason != .noName else { return nil }
    return "\(provider) falls back to \(choice.identity): \(choice.reason)"
  }
}
