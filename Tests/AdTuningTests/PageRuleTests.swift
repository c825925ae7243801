import AdEngine
import AdSessions
import AdSimulation
import TestSupport
import Testing

@testable import AdTuning

/// Sessions under the rules of a page, all of them at random: what a grid says is what the engine counts at each pair.
@Suite struct PageRuleTests {
  @Test(.tags(.sweep))
  func `under all rules of a page the map is what the engine counts at every pair`() throws {
    let wanted = Sweep.isDeep ? 40_000 : 500
    var points = 0
    var seed = 0
    var obstacles: Set<SessionTrace.TraceError> = []
    while points < wanted {
      seed += 1
      var draw = SeededGenerator(seed: seed, stream: 2)
      let session = draw.sessionUnderRules()
      let rules = try draw.rules()
      let unload = rules.unloadingEnabled ? rules.unloadPoints : nil
      func run(_ fetch: Double, _ display: Double) throws -> MetricsReport {
        session.report(under: try rules.with(fetch, display, unload: unload))
      }
      // What runs compared: at these gaps, and one step of the number beside them, decisions change.
      var gaps: [Double] = []
      for _ in 0..<3 {
        let (fetch, display) = draw.thresholds([])
        let report = try run(fetch, display)
        gaps += [report.farthestFetched, report.farthestDisplayed].filter { $0 >= 0 }
      }
      let pairs = (0..<3).map { _ in draw.thresholds(gaps) }
      let grid = SettingGrid(
        fetches: pairs.map(\.fetch) + [0, 800], displays: pairs.map(\.display) + [0, 200])
      let (response, _, obstacle) = SessionResponse.of(session.under(rules), on: grid, Metric.tuned)
      if let obstacle { obstacles.insert(obstacle) }
      try response.expectCounted(on: grid, "seed \(seed), \(rules)", by: run)
      points += grid.valid.count
    }
    #expect(obstacles.count >= 7, "\(obstacles)")
  }
}

extension SeededGenerator {
  /// The rules of a page beside its thresholds, most of them as usual.
  fileprivate mutating func rules() throws -> LazyLoadingSettings {
    let unload = Double(number(0...20) * 100)
    return try LazyLoadingSettings(
      unloadThreshold: chance(20)
        ? .directional(ahead: .points(unload), behind: .points(unload / 2)) : .points(unload),
      unloadingEnabled: chance(40), requests: chance(20) ? .single : .each,
      fetchAfter: chance(20) ? pick([1, 67, 80, 300]) : 0, horizontalMargin: chance(20) ? 100 : 0,
      auction: chance(20)
        ? .before(
          AuctionSettings(
            threshold: .points(Double(number(0...30) * 100)), timeout: pick([1, 400, 1000]),
            expires: pick([500, 300_000]))) : .off)
  }

  /// A session in which slots have thresholds of their own, are reloaded, move and go, and ads send messages.
  fileprivate mutating func sessionUnderRules() -> TuningSession {
    let session = session(pick([.free, .reserved]), isMeasured: chance(30), isAnchored: chance(30))
    let hasOwn = chance(30)
    let hasRules = chance(30)
    let slots = session.setup.slots.map { slot in
      var slot = slot
      if hasOwn, chance(40) { slot.lazyLoading = ownSettings() }
      if hasRules { addRules(to: &slot) }
      return slot
    }
    var world = session.setup.world
    if chance(20) { world?.messageRate = 0.5 }
    let isStirred = chance(40)
    let steps = session.steps.map { step in
      guard isStirred, chance(10) else { return step }
      switch step.action {
      case .scroll(let position, _):
        return TuningSession.Step(
          at: step.at,
          action: .take([
            .input(.scrolled(to: position), page: 1), .input(inputOfHost(slots), page: 1),
          ]))
      case .take(let given):
        return TuningSession.Step(
          at: step.at, action: .take(given + [.input(inputOfHost(slots), page: 1)]))
      case .open, .goBack: return step
      }
    }
    return TuningSession(
      name: session.name,
      setup: RunSetup(
        engine: session.setup.engine, slots: slots, world: world,
        recycling: chance(10) ? pick([1, 3]) : nil),
      steps: steps, end: session.end)
  }

  /// What is said about lazy loading for a slot alone.
  private mutating func ownSettings() -> LazyLoadingOverride {
    guard chance(80) else { return .off }
    return .settings(
      LazyLoadingChange(
        fetchThreshold: chance(60) ? .points(Double(number(3...20) * 100)) : nil,
        displayThreshold: chance(40) ? .points(Double(number(0...3) * 100)) : nil,
        unloadThreshold: chance(30) ? .points(Double(number(0...20) * 100)) : nil,
        unloadingEnabled: chance(30) ? chance(50) : nil))
  }

  /// Something that the page does to a slot.
  private mutating func inputOfHost(_ slots: [RunSlot]) -> Engine.Input {
    let number = below(slots.count)
    let slot = SlotID(number)
    var frame = slots[number].frame
    frame.y += Double(pick([-300, -67, 1, 200, 1000]))
    switch below(8) {
    case 0: return .reloadRequested(slot)
    case 1: return .slotRenewed(slot)
    case 2: return .slotMoved(slot, frame)
    case 3: return .slotResized(slot, Size(width: 300, height: pick([0, 50, 250, 600])))
    case 4: return .slotClipped(slot, visibleShare: pick([0, 0.4, 1]))
    case 5: return .slotHidden(slot, chance(50))
    case 6: return .slotLazyLoadingChanged(slot, ownSettings())
    default: return .slotRemoved(slot)
    }
  }
}
