import AdEngine

/// The session through the loop of S1, with the least around it that does the same: ad views that load and render,
/// as in the listing, and a look at the rendered ones after every scroll.
struct SeedSession {
  private let isUnloading: Bool
  private let sizes: [String: Size]

  init(isUnloading: Bool) {
    self.isUnloading = isUnloading
    let numbers = 0..<SessionScript.slotCount
    sizes = Dictionary(
      uniqueKeysWithValues: numbers.map {
        (SessionScript.page.adId(of: $0), SessionScript.deliveredSize(to: $0))
      })
  }

  func run() -> SessionCounts {
    var world = SeedWorld(SessionScript.page.makeSeedLoop(), sizes)
    world.loop.unloadingEnabled = isUnloading
    var clock = FrameClock()
    for frame in 1...SessionScript.frames {
      clock.tick()
      world.catchUp(until: clock.seconds)
      world.scroll(to: Double(frame) * SessionScript.pointsPerFrame, at: clock.seconds)
    }
    return world.counts
  }
}

/// What surrounds the loop of S1 in an app, without its views.
private struct SeedWorld {
  private struct AdView {
    var hasLoadedContent = false
    var isImpressed = false
    var halfInViewSince: Double?
  }

  private struct Event {
    let adId: String
    let due: Double
  }

  let loop: SeedLoop
  private let sizes: [String: Size]
  private(set) var counts = SessionCounts()
  private var adViews: [String: AdView] = [:]
  private var answers = Queue<Event>()
  private var renders = Queue<Event>()
  /// The rendered ads that have not been viewable yet.
  private var watched: Set<String> = []

  init(_ loop: SeedLoop, _ sizes: [String: Size]) {
    self.loop = loop
    self.sizes = sizes
  }

  /// Carries out what is due by `now`, in order.
  mutating func catchUp(until now: Double) {
    while true {
      let timer = loop.throttleTimer ?? .infinity
      let answer = answers.first?.due ?? .infinity
      let render = renders.first?.due ?? .infinity
      let next = min(timer, answer, render)
      if next > now { break }
      if next == timer {
        loop.fireThrottleTimer(at: timer)
        follow(at: timer)
      } else if next == answer, let event = answers.popFirst() {
        load(event.adId, at: answer)
      } else if let event = renders.popFirst(), adViews[event.adId] != nil {
        counts.renders += 1
        watched.insert(event.adId)
        measure(at: render)
      }
    }
  }

  mutating func scroll(to position: Double, at now: Double) {
    loop.updateScrollViewBounds(BenchmarkPage.bounds(at: position), at: now)
    follow(at: now)
    measure(at: now)
  }

  /// Does what each change of the loop's states means for the ad view.
  private mutating func follow(at now: Double) {
    guard !loop.changes.isEmpty else { return }
    for (adId, state) in loop.changes {
      switch state {
      case .notLoaded:
        break
      case .fetched:
        counts.fetches += 1
        adViews[adId] = AdView()
        answers.append(Event(adId: adId, due: now + Double(SessionScript.latency) / 1000))
      case .displayed:
        renderIfReady(adId, at: now)
      case .unloaded:
        counts.releases += 1
        adViews[adId] = nil
        watched.remove(adId)
      }
    }
    loop.changes.removeAll(keepingCapacity: true)
  }

  private mutating func load(_ adId: String, at now: Double) {
    guard adViews[adId] != nil, let size = sizes[adId] else { return }
    counts.loads += 1
    adViews[adId]?.hasLoadedContent = true
    resize(adId, to: size, at: now)
    renderIfReady(adId, at: now)
  }

  private mutating func resize(_ adId: String, to size: Size, at now: Double) {
    guard var frame = loop.adUnitFrames[adId], frame.height != size.height else { return }
    let oldBottom = frame.maxY
    let difference = size.height - frame.height
    frame.width = size.width
    frame.height = size.height
    loop.updateAdFrame(adId, frame: frame, at: now)
    for (other, var frame) in loop.adUnitFrames where frame.y >= oldBottom {
      frame.y += difference
      loop.updateAdFrame(other, frame: frame, at: now)
    }
    follow(at: now)
  }

  private mutating func renderIfReady(_ adId: String, at now: Double) {
    guard loop.adStates[adId] == .displayed, adViews[adId]?.hasLoadedContent == true else { return }
    renders.append(Event(adId: adId, due: now + 0.1))
  }

  private mutating func measure(at now: Double) {
    let viewport = loop.scrollViewBounds
    for adId in watched {
      guard let frame = loop.adUnitFrames[adId] else { continue }
      let visible = min(frame.maxY, viewport.maxY) - max(frame.y, viewport.y)
      guard visible >= frame.height / 2 else {
        adViews[adId]?.halfInViewSince = nil
        continue
      }
      if adViews[adId]?.isImpressed == false {
        adViews[adId]?.isImpressed = true
        counts.impressions += 1
      }
      let since = adViews[adId]?.halfInViewSince ?? now
      adViews[adId]?.halfInViewSince = since
      if now - since >= 1 {
        counts.viewables += 1
        watched.remove(adId)
      }
    }
  }
}

/// First in, first out.
private struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    head += 1
    return first
  }
}
