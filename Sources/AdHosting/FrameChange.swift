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

  /// The viewport has this size, in points.
  public mutating func viewport(_ size: Size) { changes.append(.viewport(size)) }

  /// The top of the viewport is this many points from the top of the page.
  public mutating func scroll(_ y: Double) { changes.append(.input(.scrolled(to: y))) }

  /// The left of the viewport is this many points from the left of the page.
  public mutating func scrollAcross(_ x: Double) { changes.append(.input(.scrolledAcross(to: x))) }

  /// The slot of this name lies here, in points from the top left of the page; the first time it is added to the page.
  ///
  /// A frame that is the engine's already is skipped, so all slots can be named in every frame.
  public mutating func slot(_ name: String, at frame: SlotFrame) {
    changes.append(.slot(name, frame))
  }

  /// Something else clips the slot: at most this share of it is visible, 0…1.
  public mutating func clip(_ name: String, visibleShare: Double) {
    changes.append(.ofSlot(name) { .slotClipped($0, visibleShare: visibleShare) })
  }

  /// The slot is hidden (`true`) wherever the page is scrolled to, or is shown again.
  public mutating func hide(_ name: String, _ isHidden: Bool) {
    changes.append(.ofSlot(name) { .slotHidden($0, isHidden) })
  }

  /// The slot is no longer on the page.
  public mutating func remove(_ name: String) { changes.append(.remove(name)) }

  /// The user's choice, and the consent data that ads receive, `nil` for those that they receive already; other data loads the
  /// ads again.
  public mutating func consent(_ status: ConsentStatus, _ payload: ConsentPayload? = nil) {
    changes.append(.consent(status, payload))
  }

  /// The rule by which the choice is applied.
  public mutating func policy(_ policy: ConsentPolicy) {
    changes.append(.input(.policyChanged(policy)))
  }

  /// Whether the app is active; while it is not, nothing is in view.
  public mutating func active(_ isActive: Bool) {
    changes.append(.input(.activityChanged(isActive)))
  }

  /// Whether another page covers this one; while it does, nothing is requested and nothing is in view.
  public mutating func covered(_ isCovered: Bool) {
    changes.append(.input(.pageCovered(isCovered)))
  }

  /// Some of the lazy-loading settings are these.
  public mutating func lazyLoading(_ change: LazyLoadingChange) {
    changes.append(.input(.lazyLoadingChanged(change)))
  }

  /// The lazy-loading settings of a slot alone; `nil` removes them.
  public mutating func lazyLoading(_ name: String, _ own: LazyLoadingOverride?) {
    changes.append(.ofSlot(name) { .slotLazyLoadingChanged($0, own) })
  }

  /// The ad of the slot is to be loaded again.
  public mutating func reload(_ name: String) {
    changes.append(.ofSlot(name) { .reloadRequested($0) })
  }

  /// The user clicked the ad of the slot.
  public mutating func click(_ name: String) { changes.append(.ofSlot(name) { .clicked($0) }) }

  /// The ad that was delivered to the slot cannot be drawn; to be said before it is rendered.
  public mutating func presentationFailed(_ name: String) {
    changes.append(.ofAd(name) { .presentationFailed($0, generation: $1) })
  }

  /// The page of the ad that is in the slot asks to go somewhere; what pages of released ads ask for is to be dropped.
  public mutating func navigate(_ name: String, _ attempt: NavigationAttempt) {
    changes.append(.ofAd(name) { .navigationRequested($0, generation: $1, attempt) })
  }

  /// The page of the ad that is in the slot said this over the bridge; what pages of released ads say is to be dropped.
  public mutating func message(
    _ name: String, _ message: Result<BridgeMessage, BridgeMessageError>
  ) {
    changes.append(.ofAd(name) { .messaged($0, generation: $1, message) })
  }
}
