package import AdEngine
package import AdSimulation

package struct RunSlot: Hashable, Sendable {
  package var name: String
  /// What the ad server knows of it: the unit, the size that is asked for, what the page fixes about the answer.
  package var ad: SimulatedSlot
  /// Where the slot lies, in points.
  package var frame: SlotFrame
  /// The bounds of the container; they bind the frame alone (`S0.34`).
  package var constraints = ContainerConstraints.none
  /// When the slot starts again with another ad.
  package var renewal = AdRenewal.never
  package var lazyLoading: LazyLoadingOverride?
  /// After how many milliseconds viewable ads are refreshed; `nil` for never.
  package var refresh: Int64?
  /// Whether its ad sticks to the top of the viewport for as long as the slot allows.
  package var isSticky = false
  /// Whether it is not put on the page.
  package var isLeftOut = false

  /// Makes a slot for which an ad of its frame's size is requested.
  package init(_ name: String, unit: String, frame: SlotFrame) {
    (self.name, self.frame) = (name, frame)
    ad = SimulatedSlot(unit: unit, requested: frame.size)
  }

  package var unit: String { ad.unit }
}

package struct RunSetup: Hashable, Sendable {
  package var engine: Engine.Configuration
  /// The slots, in page order; the run numbers them from 0 on.
  package private(set) var slots: [RunSlot]
  /// The simulated world; `nil` when answers come from elsewhere, or not at all.
  package var world: AdServerSettings?
  /// The provider of the page's ads, where a plug-in has them (`S3.27`), also without a world.
  let provider: String?
  /// What the page needs of a TC string.
  package var needed: TCFRequirement
  /// The ads that stand in no slot.
  package var screenAds: [ScreenAd]
  /// How many viewports away slots are taken out of the page, as cells of a list are recycled; `nil` for never.
  package var recycling: Double?

  /// Makes a setup; slots come in the order of their tops, those with the same top in the order given.
  package init(
    engine: Engine.Configuration = Engine.Configuration(),
    slots: [RunSlot] = [],
    world: AdServerSettings? = nil,
    needed: TCFRequirement = TCFRequirement(),
    screenAds: [ScreenAd] = [],
    recycling: Double? = nil
  ) {
    self.recycling = recycling
    (self.engine, self.needed, self.screenAds) = (engine, needed, screenAds)
    self.slots = slots.sorted { $0.frame.y < $1.frame.y }
    self.world = world
    provider = world?.supply?.provider
  }
}

extension RunSetup {
  /// Whether settings from outside, but for the viewport, are those that the page has.
  func isUnchanged(under overrides: SettingOverrides) -> Bool {
    let choice = overrides.consent
    guard
      choice.map({ $0.status(for: needed) == engine.consent && $0.handOff == engine.handOff })
        ?? true,
      overrides.policy.map({ $0 == engine.policy }) ?? true,
      overrides.scrollAnchoring.map({ $0 == engine.scrollAnchoring }) ?? true
    else { return false }
    guard overrides.lazyLoading != LazyLoadingChange() else { return true }
    guard let settings = engine.lazyLoading else { return false }
    return (try? settings.overridden(by: overrides.lazyLoading, in: engine.viewport)) == settings
  }
}
