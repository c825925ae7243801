extension Engine {
  /// Something that the host must do or report because the engine decided so.
  ///
  /// Effects are named in the imperative; they carry plain values, so that they can be compared, sent and recorded. What
  /// is large and rare lies beside the effect (`indirect`), so that the others stay small enough to be read in registers.
  public enum Effect: Hashable, Sendable {
    /// Report that the slot's distance state became this; `gap` is the distance that was seen, in points.
    case reportLoadState(SlotID, AdLoadState, gap: Double)
    /// Report that the slot's content state became this.
    case reportAdState(SlotID, AdViewState)
    /// Hold an auction for the slot's next ad; its bids name the number.
    case auction(SlotID, number: Int)
    /// Report what became of an auction of the slot, besides bids.
    case reportAuction(SlotID, number: Int, AuctionOutcome)
    /// Ask the world for an ad; the answer names the generation.
    case fetch(SlotID, generation: Int)
    /// Let the delivered ad be drawn.
    case render(SlotID, generation: Int)
    /// Free what the generation holds, and cancel what it waits for.
    case release(SlotID, generation: Int)
    /// Give the slot this size; the engine has moved what lies below it already. With scroll anchoring also scroll the page by so
    /// many points where the slot lies above the viewport, by 0 elsewhere; the engine has adjusted its viewport already.
    case resize(SlotID, Size, scrollBy: Double)
    /// Count the ad as seen: it was in view long enough (MRC).
    case reportViewable(SlotID)
    /// Open an address in the user's browser or app: it leaves its ad, within user activation (D32).
    indirect case open(SlotID, ResolvedNavigation)
    /// Report that an ad's navigation was stopped, and why.
    indirect case block(SlotID, ResolvedNavigation)
    /// Write down what an ad's page said (`S1.59`, `S1.61`).
    indirect case log(SlotID, BridgeMessage)
    /// Report that an input was refused; nothing changed.
    indirect case refuse(InputError)
  }
}

extension Engine.Effect {
  /// Whether a world has to do something: hold an auction, answer a fetch, or stop what was released.
  @inlinable
  package var isForWorld: Bool {
    switch self {
    case .fetch, .release, .auction: true
    default: false
    }
  }
}
