import AdEngine
import AdRendering
import TestSupport
import Testing

/// What the default renderer makes of markup that a terminal cannot show as it is.
@Suite(.tags(.fast)) struct MarkupContentTests {
  private let stage = Stage()

  private func content(_ markup: String) -> AdContent? {
    let made = stage.registry.makeAd(of: bid(nil, nil, markup: markup), for: unit("a"))
    return made?.renderer.ads.content(of: .a)
  }

  @Test(
    arguments: [
      (
        #"<script src="https://nym1-ib.adnxs.com/ab?e=1"></script>"#,
        ["script from nym1-ib.adnxs.com"]
      ),
      ("<script>document.write(1)</script>", ["script"]),
      (
        #"<img src='//cdn.example/a.png' width=300 height="250"><img src="a.png">"#,
        ["image 300×250 from cdn.example", "image"]
      ),
      (
        #"<iframe src="https://f.example/" width="0" height="x"></iframe>"#,
        ["frame from f.example"]
      ),
      (
        #"<video><source src="https://v.example/a.mp4"></video>"#,
        ["video", "video from v.example"]
      ),
      (#"<script src="s.js"></script><p>words</p>"#, ["words"]),
      ("<div></div>", []),
    ])
  func `markup without words says what it embeds`(markup: String, lines: [String]) {
    #expect(content(markup)?.lines.map(\.text) == lines)
  }

  @Test func `so many embedded things are listed as a box can show`() {
    let markup = (0..<100).map { "<img src=https://h\($0).example/>" }.joined()
    #expect(content(markup)?.lines.count == 20)
  }

  @Test func `a click on an ad of the default renderer follows its first link`() throws {
    let markup = #"<p>x <a href="https://one.example/?a=1&amp;b=2">y</a> <a href="z">z</a></p>"#
    #expect(content(markup)?.link == "https://one.example/?a=1&b=2")
    let renderer = stage.registry.defaultRenderer
    #expect(renderer.showAd(for: .a))
    renderer.ads.click(.a)
    #expect(stage.registry.log.events(of: .a).suffix(2) == [.didClick, .willLeaveApplication])
  }

  @Test func `a native ad has its title, its images, its words, its call to action and its link`() {
    let ad = content(
      #"""
      {"native":{"assets":[{"data":{"type":12,"value":"Buy"}},{"img":{"type":3,"w":300,"h":250,
      "url":"https://i.example/a.png"}},{"data":{"type":2,"value":"Fresh"}},{"img":{"type":1,
      "url":"x"}},{"title":{"text":"Herring"}},{"img":{}},7],"link":{"url":"https://n.example/"}}}
      """#)
    #expect(
      ad?.lines.map(\.text) == [
        "Herring", "image 300×250 from i.example", "icon", "image", "Fresh",
      ])
    #expect(ad?.button == "Buy")
    #expect(ad?.link == "https://n.example/")
    #expect(ad?.media == .display)
    let video = content(
      #"{"assets":[{"video":{"vasttag":"<VAST/>"},"link":{"url":"https://v.example/"}}]}"#)
    #expect(video?.media == .video)
    #expect(video?.lines.map(\.text) == ["video"])
    #expect(video?.link == "https://v.example/")
  }

  @Test(
    arguments: [
      (
        """
        <VAST version="3.0"><Ad><InLine><AdTitle>Her &lt; ring</AdTitle><Linear><VideoClicks>
        <ClickThrough id="1"><![CDATA[ https://v.example/?a=1&b=2 ]]></ClickThrough></VideoClicks>
        """, ["Her < ring", "video"], "https://v.example/?a=1&b=2"
      ),
      ("<VAST><ClickThroughs>x</ClickThroughs><AdTitle/>", ["video"], nil),
      ("<VAST><ClickThrough>https://x.example", ["video"], "https://x.example"),
    ] as [(String, [String], String?)])
  func `a video has its title and leads where VAST says`(
    markup: String, lines: [String], link: String?
  ) {
    let ad = content(markup)
    #expect(ad?.media == .video)
    #expect(ad?.lines.map(\.text) == lines)
    #expect(ad?.link == link)
  }
}
