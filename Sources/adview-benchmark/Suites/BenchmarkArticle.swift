import AdEngine

/// The article that is measured: a column of 320×320 slots, one every 800 points.
struct BenchmarkArticle {
  static let viewport = Size(width: 384, height: 780)
  static let firstTop = 600.0
  static let spacing = 800.0
  static let slotHeight = 320.0

  let slotCount: Int

  func frame(of slot: Int) -> SlotFrame {
    SlotFrame(y: Self.firstTop + Double(slot) * Self.spacing, height: Self.slotHeight)
  }

  /// The ad's id, of the form that the demo app uses.
  func adId(of slot: Int) -> String { "div-gpt-ad-mobile_\(slot + 1)" }

  /// A scroll position in the middle of the page around which nothing is crossed for 100 points either way.
  var quietPosition: Double { Self.firstTop + Double(slotCount / 2) * Self.spacing + 170 }

  func makeEngine(_ settings: LazyLoadingSettings = .standard) -> Engine {
    var engine = Engine(
      Engine.Configuration(lazyLoading: settings, viewport: Self.viewport, consent: .granted))
    var effects: [Engine.Effect] = []
    for slot in 0..<slotCount {
      engine.handle(.slotAdded(SlotID(slot), frame(of: slot)), at: .start, into: &effects)
    }
    return engine
  }

  /// An engine with every rule on, and slots with thresholds of their own, clipped ones and hidden ones.
  func makeEngineWithAllRules() -> Engine {
    func threshold(_ ahead: Double, _ behind: Double) -> Threshold {
      .directional(ahead: .percent(ahead), behind: .percent(behind))
    }
    let auction = (try? AuctionSettings(threshold: .percent(200))) ?? .standard
    let settings = try? LazyLoadingSettings(
      fetchThreshold: threshold(80, 50), displayThreshold: threshold(20, 10),
      unloadThreshold: .percent(160), unloadingEnabled: true, mobileScaling: 1.25,
      requests: .single, fetchAfter: 80, horizontalMargin: 100, auction: .before(auction))
    precondition(settings != nil, "the settings are in order")
    var engine = Engine(
      Engine.Configuration(
        lazyLoading: settings, viewport: Self.viewport, consent: .granted, scrollAnchoring: true))
    let own = LazyLoadingChange(fetchThreshold: 780, displayThreshold: 100)
    var effects: [Engine.Effect] = []
    for slot in 0..<slotCount {
      var frame = frame(of: slot)
      frame.x = 32
      engine.handle(.slotAdded(SlotID(slot), frame), at: .start, into: &effects)
      let more: Engine.Input? =
        switch slot % 8 {
        case 1: .slotLazyLoadingChanged(SlotID(slot), .settings(own))
        case 3: .slotClipped(SlotID(slot), visibleShare: 0.4)
        case 5: .slotHidden(SlotID(slot), true)
        default: nil
        }
      if let more { engine.handle(more, at: .start, into: &effects) }
    }
    return engine
  }

  func makeSeedLoop() -> SeedLoop {
    let loop = SeedLoop()
    for slot in 0..<slotCount {
      let frame = frame(of: slot)
      loop.adUnitFrames[adId(of: slot)] = SeedRect(
        x: 32, y: frame.y, width: frame.width, height: frame.height)
    }
    return loop
  }

  /// What the loop of S1 calls the bounds of the scroll view.
  static func bounds(at position: Double) -> SeedRect {
    SeedRect(x: 0, y: position, width: viewport.width, height: viewport.height)
  }
}

/// The frame times of a screen at 60 frames a second: 16, 33, 50, 66, … ms.
struct FrameClock {
  private(set) var milliseconds: Int64 = 0
  private var frame: Int64 = 0

  mutating func tick() {
    frame = frame == 2 ? 0 : frame + 1
    milliseconds += frame == 1 ? 16 : 17
  }

  var now: Instant { Instant(milliseconds: milliseconds) }
  var seconds: Double { Double(milliseconds) / 1000 }
}

/// A thumb that rests: the page goes to and fro by a few points, every frame, and crosses nothing.
struct QuietScroll {
  private let middle: Double
  private var offset = 0.0
  private var speed: Double

  /// With a lower `speed`, in points a frame, the page turns less often.
  init(around middle: Double, speed: Double = 7) {
    (self.middle, self.speed) = (middle, speed)
  }

  mutating func next() -> Double {
    offset += speed
    if abs(offset) > 80 { speed = -speed }
    return middle + offset
  }
}
