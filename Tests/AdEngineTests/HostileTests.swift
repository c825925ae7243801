import AdEngine
import TestSupport
import Testing

/// Numbers that no page has: none of them traps, hangs or is stored.
@Suite(.tags(.fast)) struct HostileTests {
  static let numbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -0.0, 1e300, -1e300, 1e15 + 0.1, 0, 1, 250, 800,
  ]

  static let moments: [Int64] = [
    .min, .min + 1, -1, 0, 1, 66, 67, 2000, .max / 2 - 1, .max / 2, .max - 1, .max,
  ]

  private static func input(_ random: inout SeededGenerator) -> Engine.Input {
    func number() -> Double { random.pick(numbers) }
    func size() -> Size { Size(width: number(), height: number()) }
    func frame() -> SlotFrame { SlotFrame(y: number(), width: number(), height: number()) }
    func threshold() -> Threshold {
      random.pick([
        .points(number()), .points(number()), .percent(number()), .unlimited,
        .directional(ahead: .points(number()), behind: .percent(number())),
      ])
    }
    let id = SlotID(random.pick([.min, 0, 1, 2, 3, .max]))
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: return .scrolled(to: number())
    case 2: return .viewportResized(size())
    case 3, 4: return .slotAdded(id, frame())
    case 5: return .slotMoved(id, frame())
    case 6: return .slotResized(id, size())
    case 7: return .slotRemoved(id)
    case 8:
      return .lazyLoadingChanged(
        LazyLoadingChange(
          fetchThreshold: threshold(), displayThreshold: random.pick([nil, threshold()]),
          unloadThreshold: random.pick([nil, threshold()]), unloadingEnabled: random.chance(80),
          mobileScaling: random.pick([nil, number()]),
          fetchAfter: random.pick([nil, nil, .min, .max, -1, 100])))
    case 9:
      return random.pick([
        .reloadRequested(id), .slotLazyLoadingChanged(id, .off),
        .slotLazyLoadingChanged(
          id, .settings(LazyLoadingChange(fetchThreshold: threshold(), unloadingEnabled: true))),
      ])
    case 10: return .activityChanged(random.chance(80))
    case 11: return .clicked(id)
    case 12, 13, 14:
      let generation = random.pick([.min, 0, 1, 1, 1, 2, .max])
      return .answered(
        id, generation: generation, .loaded(size(), random.pick([.display, .video])))
    case 15: return .pageCovered(random.chance(50))
    case 16: return .slotRenewed(id)
    default:
      return random.chance(10) ? .pageClosed : .consentChanged(random.pick([.granted, .unset]))
    }
  }

  @Test func `no input at no moment traps, and the engine never asks to be woken in vain`() {
    for seed in 0..<500 {
      var random = SeededGenerator(seed: seed)
      var engine = Engine(
        Engine.Configuration(
          lazyLoading: random.chance(70) ? .standard : nil,
          viewport: Size(width: random.pick(Self.numbers), height: random.pick(Self.numbers)),
          consent: .granted, impressionDelay: random.pick(Self.moments)))
      for _ in 0..<100 {
        let moment = Instant(milliseconds: random.pick(Self.moments))
        _ = engine.handle(Self.input(&random), at: moment)
        if let deadline = engine.nextDeadline, random.chance(30) {
          _ = engine.handle(.woken, at: deadline)
          let next = engine.nextDeadline
          #expect(next.map { $0 > deadline } ?? true, "seed \(seed)")
        }
        for status in engine.statuses() { #expect(status.frame.isValid, "seed \(seed)") }
        #expect(engine.viewport.y.isFinite, "seed \(seed)")
      }
    }
  }

  @Test func `the largest positions there are lie on the page like any other`() throws {
    let end = Double.greatestFiniteMagnitude
    var stage = Stage(
      slots: [slot(at: -end), slot(at: 0), slot(at: end)], lazyLoading: try .unloading)
    stage.scroll((to: end, at: 0), (to: -end, at: 10_000), (to: 0, at: 20_000), until: 30_000)
    #expect((1...3).map { stage.loadState($0) } == [.unloaded, .displayed, .unloaded])
  }

  @Test func `thresholds as large as numbers go take in every slot`() {
    let end = Double.greatestFiniteMagnitude
    var stage = Stage(slots: [slot(at: -1e300), slot(at: 1e300)])
    stage.set(fetch: end, display: end, unload: end, unloading: true)
    stage.scroll((to: 0, at: 0), until: 10_000)
    #expect(stage.loadState(1) == .displayed)
    #expect(stage.loadState(2) == .displayed)
  }

  @Test func `a resize that would push a slot beyond all numbers is refused, naming that slot`() {
    var stage = Stage(slots: [slot(at: 0), slot(at: 1e308, height: 1e307)])
    stage.resize(1, to: 1.7e308)
    stage.expect(
      "0 refused: slot 2: frame y inf, 320.0 × 1e+307:"
        + " expected finite numbers and no negative side")
    #expect(stage.tops == [0, 1e308])
    stage.clear()
    stage.resize(2, to: 1e306)
    stage.resize(1, to: 1000)
    #expect(stage.log == [])
  }

  // MARK: - Moments

  @Test func `a moment before the last one counts as the last one`() throws {
    var engine = Engine(
      Engine.Configuration(lazyLoading: try .unloading, viewport: Size(width: 400, height: 800)))
    func handle(_ input: Engine.Input, _ moment: Int64) -> [String] {
      engine.handle(input, at: Instant(milliseconds: moment)).map(\.line)
    }
    #expect(handle(.slotAdded(SlotID(1), slot(at: 0)), 5000) == [])
    #expect(handle(.scrolled(to: 0), 100).count == 2)
    #expect(handle(.scrolled(to: 5000), -77) == [])
    #expect(engine.nextDeadline == Instant(milliseconds: 5067))
    #expect(handle(.woken, .min) == [])
    #expect(handle(.woken, 5067) == [])
    #expect(engine.nextDeadline == Instant(milliseconds: 7067))
    #expect(handle(.woken, 7067) == ["slot 1 unloaded gap 4750"])
  }

  @Test func `at the first and the last moment there are a page lives as at any other`() {
    for moment in [Int64.min, .max] {
      var engine = Engine(
        Engine.Configuration(viewport: Size(width: 400, height: 800), consent: .granted))
      let moment = Instant(milliseconds: moment)
      _ = engine.handle(.slotAdded(SlotID(1), slot(at: 0)), at: moment)
      let effects = engine.handle(.scrolled(to: 0), at: moment)
      #expect(effects.count == 4)
      let answer = Answer.loaded(Size(width: 320, height: 250), .display)
      #expect(engine.handle(.answered(SlotID(1), generation: 1, answer), at: moment).count == 1)
    }
  }

  @Test func `what would be due after the last moment is not waited for`() throws {
    var engine = Engine(
      Engine.Configuration(lazyLoading: try .unloading, viewport: Size(width: 400, height: 800)))
    let end = Instant(milliseconds: .max)
    _ = engine.handle(.slotAdded(SlotID(1), slot(at: 0)), at: end)
    _ = engine.handle(.scrolled(to: 0), at: end)
    _ = engine.handle(.scrolled(to: 5000), at: end)
    #expect(engine.nextDeadline == nil)
    #expect(engine.handle(.woken, at: end) == [])
  }

  @Test(arguments: [Int64.max, Int64.max - 1, Int64.max / 2])
  func `an impression that takes for ever never comes, and the ad is viewable all the same`(
    delay: Int64
  ) {
    var stage = Stage(
      slots: [slot(at: 0)], lazyLoading: nil, consent: .granted, impressionDelay: delay)
    stage.deliver(1, at: 0)
    stage.clear()
    stage.expect("100 slot 1 render 1", "1100 slot 1 viewable", until: 1_000_000_000_000)
  }

  @Test func `moments that lie too far apart are counted as far as numbers go`() {
    let first = Instant(milliseconds: .min)
    let last = Instant(milliseconds: .max)
    #expect(last - first == .max)
    #expect(first - last == .min)
    #expect(last + 1 == last)
    #expect(first + -1 == first)
    #expect(first + .max == Instant(milliseconds: -1))
    #expect(Instant(milliseconds: 70) - Instant(milliseconds: 3) == 67)
  }

  // MARK: - Many slots

  @Test func `a hundred thousand slots in one place are all decided on, in the order given`() throws
  {
    let count = 100_000
    var engine = Engine(
      Engine.Configuration(lazyLoading: try .unloading, viewport: Size(width: 400, height: 800)))
    for number in 0..<count {
      _ = engine.handle(.slotAdded(SlotID(number), slot(at: 1000)), at: .start)
    }
    let effects = engine.handle(.scrolled(to: 0), at: .start)
    #expect(effects.count == 2 * count)
    #expect(effects[2 * 777] == .reportLoadState(SlotID(777), .fetched, gap: 200))
    #expect(effects[2 * 777 + 1] == .reportLoadState(SlotID(777), .displayed, gap: 200))

    _ = engine.handle(.scrolled(to: 9000), at: Instant(milliseconds: 1000))
    #expect(engine.handle(.woken, at: Instant(milliseconds: 2999)) == [])
    let unloads = engine.handle(.woken, at: Instant(milliseconds: 3000))
    #expect(unloads.count == count)
    #expect(unloads[777] == .reportLoadState(SlotID(777), .unloaded, gap: 7750))
  }
}
