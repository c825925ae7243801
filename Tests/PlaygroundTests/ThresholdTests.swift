import AdEngine
import AdSessions
import Testing

@testable import Playground

@Suite struct ThresholdTests {
  @Test func `a threshold takes those sides of the other one along that it would pass`() throws {
    let fetch = Threshold.directional(ahead: .points(800), behind: .points(100))
    let settings = try LazyLoadingSettings(fetchThreshold: fetch, displayThreshold: .points(50))
    let viewport = Size(width: 390, height: 844)
    let pushed = settings.setting(.display, to: .points(150), in: viewport)
    let raised = Threshold.directional(ahead: .points(800), behind: .points(150))
    #expect(pushed.displayThreshold == .points(150) && pushed.fetchThreshold == raised)
    let apart = settings.setting(.display, to: .points(90), in: viewport)
    #expect(apart.displayThreshold == .points(90) && apart.fetchThreshold == fetch)
  }

  @Test(
    arguments: [
      // Arrows move by ten points, with shift by a hundred.
      (["f", .right, .right, .left, .shiftRight, "L", "H", .enter], settings(910, 200, 1600)),
      // Fetch and display push each other instead of passing, and unload stands alone.
      (["d"] + Array(repeating: "L", count: 8) + [.enter], settings(1000, 1000, 1600)),
      (["f"] + Array(repeating: "H", count: 7) + [.enter], settings(100, 100, 1600)),
      (["f"] + Array(repeating: "L", count: 10) + [.enter], settings(1800, 200, 1600)),
      (["u"] + Array(repeating: "H", count: 15) + [.enter], settings(800, 200, 100)),
      // None goes below nothing.
      (["d"] + Array(repeating: "H", count: 5) + [.enter], settings(800, 0, 1600)),
      // What is typed counts when it is kept, and half of it does nothing.
      (["f", "1", "2", "5", "0"], .standard), (["u", "1"], .standard),
      (["f", "1", "2", "5", "0", .enter], settings(1250, 200, 1600)),
      (["f", "1", "9", .backspace, .backspace, .enter], .standard),
      (["f", "9", .escape], .standard),
      // Whoever goes on keeps the value.
      (["f", "9", .tab], settings(9, 9, 1600)),
      // An arrow goes on from what is typed, and a point alone is no number yet.
      (["f", "9", "0", "0", .right, .enter], settings(910, 200, 1600)),
      (["f", ".", .enter], .standard), (["f", ".", "5", .enter], settings(0.5, 0.5, 1600)),
      // Above the largest it is held back.
      (["f", "2", "5", "0", "0", "0", .enter], settings(20_000, 200, 1600)),
      (["f", "2", "5", "0", "0", "0", .backspace, .enter], settings(2500, 200, 1600)),
    ] as [([Key], LazyLoadingSettings?)])
  func `keys set a threshold, and z goes back`(keys: [Key], expected: LazyLoadingSettings?) {
    var player = Player(testPage())
    for key in keys { player.press(key) }
    #expect(player.lazyLoading == expected)
    player.press(.escape, "z")
    #expect(player.lazyLoading == .standard)
  }

  @Test func `a unit that was chosen for a threshold goes with it when it is not kept`() {
    var player = Player(testPage())
    player.press("f", "5", "0", "%", shows: "50▏ %")
    player.press(.escape)
    #expect(player.model.viewer.thresholds.unit == .points)
    player.press("f", "5", "0", "%", .enter)
    #expect(player.model.viewer.thresholds.unit == .percent)
    player.press("Z")
    #expect(player.model.viewer.thresholds.unit == .points)
    #expect(player.lazyLoading == settings(800, 200, 1600))
    player.press("%", "Z", shows: "these are the page's own thresholds")
    #expect(player.model.viewer.thresholds.unit == .points)
  }

  @Test func `a threshold stays between its ends, and says so where it would pass one`() {
    var player = Player(testPage()).pressing("d")
    player.press("H", times: 5, shows: "a display threshold set here is at least 0 pt")
    player.press(.escape, "f", "2", "5", "0", "0", "0", shows: "at most 20000 pt")
    player.press(.backspace, hides: "at most")
  }

  @Test func `escape goes back to the value before, and z undoes what was kept`() {
    var player = Player(testPage()).pressing("f", .right, .escape)
    #expect(player.lazyLoading == .standard)
    player.press("f", .right, .enter, "d", .right, .enter, "x")
    #expect(player.lazyLoading == settings(810, 210, 1600, true))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 210, 1600))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
    player.press("z", shows: "no change of the thresholds to undo")
  }

  @Test func `Z goes back to the page's own thresholds, and z takes that back`() {
    var player = Player(testPage(front: "lazyLoad: { fetchThreshold: 300 }"))
    player.press("f", .right, .enter, "x", "Z")
    #expect(player.lazyLoading == settings(300, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == settings(310, 200, 1600, true))
  }

  @Test func `a wider fetch threshold fetches at once what it takes in, when it is kept`() {
    var player = Player(testPage(ads: 6, paragraphs: 6, block: "size: 320x320")).waiting(1000)
    func fetched() -> Int { player.page.slots.count { $0.load != .notLoaded } }
    let before = fetched()
    player.press("f", "L", times: 10, wait: 1000)
    #expect(fetched() == before)
    player.press(.enter, wait: 1000)
    #expect(fetched() > before)
  }

  @Test func `a page without lazy loading has no thresholds to set`() {
    let player = Player(testPage(front: "lazyLoad: off")).pressing("f")
    player.shows("has no lazy loading")
    #expect(player.focus == .article)
    #expect(player.page.slots.allSatisfy { $0.load == .displayed })
  }

  @Test func `x while a threshold is being set is a step of its own`() {
    var player = Player(testPage()).pressing("f", .right, "x", "5", .escape)
    #expect(player.lazyLoading == settings(810, 200, 1600, true))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test(arguments: ["50000", "1e20", "1e300"])
  func `thresholds of any size can be shown and moved`(threshold: String) {
    let front = "lazyLoad: { fetchThreshold: \(threshold) }"
    var player = Player(testPage(front: front), columns: 200, rows: 40)
    player.shows("fetch")
    player.press("f", .left, .enter)
    #expect((player.engine.distances?.fetch ?? 0) >= 49_990)
  }

  // MARK: - What if

  @Test func `the place a threshold came from stays in sight while it moves`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 120, rows: 40)
    player.press(.pageDown, "f", .shiftLeft, .shiftLeft, .shiftLeft, wait: 500)
    expectGolden(player.canvas, "ghost-120x40")
    player.press(.enter, hides: "╌╌│")
  }

  @Test func `on the smallest screen a comparison leaves room for keep and revert`() throws {
    var player = Player(try demoPage("home.md"), columns: 40, rows: 10).waiting(2000)
    player.press("f", .right, golden: "threshold-40x10")
  }

  // MARK: - Units and presets

  @Test func `the footer says by how much arrows move a threshold, in its own unit`() {
    var player = Player(
      testPage(front: "lazyLoad: { fetchThreshold: 150%, displayThreshold: 50% }"), columns: 120,
      rows: 40)
    player.press("f", shows: "←→ 1%")
    player.press(.right, .right)
    #expect(player.lazyLoading?.fetchThreshold == .percent(150), "it is proposed, not set")
    #expect(player.screen.contains("152%") && player.screen.contains("1283 pt"))
    player.press(.escape, "u", shows: "←→ 10 pt")
  }

  @Test(
    arguments: [
      (["f", "%", "5", "0", .enter], .percent(50)),
      // A second point is no digit.
      (["f", "%", "1", ".", ".", "5", .enter], .percent(1.5)),
      (["f", "%", "5", "0", .enter, "f", "%", "9", "0", "0", .enter], .points(900)),
      // The sign behind a number makes it percent, and points again.
      (["f", "5", "0", "%", .enter], .percent(50)),
      (["f", "5", "0", "%", .enter, "f", "7", "5", "%", "0", .enter], .points(750)),
    ] as [([Key], Threshold)])
  func `values are typed in points or percent of the viewport`(keys: [Key], fetch: Threshold) {
    var player = Player(testPage())
    for key in keys { player.press(key) }
    #expect(player.lazyLoading?.fetchThreshold == fetch)
  }

  @Test(arguments: [
    (1, Threshold.points(800), Threshold.points(200)),
    (2, Threshold.percent(500), Threshold.percent(200)),
    (3, Threshold.percent(250), Threshold.percent(100)),
    (4, Threshold.percent(20), Threshold.percent(20)),
    (5, Threshold.points(0), Threshold.points(0)),
  ])
  func `a preset sets fetch and display in its own unit, in one step of the undo list`(
    number: Int, fetch: Threshold, display: Threshold
  ) {
    var player = Player(testPage(), viewport: Size(width: 384, height: 400))
    player.press("f", "7", "0", "0", .enter, "P", .character(Character(String(number))))
    #expect(player.lazyLoading?.fetchThreshold == fetch)
    #expect(player.lazyLoading?.displayThreshold == display)
    player.press("z")
    #expect(player.lazyLoading?.fetchThreshold == 700)
  }

  @Test func `the presets are shown with what they mean here`() throws {
    var player = Player(try demoPage("harbour.md")).pressing("P")
    expectGolden(player.canvas, "presets-80x24")
    player.press("9", "x", .escape)
    #expect(player.lazyLoading == player.page.pageLazyLoading)
    #expect(player.overlay == nil)
  }

  @Test func `a value that was typed counts before x, and before an order of the palette`() {
    var player = Player(testPage()).pressing("f", "9", "0", "0", "x")
    #expect(player.lazyLoading == settings(900, 200, 1600, true))
    player.press(.escape, "f", "7", "0", "0", ":", typing: "display 100")
    player.press(.enter)
    #expect(player.lazyLoading == settings(700, 100, 1600, true))
  }

  @Test func `thresholds that do not go with a page are told, not passed over`() {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading = LazyLoadingChange(fetchThreshold: 100, displayThreshold: 200)
    let player = Player(testPage(), options: options)
    #expect(player.lazyLoading == .standard)
    #expect(player.screen.contains("do not go with the page's own"))
  }

  @Test func `what changes nothing says so`() {
    var player = Player(testPage(front: "lazyLoad: { displayThreshold: 200 }")).pressing("P", "1")
    let isChanged = player.lazyLoading != player.page.pageLazyLoading
    #expect(player.screen.contains("z goes back") == isChanged)
    player.press("P", "1", shows: "already")
    Player(testPage(front: "lazyLoad: off")).pressing("Z")
      .shows("this page has no lazy loading: it has no thresholds")
  }

  // MARK: - The page's file

  @Test func `W shows what would change in the file, and Enter asks for it to be written`() throws {
    var player = Player(testPage())
    player.press("W", shows: "these are the thresholds of the page's file")
    player.press("f", "9", "0", "0", .enter, "W", golden: "writing-80x24")
    player.press(.escape)
    #expect(player.takeRequests() == [])
    player.press("W", .enter)
    let (old, new) = try player.write()
    #expect(old.bytes == Array(testPage().utf8))
    #expect(Page.read(new.bytes, name: "page.md").page.settings.lazyLoading == player.lazyLoading)
    player.shows("the thresholds are written into page.md")
    player.press("Z")
    #expect(player.lazyLoading?.fetchThreshold == 900, "they are the page's own now")
    player.send(.wrote(new, problem: "/f: Input/output error"))
    player.shows("the thresholds are written into page.md, but")
  }

  @Test func `what is written counts for the same file under this page too`() throws {
    var player = Player(testPage())
    player.open("q.md", testPage())
    player.open("page.md", testPage())
    player.press("f", "9", "0", "0", .enter, "W", .enter)
    try player.write()
    player.press("[", "[")
    #expect(player.lazyLoading == .standard)
    player.press("W")
    #expect(player.overlay is WritingOverlay, "the file has other thresholds")
  }

  @Test func `writing the page ends a recording of it, and says so`() throws {
    var player = Player(testPage())
    player.send(.recordingStarted(file: "session.jsonl", pages: ["page.md"]))
    player.press("f", "9", "0", "0", .enter, "W", .enter)
    #expect(player.model.visit.recording != nil)
    try player.write()
    #expect(player.model.visit.recording == nil)
    #expect(player.requests.contains(.endRecording))
    #expect(player.notice?.hasSuffix("the recording ended before: session.jsonl") == true)
  }

  @Test func `a page that was changed outside is read again, if nothing is lost by that`() {
    var player = Player(testPage(ads: 6, paragraphs: 6)).pressing(.pageDown)
    player.send(.pageChanged)
    #expect(player.takeRequests() == [.reopen(location: "page.md")])
    player.shows("page.md was changed: read again")
    // While a number is typed, or a text is read, it waits.
    for keys in [["f", "9"], ["?"]] as [[Key]] {
      for key in keys { player.press(key) }
      player.send(.pageChanged)
      #expect(player.takeRequests() == [], "\(keys)")
      player.press(.escape)
      #expect(player.takeRequests() == [.reopen(location: "page.md")], "\(keys)")
    }
  }

  @Test func `a page that was changed outside is offered, and opened at the same place`() {
    var player = Player(testPage(ads: 6, paragraphs: 6)).pressing("x", .pageDown, .pageDown)
    let position = player.position
    player.send(.pageChanged)
    player.shows("page.md was changed: ^R reopens it")
    player.press(.escape, shows: "^R open the changed page")
    player.press(.control("r"))
    #expect(player.takeRequests() == [.reopen(location: "page.md")])
    let news = "\nNews at the end.\n"
    player.send(.reopened(PageFile("page.md", testPage(ads: 6, paragraphs: 6) + news)))
    #expect(player.position == position)
    player.shows(hides: "open the changed page")
    player.press("G", shows: "News at the end.")
  }
}
