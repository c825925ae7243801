import AdEngine
import AdRendering
import TestSupport
import Testing

/// Up to fifty ads of one renderer, with everything that can become of them in any order.
@Suite(.tags(.fast)) struct InterleavingTests {
  /// What a delegate that knows one ad alone was told, against a plain model of that ad.
  private final class Life {
    let ad: AdFingerprint
    let delegate = Witness()
    var isGone = true
    var phase = AdPhase.loading
    private(set) var mistakes: [String] = []

    init(_ ad: AdFingerprint) {
      self.ad = ad
      delegate.whenTold = { [unowned self] in take($1, of: $0) }
    }

    private func take(_ event: AdEvent, of other: AdFingerprint) {
      if other != ad { mistakes.append("\(ad) was told of \(other)") }
      if isGone { mistakes.append("\(event) of \(ad), which is gone") }
      guard let next = phase.after(event) else {
        return mistakes.append("\(event) of \(ad), which is \(phase)")
      }
      phase = next
      if next == .dismissed { isGone = true }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `ads of one renderer never cross, tell nothing after their end, and leave nothing behind`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let renderer = MockRenderer()
    let stage = Stage(renderer)
    let lives = (0..<(1 + random.below(50))).map { Life(AdFingerprint("ad-\($0)")) }
    var strays: [AdEvents] = []
    for _ in 0..<800 {
      let life = lives[random.below(lives.count)]
      switch random.below(10) {
      case 0...2:
        renderer.latency = Int64(random.below(4) * 100)
        let markup = random.below(5) == 0 ? nil : "<b>x</b>"
        life.isGone = false
        life.phase = .loading
        renderer.registerEventDelegate(pluginEventDelegate: life.delegate, for: life.ad)
        let config = unit(life.ad.description, isInterstitial: random.below(2) == 0)
        _ = stage.registry.makeAd(of: bid(markup: markup), for: config)
        if let events = renderer.made.last?.ad?.events { strays.append(events) }
      case 3, 4:
        let isReady = life.phase == .loaded && !life.isGone
        #expect(renderer.isAdReady(for: life.ad) == isReady)
        #expect(renderer.showAd(for: life.ad) == isReady)
      case 5: renderer.ads.click(life.ad)
      case 6: renderer.ads.dismiss(life.ad)
      case 7:
        renderer.removeAd(for: life.ad)
        life.isGone = true
      case 8: stage.timeline.advance(to: stage.timeline.now + Int64(random.below(200)))
      default:
        // An ad that says anything at any time, whether it is still there or not.
        let event = AdEvent.completeSequence[random.below(AdEvent.completeSequence.count)]
        if !strays.isEmpty { strays[random.below(strays.count)].report(event) }
      }
    }
    #expect(lives.flatMap(\.mistakes) == [])
    for life in lives { renderer.removeAd(for: life.ad) }
    #expect(renderer.ads.fingerprints.isEmpty)
    #expect(stage.timeline.nextTime == nil)
    #expect(renderer.made.count > 100)
    #expect(renderer.made.allSatisfy { $0.ad == nil }, "an ad is kept")
    let told = lives.map(\.phase)
    for stray in strays { for event in AdEvent.completeSequence { stray.report(event) } }
    #expect(lives.map(\.phase) == told)
  }
}
