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
    (self.at, self.page, self.entry) = (at, page, entry)
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

/// What a session says of a page that it opens; the user's choice goes on unless said.
package struct SessionOpening: Hashable, Sendable {
  /// The path of the page, from the session's own folder.
  package var path: String
  /// The digest of the page's bytes when the session was recorded.
  package var digest: String?
  package var settings: SessionSettings

  package init(
    _ path: String, digest: String? = nil, settings: SessionSettings = SessionSettings()
  ) {
    (self.path, self.digest, self.settings) = (path, digest, settings)
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
  /// The slot was given this size, and the scroll position was adjusted, in points.
  case size(String, Size, scrollBy: Double)
  /// The ad was in view long enough.
  case viewable(String)
  /// An address was opened outside the ad.
  case opened(String, url: String)
  case blocked(String, url: String, why: String)
  case lab(PreloadEffect)
}
