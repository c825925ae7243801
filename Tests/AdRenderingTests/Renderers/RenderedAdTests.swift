import AdEngine
import AdRendering
import AdRenderingTesting
import TestSupport
import Testing

/// The life of ads behind the seed's interface (PREBID-1–5, D52–D61).
@Suite(.tags(.fast)) struct RenderedAdTests {
  @Test func `PREBID-1 D54 an ad is ready once it is loaded, until it was shown`() {
    let stage = Stage(latency: 300)
    let renderer = stage.renderer
    #expect(!renderer.isAdReady(for: .a))
    stage.make("a")
    #expect(!renderer.isAdReady(for: .a))
    stage.timeline.advance(to: Instant(milliseconds: 300))
    #expect(renderer.isAdReady(for: .a))
    #expect(renderer.showAd(for: .a))
    #expect(!renderer.isAdReady(for: .a))
  }

  @Test func `PREBID-2 an ad is shown once`() {
    let stage = Stage()
    stage.make("a")
    #expect(stage.renderer.showAd(for: .a))
    #expect(!stage.renderer.showAd(for: .a))
    #expect(!stage.renderer.showAd(for: .b))
    #expect(stage.witness.events(of: .a) == ["adDidLoad", "adWillPresent", "adDidPresent"])
  }

  @Test func `PREBID-3 what becomes of one ad does not touch another`() {
    let stage = Stage()
    stage.make("a")
    stage.make("b")
    #expect(stage.renderer.showAd(for: .a))
    stage.renderer.ads.dismiss(.a)
    #expect(stage.renderer.isAdReady(for: .b))
    #expect(stage.renderer.ads.fingerprints == [.b])
    #expect(stage.witness.events(of: .b) == ["adDidLoad"])
  }

  @Test(arguments: [true, false], [nil, "", " \n", "{broken"])
  func `PREBID-4 D55 an ad without markup fails to load, as a banner and as an interstitial`(
    isInterstitial: Bool, markup: String?
  ) {
    let stage = Stage()
    let witness = Witness()
    stage.registry.defaultRenderer.delegate = witness
    let bid = bid(nil, nil, markup: markup)
    let made = stage.registry.makeAd(of: bid, for: unit("a", isInterstitial: isInterstitial))
    #expect(made?.renderer.isAdReady(for: .a) == false)
    #expect(witness.told.count == 1)
    #expect(witness.told.first?.event.hasPrefix("adDidFailToLoad: ") == true)
    if markup == nil {
      #expect(witness.told.first?.event == "adDidFailToLoad: Ad markup is missing")
      #expect(AdRenderingError.markup(.missing).code == 0)
      #expect(AdRenderingError.domain == "PrebidMobile")
    }
  }

  @Test func `PREBID-5 delegates are told of a whole life in its order`() {
    let stage = Stage()
    stage.make("a")
    #expect(stage.renderer.showAd(for: .a))
    let events = stage.renderer.made.first?.ad?.events
    events?.adDidClick()
    events?.adWillLeaveApplication()
    events?.adWillDismiss()
    events?.adDidDismiss()
    #expect(stage.witness.events(of: .a) == AdEvent.completeSequence.map(\.description))
    #expect(stage.registry.log.events(of: .a) == AdEvent.completeSequence)
  }

  @Test func `D52 a delegate of the seed's shape is told without saying of which ad`() {
    final class Seed: SeedAdDelegate {
      var told: [String] = []
      func adDidLoad(for renderer: any PluginRenderer) { told.append("adDidLoad") }
      func adDidFailToLoad(for renderer: any PluginRenderer, error: any Error) {
        told.append("adDidFailToLoad: \(error)")
      }
      func adWillPresent(for renderer: any PluginRenderer) { told.append("adWillPresent") }
      func adDidPresent(for renderer: any PluginRenderer) { told.append("adDidPresent") }
      func adDidClick(for renderer: any PluginRenderer) { told.append("adDidClick") }
      func adWillLeaveApplication(for renderer: any PluginRenderer) {
        told.append("adWillLeaveApplication")
      }
      func adWillDismiss(for renderer: any PluginRenderer) { told.append("adWillDismiss") }
      func adDidDismiss(for renderer: any PluginRenderer) { told.append("adDidDismiss") }
    }
    let seed = Seed()
    let stage = Stage()
    stage.renderer.delegate = seed
    stage.make("a")
    stage.make("b", bid: bid(markup: nil))
    _ = stage.renderer.showAd(for: .a)
    stage.renderer.ads.click(.a)
    stage.renderer.made.first?.ad?.events.adWillLeaveApplication()
    stage.renderer.ads.dismiss(.a)
    let whole = AdEvent.completeSequence.map(\.description)
    #expect(seed.told == [whole[0], "adDidFailToLoad: Ad markup is missing"] + whole.dropFirst())
  }

  @Test(arguments: [true, false])
  func `while others are told, nobody is told of an ad that is removed, or after leaving`(
    isRemoved: Bool
  ) {
    let stage = Stage()
    let (first, second) = (Witness(), Witness())
    for witness in [first, second] {
      stage.renderer.registerEventDelegate(pluginEventDelegate: witness, for: .a)
    }
    first.whenTold = { [renderer = stage.renderer] ad, _ in
      if isRemoved {
        renderer.removeAd(for: ad)
      } else {
        renderer.unregisterEventDelegate(pluginEventDelegate: second, for: ad)
      }
    }
    stage.make("a")
    #expect(stage.renderer.showAd(for: .a) == !isRemoved)
    let events = ["adDidLoad", "adWillPresent", "adDidPresent"]
    #expect(first.events(of: .a) == (isRemoved ? ["adDidLoad"] : events))
    #expect(second.told.isEmpty)
  }

  @Test func `an ad that waits ends with its renderer`() {
    weak var ad: MockAd?
    weak var timeline: AdTimeline?
    do {
      let stage = Stage(latency: 5000)
      stage.make("a")
      (ad, timeline) = (stage.renderer.made.first?.ad, stage.timeline)
      #expect(ad != nil && timeline != nil)
    }
    #expect(ad == nil && timeline == nil)
  }

  @Test func `what an ad tells while another is made is told as soon as that is made`() {
    final class Meddler: PluginRenderer {
      static let name = "Meddler"
      static let version = "1.0"
      let ads = RenderedAds()
      private var former: MockAd?
      func createBannerAdView(
        with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
        adViewDelegate: AdEvents
      ) -> (any BannerAdView)? {
        former?.events.adDidFailToLoad(.renderer("no"))
        former = MockAd(bid, connection, adViewDelegate, 5000)
        return former
      }
    }
    let stage = Stage()
    let (meddler, witness) = (Meddler(), Witness())
    stage.registry.register(meddler)
    meddler.delegate = witness
    for ad in ["a", "b"] { _ = stage.registry.makeAd(of: bid("Meddler", "1.0"), for: unit(ad)) }
    #expect(witness.events(of: .a) == ["adDidFailToLoad: no"])
    #expect(witness.events(of: .b).isEmpty)
  }

  @Test func `D54 an ad that went away is not kept, and tells nothing more`() {
    let stage = Stage()
    stage.make("a")
    _ = stage.renderer.showAd(for: .a)
    let events = stage.renderer.made.first?.ad?.events
    stage.renderer.ads.dismiss(.a)
    #expect(stage.renderer.made.first?.ad == nil)
    #expect(stage.renderer.ads.phase(of: .a) == nil)
    let told = stage.witness.told.count
    events?.adDidClick()
    #expect(stage.witness.told.count == told)
    #expect(stage.registry.log.entries.last?.call == .violation(.afterEnd(.didClick)))
  }

  @Test func `D57 an ad that cannot be presented says so, and showing it fails`() {
    let stage = Stage()
    stage.registry.register(MisbehavingRenderer())
    let witness = Witness()
    stage.registry.renderer("MisbehavingRenderer")?.delegate = witness
    let bid = bid("MisbehavingRenderer", "1.0", markup: "failsToPresent")
    let made = stage.registry.makeAd(of: bid, for: unit("a", isInterstitial: true))
    #expect(made?.renderer.isAdReady(for: .a) == true)
    #expect(made?.renderer.showAd(for: .a) == false)
    #expect(made?.renderer.isAdReady(for: .a) == false)
    #expect(
      witness.events(of: .a) == ["adDidLoad", "adDidFailToPresent: the ad could not be presented"])
  }

  @Test func `D47 what a delegate shows while it is told is told of after that, to all`() {
    let stage = Stage()
    let later = Witness()
    stage.renderer.registerEventDelegate(pluginEventDelegate: later, for: .a)
    let renderer = stage.renderer
    stage.witness.whenTold = { [weak renderer] ad, event in
      if event == .didLoad { _ = renderer?.showAd(for: ad) }
    }
    stage.make("a")
    let order = ["adDidLoad", "adWillPresent", "adDidPresent"]
    #expect(stage.witness.events(of: .a) == order)
    #expect(later.events(of: .a) == order)
  }

  @Test func `D60 data is asked for at each request, and left out when there is none`() {
    let renderer = MockRenderer()
    let stage = Stage(renderer)
    #expect(stage.registry.announcements.first?.value["data"] == nil)
    renderer.data = SampleAdapter.data(token: "t")
    let before = stage.registry.announcements
    renderer.data = SampleAdapter.data(token: "u")
    #expect(before.first?.value["data"]?.json == #"{"token":"t"}"#)
    #expect(stage.registry.announcements.first?.value["data"]?.json == #"{"token":"u"}"#)
  }

  @Test func `an ad that does not answer has failed after half a minute`() {
    let stage = Stage(latency: 60_000)
    stage.make("a")
    stage.timeline.advance(to: Instant(milliseconds: 29_999))
    #expect(stage.witness.told.isEmpty)
    stage.timeline.advance(to: Instant(milliseconds: 60_000))
    #expect(
      stage.witness.events(of: .a) == ["adDidFailToLoad: no answer came in 30000 ms"])
  }

  @Test func `an ad of a bid that is good no more is not ready, and showing it says why`() {
    let stage = Stage()
    stage.make("a", bid: bid(expiry: 20))
    stage.timeline.advance(to: Instant(milliseconds: 19_999))
    #expect(stage.renderer.isAdReady(for: .a))
    stage.timeline.advance(to: Instant(milliseconds: 20_000))
    #expect(!stage.renderer.isAdReady(for: .a))
    #expect(!stage.renderer.showAd(for: .a))
    #expect(stage.witness.told.last?.event == "adDidFailToPresent: the bid was good for 20 s")
  }

  @Test func `S4.35 a renderer is told of a bid, its macros filled, before it makes an ad`() {
    let stage = Stage()
    var bid = bid(markup: "<a href='?p=${AUCTION_PRICE}&b=${AUCTION_PRICE:B64}'>")
    bid.noticeURL = "https://n.example/?p=${AUCTION_PRICE}"
    bid.billingURL = "https://b.example/?p=${AUCTION_PRICE:B64}&i=${AUCTION_ID}"
    stage.make("a", bid: bid)
    #expect(stage.renderer.setUp.map(\.markup) == ["<a href='?p=1.2&b=MS4y'>"])
    #expect(stage.renderer.setUp.map(\.noticeURL) == ["https://n.example/?p=1.2"])
    #expect(stage.renderer.setUp.map(\.billingURL) == ["https://b.example/?p=MS4y&i=${AUCTION_ID}"])
  }

  @Test func `S4.16 an interstitial is ready when its controller is, and only then shown`() {
    let stage = Stage()
    stage.make("a")
    let ad = stage.renderer.made.first?.ad
    ad?.isReady = false
    #expect(!stage.renderer.isAdReady(for: .a))
    #expect(!stage.renderer.showAd(for: .a))
    ad?.isReady = true
    #expect(stage.renderer.isAdReady(for: .a))
    #expect(stage.renderer.showAd(for: .a))
  }

  @Test func `S4.30 an interstitial is given the registry's video controls`() {
    let stage = Stage()
    stage.registry.videoControls = VideoControlsConfig(isMuted: false, closeDelay: 5000)
    stage.make("a")
    #expect(stage.renderer.made.first?.ad?.controls == stage.registry.videoControls)
  }

  @Test func `a delegate that was unregistered is told no more, and none is kept`() {
    let stage = Stage()
    var witness: Witness? = Witness()
    weak let gone = witness
    if let witness {
      stage.renderer.registerEventDelegate(pluginEventDelegate: witness, for: .a)
      stage.renderer.registerEventDelegate(pluginEventDelegate: witness, for: .b)
      stage.renderer.unregisterEventDelegate(pluginEventDelegate: witness, for: .b)
    }
    stage.make("a")
    stage.make("b")
    #expect(witness?.told.map(\.ad) == [.a])
    witness = nil
    #expect(gone == nil)
  }

  @Test
  func
    `an ad that is made anew under its fingerprint takes the place of the former, and keeps its delegates`()
  {
    let stage = Stage()
    let witness = Witness()
    stage.renderer.registerEventDelegate(pluginEventDelegate: witness, for: .a)
    stage.make("a")
    let former = stage.renderer.made.first?.ad?.events
    stage.make("a", bid: bid(nil, nil))
    former?.adDidClick()
    #expect(stage.renderer.ads.fingerprints.isEmpty)
    #expect(stage.registry.defaultRenderer.ads.fingerprints == [.a])
    stage.make("a")
    #expect(witness.told.map(\.event) == ["adDidLoad", "adDidLoad"])
  }

  @Test(
    arguments: AdPhase.allCases,
    [
      AdEvent.didLoad, .didFailToLoad(.nothingCreated), .willPresent, .didPresent,
      .didFailToPresent(.notPresented), .didClick, .willLeaveApplication, .willDismiss, .didDismiss,
    ])
  func `an event out of its order has no effect`(phase: AdPhase, event: AdEvent) {
    let allowed: [AdPhase: [String]] = [
      .loading: ["adDidLoad", "adDidFailToLoad"], .loaded: ["adWillPresent", "adDidFailToPresent"],
      .presenting: ["adDidPresent", "adDidFailToPresent"],
      .presented: ["adDidClick", "adWillLeaveApplication", "adWillDismiss"],
      .dismissing: ["adDidDismiss"],
    ]
    let isAllowed = allowed[phase]?.contains(event.description) ?? false
    #expect((phase.after(event) != nil) == isAllowed)
  }
}
