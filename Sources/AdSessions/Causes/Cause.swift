package import AdEngine

/// A link in the chain of causes of a slot's states.
package enum Cause: Hashable, Sendable {
  /// The slot was added, at a distance from the viewport in points.
  case added(gap: Double)
  /// A change moved the slot over the edge of a zone.
  case crossed(Crossing)
  /// The manager compared the distance with a threshold, both in points; `written`: the threshold, if not written in points.
  case decided(AdLoadState, gap: Double, threshold: Double, written: Threshold.Side? = nil)
  /// How long the slot had been within its fetch threshold when it was fetched, in milliseconds.
  case stayed(for: Int64)
  /// A slot came within its fetch threshold, and a single request asked for the ads of all slots, for this one at a gap.
  case requestedAlong(with: SlotID, gap: Double)
  /// There is no lazy loading on the page, or none for the slot: it was fetched and displayed at once.
  case displayedEagerly(slotAlone: Bool)
  /// The slot has lazy-loading settings of its own, or none any more.
  case ownSettings(LazyLoadingOverride?)
  /// A check found the slot outside the unload zone; it had until this time to come back.
  case leftBehind(until: Instant)
  /// Consent changed while the slot was in reach.
  case consent(ConsentStatus, ConsentPolicy)
  case reloaded
  /// The ad had been viewable for long enough and was in view, so it was refreshed.
  case refreshed
  /// The page was visited again, and the slot is reloaded at each visit.
  case renewed
  /// An auction began: the slot was at a gap, and near enough at another, both in points; `nil` where that did not matter.
  case auctionBegan(Int, gap: Double, reach: Double?)
  /// Bids of an auction came, after a time in milliseconds.
  case bids(auction: Int, after: Int64)
  /// An auction ended without bids, after a time in milliseconds.
  case auctionTimedOut(Int, after: Int64)
  /// The bids of an auction were too old when the slot was to be requested; the age is in milliseconds.
  case bidsExpired(auction: Int, age: Int64)
  /// An ad was requested, where auctions are held after one.
  case requested(generation: Int, after: AuctionEnd? = nil)
  /// The request was answered, after a time in milliseconds.
  case answered(Answer, generation: Int, after: Int64)
  /// The slot took the delivered size, and the scroll position was adjusted, in points.
  case resized(from: Size, to: Size, scrollBy: Double)
  /// The engine rejected the delivered ad.
  case refused(Engine.InputError)
  case rendered(generation: Int)
  /// The delivered ad cannot be presented.
  case notPresented(generation: Int)
  /// At least half of the ad was in view.
  case impressed
  /// The ad was in view long enough to count as viewed.
  case viewable
  /// The user opened the ad.
  case clicked
  case released(generation: Int)
}

/// What a request had of the auction before it.
package enum AuctionEnd: Hashable, Sendable {
  case bids(auction: Int)
  /// No bids: the auction ended, after a time in milliseconds.
  case timedOut(after: Int64)
}

/// The change that moved a slot into a zone, or out of the unload zone.
package struct Crossing: Hashable, Sendable {
  package enum Zone: String, CaseIterable, Sendable {
    case fetch
    case display
    /// The zone within the unload threshold, and at least within the fetch threshold.
    case unload
  }

  package struct Edge: Hashable, Sendable {
    package var zone: Zone
    /// The threshold at that time, in points.
    package var threshold: Double

    package init(_ zone: Zone, _ threshold: Double) {
      (self.zone, self.threshold) = (zone, threshold)
    }
  }

  package enum Trigger: Hashable, Sendable {
    /// The page was scrolled, from one position to another.
    case scrolled(from: Double, to: Double)
    case viewport(from: Size, to: Size)
    /// The slot moved, with its top edge from one height to another.
    case moved(from: Double, to: Double)
    /// The page was scrolled across, from one position to another.
    case scrolledAcross(from: Double, to: Double)
    /// The slot moved across the page, with its left edge from one place to another.
    case movedAcross(from: Double?, to: Double?)
    /// The slot was hidden, or shown again.
    case hidden(Bool)
    case resized(SlotID, from: Size, to: Size)
    case thresholds(from: LazyLoadingSettings, to: LazyLoadingSettings)
  }

  package var trigger: Trigger
  package var edges: [Edge]
  /// The distance before and after, in points.
  package var gapBefore, gap: Double

  package init(_ trigger: Trigger, _ edges: [Edge], from gapBefore: Double, to gap: Double) {
    (self.trigger, self.edges, self.gapBefore, self.gap) = (trigger, edges, gapBefore, gap)
  }
}

/// An event that a slot waits for.
package enum PendingCondition: Hashable, Sendable {
  /// The slot waits to come within the fetch or the display threshold.
  case nearness(Crossing.Zone, gap: Double, threshold: Double)
  /// The slot waits to be shown (`isHidden`), or to come between the viewport's sides; the distance is in points.
  case unreachable(isHidden: Bool, distance: Double)
  /// The slot waits for consent, without which nothing is requested.
  case consent(ConsentStatus, ConsentPolicy)
  /// The slot waits for its auction, which ends without bids after a time-out in milliseconds.
  case auction(Int, since: Instant, timeout: Int64)
  /// The auction of the slot is over; its request waits for those of other slots.
  case otherAuctions
  /// The bids of the slot's next request are good until a time.
  case bids(until: Instant)
  /// The slot waits for the answer to a request that was made at a time.
  case answer(generation: Int, since: Instant)
  case rendering
  /// The ad cannot be presented; the slot waits for another one.
  case withheld
  /// The ad waits to be viewable: a share of it is in view, and a rule says how much is needed.
  case exposure(ratio: Double, rule: ViewabilityRule)
  /// The slot waits for a reload: the last request failed.
  case reload(AdFailure)
  /// The ad is refreshed from a time on, once half of it is in view.
  case refresh(at: Instant)
  /// The slot is unloaded at a time, unless it comes back.
  case unloading(at: Instant, gap: Double, threshold: Double)
}
