import AdEngine
import TestSupport
import Testing

/// Thresholds by direction of travel, and slots that stay near for a while before they are fetched.
@Suite(.tags(.fast)) struct DirectionTests {
  private func directional(_ ahead: Threshold.Side, _ behind: Threshold.Side) -> Threshold {
    .directional(ahead: ahead, behind: behind)
  }

  // MARK: - Ahead and behind

  @Test func `the margin is ahead where the page is travelled to, and behind on the other side`()
    throws
  {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 5000), slot(at: 9000)], viewport: 800,
      lazyLoading: try LazyLoadingSettings(
        fetchThreshold: directional(1200, 200), displayThreshold: 0)
    ).scrolled(to: 3000)
    #expect(stage.log == ["0 slot 2 fetched gap 1200"], "slot 1 is 2,750 pt behind")
    stage.scroll(to: 1500, at: 1000)
    #expect(stage.log.count == 1, "upwards 1,200 pt count above: slot 1 is 1,250 pt away")
    stage.scroll(to: 1450, at: 2000)
    #expect(stage.log.last == "2000 slot 1 fetched gap 1200")
  }

  @Test func `a turn alone swaps the margins, and standing still does not`() throws {
    var stage = Stage(
      slots: [slot(at: 0)], viewport: 800,
      lazyLoading: try LazyLoadingSettings(
        fetchThreshold: directional(1000, 100), displayThreshold: 0))
    stage.scroll((to: 1100, at: 0), (to: 1100, at: 1000))
    #expect(stage.log.isEmpty && stage.engine.isTravellingDown)
    stage.scroll(to: 1099, at: 2000)
    #expect(stage.log == ["2000 slot 1 fetched gap 849"])
    #expect(stage.engine.distances(of: SlotID(1))?.fetch == 1000)
  }

  @Test func `an order is refused on either side, in equal units alone`() throws {
    #expect(throws: LazyLoadingError.self) {
      try LazyLoadingSettings(
        fetchThreshold: directional(800, 100), displayThreshold: directional(200, 150))
    }
    #expect(throws: LazyLoadingError.self) {
      try LazyLoadingSettings(fetchThreshold: directional(800, 100), displayThreshold: 200)
    }
    let settings = try LazyLoadingSettings(
      fetchThreshold: directional(.percent(100), .percent(10)), displayThreshold: 200)
    let viewport = Size(width: 400, height: 800)
    #expect(settings.distances(in: viewport).display == 200)
    #expect(settings.distances(in: viewport, behind: true).display == 80)
  }

  // MARK: - Staying

  private func dwelling(
    _ delay: Int64, unloading: Bool = false, requests: AdRequests = .each
  ) throws -> LazyLoadingSettings {
    try LazyLoadingSettings(unloadingEnabled: unloading, requests: requests, fetchAfter: delay)
  }

  @Test func `a slot is fetched when it has stayed near for long enough, and displayed then, too`()
    throws
  {
    var stage = Stage(slots: [slot(at: 900), slot(at: 1500)], lazyLoading: try dwelling(80))
    stage.scroll((to: 0, at: 0), until: 79)
    #expect(stage.log.isEmpty)
    stage.run(until: 80)
    stage.expect(
      "80 slot 1 fetched gap 100", "80 slot 1 displayed gap 100", "80 slot 2 fetched gap 700")
  }

  @Test func `a slot that a check sees leave starts again, and a fling past it fetches nothing`()
    throws
  {
    var stage = Stage(slots: [slot(at: 3000)], viewport: 800, lazyLoading: try dwelling(300))
    for step in 0...60 { stage.scroll(to: Double(step) * 200, at: Int64(step) * 16) }
    stage.run(until: 5000)
    #expect(stage.log.isEmpty, "it was near for 0.2 s")
    stage.scroll((to: 2500, at: 6000), until: 7000)
    #expect(stage.log == ["6300 slot 1 fetched gap -300", "6300 slot 1 displayed gap -300"])
  }

  @Test(arguments: [-1, 60_001, .max, .min] as [Int64])
  func `a delay below 0 or above a minute is refused`(delay: Int64) {
    var stage = Stage()
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(fetchAfter: delay)))
    #expect(stage.log == ["0 refused: fetchAfter \(delay): expected milliseconds, 0 to 60000"])
  }
}
