import AdEngine
import AdRendering
import AdRenderingTesting
import AdSessions
import AdSimulation
import Synchronization
import Testing

@testable import Playground

/// Counts how many ads it has made.
private final class CountingRenderer: PluginRenderer {
  static let name = "CountingRenderer"
  static let version = "1.0"
  static let made = Atomic(0)
  let ads = RenderedAds()

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    Self.made.add(1, ordering: .relaxed)
    return DefaultRenderer().createBannerAdView(
      with: frame, bid: bid, adConfiguration: adConfiguration, connection: connection,
      adViewDelegate: adViewDelegate)
  }
}

/// Counts the ads of its page, and changes what they show a second after it made them.
private final class CountedRenderer: PluginRenderer {
  static let name = "CountedRenderer"
  static let version = "1.0"
  let ads = RenderedAds()
  private var count = 0

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    count += 1
    return CountedAd(count, frame, connection, adViewDelegate)
  }
}

private final class CountedAd: BannerAdView {
  private(set) var content: AdContent?
  private let number: Int, size: Size, connection: AdConnection, events: AdEvents

  init(_ number: Int, _ size: Size, _ connection: AdConnection, _ events: AdEvents) {
    (self.number, self.size, self.connection, self.events) = (number, size, connection, events)
  }

  func loadAd() {
    content = AdContent(size: size, lines: [AdLine("ad \(number), at first")])
    connection.after(1000) { [self] in content?.lines = [AdLine("ad \(number), later on")] }
    events.adDidLoad()
  }

  func control(_ control: AdControl) { connection.debugPrint("told to", control) }
}

/// Plug-ins in the playground: the one of the documentation, and those that come with AdView.
@Suite struct PluginTests {
  @Test func `a problem of a response is listed with its file, not as a line of the page`() {
    var player = Player(
      testPage(front: "adServer: { bids: r }"), columns: 100, rows: 30,
      bids: BidFolder([BidFile(name: "r/broken.json", body: Array(#"{"id":"r","#.utf8))]))
    player.press("!", shows: "r/broken.json: byte")
  }

  @Test func `following an ad that leads nowhere says so`() {
    var player = Player(
      testPage(front: "adServer: { bids: r, latency: 50ms }"), columns: 100, rows: 40,
      bids: BidFolder([Self.response("<b>herring</b>", "RichTextRenderer")]))
    player.press(.pageDown, wait: 1000)
    player.press("o", shows: "leads nowhere")
  }

  static func response(_ markup: String, _ renderer: String, expiry: Int? = nil) -> BidFile {
    BidFile(
      name: "responses/\(renderer).json",
      body: Array(
        """
        {"id":"r","seatbid":[{"seat":"s","bid":[{"id":"b","impid":"i","price":1.2,"adm":"\(markup)","w":300,
        "h":250,\(expiry.map { "\"exp\":\($0)," } ?? "")"ext":{"prebid":{"type":"banner","targeting":{"hb_pb":"1.20","hb_bidder":"harbour"},
        "meta":{"rendererName":"\(renderer)","rendererVersion":"1.0"}}}}]}]}
        """.utf8))
  }

  /// A page with one slot that is answered by a response.
  static func player(
    _ file: BidFile, _ catalog: PluginCatalog = .misbehaving, columns: Int = 100, rows: Int = 40
  ) -> Player {
    let page = """
      ---
      title: Plug-ins
      adServer: { bids: responses/, latency: 50ms }
      ---
      # Plug-ins

      ```ad
      unit: div-gpt-ad-mobile_1
      size: 300x250
      ```

      Some words.
      """
    return Player(page, columns: columns, rows: rows, bids: BidFolder([file]), catalog: catalog)
  }

  @Test func `the plug-in of the documentation keeps its contract and renders in the playground`() {
    #expect(RendererConformance(StarRenderer.self, markup: "x").findings() == [])
    var player = Self.player(
      Self.response("fresh herring", "StarRenderer"), .standard.adding(StarRenderer.self))
    player.wait(200, hides: "★")
    player.wait(400, shows: "★ fresh herring ★")
  }

  private func counted(settings: PlaygroundSettings = PlaygroundSettings(consent: .granted))
    -> Player
  {
    Player(
      testPage(
        ads: 2, paragraphs: 1, front: "adServer: { bids: r, latency: 50ms }", block: "size: 320x100"
      ),
      columns: 110, rows: 70, settings: settings,
      bids: BidFolder([Self.response("x", "CountedRenderer")]),
      catalog: .standard.adding(CountedRenderer.self))
  }

  @Test func `S4.4 S4.19 the ads of a page share their renderers`() {
    var player = counted().waiting(900)
    player.shows("ad 1, at first", "ad 2, at first")
    player.press("i", "a", shows: "✓ adDidLoad")
  }

  @Test func `content that changes after its ad has loaded is drawn`() {
    var player = counted().waiting(900)
    #expect(!player.screen.contains("later on"))
    player.wait(1000, shows: "ad 1, later on", hides: "at first")
  }

  @Test
  func
    `S4.7 an ad that is left by way of an interstitial is paused once, and resumed when it is back`()
  {
    var player = Player(
      testPage(
        ads: 1, paragraphs: 1, front: "adServer: { latency: 50ms }\ninterstitial: full",
        block: "size: 320x100"), columns: 110, rows: 60
    ).waiting(2000)
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array("# B\n".utf8))))
    player.press(.escape, after: 500, wait: 500)
    func controls() -> [String] {
      let calls = AdTrace(player.model.visit, 0).rendering?.log.map(\.call.description)
      return (calls ?? []).filter { ["pause", "resume"].contains($0) }
    }
    player.press("[", wait: 500)
    #expect(controls() == ["pause", "resume"])
  }

  @Test func `S4.43 a simulated ad tells that the user leaves for its target`() {
    var player = Player(
      testPage(
        ads: 1, paragraphs: 1, front: "adServer: { latency: 50ms }",
        block: "size: 320x100\ncreative: { link: https://full.example/ }"), columns: 110, rows: 60
    ).waiting(2000)
    player.press("n", "o", wait: 200)
    player.press("i", "a")
    #expect(player.wholeOverlay?.copied.contains("✓ adWillLeaveApplication") == true)
  }

  @Test func `S4.7 an ad is told when its page is covered, and when it is back`() {
    var player = counted(settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
    player.wait(2000)
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array("# B\n".utf8))))
    player.press("[", after: 500, wait: 500)
    player.press("i", "a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("pause") && text.contains("resume"))
    #expect(text.contains("debugPrint: told to pause"))
  }

  @Test func `S4.19 a renderer that tells of other ads is caught`() {
    var player = Player(
      testPage(
        ads: 2, paragraphs: 1, front: "adServer: { bids: r, latency: 50ms }", block: "size: 320x100"
      ),
      columns: 110, rows: 70,
      bids: BidFolder([Self.response("reportsForOthers", "MisbehavingRenderer")]),
      catalog: .misbehaving)
    player.wait(2000)
    let calls = AdTrace(player.model.visit, 0).rendering?.log.map(\.call.description) ?? []
    #expect(calls.contains("ignored: adDidClick of an ad that is loaded"))
  }

  @Test func `S4.19 a report for an ad that is presented is in its flow`() throws {
    let page = testPage(
      ads: 2, paragraphs: 20,
      front:
        "adServer: { bids: r, latency: 50ms }\nlazyLoad: { fetchThreshold: 20, displayThreshold: 10 }",
      block: "size: 320x100")
    var player = Player(
      page, columns: 110, rows: 40,
      bids: BidFolder([Self.response("reportsForOthers", "MisbehavingRenderer")]),
      catalog: .misbehaving)
    func flow(ofSlot slot: Int) -> [String] {
      AdTrace(player.model.visit, slot).rendering?.log.map(\.call.description) ?? []
    }
    player.press("n", "n", wait: 4000)
    #expect(flow(ofSlot: 0).suffix(1) == ["show"])
    #expect(flow(ofSlot: 1).isEmpty)
    for _ in 0..<40 where flow(ofSlot: 1).isEmpty { player.press(.pageDown, wait: 1000) }
    #expect(flow(ofSlot: 0).contains("adDidClick"))
    #expect(!flow(ofSlot: 0).contains { $0.contains("ignored") })
  }

  @Test func `S0.91 what a renderer prints is in the log while the ladybug is on`() {
    func printed(_ isOn: Bool) -> [String] {
      let player = Player(
        testPage(ads: 1, paragraphs: 1, front: "adServer: { bids: r, latency: 50ms }"),
        columns: 100,
        rows: 40, settings: PlaygroundSettings(isDebugEnabled: isOn, consent: .granted),
        bids: BidFolder([Self.response("fresh herring", "StarRenderer")]),
        catalog: .standard.adding(StarRenderer.self)
      ).waiting(1000)
      return player.model.visit.log.entries.filter { $0.topic == .print }.map(\.text)
    }
    #expect(printed(true) == ["slot 1 mobile_1  StarRenderer shows 13 characters"])
    #expect(printed(false).isEmpty)
  }

  @Test func `rich text is shown in the slot, and falls back where nobody knows the renderer`() {
    var rich = Self.player(
      Self.response("<h1>Herring</h1>fresh &amp; <b>cold</b>", "RichTextRenderer"))
    rich.wait(500)
    #expect(rich.screen.contains("Herring"))
    #expect(rich.screen.contains("fresh & cold"))
    var unknown = Self.player(Self.response("<b>cold</b>", "Unknown"))
    unknown.wait(500)
    #expect(unknown.screen.contains("cold"))
  }

  @Test func `hostile markup stays in its box and out of the terminal`() {
    for markup in [
      "\\u001b[2J\\u202e", String(repeating: "wide 宽 ", count: 400),
      String(repeating: "<p>line</p>", count: 400), "\\u0000<b>", "<a href='",
    ] {
      var player = Self.player(Self.response(markup, "RichTextRenderer"), columns: 80, rows: 24)
      player.wait(500)
      let isSafe = player.screen.unicodeScalars.allSatisfy { $0 == "\n" || !Scrubbing.isUnsafe($0) }
      #expect(isSafe)
    }
  }

  @Test func `a response with a byte order mark is shown as JSON, as it is read`() {
    let file = Self.response("<b>cold</b>", "RichTextRenderer")
    var player = Self.player(
      BidFile(name: file.name, body: [0xEF, 0xBB, 0xBF] + file.body), columns: 110, rows: 60)
    player.press("i", "a", after: 1500)
    #expect(player.wholeOverlay?.copied.contains(#""seatbid": ["#) == true)
  }

  @Test func `i tells which way an ad came: renderers, flow, events, request and response`() {
    var player = Self.player(
      Self.response("<b>cold</b>", "RichTextRenderer"), columns: 110, rows: 60)
    player.press("i", after: 1500, golden: "plugins-folded-110x60")
    player.press("a", golden: "plugins-110x60")
    player.shows("● RichTextRenderer 1.0", "✓ adDidPresent")
    player.press(.escape)
    #expect(player.model.overlay == nil)
  }

  @Test func `an ad that falls back says from what, and one that fails says why`() {
    var unknown = Self.player(Self.response("<b>cold</b>", "Unknown"), columns: 110, rows: 60)
    unknown.wait(1500)
    unknown.press("i", "a")
    #expect(unknown.screen.contains("falls back to PrebidRenderer"))
    #expect(unknown.screen.contains("no renderer is registered as Unknown"))
    var failing = Self.player(
      Self.response("loadsNothing", "MisbehavingRenderer"), columns: 110, rows: 60)
    failing.wait(1500)
    failing.press("i", "a")
    #expect(failing.screen.contains("loaded an ad that shows nothing"))
  }

  @Test
  func `S4.44 an ad that falls back is a line of the log, and the list of ads says who has which`()
  {
    let page = """
      ---
      adServer: { bids: r, latency: 50ms }
      screenBanner: low
      ---
      ```ad
      unit: rich
      size: 300x100
      ```

      ```ad
      unit: far
      size: 300x100
      ```

      ```ad
      unit: none
      size: 300x100
      ```
      """
    func file(_ name: String, _ renderer: String) -> BidFile {
      BidFile(name: "r/\(name).json", body: Self.response("<b>x</b>", renderer).body)
    }
    var player = Player(
      page, columns: 120, rows: 50,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted),
      bids: BidFolder([
        file("rich", "RichTextRenderer"), file("far", "Unknown"), file("low", "Other"),
      ])
    ).waiting(2000)
    #expect(
      player.model.visit.log.entries.map(\.text).filter { $0.contains("falls back") }.sorted() == [
        "screen banner low  AdView falls back to PrebidRenderer 1.0.0: no renderer is registered as Other",
        "slot 2 far  AdView falls back to PrebidRenderer 1.0.0: no renderer is registered as Unknown",
      ])
    player.press("i")
    func list() -> [String] {
      let lines = player.wholeOverlay?.lines.map(\.text) ?? []
      return Array(lines.drop { !$0.hasPrefix("ads of this page") }.prefix(5))
    }
    #expect(
      list() == [
        "ads of this page: fingerprint, unit, renderer",
        "slot 1, generation 1  rich  RichTextRenderer 1.0",
        "slot 2, generation 1  far  falls back to PrebidRenderer 1.0.0: no renderer is registered as Unknown",
        "slot 3, generation 1  none  nothing came back",
        "screen banner, generation 1  low  falls back to PrebidRenderer 1.0.0: no renderer is registered as Other",
      ])
    #expect(player.wholeOverlay?.lines.contains { $0.text.hasPrefix("flow of AdView: ") } == true)
    player.press(.escape, "R", "i")
    #expect(list()[1] == "slot 1, generation 2  rich  no answer yet")
    player.wait(2000)
    #expect(list()[1] == "slot 1, generation 2  rich  RichTextRenderer 1.0")
  }

  @Test func `S3.10 S4.14 why a bid became no ad is said wherever the slot's failure is`() {
    var player = Self.player(Self.response("", "RichTextRenderer")).pressing("b").waiting(1000)
    #expect(player.screen.contains("failed: Ad markup is missing"))
    #expect(
      player.model.visit.log.entries.contains {
        $0.text.hasSuffix("loading → failed: rendering: Ad markup is missing")
      })
    for (key, words) in [
      ("w", "failed (not rendered)"), ("D", "failed (not rendered)"),
      ("D", "i shows what became of it"),
    ] as [(Key, String)] {
      player.press(key)
      let text = player.overlayBox?.lines.map(\.text).joined(separator: " ") ?? ""
      #expect(text.contains(words), "\(text)")
      #expect(!text.contains("server error"))
      player.press(.escape)
    }
  }

  @Test func `S4.31 D57 an ad that is not presented is not drawn, and the slot says why`() {
    var player = Self.player(Self.response("failsToPresent", "MisbehavingRenderer")).waiting(3000)
    player.shows("not presented: the ad could not be", "! not presented")
    #expect(!player.screen.contains("failsToPresent"))
    #expect(!player.screen.contains("◉ viewable"))
    player.press("i")
    #expect(player.wholeOverlay?.lines.contains { $0.text.hasPrefix("adFailedToPresent") } == true)
  }

  @Test(arguments: [(500, false), (1500, true)])
  func `an ad that is rendered when its bid is good no more is not shown`(
    wait: Int64, isExpired: Bool
  ) {
    let page = """
      ---
      adServer: { bids: r, latency: 50ms }
      ---
      \(String(repeating: "words\n\n", count: 36))
      ```ad
      unit: u
      size: 300x250
      ```
      """
    var player = Player(
      page, rows: 40, settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted),
      bids: BidFolder([Self.response("<b>herring</b>", "RichTextRenderer", expiry: 1)]))
    player.wait(wait)
    #expect(player.model.visit.pages.top.slots[0].ad == .loaded)
    player.press(.end, wait: 3000)
    #expect(player.model.visit.pages.top.slots[0].load == .displayed)
    #expect(player.screen.contains("not presented: the bid was good for 1 s") == isExpired)
    #expect(player.screen.contains("herring") != isExpired)
    let lines = player.model.visit.log.entries.map(\.text).filter { $0.contains("not presented") }
    #expect(lines == (isExpired ? ["slot 1 u  not presented: the bid was good for 1 s"] : []))
  }

  @Test
  func `what is told follows the ad, and calls of the two sides are told apart without colour`() {
    var player = Player(testPage(ads: 1, paragraphs: 1), columns: 110, rows: 70).pressing("i")
    #expect(player.screen.contains("no answer yet"))
    player.wait(1500, shows: "renderer  SimulatedRenderer 1.0")
    player.press("a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("● SimulatedRenderer 1.0"))
    #expect(text.contains("SDK ──▶ │ createAdPresenter"))
    #expect(text.contains("    ◀── │ adLoaded(view)"))
    let tones = player.overlayBox?.lines.compactMap(\.tone) ?? []
    #expect(Set(tones) == [.sdk, .plugin])
    #expect(text.contains("hb_bidder"))
  }

  @Test func `an ad leads where its renderer found a link, under the policy of all ads`() {
    for (link, isOpened) in [
      ("https://herring.example/", true), ("javascript:alert(1)", false),
      ("http://127.0.0.1/", false),
    ] {
      var player = Self.player(Self.response("<a href='\(link)'>cold</a>", "RichTextRenderer"))
      player.press("o", after: 1000)
      #expect(
        player.requests.contains(.openOutside(url: "https://herring.example/")) == isOpened,
        "\(link)")
      #expect(player.model.shared.notice?.contains(isOpened ? "opens" : "blocked") == true)
      #expect(player.model.visit.pages.top.slots[0].ad == .clicked)
      player.press("n", .enter, shows: link)
    }
  }

  @Test func `an ad that leads nowhere opens nothing`() {
    var player = Self.player(Self.response("<b>cold</b>", "RichTextRenderer")).waiting(1000)
    player.press("o")
    #expect(!player.requests.contains { if case .openOutside = $0 { true } else { false } })
  }

  @Test func `a frame renders no ad again, and neither does time that passes`() {
    var player = Self.player(
      Self.response("fresh herring", "CountingRenderer"), .standard.adding(CountingRenderer.self))
    player.wait(1000, shows: "fresh herring")
    let made = CountingRenderer.made.load(ordering: .relaxed)
    #expect(made > 0)
    for _ in 0..<20 { player.press(.down, .up, wait: 100, shows: "fresh herring") }
    player.press("n", .enter)
    _ = player.canvas
    #expect(CountingRenderer.made.load(ordering: .relaxed) == made)
  }

  @Test func `an ad's words are broken at its edge`() {
    let words = "The herring of this morning is sold out, and tomorrow there will be some more"
    let player = Self.player(Self.response("<b>\(words)</b>", "RichTextRenderer")).waiting(500)
    #expect(!player.screen.contains(words))
    #expect(words.split(separator: " ").allSatisfy { player.screen.contains($0) })
  }

  @Test func `on a page without ads there is nothing to tell about`() {
    let player = Player("---\nlazyLoad: off\n---\n# T\n").pressing("i")
    #expect(player.model.shared.notice != nil || player.model.overlay != nil)
  }
}
