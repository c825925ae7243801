package import AdEngine
package import AdLab
import AdRendering

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
  /// The app made a call to an ad of the page that stands in no slot.
  case screenAd(ScreenAdCall, ScreenAdKind)
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

/// Causes that name a slot and stand for one input, both ways: a new input of a slot is a case here and in the format.
extension SessionCause {
  enum SlotPlace: Equatable {
    /// The page of its line; the slot may have gone since.
    case anyPage
    case topPage
    /// The slots of a session without a page; `key` is what a session of a page may not hold.
    case bare(key: String)
  }

  /// The slot that the cause names for an input, and where it is; a frame may name one that is not there yet.
  var slot: (name: String, place: SlotPlace)? {
    switch self {
    case .clicked(let name), .reloadRequested(let name), .answered(let name, _, _),
      .bidsArrived(let name, _), .presentationFailed(let name, _), .messaged(let name, _, _),
      .navigationRequested(let name, _, _):
      (name, .anyPage)
    case .slotMovedAcross(let name, _): (name, .topPage)
    case .slotResized(let name, _): (name, .bare(key: "resized"))
    case .slotClipped(let name, _): (name, .bare(key: "visible"))
    case .slotHidden(let name, _): (name, .bare(key: "hidden"))
    case .slotRemoved(let name): (name, .bare(key: "removed"))
    case .scrolled, .scrolledAcross, .viewportResized, .slotFramed, .lazyLoadingChanged,
      .consentChanged, .policyChanged, .activityChanged, .screenAd, .pageOpened, .wentBack,
      .caption, .lab:
      nil
    }
  }

  /// Whether the cause names a slot that may be on a page under the one on the screen.
  var isAboutSlot: Bool {
    if case .screenAd = self { true } else { slot?.place == .anyPage }
  }

  /// The input that the cause stands for, by itself or for the slot that it names; `nil` where a run makes more of it.
  func input(for slot: SlotID = SlotID(0)) -> Engine.Input? {
    switch self {
    case .scrolled(let position): .scrolled(to: position)
    case .scrolledAcross(let position): .scrolledAcross(to: position)
    case .viewportResized(let size): .viewportResized(size)
    case .lazyLoadingChanged(let change): .lazyLoadingChanged(change)
    case .policyChanged(let policy): .policyChanged(policy)
    case .activityChanged(let isActive): .activityChanged(isActive)
    case .clicked: .clicked(slot)
    case .reloadRequested: .reloadRequested(slot)
    case .answered(_, let generation, let answer): .answered(slot, generation: generation, answer)
    case .bidsArrived(_, let auction): .bidsArrived(slot, auction: auction)
    case .presentationFailed(_, let generation): .presentationFailed(slot, generation: generation)
    case .messaged(_, let generation, let message):
      .messaged(slot, generation: generation, .success(message))
    case .slotResized(_, let size): .slotResized(slot, size)
    case .slotMovedAcross(_, let x): .slotMovedAcross(slot, to: x)
    case .slotClipped(_, let share): .slotClipped(slot, visibleShare: share)
    case .slotHidden(_, let isHidden): .slotHidden(slot, isHidden)
    case .slotRemoved: .slotRemoved(slot)
    case .slotFramed, .consentChanged, .screenAd, .pageOpened, .wentBack, .caption,
      .navigationRequested, .lab:
      nil
    }
  }

  /// The cause for an input; `nil` where a session does not hold it: for its values, or since it follows from the page.
  init?(_ input: Engine.Input, in slots: SlotTable, isBare: Bool) {
    func name(_ slot: SlotID) -> String? {
      let name = slots.name(of: slot)
      return slots[name] == slot ? name : nil
    }
    func cause(_ slot: SlotID, if isRecordable: Bool = true, _ make: (String) -> Self) -> Self? {
      isRecordable ? name(slot).map(make) : nil
    }
    let cause: Self? =
      switch input {
      case .scrolled(let position): position.isFinite ? .scrolled(to: position) : nil
      case .scrolledAcross(let position): position.isFinite ? .scrolledAcross(to: position) : nil
      case .viewportResized(let size): size.isValid ? .viewportResized(size) : nil
      case .lazyLoadingChanged(let change): .lazyLoadingChanged(change)
      case .consentChanged(let status, _): .consentChanged(.status(status))
      case .policyChanged(let policy): .policyChanged(policy)
      case .activityChanged(let isActive): .activityChanged(isActive)
      case .clicked(let slot): cause(slot) { .clicked($0) }
      case .reloadRequested(let slot): cause(slot) { .reloadRequested($0) }
      case .answered(let slot, let generation, let answer):
        cause(slot, if: generation >= 1 && answer.isRecordable) {
          .answered($0, generation: generation, answer)
        }
      case .bidsArrived(let slot, let auction):
        cause(slot, if: auction >= 1) { .bidsArrived($0, auction: auction) }
      case .presentationFailed(let slot, let generation):
        cause(slot, if: generation >= 1) { .presentationFailed($0, generation: generation) }
      case .messaged(let slot, let generation, .success(let message)):
        cause(slot, if: generation >= 1 && message.isRecordable) {
          .messaged($0, generation: generation, message)
        }
      case .navigationRequested(let slot, let generation, let attempt):
        cause(slot, if: generation >= 1) {
          .navigationRequested($0, generation: generation, SessionNavigation(attempt))
        }
      case .slotAdded(let slot, let frame):
        cause(slot, if: isBare && frame.isValid) {
          .slotFramed($0, frame, unit: slots.unit(of: slot))
        }
      case .slotMoved(let slot, let frame):
        cause(slot, if: isBare && frame.isValid) { .slotFramed($0, frame, unit: nil) }
      case .slotResized(let slot, let size):
        cause(slot, if: isBare && size.isValid) { .slotResized($0, size) }
      case .slotMovedAcross(let slot, let x):
        cause(slot, if: x.isFinite) { .slotMovedAcross($0, to: x) }
      case .slotClipped(let slot, let share):
        cause(slot, if: isBare && (0...1).contains(share)) {
          .slotClipped($0, visibleShare: share)
        }
      case .slotHidden(let slot, let isHidden):
        cause(slot, if: isBare) { .slotHidden($0, isHidden) }
      case .slotRemoved(let slot): cause(slot, if: isBare) { .slotRemoved($0) }
      case .messaged(_, _, .failure), .slotConstrained, .slotLazyLoadingChanged,
        .slotSticky, .slotRefreshChanged, .pageClosed,
        .pageCovered, .slotRenewed, .woken:
        nil
      }
    guard let cause else { return nil }
    self = cause
  }
}

extension SessionNavigation {
  fileprivate init(_ attempt: NavigationAttempt) {
    self.init(
      url: attempt.text, frame: attempt.frame,
      action: attempt.action.flatMap { (0...Int(largestWhole)).contains($0) ? $0 : nil })
  }
}

extension Answer {
  fileprivate var isRecordable: Bool {
    if case .loaded(let size, _) = self { size.isValid } else { true }
  }
}

extension BridgeMessage {
  /// Whether a session may hold the message: what it writes must read back the same.
  fileprivate var isRecordable: Bool {
    switch self {
    case .console: true
    case .adSize(let size): size.isValid
    case .unknown(_, let fields):
      // A line puts three objects around it.
      (try? JSONReader.read(Array("[[[\(fields)]]]".utf8), .strict)) != nil
        && (try? JSONReader.read(fields)).flatMap { value in
          value.json == fields ? try? BridgeMessageReader.read(value) : nil
        } == self
    }
  }
}
