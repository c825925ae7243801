internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Model {
  /// The reason why no ad was made from the bid for a slot, if that is why it has none.
  func renderingError(ofSlot slot: Int) -> AdRenderingError? {
    guard slots[slot].failure == .rendering, worldOfLooks.bids != nil,
      let generation = engineOfPage.status(of: Self.id(ofSlot: slot))?.generation
    else { return nil }
    return worldOfLooks.rendering(for: Self.id(ofSlot: slot), generation: generation)?.error
  }

  /// Logs an answer whose bid goes to another renderer than the one that it names (`S4.44`).
  mutating func recordFallback(of id: SlotID, _ generation: Int, at time: Instant) {
    let world = worldOfLooks
    guard world.bids != nil,
      let words = world.rendering(for: id, generation: generation)?.fallbackWords
    else { return }
    record(.ad, id, at: time) { "\($0.name(of: id))  \(words)" }
  }

  /// Records whether the ad of a bid can be presented (`S4.31`, D57).
  ///
  /// The engine measures the visibility of slots and knows nothing of renderers; so a failure to present is kept beside
  /// the engine's states.
  mutating func notePresentation(of id: SlotID, _ generation: Int, at time: Instant) {
    let slot = Self.slot(id)
    guard slots[slot].ad == .loaded,
      var rendering = worldOfLooks.rendering(for: id, generation: generation)
    else { return }
    rendering.apply(.show, after: time - slots[slot].adSince)
    slots[slot].presentationError = rendering.presentationError
    guard let error = rendering.presentationError else { return }
    timeline.noteRefusal(of: id, at: time)
    record(.ad, id, at: time) { "\($0.name(of: id))  not presented: \(error)" }
  }
}

extension BidRendering {
  /// The fallback to another renderer than the one that the bid names, with the reason; `nil` if there was none.
  var fallbackWords: String? {
    guard let choice = choices.last, choice.isFallback, choice.reason != .noName else { return nil }
    return "\(provider) falls back to \(choice.identity): \(choice.reason)"
  }
}
