public import AdEngine

/// What one frame of the app changed on its page, in any order; see ``AdPageController/frame(_:)``.
public struct FrameChange {
  var names: SlotNames
  private(set) var inputs: [Engine.Input] = []
  private let engine: Engine

  init(on engine: Engine, _ names: SlotNames) {
    self.engine = engine
    self.names = names
  }

  // MARK: - Geometry

  /// The viewport has this size, in points.
  public mutating func viewport(_ size: Size) {
    // The first one starts the engine, whatever it was made with.
    if size != engine.viewport.size || !engine.isStarted { inputs.append(.viewportResized(size)) }
  }

  /// The top of the viewport is this many points from the top of the page.
  public mutating func scroll(_ y: Double) { inputs.append(.scrolled(to: y)) }

  /// The left of the viewport is this many points from the left of the page.
  public mutating func scrollAcross(_ x: Double) { inputs.append(.scrolledAcross(to: x)) }

  /// The slot of this name lies here, in points from the top left of the page; the first time it is added to the page.
  ///
  /// A frame that is the engine's already costs nothing, so all slots can be named in every frame.
  public mutating func slot(_ name: String, at frame: SlotFrame) {
    guard let id = names.id(of: name) else {
      return inputs.append(.slotAdded(names.add(name), frame))
    }
    if engine.status(of: id)?.frame != frame { inputs.append(.slotMoved(id, frame)) }
  }

  /// Something else clips the slot: at most this share of it is visible, 0…1.
  public mutating func clip(_ name: String, visibleShare: Double) {
    append(name) { .slotClipped($0, visibleShare: visibleShare) }
  }

  /// The slot is hidden (`true`) wherever the page is scrolled to, or is shown again.
  public mutating func hide(_ name: String, _ isHidden: Bool) {
    append(name) { .slotHidden($0, isHidden) }
  }

  /// The slot is no longer on the page.
  public mutating func remove(_ name: String) {
    append(name) { .slotRemoved($0) }
    names.remove(name)
  }

  // MARK: - The user and the app

  /// The user's choice, and the consent data that ads receive; other data loads the ads again.
  public mutating func consent(_ status: ConsentStatus, _ handOff: ConsentPayload = .none) {
    inputs.append(.consentChanged(status, handOff))
  }

  /// Whether the app is active; while it is not, nothing is in view.
  public mutating func active(_ isActive: Bool) { inputs.append(.activityChanged(isActive)) }

  /// Some of the lazy-loading settings are these.
  public mutating func lazyLoading(_ change: LazyLoadingChange) {
    inputs.append(.lazyLoadingChanged(change))
  }

  /// The ad of the slot is to be loaded again.
  public mutating func reload(_ name: String) { append(name) { .reloadRequested($0) } }

  /// The user clicked the ad of the slot.
  public mutating func click(_ name: String) { append(name) { .clicked($0) } }

  /// The page of the ad that is in the slot asks to go somewhere.
  public mutating func navigate(_ name: String, _ attempt: NavigationAttempt) {
    appendOfAd(name) { .navigationRequested($0, generation: $1, attempt) }
  }

  /// The page of the ad that is in the slot said this over the bridge.
  public mutating func message(
    _ name: String, _ message: Result<BridgeMessage, BridgeMessageError>
  ) {
    appendOfAd(name) { .messaged($0, generation: $1, message) }
  }

  private mutating func append(_ name: String, _ input: (SlotID) -> Engine.Input) {
    if let id = names.id(of: name) { inputs.append(input(id)) }
  }

  private mutating func appendOfAd(_ name: String, _ input: (SlotID, Int) -> Engine.Input) {
    guard let id = names.id(of: name), let status = engine.status(of: id) else { return }
    inputs.append(input(id, status.generation))
  }
}

/// The app's names of slots and the engine's numbers for them.
struct SlotNames {
  private var ids: [String: SlotID] = [:]
  private var slots: [SlotID: HostedSlot] = [:]
  private var next = 1

  func id(of name: String) -> SlotID? { ids[name] }

  /// A slot of the page, also one that was removed but not forgotten.
  func slot(_ id: SlotID) -> HostedSlot? { slots[id] }

  mutating func add(_ name: String) -> SlotID {
    let id = SlotID(next)
    next += 1
    ids[name] = id
    slots[id] = HostedSlot(name: name, id: id)
    return id
  }

  /// Frees a name; the slot is known until it is forgotten, since the engine has yet to release its ad.
  mutating func remove(_ name: String) { ids[name] = nil }

  mutating func removeAll() { ids.removeAll() }

  /// Forgets the slots without a name.
  mutating func forgetRemoved() {
    if ids.count != slots.count { slots = slots.filter { ids[$0.value.name] == $0.key } }
  }
}
