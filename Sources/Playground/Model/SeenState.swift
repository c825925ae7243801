internal import AdEngine
internal import AdSessions

/// What a person sees in a slot's place; every view shows it first, `AdLoadState` and `AdViewState` second.
enum SeenState: String, CaseIterable, Sendable {
  /// An empty place: nothing was requested.
  case empty
  /// An empty place near enough for a request, which consent holds back.
  case noConsent = "no consent"
  /// An empty place near enough for a request, which waits for an auction.
  case auction
  /// An empty place: an ad was requested and the answer is awaited.
  case loading
  /// An empty place: the ad has arrived and is not drawn yet.
  case ready
  /// The ad is drawn; it may lie below the screen, or not have been in view for long.
  case rendered
  /// The ad, which has been in view long enough to count (MRC).
  case viewable
  /// An empty place: the request ended without an ad.
  case failed
  /// An empty place: the ad was rendered, and its renderer could not present it.
  case refused = "not presented"
  /// An empty place: the ad that stood there was released.
  case unloaded

  init(
    load: AdLoadState, ad: AdViewState, isRendered: Bool, isViewable: Bool, isRefused: Bool,
    isInAuction: Bool
  ) {
    switch (load, ad) {
    case (.notLoaded, _): self = .empty
    case (.unloaded, _): self = .unloaded
    case (_, .failed): self = .failed
    case _ where isRefused: self = .refused
    case _ where isViewable: self = .viewable
    case _ where isRendered: self = .rendered
    // What is near is requested at once, unless an auction goes before or consent holds it back.
    case (_, .uninitialized) where isInAuction: self = .auction
    case (_, .uninitialized): self = .noConsent
    case (_, .loading): self = .loading
    case (_, .loaded), (_, .impressed), (_, .clicked), (_, .closed): self = .ready
    }
  }

  init(_ state: TimelineState) {
    self.init(
      load: state.load, ad: state.ad, isRendered: state.isRendered, isViewable: state.isViewable,
      isRefused: state.isRefused, isInAuction: state.isInAuction)
  }

  var word: String { rawValue }

  /// What the word stands for, in a sentence.
  var explanation: String {
    switch self {
    case .empty: "nothing was requested: the slot is farther away than the fetch threshold"
    case .noConsent: "near enough, but consent holds the request back"
    case .auction: "near enough, but the request waits for bids"
    case .loading: "an ad was requested, the answer is awaited: blank if it is in view"
    case .ready: "the ad has arrived and is drawn within the display threshold"
    case .rendered: "the ad is drawn, and has not been in view long enough to count"
    case .viewable: "the ad has been in view long enough to count (MRC)"
    case .failed: "the request ended without an ad, for the reason given"
    case .refused: "its renderer could not present the ad"
    case .unloaded: "left behind: its ad was released"
    }
  }

  /// The glyph of a slot in a list, in the map and in its caption.
  var glyph: String {
    switch self {
    case .empty: "○"
    case .noConsent: "?"
    case .auction: "◇"
    case .loading: "◐"
    case .ready: "◆"
    case .rendered: "●"
    case .viewable: "◉"
    case .failed: "×"
    case .refused: "!"
    case .unloaded: "◌"
    }
  }

  var label: String { "\(glyph) \(word)" }

  /// The glyph of a stretch of time in the timeline: that of the lists, and a dot for nothing, of which there is much.
  var timelineGlyph: String { self == .empty ? "·" : glyph }

  /// Grey for nothing, amber for waiting, red for failed, violet for an ad, green for one in view long enough.
  var style: Style {
    switch self {
    case .empty, .unloaded: Style(.role(.empty))
    case .noConsent, .auction, .loading: Style(.role(.pending))
    case .ready, .rendered: Style(.role(.ready))
    case .viewable: Style(.role(.viewable))
    case .failed, .refused: Theme.warning
    }
  }
}

extension OpenPage {
  /// What a person sees in the place of a slot that the engine knows.
  func seen(_ status: SlotStatus) -> SeenState {
    SeenState(
      load: status.loadState, ad: status.adState, isRendered: status.isRendered,
      isViewable: status.isViewable,
      isRefused: slots[status.id.rawValue].presentationError != nil,
      isInAuction: status.auction != nil)
  }

  /// What a person sees in the place of a slot, as glyph and words.
  func label(of status: SlotStatus) -> String {
    let seen = seen(status)
    return seen.glyph + " " + description(of: seen, ofSlot: status.id.rawValue)
  }

  /// What is seen in words, with the reason of a failure where `isLong`, and as the reason alone where not.
  func description(of seen: SeenState, ofSlot slot: Int, isLong: Bool = true) -> String {
    switch seen {
    case .failed:
      guard let reason = slots[slot].failure?.words else { return seen.word }
      return isLong ? "\(seen.word): \(reason)" : reason
    case .refused: return isLong ? seen.word : "refused"
    case .empty, .noConsent, .auction, .loading, .ready, .rendered, .viewable, .unloaded:
      return seen.word
    }
  }
}
