import AdEngine

/// Takes far slots out of a page and puts them back, as an app's lists do: their ads are requested again.
struct SlotRecycling: Sendable {
  /// How many viewports away slots are taken out.
  private let distance: Double
  private let slots: [RunSlot]
  private let isLazy: Bool
  /// Where each slot lies, or would lie if it were there.
  private var frames: [SlotFrame]
  private var isOut: [Bool]

  init(_ setup: RunSetup, distance: Double) {
    (self.distance, slots, isLazy) = (distance, setup.slots, setup.engine.lazyLoading != nil)
    frames = slots.map(\.frame)
    isOut = slots.map { _ in false }
  }

  /// What the app does in the step of these inputs, if one of them moves the viewport.
  mutating func inputs(after given: [Engine.Input], in engine: Engine) -> [Engine.Input] {
    var viewport = engine.viewport
    var hasMoved = false
    for input in given {
      switch input {
      case .scrolled(let position) where position.isFinite: viewport.y = position
      case .viewportResized(let size) where size.height.isFinite: viewport.size = size
      default: continue
      }
      hasMoved = true
    }
    guard hasMoved, viewport.size.height > 0 else { return [] }
    var inputs: [Engine.Input] = []
    for number in slots.indices where !slots[number].isLeftOut {
      let id = SlotID(number)
      let isFar = viewport.gap(to: frames[number]) > distance * viewport.size.height
      guard isFar != isOut[number] else { continue }
      isOut[number] = isFar
      if isFar {
        inputs.append(.slotRemoved(id))
      } else {
        inputs += [.slotAdded(id, frames[number])] + slots[number].rules(of: id, isLazy: isLazy)
      }
    }
    return inputs
  }

  /// Follows a resize, which moves the slots below also while they are out.
  mutating func observe(_ effect: Engine.Effect) {
    guard case .resize(let slot, let size, _) = effect else { return }
    let old = frames[slot.rawValue]
    (frames[slot.rawValue].width, frames[slot.rawValue].height) = (size.width, size.height)
    guard size.height != old.height else { return }
    for number in frames.indices where number != slot.rawValue && frames[number].y >= old.maxY {
      frames[number].y += size.height - old.height
    }
  }
}

extension RunSlot {
  /// What is said about the slot after it was added; `isLazy` tells whether its page loads lazily.
  func rules(of id: SlotID, isLazy: Bool) -> [Engine.Input] {
    var inputs: [Engine.Input] = []
    if isSticky { inputs.append(.slotSticky(id, true)) }
    if constraints != .none { inputs.append(.slotConstrained(id, constraints)) }
    if let refresh { inputs.append(.slotRefreshChanged(id, every: refresh)) }
    if let lazyLoading, isLazy { inputs.append(.slotLazyLoadingChanged(id, lazyLoading)) }
    return inputs
  }
}
