public import AdEngine

/// What one frame of the app changed on its page, in any order; see ``AdPageController/frame(_:)``.
public struct FrameChange {
  /// A change, with the slot by its name: what it means to the engine is known when its step comes.
  enum Change {
    case viewport(Size)
    case slot(String, SlotFrame)
    case remove(String)
    case input(Engine.Input)
    case ofSlot(String, (SlotID) -> Engine.Input)
    case ofAd(String, (SlotID, _ generation: Int) -> Engine.Input)
    case consent(ConsentStatus, ConsentPayload?)
  }

  private(set) var changes: [Change] = []

  private mutating func add(_ change: Change) { changes.append(change) }

  /// The viewport has this size, in points.
  public mutating func viewport(_ size: Size) { add(.viewport(size)) }

  /// The top of the viewport is this many points from the top of the page.
  public mutating func scroll(_ y: Double) { add(.input(.scrolled(to: y))) }

  /// The left of the viewport is this many points from the left of the page.
  public mutating func scrollAcross(_ x: Double) { add(.input(.scrolledAcross(to: x))) }

  /// The slot of this name lies here, in points from the top left of the page; the first time it is added to the page.
  ///
  /// A frame that is the engine's already is skipped, so all slots can be named in every frame.
  public mutating func slot(_ name: String, at frame: SlotFrame) { add(.slot(name, frame)) }

  /// Something else clips the slot: at most this share of it is visible, 0…1.
  public mutating func clip(_ name: String, visibleShare: Double) {
    add(.ofSlot(name) { .slotClipped($0, visibleShare: visibleShare) })
  }

  /// The slot is hidden (`true`) wherever the page is scrolled to, or is shown again.
  public mutating func hide(_ name: String, _ isHidden: Bool) {
    add(.ofSlot(name) { .slotHidden($0, isHidden) })
  }

  /// The ad sticks to the top of the viewport for as long as its slot, which is higher, allows (`true`), or no longer.
  public mutating func stick(_ name: String, _ isSticky: Bool) {
    add(.ofSlot(name) { .slotSticky($0, isSticky) })
  }

  /// The container of the slot has these bounds, from the next ad on.
  public mutating func constrain(_ name: String, _ bounds: ContainerConstraints) {
    add(.ofSlot(name) { .slotConstrained($0, bounds) })
  }

  /// The slot's ads, from the next on, are reloaded this many milliseconds after they were viewable, once half of one is in view;
  /// `nil` for never.
  ///
  /// At least 30,000 is what Ad Manager asks for; a slot is refreshed at most `Engine.maxRefreshes` times.
  public mutating func refresh(_ name: String, every interval: Int64?) {
    add(.ofSlot(name) { .slotRefreshChanged($0, every: interval) })
  }

  /// The slot is no longer on the page.
  public mutating func remove(_ name: String) { add(.remove(name)) }

  /// The user's choice, and the consent data that ads receive, `nil` for those that they receive already; other data loads the
  /// ads again.
  public mutating func consent(_ status: ConsentStatus, _ payload: ConsentPayload? = nil) {
    add(.consent(status, payload))
  }

  /// The rule by which the choice is applied.
  public mutating func policy(_ policy: ConsentPolicy) { add(.input(.policyChanged(policy))) }

  /// Whether the app is active; while it is not, nothing is in view.
  public mutating func active(_ isActive: Bool) { add(.input(.activityChanged(isActive))) }

  /// Whether another page covers this one; while it does, nothing is requested and nothing is in view.
  public mutating func covered(_ isCovered: Bool) { add(.input(.pageCovered(isCovered))) }

  /// Some of the lazy-loading settings are these.
  public mutating func lazyLoading(_ change: LazyLoadingChange) {
    add(.input(.lazyLoadingChanged(change)))
  }

  /// The lazy-loading settings of a slot alone; `nil` removes them.
  public mutating func lazyLoading(_ name: String, _ own: LazyLoadingOverride?) {
    add(.ofSlot(name) { .slotLazyLoadingChanged($0, own) })
  }

  /// The ad of the slot is to be loaded again.
  public mutating func reload(_ name: String) { add(.ofSlot(name) { .reloadRequested($0) }) }

  /// The user clicked the ad of the slot.
  public mutating func click(_ name: String) { add(.ofSlot(name) { .clicked($0) }) }

  /// The ad that was delivered to the slot cannot be drawn; to be said before it is rendered.
  public mutating func presentationFailed(_ name: String) {
    add(.ofAd(name) { .presentationFailed($0, generation: $1) })
  }

  /// The page of the ad that is in the slot asks to go somewhere; what pages of released ads ask for is to be dropped.
  public mutating func navigate(_ name: String, _ attempt: NavigationAttempt) {
    add(.ofAd(name) { .navigationRequested($0, generation: $1, attempt) })
  }

  /// The page of the ad that is in the slot said this over the bridge; what pages of released ads say is to be dropped.
  public mutating func message(
    _ name: String, _ message: Result<BridgeMessage, BridgeMessageError>
  ) {
    add(.ofAd(name) { .messaged($0, generation: $1, message) })
  }
}
