import AdEngine
import AdRendering
import AdRenderingTesting
import Testing

@testable import AdPlayground

/// `adview explain bid` from its arguments to its exit code.
@Suite struct ExplainBidTests {
  private static let response = """
    {"id":"r","seatbid":[{"seat":"s","bid":[{"id":"b","impid":"i","price":1.2,"adm":"<b>x</b>","w":320,
    "h":50,"ext":{"prebid":{"type":"banner","targeting":{"hb_pb":"1.20","hb_bidder":"appnexus"},
    "meta":{"rendererName":"CustomRenderer","rendererVersion":"2.0"}}}}]}]}
    """

  private func explain(
    _ body: String, _ arguments: String..., app: PlaygroundApp = PlaygroundApp()
  ) throws -> ProgramRun {
    try ProgramRun(["explain", "bid", "-"] + arguments, app: app, input: body)
  }

  /// The program with renderers of this name in it.
  private func app(_ name: String = "CustomRenderer", _ versions: String...) -> PlaygroundApp {
    var app = PlaygroundApp()
    for version in versions {
      app.registerPluginRenderer { OtherRenderer(name: name, version: version) }
    }
    return app
  }

  @Test func `the winner and its renderer are said, with the reason`() throws {
    try explain(Self.response, app: app("CustomRenderer", "2.0")).expect(
      code: 0, errors: "",
      output: """
        bid       b
        bidder    appnexus
        price     1.2 USD
        renderer  CustomRenderer 2.0
        because the bid names it, with its version
        shows     made of <b>x</b>

        """)
  }

  @Test func `what falls back to the default renderer says why`() throws {
    try explain(Self.response).expect(
      output: .has("renderer  PrebidRenderer ", "no renderer is registered as CustomRenderer\n")
        & .ends(
          "known     PrebidRenderer 1.0.0, RichTextRenderer 1.0, PrebidMobileCustomAdAdapter 10.8.0\n"
            + "shows     x\n"))
    try explain(Self.response, app: app("CustomRenderer", "1.9", "2.0")).expect(
      code: 0, errors: .has("CustomRenderer 2.0: the name is taken"),
      output: .has("wants version 2.0 of CustomRenderer, and 1.9 is registered\n"))
  }

  @Test func `from a file, as one line of JSON`() throws {
    let file = try TemporaryFile(Self.response)
    let run = try ProgramRun(
      "explain", "bid", file.path, "--json", app: app("CustomRenderer", "2.0"))
    #expect(
      run.output
        == #"{"winner":{"id":"b","bidder":"appnexus","seat":"s","price":1.2,"currency":"USD","nurl":null,"burl":null},"#
        + #""renderer":{"name":"CustomRenderer","version":"2.0","fallback":false,"#
        + #""reason":"the bid names it, with its version"},"#
        + #""ad":{"shows":"made of <b>x</b>","link":null,"error":null,"notPresented":null},"#
        + #""registered":["PrebidRenderer 1.0.0","RichTextRenderer 1.0","PrebidMobileCustomAdAdapter 10.8.0","#
        + #""CustomRenderer 2.0"],"reason":null,"code":null,"#
        + #""targeting":{"hb_bidder":"appnexus","hb_pb":"1.20"},"losers":[],"problems":[]}"# + "\n")
  }

  @Test(arguments: [
    (#"{"id":"r","seatbid":{}}"#, "none\nthe response holds no bid (-401)\n"),
    (
      "Invalid request: Stored Imp with ID=\u{1B}[2J",
      "none\nthe server knows no such ad unit configuration: Invalid request: Stored Imp with ID=\u{FFFD}[2J (-102)\n"
    ),
    ("[]", "none\nthe response: expected an object (-301)\n"),
    (
      "",
      "none\nthe server sent an empty body, which is an error unless the status is 204 (-301)\n"
    ),
    ("<html>\u{1B}[2J", "none\nthe server answered with text: <html>\u{FFFD}[2J (-301)\n"),
    (
      #"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":0}]}]}"#,
      "none\nno bid has hb_pb and hb_bidder: without hb_pb and hb_bidder (-401)\n"
        + "not bid b of an unnamed bidder: without hb_pb and hb_bidder\n"
    ),
  ])
  func `a response without a winner is a decision`(body: String, output: String) throws {
    try explain(body).expect(code: 0, output: .is(output))
    try explain(body, "--json").expect(output: .begins(#"{"winner":null,"renderer":null,"#))
  }

  @Test(
    arguments: [
      (
        "--cache", "", "",
        .begins(
          "none\nno bid has hb_pb and hb_bidder and hb_cache_id: without hb_cache_id (-401)\n")
      ),
      (
        "--cache", #""hb_pb":"#, #""hb_cache_id_appnexus":"x","hb_pb":"#,
        .has("with hb_cache_id_appnexus only (-401)")
      ),
      ("--cache", "hb_pb", "hb_x", .has("without hb_pb and hb_cache_id (-401)")),
      ("--cache", #""hb_pb":"#, #""hb_cache_id":"x","hb_pb":"#, .begins("bid       b")),
      (
        "--server-cache", "", "",
        .has("none of 1 bids is in the server's cache (ext.prebid.cache) (-402)")
      ),
      (
        "--server-cache", #""targeting":"#, #""cache":{"bids":{"cacheId":"c"}},"targeting":"#,
        .begins("bid       b")
      ),
    ] as [(String, String, String, ExpectedText)])
  func `with --cache and --server-cache no bid wins that is in no cache`(
    option: String, part: String, other: String, output: ExpectedText
  ) throws {
    try explain(Self.response.replacing(part, with: other), option).expect(output: output)
  }

  @Test(arguments: [
    ("\u{FEFF}{\n\"id\":", "adview: standard input:2:6: expected a value (-301)\n"),
    ("{\n\"id\":", "adview: standard input:2:6: expected a value (-301)\n"),
    ("{\n\"id\":1 2}", "adview: standard input:2:8: expected a comma or } (-301)\n"),
  ])
  func `a broken response is bad data, with line and column`(body: String, errors: String) throws {
    try explain(body).expect(code: 65, errors: .is(errors), output: "")
  }

  @Test func `a byte order mark is skipped, as Apple's reader does, and said`() throws {
    let plain = try explain(Self.response).output
    try explain("\u{FEFF}" + Self.response).expect(
      errors: "adview: standard input:1: the response: expected no byte order mark at its head\n",
      output: .is(plain))
    try explain("\u{FEFF} \n").expect(output: .has("the server sent an empty body"))
    try explain("\u{FEFF}<html>").expect(
      output: .has("the server answered with text: <html> (-301)"))
  }

  @Test func `an ad that is not presented, and empty markup, are reported`() throws {
    let withheld = bid("failsToPresent", "MisbehavingRenderer")
    var app = PlaygroundApp()
    app.registerPluginRenderer(MisbehavingRenderer.self)
    try explain(withheld, app: app).expect(
      output: .ends(
        "shows     failsToPresent\nbut is not presented: the ad could not be presented\n"))
    try explain(withheld, "--json", app: app).expect(
      output: .has(#""notPresented":"the ad could not be presented""#))
    try explain(bid("<html></html>", "PrebidRenderer")).expect(
      output: .ends("shows     nothing: the markup has no words, no image and no script\n"))
  }

  @Test func `what counts as missing is said with its line`() throws {
    let body =
      "{\"id\":\"r\",\"seatbid\":[{\"bid\":[{\"id\":\"b\",\"impid\":\"i\",\"price\":1,\"adm\":\n1}]}]}"
    try explain(body).expect(
      code: 0,
      errors: """
        adview: standard input:2: seatbid[0].bid[0].adm: expected a text
        adview: standard input:1: seatbid[0].bid[0]: expected a bid with hb_pb and hb_bidder in \
        ext.prebid.targeting

        """)
  }

  @Test func `the renderers that come with AdView are known, as they are to its pages`() throws {
    let body = Self.response.replacing("CustomRenderer", with: "RichTextRenderer")
      .replacing("2.0", with: "1.0")
    try explain(body).expect(
      output: .has("renderer  RichTextRenderer 1.0\nbecause the bid names it"))
    try explain(body, app: app("RichTextRenderer", "2.0")).expect(
      errors: .has("RichTextRenderer 2.0: the name is taken"))
  }

  private func bid(_ markup: String, _ renderer: String, more: String = "", type: String = "banner")
    -> String
  {
    """
    {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":0.25,"adm":"\(markup)",\(more)"ext":
    {"prebid":{"type":"\(type)","targeting":{"hb_pb":"0.20","hb_bidder":"x"},"meta":
    {"rendererName":"\(renderer)","rendererVersion":"1.0"}}}}]}]}
    """
  }

  @Test func `S4.27 the renderer is the one that a page would use`() throws {
    try explain(bid("<VAST/>", "RichTextRenderer", type: "video")).expect(
      output: .has(
        "renderer  PrebidRenderer 1.0.0\nbecause RichTextRenderer does not render video\n"))
    try explain(bid("only words", "RichTextRenderer")).expect(
      output: .has(
        "renderer  PrebidRenderer 1.0.0\nbecause RichTextRenderer made nothing of the bid\n"))
    try explain(bid("<b>x</b>", "RichTextRenderer"), "--interstitial").expect(
      output: .has("because RichTextRenderer made nothing of the bid\n"))
    try explain(bid("<b>x</b>", "RichTextRenderer"), "--json").expect(
      output: .has(#""ad":{"shows":"x","link":null,"error":null,"notPresented":null}"#))
  }

  @Test func `what the ad shows, where it leads and whom it calls is said`() throws {
    let more = #""nurl":"https://n.example/${AUCTION_PRICE}","burl":"https://b.example/","#
    try explain(bid("<a href=https://x.example>go</a>", "RichTextRenderer", more: more)).expect(
      output: .ends(
        """
        shows     go
        leads to  https://x.example
        nurl      https://n.example/0.25
        burl      https://b.example/

        """))
    try explain(bid("", "RichTextRenderer")).expect(
      errors: .has("expected markup in adm: the bid wins and shows nothing"),
      output: .has("no ad     Ad markup is missing\n"))
  }

  @Test func `hostile text is scrubbed`() throws {
    let body = Self.response.replacing("appnexus", with: "a\\u001b[2J\\u202e")
    try explain(body).expect(code: 0, output: .scrubbed)
    try explain(body, "--json").expect(code: 0, output: .scrubbed)
  }

  @Test func `no such file is no wrong usage`() throws {
    try ProgramRun("explain", "bid", "/no/such/file", code: 66)
    try ProgramRun("explain", "bid", "/tmp", code: 66)
    try ProgramRun("explain", "bid", code: 64)
  }
}

/// A renderer of an app, under any name.
private final class OtherRenderer: PluginRenderer {
  static let name = ""
  static let version = ""
  let name: String
  let version: String
  let ads = RenderedAds()

  init() { (name, version) = ("", "") }
  init(name: String, version: String) { (self.name, self.version) = (name, version) }

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    OtherAd(bid, frame, adViewDelegate)
  }
}

private final class OtherAd: BannerAdView {
  let content: AdContent?
  private let events: AdEvents

  init(_ bid: Bid, _ size: Size, _ events: AdEvents) {
    content = AdContent(size: size, lines: [AdLine("made of \(bid.markup ?? "")")])
    self.events = events
  }

  func loadAd() { events.adDidLoad() }
}
