public import AdEngine

/// A slot as the ad server knows it: what was asked for, and what the page fixes about the answer.
public struct SimulatedSlot: Hashable, Sendable {
  /// The ad unit id.
  public var unit: String
  /// The size that was asked for, in points.
  public var requested: Size
  /// What the page fixes about the answer.
  public var creative: CreativeSettings

  /// Makes a slot.
  public init(unit: String, requested: Size, creative: CreativeSettings = CreativeSettings()) {
    self.unit = unit
    self.requested = requested
    self.creative = creative
  }
}

/// A seeded world: carries out the engine's effects and answers its fetches, at moments of its own.
public struct SimulatedWorld: Sendable {
  /// Makes a world without slots.
  public init(_ settings: AdServerSettings = AdServerSettings()) {
  }

  /// Tells the world of a slot; a fetch of a slot it was not told of is never answered.
  public mutating func add(_ slot: SimulatedSlot, as id: SlotID) {
  }

  /// Forgets all slots and everything under way.
  public mutating func closePage() {
  }

  /// Carries out an effect: a fetch schedules an answer, a release cancels it; the rest is the host's.
  public mutating func perform(_ effect: Effect, at now: Instant) {
  }

  /// The moment of the next answer, if anything is under way.
  public var nextAnswer: Instant? { nil }

  /// The answer that is due at `now` or before, the earliest first, as an input for the engine.
  public mutating func takeAnswer(dueAt now: Instant) -> Input? { nil }
}
