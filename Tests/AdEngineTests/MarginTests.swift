import AdEngine
import TestSupport
import Testing

/// Thresholds in percent of the viewport's height, and thresholds of any distance.
@Suite(.tags(.fast)) struct MarginTests {
  private func settings(
    _ fetch: Threshold, _ display: Threshold, unload: Threshold = 1600, unloading: Bool = false,
    scaling: Double = 1
  ) throws -> LazyLoadingSettings {
    try LazyLoadingSettings(
      fetchThreshold: fetch, displayThreshold: display, unloadThreshold: unload,
      unloadingEnabled: unloading, mobileScaling: scaling)
  }

  @Test func `a percentage is taken of the viewport's height, and the edge is inside`() throws {
    let stage = Stage(
      slots: [slot(at: 844 + 1688), slot(at: 844 + 1688.25)], viewport: 844,
      lazyLoading: try settings(.percent(200), .percent(50))
    ).scrolled(to: 0)
    #expect(stage.log == ["0 slot 1 fetched gap 1688"])
    #expect(stage.engine.distances?.display == 422)
  }

  /// The rows are those of the comparison with Chromium.
  @Test(
    "D8 D13 margins are not rounded, and percent are of the viewport's height, not its width",
    arguments: [
      (Threshold.points(99.3), 99.2, true), (.points(99.3), 99.3125, false),
      (.percent(20), 168.5, true), (.percent(20), 168.875, false),
    ])
  func margins(threshold: Threshold, gap: Double, isFetched: Bool) throws {
    var stage = Stage(
      slots: [slot(at: 844 + gap)], viewport: 844, lazyLoading: try settings(threshold, 0))
    stage.scroll(to: 0)
    #expect(stage.log.isEmpty == !isFetched)
  }

  /// Row D9 of the comparison with Chromium: the margin grows with the viewport.
  @Test func `D9 a percentage is resolved again when the viewport changes, points stay`() throws {
    for (fetch, isFetched) in [(Threshold.percent(50), true), (.points(422), false)] {
      var stage = Stage(slots: [slot(at: 1600)], viewport: 844, lazyLoading: try settings(fetch, 0))
      stage.scroll(to: 0)
      #expect(stage.log.isEmpty)
      stage.resizeViewport(to: 1100, at: 1000)
      #expect(stage.log == (isFetched ? ["1000 slot 1 fetched gap 500"] : []))
    }
  }

  @Test func `the scaling counts on a phone, held upright or sideways, and for percentages alone`()
    throws
  {
    let settings = try settings(.percent(500), 200, unload: .percent(600), scaling: 2)
    let phone = settings.distances(in: Size(width: 390, height: 844))
    #expect((phone.fetch, phone.display, phone.unload) == (8440, 200, 10_128))
    #expect(settings.distances(in: Size(width: 844, height: 390)).fetch == 3900)
    #expect(settings.distances(in: Size(width: 743.9, height: 1133)).fetch == 11_330)
    #expect(settings.distances(in: Size(width: 744, height: 1133)).fetch == 5665)
    #expect(settings.distances(in: Size(width: 1280, height: 720)).fetch == 3600)
  }

  @Test func `a phone that is turned resolves its margins by the new height`() throws {
    var stage = Stage(
      slots: [slot(at: 2000)], viewport: 844,
      lazyLoading: try settings(.percent(200), 0, scaling: 2))
    stage.resizeViewport(to: 390, width: 844, at: 0)
    #expect(stage.engine.distances?.fetch == 1560)
    stage.resizeViewport(to: 844, width: 390, at: 100)
    #expect(stage.engine.distances?.fetch == 3376)
    #expect(stage.log == ["100 slot 1 fetched gap 1156"])
  }

  @Test func `where units differ display counts as at most fetch and unload as at least fetch`()
    throws
  {
    let settings = try settings(300, .percent(100), unload: .percent(10), unloading: true)
    let tall = settings.distances(in: Size(width: 390, height: 844))
    #expect((tall.fetch, tall.display, tall.unload) == (300, 300, 300))
    let low = settings.distances(in: Size(width: 844, height: 200))
    #expect((low.fetch, low.display, low.unload) == (300, 200, 300))
  }

  @Test func `an order is refused only where the units are equal`() throws {
    #expect(throws: LazyLoadingError.self) { try settings(.percent(50), .percent(51)) }
    #expect(throws: LazyLoadingError.self) { try settings(50, 51) }
    _ = try settings(50, .percent(51))
    _ = try settings(.percent(50), 51_000)
    _ = try settings(50, .unlimited)
    var stage = Stage(lazyLoading: try settings(.percent(50), .percent(20)))
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(fetchThreshold: .percent(10))))
    stage.expect(
      "0 refused: thresholds fetch 10%, display 20%, unload 1600:"
        + " expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload")
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func `a scaling that is no number above 0 is refused`(scaling: Double) {
    var stage = Stage()
    stage.happen(.lazyLoadingChanged(LazyLoadingChange(mobileScaling: scaling)))
    #expect(stage.log == ["0 refused: mobileScaling \(scaling): expected a finite number above 0"])
    #expect(stage.engine.lazyLoading == .standard)
  }

  @Test
  func
    `GPT's null: with any distance everything is fetched at the first check, and rendered lazily`()
    throws
  {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 5000), slot(at: 1e9)], viewport: 844,
      lazyLoading: try settings(.unlimited, .percent(50), unloading: true)
    ).scrolled(to: 0)
    stage.expect(
      "0 slot 1 fetched gap -250", "0 slot 1 displayed gap -250", "0 slot 2 fetched gap 4156",
      "0 slot 3 fetched gap 999999156")
    stage.scroll((to: 4000, at: 1000), until: 10_000)
    #expect(stage.log == ["1000 slot 2 displayed gap 156"], "nothing is ever outside")
  }
}
