import AdEngine
import AdSessions
import Testing

@testable import Playground

@Suite struct CopyTests {
  private func copied(_ keys: Key..., in player: inout Player) -> String? {
    for key in keys { player.press(key) }
    let texts = player.takeRequests().compactMap(\.copied)
    return texts.count == 1 ? texts[0] : nil
  }

  @Test func `the menu shows what would be copied`() throws {
    let player = Player(try demoPage("home.md")).pressing("y", .down)
    expectGolden(player.canvas, "copy-80x24")
  }

  @Test func `what is being set counts before it is copied, as the screen shows it`() throws {
    var player = Player(testPage()).pressing("x", "f", "9", "0", "0")
    let json = try #require(copied("y", "j", in: &player))
    #expect(json.contains(#""fetchThreshold":900,"#) && json.contains(#""unloadingEnabled":true"#))
    #expect(player.lazyLoading?.fetchThreshold == 900)
  }

  @Test func `the figures are copied as a sentence, compared ones with a verdict`() throws {
    var player = Player.scrolled()
    let figures = try #require(copied("y", "t", in: &player))
    #expect(figures.hasPrefix("A test page, 800/200 on 390×844: blank time "), "\(figures)")
    #expect(figures.hasSuffix(" and requests \(player.report.requests)."))
    player.press("f", "0")
    let compared = try #require(copied("y", "t", in: &player))
    #expect(compared.hasPrefix("A test page, 800/200 → 0/0 (now): "), "\(compared)")
    #expect(compared.contains(" better") && compared.contains(" worse"), "\(compared)")
    // What was counted was not counted under the new thresholds alone.
    player.press(.escape, .escape)
    let changed = try #require(copied("y", "t", in: &player))
    let since = "A test page, 0/0 since a change during the visit, on 390×844: "
    #expect(changed.hasPrefix(since), "\(changed)")
  }

  @Test func `q closes the menu, and not the program`() {
    let player = Player(testPage()).pressing("y", "q")
    #expect(player.copyMenu == nil)
    #expect(player.requests.isEmpty)
  }

  @Test func `the thresholds are copied in the chosen form, by letter or by Enter`() {
    var player = Player(testPage(), viewport: Size(width: 384, height: 400))
    let swift =
      ".lazyLoadAd(fetchThreshold: 800, displayThreshold: 200, unloadThreshold: 1600,"
      + " unloadingEnabled: false)"
    #expect(copied("y", "s", in: &player) == swift)
    player.shows("copied as Swift, if the terminal allows it")
    #expect(copied("y", .enter, in: &player) == swift)
    let json =
      #"{"fetchThreshold":800,"displayThreshold":200,"unloadThreshold":1600,"#
      + #""unloadingEnabled":false}"#
    #expect(copied("y", "j", in: &player) == json)
    #expect(copied("y", .down, .down, .down, .up, .down, .enter, in: &player) == json)
    #expect(
      copied("y", "g", in: &player) == """
        // 800 pt and 200 pt in % of a viewport of 400 pt.
        googletag.setConfig({
          lazyLoad: {
            fetchMarginPercent: 200,
            renderMarginPercent: 50,
            mobileScaling: 1,
          },
        });
        """)
    #expect(copied("y", .escape, in: &player) == nil)
    #expect(player.copyMenu == nil)
  }

  @Test func `thresholds that a session has in percent are copied as such`() throws {
    let replay = try bareReplay(
      """
      {"adview":1,"viewport":{"width":390,"height":844},"lazyLoad":{"fetchThreshold":"150%","displayThreshold":"50%","mobileScaling":1.5},"slots":[{"slot":"1","unit":"/1234/gazette/story_1","y":1000,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}

      """)
    var player = Player(replay, columns: 120, rows: 40)
    // Nothing of the kind of a consent was recorded.
    player.shows("story_1", hides: "consent granted")
    let text = try #require(copied("y", "g", in: &player))
    #expect(text.contains("fetchMarginPercent: 150,"))
    player.shows("tmux: set -s set-clipboard on")
  }

  @Test func `a text that is cut inside keeps its end`() {
    #expect("sidebar_article_12".cutInside(to: 10) == "sid…cle_12")
    #expect("short".cutInside(to: 10) == "short")
    #expect("sidebar".cutInside(to: 1) == "…")
  }

  @Test func `a copied JSON reads back as the same thresholds`() throws {
    let settings = try LazyLoadingSettings(
      fetchThreshold: 1234.5, displayThreshold: 0.1, unloadThreshold: 1e17, unloadingEnabled: true)
    let json = try #require(CopyForm.json.text(settings, viewport: Size(width: 0, height: 0)))
    let header = #"{"adview":1,"viewport":{"width":390,"height":844},"slots":[],"lazyLoad":"#
    #expect(try SessionPlayer(readSession(header + json + "}\n").header).lazyLoading == settings)
  }

  @Test func `an observer takes percentages, and any distance as a large one`() throws {
    let settings = try LazyLoadingSettings(
      fetchThreshold: .unlimited, displayThreshold: .percent(25), mobileScaling: 2,
      horizontalMargin: 40)
    let phone = Size(width: 390, height: 844)
    #expect(CopyForm.observer.text(settings, viewport: phone)?.contains(#""50% 40px""#) == true)
    let text = try #require(
      CopyForm.observer.text(settings, viewport: Size(width: 1024, height: 768)))
    #expect(text.contains(#"const fetchMargin = "9999999px 40px";"#))
    #expect(text.contains(#"const displayMargin = "25% 40px";"#))
  }

  @Test func `percentages need a height to be of`() {
    #expect(CopyForm.googletag.text(.standard, viewport: Size(width: 0, height: 0)) == nil)
    var player = Player(testPage(), viewport: Size(width: 384, height: 0))
    #expect(copied("y", "g", in: &player) == nil)
    #expect(player.notice?.contains("no height") == true)
  }

  @Test func `without lazy loading there is nothing to copy`() {
    var player = Player(testPage(front: "lazyLoad: off"))
    #expect(copied("y", in: &player) == nil)
    #expect(player.screen.contains("there are no thresholds to copy"))
  }
}
