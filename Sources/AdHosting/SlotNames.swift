import AdEngine

/// The app's names of slots and the engine's numbers for them.
struct SlotNames {
  private var ids: [String: SlotID] = [:]
  private var slots: [SlotID: HostedSlot] = [:]
  private var next = 1

  func id(of name: String) -> SlotID? { ids[name] }

  /// A slot of the page, or one that was removed in the step that is carried out.
  func slot(_ id: SlotID) -> HostedSlot? { slots[id] }

  mutating func add(_ name: String) -> SlotID {
    let id = SlotID(next)
    next += 1
    ids[name] = id
    slots[id] = HostedSlot(name: name, id: id)
    return id
  }

  /// Frees a name; the slot is known until its step was carried out, since the engine has yet to release its ad.
  mutating func remove(_ name: String) { ids[name] = nil }

  /// Forgets the slots that the engine does not have: those that were removed, and those whose first frame was refused.
  mutating func keep(_ isOnPage: (SlotID) -> Bool) {
    ids = ids.filter { isOnPage($0.value) }
    slots = slots.filter { isOnPage($0.key) }
  }
}
