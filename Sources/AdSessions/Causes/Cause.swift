package import AdEngine

/// One link in the chain of causes of a slot's states.
package enum Cause: Hashable, Sendable {
  /// The slot came onto the page, at this distance from the viewport, in points.
  case added(gap: Double)
  /// Something took the slot over the edge of a zone.
  case crossed(Crossing)
  /// The lazy-loading manager decided; the distance that it saw, and the threshold that it compared it with.
  case decided(AdLoadState, gap: Double, threshold: Double)
  /// The page has no lazy loading: the slot was fetched and displayed at once.
  case displayedEagerly
  /// A check saw the slot outside the unload zone: it had until this moment to come back.
  case leftBehind(until: Instant)
  /// What may load changed while the slot was in reach.
  case consent(ConsentStatus, ConsentPolicy)
  /// The slot was to be loaded anew.
  case reloaded
  /// The slot is renewed at each visit of its page, and the page was visited again.
  case renewed
  /// The world was asked for an ad.
  case requested(generation: Int)
  /// The world answered, so many milliseconds after it was asked.
  case answered(Answer, generation: Int, after: Int64)
  /// The slot took the delivered size.
  case resized(from: Size, to: Size)
  /// The engine refused what was delivered.
  case refused(Refusal)
  /// The ad was drawn.
  case rendered(generation: Int)
  /// At least half of the ad was in view.
  case impressed
  /// The ad was in view long enough to count.
  case viewable
  /// The person opened the ad.
  case clicked
  /// What the generation held was freed.
  case released(generation: Int)
}

/// What took a slot into a zone, or out of the unload zone.
package struct Crossing: Hashable, Sendable {
  /// A zone around the viewport.
  package enum Zone: String, CaseIterable, Sendable {
    /// Within the fetch threshold.
    case fetch
    /// Within the display threshold.
    case display
    /// Within the unload threshold, and the fetch threshold in any case.
    case unload
  }

  /// The edge of a zone.
  package struct Edge: Hashable, Sendable {
    /// The zone.
    package var zone: Zone
    /// How far it reached, in points.
    package var threshold: Double

    /// Makes the edge of a zone that reaches so many points.
    package init(_ zone: Zone, _ threshold: Double) {
      self.zone = zone
      self.threshold = threshold
    }
  }

  /// What moved.
  package enum Trigger: Hashable, Sendable {
    /// The page was scrolled, between these positions.
    case scrolled(from: Double, to: Double)
    /// The viewport took another size.
    case viewport(from: Size, to: Size)
    /// The slot took another place, with its top edge at these heights.
    case moved(from: Double, to: Double)
    /// A slot took another size: one above this slot, or this slot.
    case resized(SlotID, from: Size, to: Size)
    /// The thresholds changed.
    case thresholds(from: LazyLoadingSettings, to: LazyLoadingSettings)
  }

  /// What moved.
  package var trigger: Trigger
  /// The edges that were crossed, one or two.
  package var edges: [Edge]
  /// The distance before and after, in points.
  package var gapBefore, gap: Double

  /// Makes a crossing.
  package init(_ trigger: Trigger, _ edges: [Edge], from gapBefore: Double, to gap: Double) {
    self.trigger = trigger
    self.edges = edges
    self.gapBefore = gapBefore
    self.gap = gap
  }
}

/// What a slot waits for.
package enum Outlook: Hashable, Sendable {
  /// To come within the fetch or the display threshold.
  case nearness(Crossing.Zone, gap: Double, threshold: Double)
  /// For consent, without which nothing is asked for.
  case consent(ConsentStatus, ConsentPolicy)
  /// For the answer to a request that was made at this moment.
  case answer(generation: Int, since: Instant)
  /// To be drawn.
  case rendering
  /// To be seen: this share of it is in view, and this is the rule.
  case exposure(ratio: Double, rule: ViewabilityRule)
  /// To be asked for again: the last request failed.
  case reload(AdFailure)
  /// To be unloaded at this moment, unless it comes back.
  case unloading(at: Instant, gap: Double, threshold: Double)
}
