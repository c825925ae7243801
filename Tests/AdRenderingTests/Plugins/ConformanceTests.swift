import AdEngine
import AdRendering
import AdRenderingTesting
import TestSupport
import Testing

/// The conformance kit on everything that comes with AdView, and on what it must find out.
@Suite(.tags(.fast)) struct ConformanceTests {
  @Test func `the default renderer keeps its contract, for every kind of markup`() {
    #expect(RendererConformance(DefaultRenderer.self).findings() == [])
    for (markup, format) in [
      ("words", .banner), ("<VAST version=\"3\"/>", .video), (#"{"assets":[]}"#, .native),
    ] as [(String, AdFormat)] {
      #expect(
        RendererConformance(DefaultRenderer.self, markup: markup, format: format).findings() == [])
    }
  }

  @Test func `the renderer of rich text keeps its contract`() {
    let markup = #"<h1>T</h1><p>a <b>b</b> <a href="https://a.example/">c</a>"#
    #expect(RendererConformance(RichTextRenderer.self, markup: markup).findings() == [])
  }

  @Test(
    arguments: [
      ("<b>x</b>", .banner), ("PGEgaHJlZj0neCc+eDwvYT4=", .banner),
      ("<VAST version=\"3\"/>", .video), (#"{"assets":[]}"#, .native),
    ] as [(String, AdFormat)])
  func `S4.10 the sample adapter keeps its contract in all formats, with markup in Base64 or plain`(
    markup: String, format: AdFormat
  ) {
    let kit = RendererConformance(SampleAdapterRenderer.self, markup: markup, format: format)
    #expect(kit.findings() == [])
  }

  @Test func `a renderer that loads later keeps its contract`() {
    #expect(RendererConformance(SlowRenderer.self).findings() == [])
  }

  @Test(arguments: MisbehavingRenderer.Fault.allCases)
  func `a renderer that misbehaves is found out`(fault: MisbehavingRenderer.Fault) {
    let rule: ConformanceFinding.Rule =
      switch fault {
      case .neverAnswers, .answersTwice, .changesItsMind, .answersLate: .oneAnswer
      case .loadsNothing: .content
      case .failsToPresent: .presentation
      case .clicksUnseen: .order
      case .reportsForOthers: .separation
      }
    let kit = RendererConformance(MisbehavingRenderer.self, markup: fault.rawValue)
    #expect(kit.findings().contains { $0.rule == rule }, "\(kit.findings())")
  }

  @Test
  func
    `the plug-in that has bids rendered keeps the host's contract, and its faults are found out`()
  {
    func findings(_ markup: String, _ renderer: String) -> [ConformanceFinding] {
      let timeline = AdTimeline()
      return PluginConformance(timeline: timeline) {
        let registry = RendererRegistry(default: DefaultRenderer(), timeline: timeline)
        registry.register(MisbehavingRenderer())
        let source = FixedSource(bid: markup, renderer: renderer)
        source.latency = 100
        return RendererPlugin("sdk", registry: registry, source: source, timeline: timeline)
      }.findings()
    }
    #expect(findings("<b>x</b>", "PrebidRenderer") == [])
    #expect(findings("answersTwice", "MisbehavingRenderer") == [])
    #expect(
      findings("failsToPresent", "MisbehavingRenderer").map(\.description) == [
        "the banner is not shown: the ad could not be presented", "the interstitial is not shown",
      ])
    #expect(findings("neverAnswers", "MisbehavingRenderer").contains { $0.rule == .oneAnswer })
  }

  @Test(
    arguments: [
      ("<a href='a'>x</a><a href=\"b\">y</a>", "a"), ("<a data-href='a' href='b'>x", "b"),
      ("<A CLASS=x HREF=\"x\">x", "x"), ("<a href=x>x", "x"), ("<a href = 'x' >x", "x"),
      ("<a href='/?a=1&amp;b=&#50;&c'>x", "/?a=1&b=2&c"), ("<a title='a>b' href='x'>y", "x"),
      ("<link href='a'><a name='b'>x</a><a href='c'>", "c"), ("href='a' <b>x", nil),
      ("<!-- <a href='a'> --><script>'<a href=b>'</script>x<b>", nil), ("<a href=''>x", nil),
      ("<a href>x</a href='b'>", nil), ("<a href='a", "a"), ("<a href='a' href='b'>x", "a"),
      ("<abbr href='a'>x<a/href='b'>", "b"), ("<a", nil), ("<", nil),
    ] as [(String, String?)])
  func `an ad of rich text leads where its first link does`(html: String, link: String?) {
    let stage = Stage()
    stage.registry.register(RichTextRenderer())
    let made = stage.registry.makeAd(
      of: bid("RichTextRenderer", "1.0", markup: html), for: unit("a"))
    #expect(made?.renderer.name == "RichTextRenderer")
    #expect(made?.renderer.ads.content(of: .a)?.link == link)
  }

  @Test(
    arguments: [
      (
        "<h1>Big</h1>some <b>bold</b> &amp; <i>new</i><br>next&nbsp;line",
        ["Big", "some bold & new", "next line"],
        [[.strong], [.plain, .strong, .plain, .emphasized], [.plain]]
      ),
      ("<script>if (a<b) {}</script>x<style>p{}</style>", ["x"], [[.plain]]),
      ("<!-- <b> -->a  \n b", ["a b"], [[.plain]]), ("<!--\r\r> a -->b", ["b"], [[.plain]]),
      ("<a href='x'>go</a>", ["go"], [[.link]]), ("a<b", ["a"], [[.plain]]),
      ("&#x1F600;&#0;&bogus;&", ["😀\u{0}&bogus;&"], [[.plain]]), ("", [], []),
    ] as [(String, [String], [[AdRun.Style]])])
  func `rich text is words with a look`(html: String, lines: [String], styles: [[AdRun.Style]]) {
    let stage = Stage()
    stage.registry.register(RichTextRenderer())
    let made = stage.registry.makeAd(
      of: bid("RichTextRenderer", "1.0", markup: html.isEmpty ? "<p>" : html), for: unit("a"))
    let content = made?.renderer.ads.content(of: .a)
    #expect(content?.lines.map(\.text) == lines)
    guard made?.renderer.name == "RichTextRenderer" else { return }
    #expect(content?.lines.map { $0.runs.map(\.style) } == styles)
  }
}

/// A renderer whose ads take a while to load, and are held by that.
private final class SlowRenderer: PluginRenderer {
  static let name = "SlowRenderer"
  static let version = "1"
  let ads = RenderedAds()

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    bid.markup == nil ? nil : MockAd(bid, connection, adViewDelegate, 700)
  }
}
