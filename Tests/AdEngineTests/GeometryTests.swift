import AdEngine
import TestSupport
import Testing

/// Where slots lie and what moves them: page order, resizes, refused frames, a page without a manager.
@Suite(.tags(.fast)) struct GeometryTests {
  // MARK: - Page order

  @Test func `slots with the same top keep the order in which they were added`() {
    var stage = Stage(slots: [slot(at: 100), slot(at: 0), slot(at: 100), slot(at: 100)])
    #expect(stage.order == [2, 1, 3, 4])
    stage.move(1, to: 500)
    #expect(stage.order == [2, 3, 4, 1])
    stage.move(1, to: 100)
    #expect(stage.order == [2, 1, 3, 4])
    stage.remove(3)
    stage.add(3, slot(at: 100))
    #expect(stage.order == [2, 1, 4, 3])
  }

  // MARK: - Resizing

  @Test func `S0.57 a resize moves everything below it in one input`() {
    var stage = Stage(slots: [0, 400, 1000, 2500].map { slot(at: $0) })
    stage.resize(2, to: 350, at: 0)
    #expect(stage.tops == [0, 400, 1100, 2600])
    stage.resize(1, to: 0, at: 0)
    #expect(stage.tops == [0, 150, 850, 2350])
  }

  @Test func `a delivered ad pushes away what is below it and tells its size once`() throws {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 250)], lazyLoading: try .unloading, consent: .granted
    ).scrolled(to: 0).cleared()
    stage.deliver(1, 320, by: 3000, at: 1000)
    stage.expect("1000 slot 1 ad loaded", "1000 slot 1 resize 320x3000", until: 1099)
    #expect(stage.tops == [0, 3000])
    stage.clear()
    stage.run(until: 10_000)
    stage.expect("1100 slot 1 render 1", "3000 slot 2 unloaded gap 2200", "3000 slot 2 release 1")
  }

  @Test func `a resize that rounds keeps every later decision exact`() throws {
    let zone = try LazyLoadingSettings(fetchThreshold: 0, displayThreshold: 0)
    var random = SeededGenerator(seed: 3)
    for life in 0..<500 {
      // Pairs of a slot and one without height at its bottom; moved by tenths, the two edges part by a bit.
      let configuration = Engine.Configuration(
        lazyLoading: zone, viewport: Size(width: 400, height: 10))
      var engine = Engine(configuration)
      var reference = ReferenceEngine(configuration)
      var inputs: [Engine.Input] = [.slotAdded(SlotID(0), slot(at: 500, height: 0))]
      var top = 1000.0
      for pair in 0..<3 {
        let height = Double(random.pick(Array(1...900))) * 0.1
        inputs.append(.slotAdded(SlotID(1 + 2 * pair), slot(at: top, height: height)))
        top += height
        inputs.append(.slotAdded(SlotID(2 + 2 * pair), slot(at: top, height: 0)))
        top += 200
      }
      let difference = Double(random.pick(Array(1...900))) * 0.1
      inputs += [.scrolled(to: 0), .slotResized(SlotID(0), Size(width: 1, height: difference))]
      inputs.append(.scrolled(to: 100_000))
      for (index, input) in inputs.enumerated() {
        let moment = Instant(milliseconds: 100 * Int64(index))
        _ = engine.handle(input, at: moment)
        _ = reference.handle([input], at: moment)
      }
      for slot in reference.slots.shuffled(using: &random) {
        let moment = Instant(milliseconds: 2000 + 100 * Int64(slot.id.rawValue))
        let scroll = Engine.Input.scrolled(to: slot.frame.maxY)
        let effects = engine.handle(scroll, at: moment)
        #expect(effects == reference.handle([scroll], at: moment), "life \(life) \(slot.id)")
      }
    }
  }

  // MARK: - What is refused

  @Test
  func `D20 and LAZY-14 settings that make no sense are refused with a sentence naming the values`()
  {
    let changes: [(Double?, Double?, Double?)] = [
      (-1, nil, nil), (nil, -1, nil), (nil, nil, -1), (200, 800, nil), (nil, 801, nil),
      (.nan, nil, nil), (nil, .nan, nil), (nil, nil, .nan), (.infinity, nil, nil),
      (nil, nil, .infinity), (-.infinity, nil, nil),
    ]
    for (fetch, display, unload) in changes {
      var stage = Stage()
      stage.set(fetch: fetch, display: display, unload: unload, unloading: true)
      #expect(
        stage.log == [
          "0 refused: thresholds fetch \(Threshold.points(fetch ?? 800)), display \(Threshold.points(display ?? 200)),"
            + " unload \(Threshold.points(unload ?? 1600)):"
            + " expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload"
        ])
      #expect(stage.engine.lazyLoading == .standard)
      #expect(throws: LazyLoadingError.self) {
        try LazyLoadingSettings(
          fetchThreshold: .points(fetch ?? 800), displayThreshold: .points(display ?? 200),
          unloadThreshold: .points(unload ?? 1600))
      }
    }
  }

  @Test func `D20 the limits themselves are accepted: all zero, and display equal to fetch`() {
    var stage = Stage()
    stage.set(fetch: 0, display: 0, unload: 0)
    stage.set(fetch: 500, display: 500)
    #expect(stage.log == [])
    #expect(stage.engine.distances?.unload == 500)
  }

  @Test func `D21 a refused frame or viewport asks for no check`() {
    var stage = Stage(slots: [slot(at: 1700), slot(at: 0)]).scrolled(to: 0).cleared()
    stage.happen(.slotMoved(SlotID(1), slot(at: .nan)), at: 100)
    stage.happen(.slotResized(SlotID(2), Size(width: 320, height: -1)), at: 100)
    stage.happen(.viewportResized(Size(width: 400, height: -1)), at: 100)
    stage.happen(.viewportResized(Size(width: .infinity, height: 800)), at: 100)
    stage.happen(.scrolled(to: .nan), at: 100)
    stage.expect(
      "100 refused: slot 1: frame y nan, 320.0 × 250.0:"
        + " expected finite numbers and no negative side",
      "100 refused: slot 2: frame y 0.0, 320.0 × -1.0:"
        + " expected finite numbers and no negative side",
      "100 refused: viewport 400.0 × -1.0: expected two finite numbers of points, not negative",
      "100 refused: viewport inf × 800.0: expected two finite numbers of points, not negative",
      "100 refused: scroll position nan: expected a finite number of points")
    stage.scroll(to: 100, at: 101)
    #expect(stage.log == ["101 slot 1 fetched gap 800"])
  }

  // MARK: - Without a manager

  @Test func `D15 without a manager every slot is fetched and displayed at once, in page order`() {
    var stage = Stage(slots: [slot(at: 0), slot(at: 50_000)], lazyLoading: nil, consent: .granted)
    stage.expect(
      "0 slot 1 fetched gap -250", "0 slot 1 fetch 1", "0 slot 1 ad loading",
      "0 slot 1 displayed gap -250", "0 slot 2 fetched gap 49200", "0 slot 2 fetch 1",
      "0 slot 2 ad loading", "0 slot 2 displayed gap 49200")
    stage.scroll((to: 90_000, at: 100), until: 100_000)
    #expect(stage.log == [])
    stage.reload(2, at: 100_000)
    stage.expect(
      "100000 slot 2 notLoaded gap 39750", "100000 slot 2 release 1",
      "100000 slot 2 fetched gap 39750", "100000 slot 2 fetch 2", "100000 slot 2 ad loading",
      "100000 slot 2 displayed gap 39750")
  }

  @Test func `D14 a page without a manager says so when it is given thresholds`() {
    var stage = Stage(lazyLoading: nil)
    stage.set(fetch: 100)
    stage.expect("0 refused: this page has no lazy loading: there are no thresholds to change")
    #expect(stage.engine.lazyLoading == nil)
  }
}
