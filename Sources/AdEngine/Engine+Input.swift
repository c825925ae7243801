extension Engine {
  /// Something that happened, a plain value named in the past tense, which can be compared, sent and recorded.
  public enum Input: Hashable, Sendable {
    /// The page was scrolled: the top of the viewport is now this many points from the top of the page.
    case scrolled(to: Double)
    /// The page was scrolled across: the left of the viewport is now this many points from the left of the page.
    case scrolledAcross(to: Double)
    /// The viewport took a new size, in points.
    case viewportResized(Size)
    /// A slot appeared on the page.
    case slotAdded(SlotID, SlotFrame)
    /// A slot took a new frame; no other slot moved.
    case slotMoved(SlotID, SlotFrame)
    /// A slot took a new size; every slot whose top was at or below its old bottom moved by the difference.
    case slotResized(SlotID, Size)
    /// A slot moved across the page: its left edge is now this many points from the page's; nothing else of its frame changed.
    case slotMovedAcross(SlotID, to: Double)
    /// Of a slot at most this share is visible, 0…1, wherever the viewport is: the rest is clipped by something else.
    case slotClipped(SlotID, visibleShare: Double)
    /// A slot was hidden (`true`): it cannot be seen wherever the page is scrolled to, or it is shown again.
    case slotHidden(SlotID, Bool)
    /// The ad of a slot sticks to the top of the viewport for as long as the slot, which is higher, allows (`true`), or no longer.
    case slotSticky(SlotID, Bool)
    /// The container of a slot got these bounds, from the next ad on; the slot's present size counts as its initial one.
    case slotConstrained(SlotID, ContainerConstraints)
    /// A slot's own lazy-loading settings changed; `nil` removes them, so that those of its page count.
    indirect case slotLazyLoadingChanged(SlotID, LazyLoadingOverride?)
    /// An ad of the slot, from the next on, is reloaded so many milliseconds after it was viewable, once half of it is in view;
    /// `nil` for never. Ad Manager asks for at least 30 s (Help, "Declare inventory that refreshes", November 2026); half is
    /// chosen. A slot is refreshed at most ``Engine/maxRefreshes`` times.
    case slotRefreshChanged(SlotID, every: Int64?)
    /// A slot disappeared; the engine forgets it.
    case slotRemoved(SlotID)
    /// The page was left; the engine forgets all its slots.
    case pageClosed
    /// Another page covered this one (`true`), or this one is on the screen again; a covered page lives on, unseen.
    case pageCovered(Bool)
    /// Some of the lazy-loading settings changed.
    indirect case lazyLoadingChanged(LazyLoadingChange)
    /// The user's choice changed, and with it the consent data that ads receive.
    case consentChanged(ConsentStatus, ConsentPayload = .none)
    /// The rule by which the choice is applied became this.
    case policyChanged(ConsentPolicy)
    /// A reload of a slot was requested.
    case reloadRequested(SlotID)
    /// A slot that is renewed at each visit of its page is shown under a new identity, so it starts again (`S0.74`).
    case slotRenewed(SlotID)
    /// The app became active (`true`) or inactive; while the app is inactive nothing is in view.
    case activityChanged(Bool)
    /// The user clicked the ad in a slot.
    case clicked(SlotID)
    /// The bids of this auction of a slot came.
    case bidsArrived(SlotID, auction: Int)
    /// The world answered the fetch of this generation of a slot.
    case answered(SlotID, generation: Int, Answer)
    /// The ad of this generation cannot be presented (D57) and is never seen; ignored once it is rendered: hand it in before.
    case presentationFailed(SlotID, generation: Int)
    /// The page of a generation's ad said something over the bridge, or something that is no message.
    indirect case messaged(SlotID, generation: Int, Result<BridgeMessage, BridgeMessageError>)
    /// The page of a generation's ad asked to go somewhere.
    indirect case navigationRequested(SlotID, generation: Int, NavigationAttempt)
    /// A deadline that the engine had named was reached.
    case woken
  }
}

extension Engine.Input {
  /// Whether this comes from the world of the ads, and not from a user or the app.
  package var isFromWorld: Bool {
    switch self {
    case .bidsArrived, .answered, .presentationFailed, .messaged, .navigationRequested: true
    default: false
    }
  }
}

extension Engine.Input {
  /// What an input sets, where a later input of the same step sets it instead; in the order of their ranks.
  struct Place: Hashable {
    let rank: Int
    var slot: SlotID?
  }

  /// What the input sets absolutely; `nil` for one that is applied in its order.
  var place: Place? {
    switch self {
    case .viewportResized: Place(rank: 0)
    case .slotResized(let id, _): Place(rank: 1, slot: id)
    case .slotMoved(let id, _): Place(rank: 2, slot: id)
    case .slotMovedAcross(let id, _): Place(rank: 3, slot: id)
    case .slotClipped(let id, _): Place(rank: 4, slot: id)
    case .slotHidden(let id, _): Place(rank: 5, slot: id)
    case .scrolledAcross: Place(rank: 6)
    case .scrolled: Place(rank: 7)
    default: nil
    }
  }
}

/// What the world says to a fetch.
public enum Answer: Hashable, Sendable {
  /// An ad of this size and kind was delivered.
  case loaded(Size, AdMedia)
  /// There is no ad, for this reason.
  case failed(AdFailure)
}
