import AdEngine
import AdSessions
import AdSimulation

/// The session through the loop of S1 with the same ad server and the least around it; the listing counts no views,
/// so they are looked at after every scroll where asked.
struct SeedSession {
  private let script: SessionScript
  private let isSeeing: Bool
  private let world: SimulatedWorld

  init(_ script: SessionScript, isSeeing: Bool) {
    self.script = script
    self.isSeeing = isSeeing
    let setup = script.setup
    var world = SimulatedWorld(setup.world ?? AdServerSettings())
    for (number, slot) in setup.slots.enumerated() { world.add(slot.ad, as: SlotID(number)) }
    self.world = world
  }

  func play() -> SessionCounts {
    var app = SeedApp(SessionScript.page, world, isSeeing: isSeeing)
    app.loop.unloadingEnabled = script.isUnloading
    var clock = FrameClock()
    for frame in 1...SessionScript.frames {
      clock.tick()
      app.catchUp(until: clock.seconds)
      app.scroll(to: SessionScript.position(at: frame), at: clock.seconds)
    }
    return app.counts
  }
}

/// What surrounds the loop of S1 in an app, without its views.
private struct SeedApp {
  private struct AdView {
    let slot: SlotID
    let generation: Int
    var hasLoadedContent = false
    var rule = ViewabilityRule(tenths: 5, duration: 1000)
    var isImpressed = false
    /// Since when enough is in view, in seconds.
    var since: Double?
  }

  private struct Rendering {
    let adId: String
    let due: Double
  }

  let loop: SeedLoop
  private(set) var counts = SessionCounts()
  private var world: SimulatedWorld
  private let isSeeing: Bool
  private let adIds: [String]
  private let slots: [String: SlotID]
  private var generations: [String: Int] = [:]
  private var adViews: [String: AdView] = [:]
  private var renderings: [Rendering] = []
  private var nextRendering = 0
  /// The rendered ads that have not been viewable yet.
  private var watched: Set<String> = []

  init(_ page: BenchmarkArticle, _ world: SimulatedWorld, isSeeing: Bool) {
    self.isSeeing = isSeeing
    loop = page.makeSeedLoop()
    self.world = world
    adIds = (0..<page.slotCount).map(page.adId)
    slots = Dictionary(
      uniqueKeysWithValues: adIds.enumerated().map { ($0.element, SlotID($0.offset)) })
  }

  // MARK: - Time

  /// Carries out what is due by `now`, in order.
  mutating func catchUp(until now: Double) {
    while true {
      let timer = loop.throttleTimer ?? .infinity
      let answer = world.nextAnswer.map(seconds) ?? .infinity
      let rendering = renderings.indices.contains(nextRendering) ? renderings[nextRendering] : nil
      let next = min(timer, answer, rendering?.due ?? .infinity)
      if next > now { break }
      if next == timer {
        loop.fireThrottleTimer(at: timer)
        follow(at: timer)
      } else if let rendering, next == rendering.due {
        nextRendering += 1
        render(rendering)
      } else if let answer = world.nextAnswer, let input = world.takeAnswer(dueAt: answer) {
        receive(input, at: seconds(answer))
      }
    }
  }

  private func seconds(_ instant: Instant) -> Double { Double(instant.milliseconds) / 1000 }

  mutating func scroll(to position: Double, at now: Double) {
    loop.updateScrollViewBounds(BenchmarkArticle.bounds(at: position), at: now)
    follow(at: now)
    measure(at: now)
  }

  // MARK: - Ad views

  /// Does what each change of the loop's states means for the ad view.
  private mutating func follow(at now: Double) {
    guard !loop.changes.isEmpty else { return }
    for (adId, state) in loop.changes {
      switch state {
      case .notLoaded: break
      case .fetched: load(adId, at: now)
      case .displayed: renderIfReady(adId, at: now)
      case .unloaded: unload(adId, at: now)
      }
    }
    loop.changes.removeAll(keepingCapacity: true)
  }

  private func instant(_ seconds: Double) -> Instant {
    Instant(milliseconds: Int64((seconds * 1000).rounded()))
  }

  private mutating func load(_ adId: String, at now: Double) {
    guard let slot = slots[adId] else { return }
    counts.requests += 1
    let generation = generations[adId, default: 0] + 1
    generations[adId] = generation
    adViews[adId] = AdView(slot: slot, generation: generation)
    world.perform(.fetch(slot, generation: generation), at: instant(now))
  }

  private mutating func unload(_ adId: String, at now: Double) {
    guard let adView = adViews.removeValue(forKey: adId) else { return }
    watched.remove(adId)
    world.perform(.release(adView.slot, generation: adView.generation), at: instant(now))
  }

  private mutating func receive(_ input: Engine.Input, at now: Double) {
    guard case .answered(let slot, _, .loaded(let size, let media)) = input else { return }
    let adId = adIds[slot.rawValue]
    adViews[adId]?.hasLoadedContent = true
    adViews[adId]?.rule = .viewable(size, media)
    resize(adId, to: size, at: now)
    renderIfReady(adId, at: now)
  }

  private mutating func resize(_ adId: String, to size: Size, at now: Double) {
    guard var frame = loop.adUnitFrames[adId] else { return }
    let oldBottom = frame.maxY
    let difference = size.height - frame.height
    frame.width = size.width
    frame.height = size.height
    loop.updateAdFrame(adId, frame: frame, at: now)
    if difference != 0 {
      for (other, var frame) in loop.adUnitFrames where frame.y >= oldBottom {
        frame.y += difference
        loop.updateAdFrame(other, frame: frame, at: now)
      }
    }
    follow(at: now)
  }

  private mutating func renderIfReady(_ adId: String, at now: Double) {
    guard loop.adStates[adId] == .displayed, adViews[adId]?.hasLoadedContent == true else { return }
    renderings.append(Rendering(adId: adId, due: now + 0.1))
  }

  private mutating func render(_ rendering: Rendering) {
    guard adViews[rendering.adId] != nil else { return }
    counts.rendered += 1
    if isSeeing { watched.insert(rendering.adId) }
    measure(at: rendering.due)
  }

  // MARK: - Being seen

  private mutating func measure(at now: Double) {
    guard !watched.isEmpty else { return }
    let viewport = loop.scrollViewBounds
    for adId in watched {
      guard let frame = loop.adUnitFrames[adId], var adView = adViews[adId] else { continue }
      let visible = min(frame.maxY, viewport.maxY) - max(frame.y, viewport.y)
      if !adView.isImpressed, 2 * visible >= frame.height {
        adView.isImpressed = true
        counts.impressed += 1
      }
      let isInView = adView.rule.isSatisfied(visible: max(0, visible), of: frame.height)
      if isInView, adView.since == nil { adView.since = now }
      // What this scroll takes out of view was in view until now.
      if let since = adView.since, now - since + 1e-6 >= Double(adView.rule.duration) / 1000 {
        counts.viewable += 1
        watched.remove(adId)
      }
      if !isInView { adView.since = nil }
      adViews[adId] = adView
    }
  }
}
