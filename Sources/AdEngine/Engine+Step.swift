extension Engine {
  /// Applies all inputs of one instant as one step and returns what the host must do now.
  ///
  /// What is absolute is applied first, in this order however it was handed in: ``Engine/Input/viewportResized(_:)``,
  /// ``Engine/Input/slotResized(_:_:)``, ``Engine/Input/slotMoved(_:_:)``, ``Engine/Input/slotMovedAcross(_:to:)``, ``Engine/Input/slotClipped(_:visibleShare:)``,
  /// ``Engine/Input/slotHidden(_:_:)``, ``Engine/Input/scrolledAcross(to:)``, ``Engine/Input/scrolled(to:)``; of one kind
  /// and slot the last one counts. The others follow in their order, among them what is said about a slot from where it was
  /// added or removed on. Then comes one measurement and one check. ``Engine/Input/pageClosed`` and
  /// ``Engine/Input/pageCovered(_:)`` are steps of their own.
  ///
  /// Without an input, what is due is carried out.
  public mutating func handle(_ inputs: [Input], at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(inputs, at: now, into: &effects)
    return effects
  }

  /// Applies all inputs of one instant as one step and appends what the host must do now to `effects`.
  public mutating func handle(_ inputs: [Input], at now: Instant, into effects: inout [Effect]) {
    for step in Input.steps(of: inputs) {
      for input in step { apply(input, at: now, into: &effects) }
      finishStep(into: &effects)
    }
  }

  /// Carries out what is due and applies an input of ``Engine/Input/steps(of:)``, to be decided by ``finishStep(into:)``.
  package mutating func apply(_ input: Input, at now: Instant, into effects: inout [Effect]) {
    let now = arrive(at: now, into: &effects)
    if isAboutLaterGeneration(input) {
      deferredInputs.append(input)
    } else {
      route(input, at: now, into: &effects)
    }
  }

  /// Measures and checks once for the inputs of this instant; then comes what the world says of requests just made.
  package mutating func finishStep(into effects: inout [Effect]) {
    decide(at: clock, into: &effects)
    if !deferredInputs.isEmpty {
      for input in deferredInputs { route(input, at: clock, into: &effects) }
      deferredInputs.removeAll()
      decide(at: clock, into: &effects)
    }
    refreshDeadline()
  }

  // Inlined, and without closures: else each input would copy the engine.
  @inline(__always)
  private func isAboutLaterGeneration(_ input: Input) -> Bool {
    switch input {
    case .answered(let id, let generation, _), .presentationFailed(let id, let generation),
      .messaged(let id, let generation, _), .navigationRequested(let id, let generation, _):
      guard let handle = page.handle(of: id) else { return false }
      return contents[handle].generation < generation
    case .bidsArrived(let id, let auction):
      guard let handle = page.handle(of: id) else { return false }
      return auctions[handle].number < auction
    default: return false
    }
  }
}

extension Engine.Input {
  /// Inputs of one instant as the steps that they are, each in the order in which it is applied.
  package static func steps(of inputs: [Self]) -> [[Self]] {
    guard inputs.count > 1 else { return [inputs.isEmpty ? [.woken] : inputs] }
    var steps: [[Self]] = []
    var step: [Self] = []
    for input in inputs {
      switch input {
      case .pageClosed, .pageCovered:
        if !step.isEmpty { steps.append(inStepOrder(step)) }
        steps.append([input])
        step = []
      default: step.append(input)
      }
    }
    if !step.isEmpty { steps.append(inStepOrder(step)) }
    return steps
  }

  private static func inStepOrder(_ inputs: [Self]) -> [Self] {
    var absolute: [(rank: Int, input: Self?)] = []
    var latest: [Place: Int] = [:]
    var others: [Self] = []
    var changedSlots: Set<SlotID> = []
    for input in inputs {
      if let place = input.place, !(place.slot.map(changedSlots.contains) ?? false) {
        if let index = latest[place] { absolute[index].input = nil }
        latest[place] = absolute.count
        absolute.append((place.rank, input))
        continue
      }
      if case .slotAdded(let id, _) = input { changedSlots.insert(id) }
      if case .slotRemoved(let id) = input { changedSlots.insert(id) }
      others.append(input)
    }
    let byRank = absolute.indices.sorted { (absolute[$0].rank, $0) < (absolute[$1].rank, $1) }
    return byRank.compactMap { absolute[$0].input } + others
  }
}
