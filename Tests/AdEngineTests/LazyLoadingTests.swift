import AdEngine
import TestSupport
import Testing

/// Fetching and displaying by distance: a viewport 0...800, thresholds 800 and 200, ads 250 high.
@Suite(.tags(.fast)) struct LazyLoadingTests {
  /// The tops of slots, the positions that are scrolled to 100 ms apart, and what is decided.
  static let scrolls: [(String, [Double], [Double], [String])] = [
    ("LAZY-1 900 points away, left alone", [1700], [0], []),
    ("LAZY-2 700 points away, fetched", [1500], [0], ["0 slot 1 fetched gap 700"]),
    (
      "LAZY-3 then within 200 points, displayed", [1500], [0, 550],
      ["0 slot 1 fetched gap 700", "100 slot 1 displayed gap 150"]
    ),
    (
      "LAZY-4 nearer inside the fetch zone, nothing more", [1300], [0, 100],
      ["0 slot 1 fetched gap 500"]
    ),
    (
      "LAZY-5 at exactly 800 points, and a hair farther", [1600, 1600.000_000_1], [0],
      ["0 slot 1 fetched gap 800"]
    ),
    (
      "LAZY-11 and D13 in view, both by a single input", [100], [0],
      ["0 slot 1 fetched gap -350", "0 slot 1 displayed gap -350"]
    ),
    (
      "scrolled out above, as far away as one below", [0], [1050, 450],
      ["0 slot 1 fetched gap 800", "100 slot 1 displayed gap 200"]
    ),
    (
      "beyond the display zone or the fetch zone again, nothing", [100],
      [0, 1000, 2000, 100_000, -5000],
      ["0 slot 1 fetched gap -350", "0 slot 1 displayed gap -350"]
    ),
    (
      "in one check, in page order, the transitions of each together", [1500, 300, 0], [0],
      [
        "0 slot 3 fetched gap -250", "0 slot 3 displayed gap -250", "0 slot 2 fetched gap -500",
        "0 slot 2 displayed gap -500", "0 slot 1 fetched gap 700",
      ]
    ),
  ]

  @Test(arguments: scrolls)
  func `LAZY-1 to LAZY-5 and LAZY-11 slots are fetched and displayed by their distance`(
    what: String, tops: [Double], positions: [Double], log: [String]
  ) {
    var stage = Stage(slots: tops.map { slot(at: $0) })
    for (index, position) in positions.enumerated() {
      stage.scroll(to: position, at: 100 * Int64(index))
    }
    stage.run(until: 10_000)
    #expect(stage.log == log, "\(what)")
  }

  @Test func `LAZY-6 with unloading off a slot left 4,200 points behind stays displayed`() {
    var stage = Stage(slots: [slot(at: 0)]).scrolled(to: 0).cleared()
    stage.move(1, to: 5000, at: 100)
    stage.expect(until: 10_100)
    #expect(stage.loadState(1) == .displayed)
    #expect(stage.engine.nextDeadline == nil)
  }

  /// The moments at which a slot moves away or back, to a gap in points, and what is decided then.
  static let moves: [(String, [(to: Double, at: Int64)], [String])] = [
    (
      "LAZY-7 left behind, unloaded at two seconds without any input", [(2000, 100)],
      ["2100 slot 1 unloaded gap 2000"]
    ),
    (
      "LAZY-8 back inside, the two seconds start again",
      [(2000, 10_000), (-800, 11_000), (2000, 11_200)], ["13200 slot 1 unloaded gap 2000"]
    ),
    (
      "LAZY-9 and D11 unloaded and near again, fetched again",
      [(2000, 100), (500, 5000), (100, 6000)],
      [
        "2100 slot 1 unloaded gap 2000", "5000 slot 1 fetched gap 500",
        "6000 slot 1 displayed gap 100",
      ]
    ),
    ("ENG-4 outside for less than two seconds", [(1750, 10_000), (-800, 11_999)], []),
    (
      "ENG-4 each stay for itself", [(1750, 10_000), (-800, 10_500), (1750, 10_900)],
      ["12900 slot 1 unloaded gap 1750"]
    ),
  ]

  @Test(arguments: moves)
  func `LAZY-7 to LAZY-9 and ENG-4 a slot is unloaded after two seconds outside`(
    what: String, moves: [(to: Double, at: Int64)], log: [String]
  ) throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading).scrolled(to: 0).cleared()
    for (gap, moment) in moves { stage.move(1, to: 800 + gap, at: moment) }
    stage.run(until: 30_000)
    #expect(stage.log == log, "\(what)")
  }

  @Test(arguments: [
    ([0, 10, 80], [0, 67, 134]), ([0, 80], [0, 80]), ([0, 67], [0, 67]), ([0, 66], [0, 67]),
    ([100, 100], [100, 167]), ([0, 67, 68, 140], [0, 67, 134, 201]),
    ([0, 1, 68, 133, 134, 201], [0, 67, 134, 201, 268]),
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

  @Test func `ENG-1 and ENG-2 a gap of 156 is displayed in one check, 800.0000001 is outside`() {
    var stage = Stage(
      slots: [156, 800, 800.000_000_1].map { slot(at: 844 + $0) }, viewport: 844)
    stage.scroll(to: 0)
    stage.expect(
      "0 slot 1 fetched gap 156", "0 slot 1 displayed gap 156", "0 slot 2 fetched gap 800")
  }

  @Test func `ENG-3 a jump past a slot and back between two checks fetches nothing`() {
    var stage = Stage(slots: [slot(at: 5000)]).scrolled((to: 0, at: 0), (to: 4500, at: 20))
    #expect(stage.engine.status(of: SlotID(1))?.gap == -300)
    stage.scroll((to: 0, at: 60), until: 10_000)
    #expect(stage.log == [])
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
