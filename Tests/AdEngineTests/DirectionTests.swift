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

  @Test func `a turn within 67 ms of a check counts at the check that waits`() throws {
    var stage = Stage(
      slots: [slot(at: 0)], viewport: 800,
      lazyLoading: try LazyLoadingSettings(
        fetchThreshold: directional(1000, 100), displayThreshold: 0))
    stage.scroll((to: 1100, at: 0), (to: 1090, at: 10), (to: 1095, at: 20), until: 500)
    #expect(stage.log.isEmpty, "at 67 ms the page is travelled downwards again")
    stage.scroll((to: 1200, at: 600), (to: 1150, at: 610), until: 1000)
    #expect(stage.log == ["667 slot 1 fetched gap 900"])
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

  @Test func `at its time the newest geometry counts; back in time it waits again`() throws {
    var stage = Stage(slots: [slot(at: 1000)], viewport: 800, lazyLoading: try dwelling(100))
    stage.scroll((to: 0, at: 0), (to: 20, at: 70))
    stage.move(1, to: 9000, at: 95)
    stage.run(until: 100)
    #expect(stage.log.isEmpty, "the next check is at 137 ms")
    stage.move(1, to: 1000, at: 110)
    stage.expect("237 slot 1 fetched gap 180", "237 slot 1 displayed gap 180", until: 2000)
  }

  @Test func `another delay lets all that wait start again`() throws {
    var stage = Stage(slots: [slot(at: 1000)], lazyLoading: try dwelling(500))
    stage.scroll(to: 0, at: 0)
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(fetchAfter: 200)), at: 400)
    stage.expect(until: 599)
    stage.run(until: 600)
    #expect(stage.log.first == "600 slot 1 fetched gap 200")
  }

  @Test func `with a single request the first one that has stayed asks for all`() throws {
    var stage = Stage(
      slots: [slot(at: 900), slot(at: 9000)], lazyLoading: try dwelling(80, requests: .single))
    stage.scroll((to: 0, at: 0), until: 1000)
    stage.expect(
      "80 slot 1 fetched gap 100", "80 slot 1 displayed gap 100", "80 slot 2 fetched gap 8200")
  }

  @Test(arguments: [-1, 60_001, .max, .min] as [Int64])
  func `a delay below 0 or above a minute is refused`(delay: Int64) {
    var stage = Stage()
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(fetchAfter: delay)))
    #expect(stage.log == ["0 refused: fetchAfter \(delay): expected milliseconds, 0 to 60000"])
  }
}
