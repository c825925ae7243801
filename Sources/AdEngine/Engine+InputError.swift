extension Engine {
  /// An input that the engine did not accept, as a value; its description is the sentence to show.
  public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A scroll position that is not a finite number.
    case scroll(Double)
    /// A viewport with a side that is negative or not finite.
    case viewport(Size)
    /// A frame with a number that is not finite or a side that is negative (D21).
    case frame(SlotID, SlotFrame)
    /// A delivered size that is not finite, not above zero or above 4,096 points (D25).
    case size(SlotID, Size)
    /// A visible share that is not between 0 and 1.
    case visibleShare(SlotID, Double)
    /// An input about a slot that is not on the page.
    case unknownSlot(SlotID)
    /// A slot was added that is on the page already.
    case duplicateSlot(SlotID)
    /// Settings that do not satisfy 0 ≤ display ≤ fetch, all finite (D20).
    case lazyLoading(LazyLoadingError)
    /// Lazy-loading settings for a page without a lazy-loading manager.
    case noManager
    /// What an ad's page said is no message (`S1.62`).
    indirect case message(SlotID, BridgeMessageError)
    /// A click on a slot whose ad view was in this state and cannot be clicked.
    case click(SlotID, AdViewState)

    /// The slot that it is about, if it is about one.
    package var slot: SlotID? {
      switch self {
      case .frame(let slot, _), .size(let slot, _), .unknownSlot(let slot),
        .duplicateSlot(let slot), .click(let slot, _), .message(let slot, _),
        .visibleShare(let slot, _):
        slot
      case .scroll, .viewport, .lazyLoading, .noManager: nil
      }
    }

    /// One sentence that names the values.
    public var description: String {
      switch self {
      case .scroll(let position): "scroll position \(position): expected a finite number of points"
      case .viewport(let size):
        "viewport \(size.width) × \(size.height): expected two finite numbers of points, not negative"
      case .frame(let slot, let frame):
        "slot \(slot.rawValue): frame y \(frame.y), \(frame.width) × \(frame.height):"
          + " expected finite numbers and no negative side"
      case .size(let slot, let size):
        "slot \(slot.rawValue): delivered size \(size.width) × \(size.height):"
          + " expected more than 0 and at most 4096 points"
      case .visibleShare(let slot, let share):
        "slot \(slot.rawValue): visible share \(share): expected a number from 0 to 1"
      case .unknownSlot(let slot): "slot \(slot.rawValue): there is no such slot on the page"
      case .duplicateSlot(let slot): "slot \(slot.rawValue): the page has this slot already"
      case .lazyLoading(let problem): problem.description
      case .noManager: "this page has no lazy loading: there are no thresholds to change"
      case .message(let slot, let problem): "slot \(slot.rawValue): \(problem)"
      case .click(let slot, let state):
        "slot \(slot.rawValue): a click on an ad that is \(state.rawValue): only an ad that was seen can be clicked"
      }
    }
  }
}
