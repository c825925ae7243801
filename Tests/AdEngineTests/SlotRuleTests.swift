import AdEngine
import TestSupport
import Testing

/// Slots with lazy-loading settings of their own, and slots without lazy loading.
@Suite(.tags(.fast)) struct SlotRuleTests {
  private func own(_ fetch: Threshold? = nil, _ display: Threshold? = nil) -> LazyLoadingOverride {
    .settings(LazyLoadingChange(fetchThreshold: fetch, displayThreshold: display))
  }

  @Test
  func `a slot without lazy loading is fetched and displayed at once, before anything is checked`()
  {
    var stage = Stage(slots: [slot(at: 3000), slot(at: 9000)])
    stage.happen(.slotLazyLoadingChanged(SlotID(2), .off), at: 5)
    #expect(stage.log == ["5 slot 2 fetched gap 8200", "5 slot 2 displayed gap 8200"])
    stage.scroll(to: 0, at: 10)
    stage.reload(2, at: 2000)
    #expect(
      stage.log.suffix(3) == [
        "2000 slot 2 notLoaded gap 8200", "2000 slot 2 fetched gap 8200",
        "2000 slot 2 displayed gap 8200",
      ])
  }

  @Test func `a slot's own thresholds count in place of the page's, each for itself`() {
    var stage = Stage(slots: [slot(at: 2000), slot(at: 2010), slot(at: 2020)], viewport: 800)
    stage.happen(.slotLazyLoadingChanged(SlotID(1), own(1500)))
    stage.happen(.slotLazyLoadingChanged(SlotID(3), own(nil, 700)))
    stage.scroll(to: 0, at: 0)
    stage.expect("0 slot 1 fetched gap 1200")
    stage.scroll(to: 520, at: 1000)
    stage.expect(
      "1000 slot 2 fetched gap 690", "1000 slot 3 fetched gap 700", "1000 slot 3 displayed gap 700")
    #expect(stage.engine.distances(of: SlotID(1))?.unload == 1600)
    #expect(stage.engine.distances(of: SlotID(2)) == stage.engine.distances)
  }

  @Test func `a change of the page's settings leaves a slot's own in force`() {
    var stage = Stage(slots: [slot(at: 2000), slot(at: 2010)], viewport: 800)
    stage.happen(.slotLazyLoadingChanged(SlotID(1), own(100)))
    stage.scroll(to: 0, at: 0)
    stage.set(fetch: 1300, at: 1000)
    #expect(stage.log == ["1000 slot 2 fetched gap 1210"])
    stage.happen(.slotLazyLoadingChanged(SlotID(1), nil), at: 2000)
    #expect(stage.log.last == "2000 slot 1 fetched gap 1200")
  }

  @Test func `settings that no slot can have are refused, and change nothing`() {
    var stage = Stage(slots: [slot(at: 1700)])
    stage.happen(.slotLazyLoadingChanged(SlotID(1), own(50, 60)))
    stage.happen(.slotLazyLoadingChanged(SlotID(1), own(-5)))
    stage.happen(.slotLazyLoadingChanged(SlotID(7), .off))
    #expect(stage.log.count == 3 && stage.log.allSatisfy { $0.contains("refused") })
    #expect(stage.engine.lazyLoadingOverride(of: SlotID(1)) == nil)
    // A display threshold beyond the page's fetch threshold counts as that.
    stage.happen(.slotLazyLoadingChanged(SlotID(1), own(nil, 5000)))
    #expect(stage.engine.distances(of: SlotID(1))?.display == 800)
  }
}
