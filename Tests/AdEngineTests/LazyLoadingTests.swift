import AdEngine
import TestSupport
import Testing

/// Fetching and displaying by distance: a viewport 0...800, thresholds 800 and 200, ads 250 high.
@Suite(.tags(.fast)) struct LazyLoadingTests {
  @Test func `LAZY-1 a slot 900 points away is left alone`() {
    let stage = Stage(slots: [slot(at: 1700)]).scrolled(to: 0)
    #expect(stage.log == [])
    #expect(stage.loadState(1) == .notLoaded)
  }

  @Test func `LAZY-2 a slot 700 points away is fetched`() {
    let stage = Stage(slots: [slot(at: 1500)]).scrolled(to: 0)
    #expect(stage.log == ["0 slot 1 fetched gap 700"])
  }

  @Test func `LAZY-3 a fetched slot that comes within 200 points is displayed`() {
    let stage = Stage(slots: [slot(at: 1500)]).scrolled((to: 0, at: 0), (to: 550, at: 100))
    #expect(stage.log == ["0 slot 1 fetched gap 700", "100 slot 1 displayed gap 150"])
  }

  @Test func `LAZY-4 coming nearer inside the fetch zone says nothing more`() {
    let stage = Stage(slots: [slot(at: 1300)]).scrolled((to: 0, at: 0), (to: 100, at: 100))
    #expect(stage.log == ["0 slot 1 fetched gap 500"])
  }

  @Test func `LAZY-5 at exactly 800 points a slot is fetched, a hair farther it is not`() {
    let stage = Stage(slots: [slot(at: 1600), slot(at: 1600.000_000_1)]).scrolled(to: 0)
    #expect(stage.log == ["0 slot 1 fetched gap 800"])
  }

  @Test func `LAZY-6 with unloading off a slot left 4,200 points behind stays displayed`() {
    var stage = Stage(slots: [slot(at: 0)]).scrolled(to: 0).cleared()
    stage.move(1, to: 5000, at: 100)
    stage.expect(until: 10_100)
    #expect(stage.loadState(1) == .displayed)
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `LAZY-7 an ad left behind is unloaded at two seconds without any input`() throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading).scrolled(to: 0).cleared()
    stage.move(1, to: 2800, at: 100)
    stage.run(until: 1100)
    #expect(stage.loadState(1) == .displayed)
    stage.expect(until: 2099)
    stage.expect("2100 slot 1 unloaded gap 2000", until: 10_000)
  }

  @Test func `LAZY-8 coming back inside starts the two seconds anew`() throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading).scrolled(to: 0).cleared()
    stage.move(1, to: 2800, at: 10_000)
    stage.move(1, to: 0, at: 11_000)
    stage.move(1, to: 2800, at: 11_200)
    stage.run(until: 13_199)
    #expect(stage.loadState(1) == .displayed)
    stage.expect("13200 slot 1 unloaded gap 2000", until: 13_200)
  }

  @Test func `LAZY-9 and D11 an unloaded slot that comes near is fetched again`() throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading).scrolled(to: 0)
    stage.move(1, to: 2800, at: 100)
    stage.run(until: 2100)
    stage.clear()
    stage.move(1, to: 1300, at: 5000)
    stage.move(1, to: 900, at: 6000)
    #expect(stage.log == ["5000 slot 1 fetched gap 500", "6000 slot 1 displayed gap 100"])
  }

  @Test(arguments: [
    ([0, 10, 80], [0, 67, 134]), ([0, 80], [0, 80]), ([0, 67], [0, 67]), ([0, 66], [0, 67]),
    ([0, 67, 68, 140], [0, 67, 134, 201]),
  ])
  func `LAZY-10 inputs are checked at once, or together when 67 ms have passed`(
    inputs: [Int64], checks: [Int64]
  ) {
    // Each scroll brings one more slot into the fetch zone, and a check says so at its own moment.
    var stage = Stage(slots: (0..<10).map { slot(at: 1600 + 100 * Double($0), height: 0) })
    for (index, moment) in inputs.enumerated() { stage.scroll(to: 100 * Double(index), at: moment) }
    stage.run(until: 10_000)
    #expect(stage.log.count == inputs.count)
    #expect(Set(stage.log.compactMap { Int64($0.prefix { $0 != " " }) }) == Set(checks))
  }

  @Test func `LAZY-11 and D13 an ad in view is fetched and displayed by a single input`() {
    var stage = Stage(slots: [slot(at: 100)]).scrolled(to: 0)
    #expect(stage.log == ["0 slot 1 fetched gap -350", "0 slot 1 displayed gap -350"])
    stage.run(until: 10_000)
    #expect(stage.log.count == 2)
  }

  @Test func `LAZY-12 and D16 two slots that show one ad unit live two lives`() throws {
    // What ad unit a slot shows is the host's affair: the engine knows the slots by their own identity alone.
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 1500)], lazyLoading: try .unloading, consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.expect(
      "0 slot 1 fetched gap -250", "0 slot 1 fetch 1", "0 slot 1 ad loading",
      "0 slot 1 displayed gap -250",
      "0 slot 2 fetched gap 700", "0 slot 2 fetch 1", "0 slot 2 ad loading")
    stage.fail(2, at: 50)
    stage.deliver(1, at: 50)
    #expect(stage.adState(1) == .loaded)
    #expect(stage.adState(2) == .failed)
    stage.run(until: 4000)
    stage.clear()
    stage.scroll(to: 3500, at: 5000)
    stage.reload(2, at: 5100)
    stage.expect(
      "5100 slot 2 notLoaded gap 1750", "5100 slot 2 release 1",
      "7000 slot 1 unloaded gap 3250", "7000 slot 1 release 1", until: 8000)
  }

  @Test func `LAZY-13 and D21 a frame that is no number is refused and the last good one stays`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      var stage = Stage(slots: [slot(at: 1500)])
      stage.happen(.slotMoved(SlotID(1), slot(at: bad)))
      stage.happen(.slotMoved(SlotID(1), slot(at: 0, height: bad)))
      stage.happen(.slotMoved(SlotID(1), slot(at: 0, width: bad)))
      stage.happen(.slotMoved(SlotID(1), slot(at: 0, height: -1)))
      #expect(stage.log.count == 4)
      #expect(stage.log.allSatisfy { $0.hasPrefix("0 refused: slot 1: frame y ") })
      stage.clear()
      stage.scroll(to: 0)
      #expect(stage.log == ["0 slot 1 fetched gap 700"])
    }
  }

  @Test func `LAZY-14 and D20 display above fetch is refused with a sentence naming both`() {
    var stage = Stage()
    stage.set(fetch: 200, display: 800)
    stage.expect(
      "0 refused: thresholds fetch 200, display 800, unload 1600:"
        + " expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload")
    #expect(stage.engine.lazyLoading == .standard)
  }

  @Test func `LAZY-14 and D20 an unload threshold below fetch counts as the fetch threshold`()
    throws
  {
    let settings = try LazyLoadingSettings(
      fetchThreshold: 800, displayThreshold: 200, unloadThreshold: 100, unloadingEnabled: true)
    #expect(settings.distances(in: Size(width: 400, height: 800)).unload == 800)
    var stage = Stage(slots: [slot(at: 1500), slot(at: 1500)], lazyLoading: settings)
    stage.scroll(to: 0, at: 0)
    stage.clear()
    stage.move(1, to: 1600, at: 1000)
    stage.move(2, to: 1601, at: 1000)
    stage.expect("3067 slot 2 unloaded gap 801", until: 10_000)
  }

  // MARK: - The engine's own vectors

  @Test func `ENG-1 a slot 156 points away is fetched, then displayed, in one check`() {
    let stage = Stage(slots: [slot(at: 1000)], viewport: 844).scrolled(to: 0)
    #expect(stage.log == ["0 slot 1 fetched gap 156", "0 slot 1 displayed gap 156"])
  }

  @Test func `ENG-2 a gap of 800 is inside, 800.0000001 is not`() {
    var stage = Stage(slots: [slot(at: 844 + 800), slot(at: 844 + 800.000_000_1)], viewport: 844)
    stage.scroll(to: 0)
    #expect(stage.loadState(1) == .fetched)
    #expect(stage.loadState(2) == .notLoaded)
  }

  @Test func `ENG-3 a jump past a slot and back between two checks fetches nothing`() {
    var stage = Stage(slots: [slot(at: 5000)]).scrolled((to: 0, at: 0), (to: 4500, at: 20))
    #expect(stage.engine.status(of: SlotID(1))?.gap == -300)
    stage.scroll((to: 0, at: 60), until: 10_000)
    #expect(stage.log == [])
  }

  @Test(
    arguments: [
      (back: 1999, away: nil, unloads: nil), (back: nil, away: nil, unloads: 2000),
      (back: 500, away: 900, unloads: 2900),
    ] as [(back: Int64?, away: Int64?, unloads: Int64?)])
  func `ENG-4 two seconds outside unload, less do not, and each stay counts for itself`(
    back: Int64?, away: Int64?, unloads: Int64?
  ) throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading)
    let start: Int64 = 10_000
    stage.scroll(to: 0, at: 0)
    stage.clear()
    stage.scroll(to: 2000, at: start)
    if let back { stage.scroll(to: 0, at: start + back) }
    if let away { stage.scroll(to: 2000, at: start + away) }
    stage.run(until: 30_000)
    #expect(stage.log == (unloads.map { ["\(start + $0) slot 1 unloaded gap 1750"] } ?? []))
  }

  @Test func `GPT-1 thresholds of five and two viewports fetch, and display, as the sample does`()
    throws
  {
    let height = 844.0
    var stage = Stage(
      slots: [125, 2747, 10_433].map { slot(at: $0, height: 90) }, viewport: height,
      lazyLoading: try LazyLoadingSettings(
        fetchThreshold: .percent(500), displayThreshold: .percent(200),
        unloadThreshold: .percent(500))
    ).scrolled(to: 0)
    stage.expect(
      "0 slot 1 fetched gap -215", "0 slot 1 displayed gap -215", "0 slot 2 fetched gap 1903")
    #expect(stage.engine.status(of: SlotID(3))?.gap == 9589)
  }

  // MARK: - Around the vectors

  @Test func `S0.49 to S0.52 the defaults are 800, 200 and 1600 points, unloading off`() throws {
    let settings = LazyLoadingSettings.standard
    #expect(settings.fetchThreshold == 800)
    #expect(settings.displayThreshold == 200)
    #expect(settings.unloadThreshold == 1600)
    #expect(!settings.unloadingEnabled)
    #expect(Engine().lazyLoading == settings)
    #expect(try LazyLoadingSettings() == settings)
  }

  @Test func `a slot that scrolled out above is as far away as one below`() {
    var stage = Stage(slots: [slot(at: 0)]).scrolled(to: 1050)
    #expect(stage.log == ["0 slot 1 fetched gap 800"])
    stage.scroll(to: 450, at: 100)
    #expect(stage.log.last == "100 slot 1 displayed gap 200")
  }

  @Test func `leaving the display zone or the fetch zone changes nothing`() {
    var stage = Stage(slots: [slot(at: 100)]).scrolled(to: 0).cleared()
    for (index, position) in [1000.0, 2000, 100_000, -5000].enumerated() {
      stage.scroll(to: position, at: 100 * Int64(index + 1))
    }
    #expect(stage.log == [])
    #expect(stage.loadState(1) == .displayed)
  }

  @Test func `in one check slots come in page order, the transitions of each together`() {
    var stage = Stage(slots: [slot(at: 1500), slot(at: 300), slot(at: 0)]).scrolled(to: 0)
    stage.expect(
      "0 slot 3 fetched gap -250", "0 slot 3 displayed gap -250", "0 slot 2 fetched gap -500",
      "0 slot 2 displayed gap -500", "0 slot 1 fetched gap 700")
  }

  @Test func `D19 displayed says near, not seen: an ad 200 points away makes no impression`() {
    var stage = Stage(slots: [slot(at: 1000)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, at: 10)
    stage.run(until: 10_000)
    #expect(stage.loadState(1) == .displayed)
    #expect(stage.adState(1) == .loaded)
    #expect(stage.log.last == "110 slot 1 render 1")
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == false)
  }
}
