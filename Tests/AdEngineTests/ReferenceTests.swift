import AdEngine
import TestSupport
import Testing

@Suite(.tags(.fast)) struct ReferenceTests {
  /// Runs one random life through both engines; a description of the first difference, or nothing.
  private func divergence(
    seed: Int, steps: Int, grid: RandomPage.Grid = RandomPage.Grid(),
    stopsAtTurningPoints: Bool = false
  ) -> String? {
    var page = RandomPage(seed: seed, grid: grid)
    var engine = Engine(page.configuration)
    var punctual = Engine(page.configuration)
    var reference = ReferenceEngine(page.configuration)
    for step in 0..<steps {
      let (now, inputs) = page.next()
      var awake: [Engine.Effect] = []
      while let deadline = punctual.nextDeadline, deadline <= now {
        punctual.handle(.woken, at: deadline, into: &awake)
        if let next = punctual.nextDeadline, next <= deadline {
          return "seed \(seed) step \(step): woken at \(deadline), wants to be woken at \(next)"
        }
      }
      punctual.handle(inputs, at: now, into: &awake)
      let effects = engine.handle(inputs, at: now)
      let expected = reference.handle(inputs, at: now)
      if effects != expected {
        return "seed \(seed) step \(step) at \(now.milliseconds): \(inputs)\n"
          + "expected \(expected)\nbut got  \(effects)"
      }
      if effects != awake {
        return "seed \(seed) step \(step) at \(now.milliseconds): \(inputs)\n"
          + "late   \(effects)\nin time \(awake)"
      }
      page.note(effects)
      if stopsAtTurningPoints { page.turningPoints = turningPoints(of: reference) }
    }
    return nil
  }

  /// Where, to the last bit, a slot enters or leaves a zone, and its ad comes enough into view or leaves it.
  private func turningPoints(of reference: ReferenceEngine) -> [Double] {
    let height = reference.viewport.size.height
    return reference.slots.flatMap { slot in
      var distances = [0.0]
      if let margins = reference.margins(of: slot) {
        distances += [margins.fetch, margins.display, margins.unload]
        if let auction = margins.auction { distances.append(auction) }
      }
      let seen = [3, 5].map { -$0 * (slot.size ?? slot.frame.size).height / 10 }
      return (distances + seen).flatMap { distance in
        let above = slot.frame.maxY + distance
        let below = slot.frame.minY - height - distance
        // A zone of any distance has no edge.
        return [above, above.nextUp, above.nextDown, below, below.nextUp, below.nextDown]
          .filter { $0.magnitude < 1e300 }
      }
    }
  }

  @Test func `random lives refresh ads, collapse boxes and keep sticky ads in view`() {
    var (refreshes, collapses, sticky) = (0, 0, 0)
    for seed in 0..<150 {
      var page = RandomPage(seed: seed)
      var engine = Engine(page.configuration)
      for _ in 0..<250 {
        let (now, inputs) = page.next()
        let effects = engine.handle(inputs, at: now)
        page.note(effects)
        let reloads = inputs.contains { input in
          switch input {
          case .reloadRequested, .slotRenewed: true
          default: false
          }
        }
        for case .reportLoadState(_, .notLoaded, gap: _) in effects where !reloads {
          refreshes += 1
        }
        let isAnswered = !inputs.contains {
          if case .messaged = $0 { true } else { false }
        }
        for case .resize(_, let size, scrollBy: _) in effects where size.height == 0 && isAnswered {
          collapses += 1
        }
        for status in engine.statuses() where status.visibility.isSticky && status.isRendered {
          guard let ad = status.ad, status.frame.height > ad.height else { continue }
          if status.frame.stickyTop(of: ad.height, engine.viewport) > status.frame.y { sticky += 1 }
        }
      }
    }
    #expect(
      refreshes >= 25 && collapses >= 20 && sticky >= 50, "\(refreshes) \(collapses) \(sticky)")
  }

  @Test(.tags(.sweep))
  func `random lives agree with the plain rules, woken in time or late`() {
    for seed in 0..<Sweep.rounds(1000) {
      if let divergence = divergence(seed: seed, steps: 250) {
        Issue.record(Comment(rawValue: divergence))
        return
      }
    }
  }

  @Test func `the random lives hold auctions that end in every way`() {
    var seen: Set<String> = []
    for seed in 0..<60 {
      var page = RandomPage(seed: seed)
      var engine = Engine(page.configuration)
      for _ in 0..<250 {
        let (now, inputs) = page.next()
        let effects = engine.handle(inputs, at: now)
        let requests = effects.count { if case .fetch = $0 { true } else { false } }
        for input in inputs {
          if case .bidsArrived = input, requests == 1 { seen.insert("bids") }
          if case .bidsArrived = input, requests > 1 { seen.insert("bids of all") }
        }
        for case .reportAuction(_, _, let news) in effects { seen.insert(news.rawValue) }
        page.note(effects)
      }
    }
    #expect(seen == ["bids", "bids of all", "timeout", "expired"])
  }

  /// Whole points, tenths and thirds, which no floating-point number is, and positions so large that points are few.
  @Test(
    .tags(.sweep),
    arguments: [
      RandomPage.Grid(), RandomPage.Grid(unit: 0.1), RandomPage.Grid(origin: 0.3, unit: 1.0 / 3),
      RandomPage.Grid(origin: -1e6 / 7, unit: 0.1), RandomPage.Grid(origin: 1e15, unit: 0.1),
      RandomPage.Grid(origin: 1e15, unit: 7.3), RandomPage.Grid(origin: -1e15, unit: 1e12),
    ])
  func `lives that stop where decisions turn agree with the plain rules, rounded or not`(
    grid: RandomPage.Grid
  ) {
    for seed in 0..<Sweep.rounds(80) {
      let divergence = divergence(seed: seed, steps: 400, grid: grid, stopsAtTurningPoints: true)
      if let divergence {
        Issue.record(Comment(rawValue: divergence))
        return
      }
    }
  }
}
