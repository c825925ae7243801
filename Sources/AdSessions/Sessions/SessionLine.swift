package import AdEngine
package import AdLab

/// One line of a session after the header: something that happened, something that was decided, or the end.
package struct SessionLine: Hashable, Sendable {
  /// When, since the session began.
  package var at: Instant
  /// The page of the line's slot: 1 for the session's first, one more for each opening; 1 for no slot of a page.
  package var page: Int
  package var entry: Entry

  package enum Entry: Hashable, Sendable {
    /// A cause: an `in` line.
    case cause(SessionCause)
    /// A decision: an `out` line.
    case decision(SessionDecision)
    /// What the page's own loader did, a `page` line: it decides nothing.
    case page(LoaderEvent)
    /// Nothing follows, which a recording that was cut off does not say; `visit` is when the visit ended, if earlier.
    case end(visit: Instant? = nil)
  }

  package init(at: Instant, page: Int = 1, _ entry: Entry) {
    self.at = at
    self.page = page
    self.entry = entry
  }

  /// The instant up to which is counted if this is the last line.
  package var countedUntil: Instant { if case .end(let visit?) = entry { visit } else { at } }

  /// Whether the line is an answer of the world of the ads, or something else that only it says.
  package var isAnswer: Bool {
    if case .cause(let cause) = entry { cause.isFromWorld } else { false }
  }
}

/// What the loader of a recorded page did with a slot by itself; ``LoaderComparison`` holds it against the engine.
package struct LoaderEvent: Hashable, Sendable {
  /// The slot's name; a slot that was never shown has no other line.
  package var slot: String
  package var action: Action

  package enum Action: String, CaseIterable, Hashable, Sendable {
    case requested
    /// The answer came; what it is shows when it is rendered.
    case received
    case rendered
    /// The answer was that there is no ad.
    case empty
    /// The ad's own document has loaded.
    case loaded
    /// In view long enough to count, as the page measures it.
    case viewable
  }
}

/// Something that happened, in the words of a session: slots by name instead of by identity.
package enum SessionCause: Hashable, Sendable {
  /// The top of the viewport is now this many points from the top of the page.
  case scrolled(to: Double)
  /// The left of the viewport is now this many points from the left of the page.
  case scrolledAcross(to: Double)
  case viewportResized(Size)
  /// Bare sessions: a slot was added, if its name is new, or moved.
  case slotFramed(String, SlotFrame, unit: String?)
  /// Bare sessions: a slot took a new size, and what lay below it moved by the difference.
  case slotResized(String, Size)
  /// A slot moved across the page, as a carousel moves its slots: its left edge is now here, in points.
  case slotMovedAcross(String, to: Double)
  /// Bare sessions: of a slot at most this share is visible, 0…1; the rest is clipped by something other than the viewport.
  case slotClipped(String, visibleShare: Double)
  /// Bare sessions: a slot was hidden (`true`), so that it cannot be seen wherever the page is scrolled to, or shown again.
  case slotHidden(String, Bool)
  /// Bare sessions: a slot disappeared.
  case slotRemoved(String)
  indirect case lazyLoadingChanged(LazyLoadingChange)
  /// The user's choice became this.
  case consentChanged(ConsentChoice)
  /// The rule by which the choice is applied became this.
  case policyChanged(ConsentPolicy)
  /// The user clicked the ad in a slot.
  case clicked(String)
  case reloadRequested(String)
  /// The app became active or inactive.
  case activityChanged(Bool)
  /// The app made a call to the host of an ad of the page that stands in no slot.
  case host(HostCall, ScreenHost)
  // Beside the others, which are a third as large: nearly all causes are scrolls.
  /// Another page was opened; the one before lives on under it.
  indirect case pageOpened(SessionOpening)
  /// The page was left for the one under it.
  case wentBack
  /// A remark to be shown in a replay; it changes nothing.
  case caption(String)
  case bidsArrived(String, auction: Int)
  /// The world answered the fetch of this generation of a slot.
  case answered(String, generation: Int, Answer)
  /// The ad of this generation of a slot cannot be presented.
  case presentationFailed(String, generation: Int)
  /// The page of a generation's ad said something over the bridge.
  case messaged(String, generation: Int, BridgeMessage)
  /// The page of a generation's ad asked to go somewhere.
  case navigationRequested(String, generation: Int, SessionNavigation)
  case lab(PreloadInput)

  /// Whether this comes from the world of the ads, and not from a user or the app.
  package var isFromWorld: Bool {
    switch self {
    case .bidsArrived, .answered, .presentationFailed, .messaged, .navigationRequested: true
    case .lab(let input): input.isFromWorld
    default: false
    }
  }

  /// Whether the page of an ad asked to go somewhere.
  var isNavigation: Bool { if case .navigationRequested = self { true } else { false } }
}

/// Where an ad's page asks to go, as a session writes it: the address as the page gave it.
package struct SessionNavigation: Hashable, Sendable {
  /// The address, which may be anything.
  package var url: String
  package var frame = NavigationFrame.main
  /// What two reports of one action have in common; not negative.
  package var action: Int?
}

/// What a session says of a page that it opens, as its header does of the first.
///
/// Unless it is said, the user's choice goes on, as viewport and text width do: pages may need different things of it.
package struct SessionOpening: Hashable, Sendable {
  /// The path of the page, from the session's own folder.
  package var path: String
  /// The digest of the page's bytes when the session was recorded.
  package var digest: String?
  package var settings: SessionSettings

  package init(
    _ path: String, digest: String? = nil, settings: SessionSettings = SessionSettings()
  ) {
    self.path = path
    self.digest = digest
    self.settings = settings
  }
}

/// Something that was decided, in the words of a session: slots by name instead of by identity.
package enum SessionDecision: Hashable, Sendable {
  /// The slot's distance state became this, at this gap in points.
  case loadState(String, AdLoadState, gap: Double)
  /// The slot's content state became this.
  case adState(String, AdViewState)
  case auction(String, number: Int)
  /// What became of an auction of the slot, besides bids.
  case auctionEnded(String, number: Int, AuctionOutcome)
  /// The world was asked for an ad.
  case fetch(String, generation: Int)
  /// The delivered ad was to be drawn.
  case render(String, generation: Int)
  /// What the generation held was freed.
  case release(String, generation: Int)
  /// The slot was given this size, and the scroll position was adjusted by so many points.
  case size(String, Size, scrollBy: Double)
  /// The ad was in view long enough.
  case viewable(String)
  /// An address was opened outside the ad.
  case opened(String, url: String)
  case blocked(String, url: String, why: String)
  case lab(PreloadEffect)
}
