import AdEngine
import AdRendering
import AdRenderingTesting
import AdSessions
import AdSimulation
import Testing

@testable import Playground

/// The ads that stand in no slot: the banner at the bottom of the screen, and the interstitial on the way.
@Suite struct ScreenAdTests {
  private static let front = """
    adServer: { seed: 7, latency: 100ms }
    screenBanner: { unit: div-gpt-ad-screen_1, creative: { link: https://banner.example/ } }
    interstitial: { unit: div-gpt-ad-full_1, creative: { link: https://full.example/, latency: 900ms } }
    """

  private func player(
    _ front: String = front, columns: Int = 80, rows: Int = 24,
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted), bids: BidFolder? = nil
  ) -> Player {
    Player(
      testPage(ads: 2, paragraphs: 6, front: front), columns: columns, rows: rows,
      settings: settings, bids: bids)
  }

  private static let next = testPage(ads: 1, paragraphs: 3, front: "adServer: { latency: 100ms }")

  private func log(_ player: Player, _ name: String) -> [String] {
    player.log.map(\.text).filter { $0.hasPrefix(name) }
  }

  // MARK: - The banner at the bottom of the screen

  @Test func `S3.6 the screen banner stays where it is while the page scrolls`() {
    var player = player()
    player.shows("screen banner · screen_1 · ◐ loading")
    player.wait(1000)
    #expect(player.page.screenAds.screenBanner?.state == .impressed)
    func banner() -> [Substring] {
      player.screen.split(separator: "\n").suffix(5).dropLast().map { $0.prefix(50) }
    }
    let before = banner()
    player.press(.pageDown)
    #expect(player.position > 0 && banner() == before)
  }

  @Test(arguments: [(40, 10, 0), (60, 16, 1), (80, 24, 4), (120, 40, 4), (200, 60, 4)])
  func `the banner takes its height from the viewport, whether an ad came or not`(
    columns: Int, rows: Int, banner: Int
  ) {
    var with = player(columns: columns, rows: rows)
    let without = player("title: T", columns: columns, rows: rows)
    let height = with.engine.viewport.size.height
    #expect(height == without.engine.viewport.size.height - 50)
    #expect(with.layout.banner.height == banner)
    with.wait(3000)
    #expect(with.engine.viewport.size.height == height)
    #expect(with.page.screenAds.screenBanner?.state == .impressed)
  }

  @Test func `the next page without a banner gets the height back, and loses it on the way back`() {
    var player = player("screenBanner: b")
    let height = player.engine.viewport.size.height
    player.open("next.md", Self.next)
    #expect(player.engine.viewport.size.height == height + 50)
    player.press("[")
    #expect(player.engine.viewport.size.height == height)
    #expect(player.page.screenAds.screenBanner?.generation == 1)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `the screen with a banner`(columns: Int, rows: Int) {
    let player = player(columns: columns, rows: rows).waiting(3000)
    expectGolden(player.canvas, "banner-\(columns)x\(rows)")
  }

  // MARK: - The interstitial

  @Test func `S3.4 the interstitial is loaded before it is shown, and Esc leads to the page`() {
    var player = player(settings: .debugging).waiting(1500)
    #expect(player.page.screenAds.interstitial?.state == .loaded)
    #expect(player.model.visit.interstitial == nil)
    player.open("next.md", Self.next)
    #expect(player.page.file.name == "next.md")
    #expect(player.model.visit.interstitial?.state == .loaded)
    player.wait(200)
    #expect(player.model.visit.interstitial?.state == .impressed)
    player.shows("Esc closes", " Esc close ")
    player.press(.pageDown, "f", "n")
    #expect(player.position == 0, "what is covered is not moved")
    player.press(.escape)
    #expect(player.model.visit.interstitial == nil)
    #expect(!player.screen.contains("Esc closes"))
    #expect(
      log(player, "interstitial") == [
        "interstitial full_1  fetch, generation 1", "interstitial full_1  loading → loaded",
        "interstitial full_1  loaded → impressed", "interstitial full_1  impressed → closed",
        "interstitial full_1  release, generation 1",
      ])
  }

  @Test func `an interstitial that is not ready does not delay the way, nor come later`() {
    var player = player(settings: .debugging).waiting(800)
    player.open("next.md", Self.next)
    #expect(player.model.visit.interstitial == nil)
    #expect(player.page.file.name == "next.md")
    let words = "interstitial full_1  is loading: navigation is not delayed"
    #expect(log(player, "interstitial").last == words)
    player.wait(60_000)
    #expect(player.model.visit.interstitial == nil)
  }

  @Test func `nothing under an interstitial is seen`() {
    var player = player().waiting(1500)
    player.open("next.md", Self.next)
    player.press(.pageDown, wait: 20_000)
    #expect(player.engine.isActive == false)
    #expect(player.engine.status(of: SlotID(0))?.isViewable == false)
    player.press(.escape)
    #expect(player.engine.isActive)
    player.press(.end, wait: 20_000)
    #expect(player.engine.status(of: SlotID(0))?.isViewable == true)
  }

  @Test func `an interstitial is shown once; when its page is back, another is loaded`() {
    var player = player().waiting(1500)
    player.open("next.md", Self.next)
    player.press(.escape, "[")
    // Checks are 67 ms apart.
    player.wait(70)
    #expect(player.page.screenAds.interstitial?.state == .loading)
    #expect(player.page.screenAds.interstitial?.generation == 2)
    player.wait(1500)
    player.open("next.md", Self.next)
    #expect(player.model.visit.interstitial?.generation == 2)
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `the screen with an interstitial`(columns: Int, rows: Int) {
    var player = player(columns: columns, rows: rows).waiting(3000)
    player.open("next.md", Self.next)
    player.wait(500, golden: "interstitial-\(columns)x\(rows)")
  }

  // MARK: - Consent

  @Test func `nothing is asked for before there is consent, and a withdrawal lets all go`() {
    var player = player(settings: PlaygroundSettings()).waiting(5000)
    #expect(player.page.screenAds.screenBanner?.generation == 0)
    #expect(player.page.screenAds.interstitial?.generation == 0)
    player.press("a", wait: 1500)
    #expect(player.page.screenAds.screenBanner?.state == .impressed)
    #expect(player.page.screenAds.interstitial?.state == .loaded)
    player.press("c", "w")
    #expect(player.page.screenAds.screenBanner?.state == .uninitialized)
    #expect(player.page.screenAds.interstitial?.state == .uninitialized)
    player.press(.escape, after: 5000)
    player.open("next.md", Self.next)
    #expect(player.model.visit.interstitial == nil)
  }

  // MARK: - Where they lead, and how they came

  @Test func `their links are followed as those of other ads are`() {
    var player = player().pressing("B")
    #expect(player.screen.contains("only an ad that was seen can be followed"))
    player.press("B", after: 1500)
    #expect(player.takeRequests().contains(.openOutside(url: "https://banner.example/")))
    #expect(player.page.screenAds.screenBanner?.state == .clicked)
    player.open("next.md", Self.next)
    player.press("o", after: 200)
    #expect(player.takeRequests().contains(.openOutside(url: "https://full.example/")))
    #expect(player.model.visit.interstitial?.state == .clicked)
    player.press(.escape)
    #expect(player.model.visit.interstitial == nil)
  }

  @Test func `I tells which way they came, and i that of the interstitial that is on the screen`() {
    var player = player(columns: 120, rows: 60).waiting(1500).pressing("I")
    let words = player.wholeOverlay?.lines.map(\.text) ?? []
    for ad in [
      "screen banner, generation 1, unit div-gpt-ad-screen_1",
      "interstitial, generation 1, unit div-gpt-ad-full_1",
    ] { #expect(words.contains { $0.hasSuffix(ad) }, "\(ad)") }
    player.press(.escape)
    player.open("next.md", Self.next)
    player.press("i", after: 200)
    let flow = player.wholeOverlay?.lines.map { ($0.key ?? "") + $0.text } ?? []
    #expect(flow.contains("SDK ──▶ │showInterstitial"))
    #expect(!flow.contains { $0.contains("unit div-gpt-ad-screen") })
    // Esc first closes what is over it.
    player.press(.escape)
    #expect(player.overlay == nil && player.model.visit.interstitial != nil)
    player.press(.escape, "I", shows: "plug-ins: closed interstitial")
  }

  @Test func `a page's responses answer them, by the renderers they name`() {
    let files = [("screen", "<b>low</b>"), ("full", "<b>wide</b>")].map {
      BidFile(name: "r/\($0).json", body: PluginTests.response($1, "RichTextRenderer").body)
    }
    var player = player(
      "adServer: { bids: r, latency: 50ms }\nscreenBanner: screen\ninterstitial: full",
      bids: BidFolder(files))
    player.wait(500, shows: "low")
    let banner = player.page.screenAds.screenBanner?.rendering
    #expect(banner?.choices.map(\.identity.name) == ["RichTextRenderer"])
    player.open("next.md", Self.next)
    player.shows("wide")
    let names = player.model.visit.interstitial?.rendering?.choices.map(\.identity.name)
    #expect(names == ["RichTextRenderer", "PrebidRenderer"], "the first makes banners only")
  }

  @Test(arguments: [
    ("failsToPresent", "did not present: "),
    ("loadsNothing", "is failed: navigation is not delayed"),
    ("neverAnswers", "is loading: navigation is not delayed"),
  ])
  func `an interstitial that misbehaves does not come between`(fault: String, words: String) {
    var player = Player(
      testPage(front: "adServer: { bids: r, latency: 50ms }\ninterstitial: full"),
      settings: .debugging,
      bids: BidFolder([PluginTests.response(fault, "MisbehavingRenderer")]), catalog: .misbehaving
    ).waiting(1000)
    player.open("next.md", Self.next)
    #expect(player.model.visit.interstitial == nil && player.engine.isActive)
    #expect(log(player, "interstitial full").last?.contains(words) == true)
  }

  @Test
  func `S4.13 S4.21 S4.30 a video over the page closes after its delay, its report stays`() {
    let ad = "{ unit: full, optIn: true, closeDelay: 3s, creative: { media: video } }"
    var player = Player(
      testPage(front: "adServer: { latency: 50ms }\ninterstitial: \(ad)"), columns: 110, rows: 60
    ).waiting(1000)
    player.open("next.md", Self.next)
    player.press(.escape)
    let video = player.model.visit.interstitial
    #expect(video?.rendering?.request?.json.contains(#""rwdd":1"#) == true)
    #expect(player.notice?.hasSuffix("can be closed in 3 s") == true)
    player.press(.escape, after: 3000)
    #expect(player.model.visit.interstitial == nil)
    player.press("I", "a")
    #expect(player.wholeOverlay?.copied.contains("✓ adDidDismiss") == true)
  }

  @Test func `S4.31 D57 a screen banner that is not presented is not seen, and says why`() {
    var player = Player(
      testPage(front: "adServer: { bids: r, latency: 50ms }\nscreenBanner: low"),
      settings: .debugging,
      bids: BidFolder([PluginTests.response("failsToPresent", "MisbehavingRenderer")]),
      catalog: .misbehaving)
    player.press(.down, .up, after: 1000)
    let banner = player.page.screenAds.screenBanner
    #expect(banner?.state == .loaded)
    let hasFailed = banner?.rendering?.flow.contains {
      if case .adFailedToPresent = $0 { true } else { false }
    }
    #expect(hasFailed == true)
    player.shows("not presented: the ad", "screen banner · low · ! not presented")
    #expect(
      log(player, "screen banner").suffix(2) == [
        "screen banner low  loading → loaded",
        "screen banner low  did not present: the ad could not be presented",
      ])
  }

  // MARK: - Replays

  @Test func `a replay shows them again where its session does`() throws {
    let session = #"""
      {"adview":1,"page":"page.md","viewport":{"width":384,"height":340},"seed":7}
      {"at":0,"in":{"scroll":0}}
      {"at":0,"in":{"load":"screenBanner"}}
      {"at":0,"in":{"load":"interstitial"}}
      {"at":2000,"in":{"show":"interstitial"}}
      {"at":2000,"in":{"active":false}}
      {"at":2000,"in":{"open":"next.md"}}
      {"at":4000,"in":{"close":"interstitial"}}
      {"at":4000,"in":{"active":true}}
      {"at":5000,"in":{"caption":"end"}}

      """#
    let page = testPage(ads: 2, paragraphs: 6, front: Self.front)
    var player = Player(try replay(session, on: page, others: ["next.md": Self.next])).waiting(1000)
    #expect(player.page.screenAds.screenBanner?.state == .impressed)
    player.wait(2000, shows: "interstitial", hides: "Esc closes")
    #expect(player.model.visit.interstitial?.state == .impressed)
    player.wait(1500)
    #expect(player.model.visit.interstitial == nil)
    player.press(.home)
    #expect(player.page.file.name == "page.md")
    player.press(.end)
    #expect(player.page.file.name == "next.md" && player.model.visit.interstitial == nil)
  }
}
