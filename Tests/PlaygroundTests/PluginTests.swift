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
    _ file: BidFile, _ catalog: PluginCatalog = .misbehaving, columns: Int = 100, rows: Int = 40,
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted)
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
    return Player(
      page, columns: columns, rows: rows, settings: settings, bids: BidFolder([file]),
      catalog: catalog)
  }

  @Test func `the plug-in of the documentation keeps its contract and renders in the playground`() {
    #expect(RendererConformance(StarRenderer.self, markup: "x").findings() == [])
    var player = Self.player(
      Self.response("fresh herring", "StarRenderer"), .standard.adding(StarRenderer.self))
    player.wait(200, hides: "★")
    player.wait(400, shows: "★ fresh herring ★")
  }

  /// A page with two slots that are answered by a response for this renderer.
  private func pair(
    _ renderer: String, _ markup: String = "x", _ catalog: PluginCatalog = .misbehaving,
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted)
  ) -> Player {
    let front = "adServer: { bids: r, latency: 50ms }"
    return Player(
      testPage(ads: 2, paragraphs: 1, front: front, block: "size: 320x100"), columns: 110, rows: 70,
      settings: settings, bids: BidFolder([Self.response(markup, renderer)]), catalog: catalog)
  }

  private func counted(
    settings: PlaygroundSettings = PlaygroundSettings(consent: .granted)
  ) -> Player {
    pair("CountedRenderer", "x", .standard.adding(CountedRenderer.self), settings: settings)
  }

  /// What a slot and its renderer have said to each other.
  private func calls(_ player: Player, ofSlot slot: Int = 0) -> [String] {
    AdTrace(player.model.visit, slot).rendering?.log.map(\.call.description) ?? []
  }

  @Test func `S4.4 S4.19 the ads of a page share their renderers`() {
    var player = counted().waiting(900)
    player.shows("ad 1, at first", "ad 2, at first")
    player.press("i", "a", shows: "✓ adDidLoad")
  }

  @Test func `content that changes after its ad has loaded is drawn`() {
    var player = counted().waiting(900)
    player.shows(hides: "later on")
    player.wait(1000, shows: "ad 1, later on", hides: "at first")
  }

  @Test func `S4.7 an ad left by way of an interstitial is paused once, and resumed once`() {
    var player = Player(
      testPage(
        ads: 1, paragraphs: 1, front: "adServer: { latency: 50ms }\ninterstitial: full",
        block: "size: 320x100"), columns: 110, rows: 60
    ).waiting(2000)
    player.open()
    player.press(.escape, after: 500, wait: 500)
    player.press("[", wait: 500)
    #expect(calls(player).filter { ["pause", "resume"].contains($0) } == ["pause", "resume"])
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
    var player = counted(settings: .debugging).waiting(2000)
    player.open()
    player.press("[", after: 500, wait: 500)
    player.press("i", "a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("pause") && text.contains("resume"))
    #expect(text.contains("debugPrint: told to pause"))
  }

  @Test func `S4.19 a renderer that tells of other ads is caught`() {
    let player = pair("MisbehavingRenderer", "reportsForOthers").waiting(2000)
    #expect(calls(player).contains("ignored: adDidClick of an ad that is loaded"))
  }

  @Test func `S4.19 a report for an ad that is presented is in its flow`() {
    let front = """
      adServer: { bids: r, latency: 50ms }
      lazyLoad: { fetchThreshold: 20, displayThreshold: 10 }
      """
    var player = Player(
      testPage(ads: 2, paragraphs: 20, front: front, block: "size: 320x100"), columns: 110,
      rows: 40,
      bids: BidFolder([Self.response("reportsForOthers", "MisbehavingRenderer")]),
      catalog: .misbehaving)
    player.press("n", "n", wait: 4000)
    #expect(calls(player).suffix(1) == ["show"])
    #expect(calls(player, ofSlot: 1).isEmpty)
    for _ in 0..<40 where calls(player, ofSlot: 1).isEmpty { player.press(.pageDown, wait: 1000) }
    #expect(calls(player).contains("adDidClick"))
    #expect(!calls(player).contains { $0.contains("ignored") })
  }

  @Test func `S0.91 what a renderer prints is in the log while the ladybug is on`() {
    func printed(_ settings: PlaygroundSettings) -> [String] {
      let player = Self.player(
        Self.response("fresh herring", "StarRenderer"), .standard.adding(StarRenderer.self),
        settings: settings)
      return player.waiting(1000).log.filter { $0.topic == .print }.map(\.text)
    }
    #expect(printed(.debugging) == ["slot 1 mobile_1  StarRenderer shows 13 characters"])
    #expect(printed(PlaygroundSettings(consent: .granted)) == [])
  }

  @Test func `rich text is shown in the slot`() {
    Self.player(Self.response("<h1>Herring</h1>fresh &amp; <b>cold</b>", "RichTextRenderer"))
      .waiting(500).shows("Herring", "fresh & cold")
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
    #expect(player.overlay == nil)
  }

  @Test func `an ad that falls back is shown and says from what, and one that fails says why`() {
    var unknown = Self.player(Self.response("<b>cold</b>", "Unknown"), columns: 110, rows: 60)
    unknown.wait(1500, shows: "cold")
    unknown.press("i", "a", shows: "falls back to PrebidRenderer")
    unknown.shows("no renderer is registered as Unknown")
    var failing = Self.player(
      Self.response("loadsNothing", "MisbehavingRenderer"), columns: 110, rows: 60)
    failing.press("i", "a", after: 1500, shows: "loaded an ad that shows nothing")
  }

  @Test func `S4.44 an ad that falls back is logged, and the list says who has which`() {
    let front = "---\nadServer: { bids: r, latency: 50ms }\nscreenBanner: low\n---\n"
    let ads = ["rich", "far", "none"].map { "```ad\nunit: \($0)\nsize: 300x100\n```\n" }
    let files = [("rich", "RichTextRenderer"), ("far", "Unknown"), ("low", "Other")].map {
      BidFile(name: "r/\($0).json", body: Self.response("<b>x</b>", $1).body)
    }
    var player = Player(
      front + ads.joined(separator: "\n"), columns: 120, rows: 50, settings: .debugging,
      bids: BidFolder(files)
    ).waiting(2000)
    #expect(
      player.log.map(\.text).filter { $0.contains("falls back") }.sorted() == [
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
    player.shows("failed: Ad markup is missing")
    let line = "loading → failed: rendering: Ad markup is missing"
    #expect(player.log.contains { $0.text.hasSuffix(line) })
    for (key, words) in [
      ("w", ["failed (not rendered)"]),
      ("D", ["failed (not rendered)", "i shows what became of it"]),
    ] as [(Key, [String])] {
      player.press(key)
      let text = player.overlayBox?.lines.map(\.text).joined(separator: " ") ?? ""
      #expect(words.allSatisfy(text.contains) && !text.contains("server error"), "\(text)")
      player.press(.escape)
    }
  }

  @Test func `S4.31 D57 an ad that is not presented is not drawn, and the slot says why`() {
    var player = Self.player(Self.response("failsToPresent", "MisbehavingRenderer")).waiting(3000)
    player.shows("not presented: the ad could not be", "! not presented", hides: "failsToPresent")
    #expect(!player.screen.contains("◉ viewable"))
    player.press("i")
    #expect(player.wholeOverlay?.lines.contains { $0.text.hasPrefix("adFailedToPresent") } == true)
  }

  @Test(arguments: [(500, false), (1500, true)])
  func `an ad whose bid is good no more is not shown`(wait: Int64, isExpired: Bool) {
    var player = Player(
      testPage(
        ads: 1, paragraphs: 20, front: "adServer: { bids: r, latency: 50ms }",
        block: "size: 300x250"), rows: 40, settings: .debugging,
      bids: BidFolder([Self.response("<b>herring</b>", "RichTextRenderer", expiry: 1)]))
    player.wait(wait)
    #expect(player.page.slots[0].ad == .loaded)
    player.press(.end, wait: 3000)
    #expect(player.page.slots[0].load == .displayed)
    let words = "not presented: the bid was good for 1 s"
    #expect(player.screen.contains(words) == isExpired)
    #expect(player.screen.contains("herring") != isExpired)
    let lines = player.log.map(\.text).filter { $0.contains("not presented") }
    #expect(lines == (isExpired ? ["slot 1 mobile_1  \(words)"] : []))
  }

  @Test func `what is told follows the ad, and the two sides differ without colour`() {
    var player = Player(testPage(ads: 1, paragraphs: 1), columns: 110, rows: 70)
    player.press("i", shows: "no answer yet")
    player.wait(1500, shows: "renderer  SimulatedRenderer 1.0")
    player.press("a")
    let text = player.wholeOverlay?.copied ?? ""
    for part in [
      "● SimulatedRenderer 1.0", "SDK ──▶ │ createAdPresenter", "    ◀── │ adLoaded(view)",
      "hb_bidder",
    ] { #expect(text.contains(part)) }
    #expect(Set(player.overlayBox?.lines.compactMap(\.tone) ?? []) == [.sdk, .plugin])
  }

  @Test(arguments: [
    ("https://herring.example/", true), ("javascript:alert(1)", false),
    ("http://127.0.0.1/", false),
  ])
  func `a link that a renderer found is under the policy of all ads`(link: String, isOpened: Bool) {
    var player = Self.player(Self.response("<a href='\(link)'>cold</a>", "RichTextRenderer"))
    player.press("o", after: 1000)
    #expect(player.requests.compactMap(\.opened) == (isOpened ? [link] : []))
    #expect(player.notice?.contains(isOpened ? "opens" : "blocked") == true)
    #expect(player.page.slots[0].ad == .clicked)
    player.press("n", .enter, shows: link)
  }

  @Test func `an ad that leads nowhere says so, and opens nothing`() {
    var player = Self.player(Self.response("<b>cold</b>", "RichTextRenderer"))
    player.press("o", after: 1000, shows: "leads nowhere")
    #expect(player.requests.compactMap(\.opened) == [])
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
}
