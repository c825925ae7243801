internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

extension Model {
  /// Why no ad was made of the bid that came for a slot, if that is why it has none.
  func renderingError(ofSlot slot: Int) -> AdRenderingError? {
    guard slots[slot].failure == .rendering, worldOfLooks.bids != nil,
      let generation = engineOfPage.status(of: Self.id(ofSlot: slot))?.generation
    else { return nil }
    return worldOfLooks.rendering(for: Self.id(ofSlot: slot), generation: generation)?.error
  }

  /// Tells of an answer whose bid goes to another renderer than the one that it names (`S4.44`).
  mutating func recordFallback(of id: SlotID, _ generation: Int, at moment: Instant) {
    let world = worldOfLooks
    guard world.bids != nil,
      let words = world.rendering(for: id, generation: generation)?.fallbackWords
    else { return }
    record(.ad, id, at: moment) { "\($0.name(of: id))  \(words)" }
  }

  /// Takes note of whether a rendered ad of a page's response can be shown (`S4.31`, D57).
  ///
  /// The engine measures what is in view of the slot and knows nothing of renderers; so that an ad is not presented is
  /// told beside the engine's states.
  mutating func notePresentation(of id: SlotID, _ generation: Int, at moment: Instant) {
    let slot = Self.slot(id)
    guard slots[slot].ad == .loaded,
      var rendering = worldOfLooks.rendering(for: id, generation: generation)
    else { return }
    rendering.apply(.show, after: moment - slots[slot].adSince)
    slots[slot].presentationError = rendering.presentationError
    guard let error = rendering.presentationError else { return }
    timeline.noteRefusal(of: id, at: moment)
    record(.ad, id, at: moment) { "\($0.name(of: id))  not presented: \(error)" }
  }
}

extension BidRendering {
  /// That a bid fell back to another renderer than the one that it names, and why; `nil` if it did not.
  var fallbackWords: String? {
    guard let choice = choices.last, choice.isFallback, choice.reason != .noName else { return nil }
    return "\(provider) falls back to \(choice.identity): \(choice.reason)"
  }
}
