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
    let run = try explain(Self.response, app: app("CustomRenderer", "2.0"))
    run.expect(code: 0, errors: "")
    #expect(
      run.output == """
        bid       b
        bidder    appnexus
        price     1.2 USD
        renderer  CustomRenderer 2.0
        because the bid names it, with its version
        shows     made of <b>x</b>

        """)
  }

  @Test func `what falls back to the default renderer says why`() throws {
    let none = try explain(Self.response)
    #expect(none.output.contains("renderer  PrebidRenderer "))
    #expect(none.output.contains("no renderer is registered as CustomRenderer\n"))
    #expect(
      none.output.hasSuffix(
        "known     PrebidRenderer 1.0.0, RichTextRenderer 1.0, PrebidMobileCustomAdAdapter 10.8.0\n"
          + "shows     x\n"))
    let other = try explain(Self.response, app: app("CustomRenderer", "1.9", "2.0"))
    #expect(other.output.contains("wants version 2.0 of CustomRenderer, and 1.9 is registered\n"))
    #expect(other.errors.contains("CustomRenderer 2.0: the name is taken"))
    #expect(other.code == 0)
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
    (#"{"id":"r","seatbid":[]}"#, "none\nthe response holds no bid (-401)\n"),
    (#"{"id":"r","seatbid":{}}"#, "none\nthe response holds no bid (-401)\n"),
    (#"{"seatbid":[]}"#, "none\nthe response has no id (-401)\n"),
    (#"{"id":"r","imp":[]}"#, "none\nthis is a bid request, not a response (-401)\n"),
    (
      #"{"id":"b","impid":"i","price":1}"#,
      "none\nthis is a bid without a response around it (-401)\n"
    ),
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
    try explain(body).expect(code: 0, output: output)
    #expect(try explain(body, "--json").output.hasPrefix(#"{"winner":null,"renderer":null,"#))
  }

  @Test
  func
    `a bid without a cache id does not win with --cache, nor one out of the cache with --server-cache`()
    throws
  {
    let run = try explain(Self.response, "--cache")
    #expect(
      run.output.hasPrefix(
        "none\nno bid has hb_pb and hb_bidder and hb_cache_id: without hb_cache_id (-401)\n"))
    let json = try explain(Self.response, "--server-cache", "--json")
    #expect(
      json.output.contains(
        #""reason":"none of 1 bids is in the server's cache (ext.prebid.cache)","code":-402"#))
    let cached = Self.response.replacing(
      #""targeting":"#, with: #""cache":{"bids":{"cacheId":"c"}},"targeting":"#)
    #expect(try explain(cached, "--server-cache").output.hasPrefix("bid       b"))
    let named = Self.response.replacing(#""hb_pb":"#, with: #""hb_cache_id_appnexus":"x","hb_pb":"#)
    #expect(try explain(named, "--cache").output.contains("with hb_cache_id_appnexus only (-401)"))
    let other = try explain(Self.response.replacing("hb_pb", with: "hb_x"), "--cache")
    #expect(other.output.contains("without hb_pb and hb_cache_id (-401)"))
    let whole = Self.response.replacing(#""hb_pb":"#, with: #""hb_cache_id":"x","hb_pb":"#)
    #expect(try explain(whole, "--cache").output.hasPrefix("bid       b"))
  }

  @Test(arguments: [
    ("\u{FEFF}{\n\"id\":", "adview: standard input:2:6: expected a value (-301)\n"),
    ("{\n\"id\":", "adview: standard input:2:6: expected a value (-301)\n"),
    ("{\n\"id\":1 2}", "adview: standard input:2:8: expected a comma or } (-301)\n"),
  ])
  func `a broken response is bad data, with line and column`(body: String, errors: String) throws {
    try explain(body).expect(code: 65, errors: errors, output: "")
  }

  @Test func `a byte order mark is skipped, as Apple's reader does, and said`() throws {
    let run = try explain("\u{FEFF}" + Self.response)
    #expect(run.output == (try explain(Self.response)).output)
    #expect(
      run.errors
        == "adview: standard input:1: the response: expected no byte order mark at its head\n")
    #expect(try explain("\u{FEFF} \n").output.contains("the server sent an empty body"))
    #expect(
      try explain("\u{FEFF}<html>").output.contains("the server answered with text: <html> (-301)"))
  }

  @Test
  func `an ad that pages do not present, and markup without anything in it, are said to be so`()
    throws
  {
    let withheld = bid("failsToPresent", "MisbehavingRenderer")
    var app = PlaygroundApp()
    app.registerPluginRenderer(MisbehavingRenderer.self)
    #expect(
      try explain(withheld, app: app).output.hasSuffix(
        "shows     failsToPresent\nbut is not presented: the ad could not be presented\n"))
    #expect(
      try explain(withheld, "--json", app: app).output.contains(
        #""notPresented":"the ad could not be presented""#))
    #expect(
      try explain(bid("<html></html>", "PrebidRenderer")).output.hasSuffix(
        "shows     nothing: the markup has no words, no image and no script\n"))
  }

  @Test func `what counts as missing is said with its line`() throws {
    let body =
      "{\"id\":\"r\",\"seatbid\":[{\"bid\":[{\"id\":\"b\",\"impid\":\"i\",\"price\":1,\"adm\":\n1}]}]}"
    let run = try explain(body).expect(code: 0)
    #expect(
      run.errors == """
        adview: standard input:2: seatbid[0].bid[0].adm: expected a text
        adview: standard input:1: seatbid[0].bid[0]: expected a bid with hb_pb and hb_bidder in \
        ext.prebid.targeting

        """)
  }

  @Test func `the renderers that come with AdView are known, as they are to its pages`() throws {
    let body = Self.response.replacing("CustomRenderer", with: "RichTextRenderer")
      .replacing("2.0", with: "1.0")
    let run = try explain(body)
    #expect(run.output.contains("renderer  RichTextRenderer 1.0\nbecause the bid names it"))
    let other = try explain(body, app: app("RichTextRenderer", "2.0"))
    #expect(other.errors.contains("RichTextRenderer 2.0: the name is taken"))
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

  @Test
  func
    `S4.27 the renderer is the one that a page would use: it renders the format, and makes an ad`()
    throws
  {
    let video = try explain(bid("<VAST/>", "RichTextRenderer", type: "video"))
    #expect(
      video.output.contains(
        "renderer  PrebidRenderer 1.0.0\nbecause RichTextRenderer does not render video\n"))
    let plain = try explain(bid("only words", "RichTextRenderer"))
    #expect(
      plain.output.contains(
        "renderer  PrebidRenderer 1.0.0\nbecause RichTextRenderer made nothing of the bid\n"))
    let over = try explain(bid("<b>x</b>", "RichTextRenderer"), "--interstitial")
    #expect(over.output.contains("because RichTextRenderer made nothing of the bid\n"))
    #expect(
      try explain(bid("<b>x</b>", "RichTextRenderer"), "--json").output.contains(
        #""ad":{"shows":"x","link":null,"error":null,"notPresented":null}"#))
  }

  @Test func `what the ad shows, where it leads and whom it calls is said, or why there is none`()
    throws
  {
    let more = #""nurl":"https://n.example/${AUCTION_PRICE}","burl":"https://b.example/","#
    let run = try explain(bid("<a href=https://x.example>go</a>", "RichTextRenderer", more: more))
    #expect(
      run.output.hasSuffix(
        """
        shows     go
        leads to  https://x.example
        nurl      https://n.example/0.25
        burl      https://b.example/

        """))
    let empty = try explain(bid("", "RichTextRenderer"))
    #expect(empty.output.contains("no ad     Ad markup is missing\n"))
    #expect(empty.errors.contains("expected markup in adm: the bid wins and shows nothing"))
  }

  @Test func `hostile text is scrubbed`() throws {
    let body = Self.response.replacing("appnexus", with: "a\\u001b[2J\\u202e")
    for run in [try explain(body), try explain(body, "--json")] {
      #expect(run.code == 0)
      #expect(
        run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
    }
  }

  @Test func `no such file is no wrong usage`() throws {
    #expect(try ProgramRun("explain", "bid", "/no/such/file").code == 66)
    #expect(try ProgramRun("explain", "bid", "/tmp").code == 66)
    #expect(try ProgramRun("explain", "bid").code == 64)
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
