import AdEngine
import AdSessions
import TestSupport
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

  @Test func `arrows move a threshold by ten points and with shift by a hundred`() {
    var player = Player(testPage())
    player.press("f", .right, .right, .left, .shiftRight, "L", "H", .enter)
    #expect(player.lazyLoading == settings(910, 200, 1600))
  }

  @Test func `fetch and display push each other instead of passing, and unload stands alone`() {
    var player = Player(testPage()).pressing("d", "L", times: 8, then: .enter)
    #expect(player.lazyLoading == settings(1000, 1000, 1600))
    player.press("f", "L", times: 10, then: .enter)
    #expect(player.lazyLoading == settings(2000, 1000, 1600))
    player.press("u", "H", times: 15, then: .enter)
    #expect(player.lazyLoading == settings(2000, 1000, 100))
  }

  @Test func `a unit that was chosen for a threshold goes with it when it is not kept`() {
    var player = Player(testPage()).pressing("f", "5", "0", "%", .escape)
    #expect(player.model.viewer.thresholds.unit == .points)
    player.press("f", "5", "0", "%", .enter)
    #expect(player.model.viewer.thresholds.unit == .percent)
    player.press("Z")
    #expect(player.model.viewer.thresholds.unit == .points)
    #expect(player.lazyLoading == settings(800, 200, 1600))
    player.press("%", "Z", shows: "these are the page's own thresholds")
    #expect(player.model.viewer.thresholds.unit == .points)
  }

  @Test func `a threshold never goes below nothing`() {
    var player = Player(testPage()).pressing("d")
    player.press("H", times: 5, shows: "a display threshold set here is at least 0 pt")
    player.press(.enter)
    #expect(player.lazyLoading == settings(800, 0, 1600))
  }

  @Test func `a typed value counts when it is kept, and half of it does nothing`() {
    var player = Player(testPage()).pressing("f", "1", "2", "5", "0")
    #expect(player.lazyLoading == .standard)
    player.press(.enter)
    #expect(player.lazyLoading == settings(1250, 200, 1600))
    player.press("f", "1", "9", .backspace, .backspace, .enter)
    #expect(player.lazyLoading == settings(1250, 200, 1600))
    player.press("f", "9", .escape)
    #expect(player.lazyLoading == settings(1250, 200, 1600))
    player.press("f", "9", .tab)
    #expect(player.lazyLoading == settings(9, 9, 1600), "whoever goes on keeps the value")
    player.press(.escape, "z")
    #expect(player.lazyLoading == settings(1250, 200, 1600))
  }

  @Test func `an arrow goes on from the typed value`() {
    var player = Player(testPage()).pressing("f", "9", "0", "0", .right, .enter)
    #expect(player.lazyLoading == settings(910, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test func `an unload threshold that is being typed unloads nothing`() {
    var player = Player(testPage(ads: 6, paragraphs: 2)).pressing("x").waiting(1000).pressing("G")
    player.wait(3000)
    let before = player.model.visit.run.engine.statuses().map(\.loadState)
    player.press("u", "1", wait: 4000)
    player.press("6", "0", "0", .enter, wait: 4000)
    #expect(player.model.visit.run.engine.statuses().map(\.loadState) == before)
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

  @Test func `a wider fetch threshold fetches at once what it takes in`() {
    var player = Player(testPage(ads: 6, paragraphs: 6, block: "size: 320x320")).waiting(1000)
    let before = player.model.visit.pages.top.slots.count { $0.load != .notLoaded }
    player.press("f", "L", times: 10, wait: 1000)
    #expect(player.model.visit.pages.top.slots.count { $0.load != .notLoaded } == before)
    player.press(.enter, wait: 1000)
    #expect(player.model.visit.pages.top.slots.count { $0.load != .notLoaded } > before)
  }

  @Test func `a page without lazy loading has no thresholds to set`() {
    let player = Player(testPage(front: "lazyLoad: off")).pressing("f")
    #expect(player.screen.contains("has no lazy loading"))
    #expect(player.model.viewer.focus == .article)
    #expect(player.model.visit.pages.top.slots.allSatisfy { $0.load == .displayed })
  }

  @Test func `x while a threshold is being set is a step of its own`() {
    var player = Player(testPage()).pressing("f", .right, "x", "5", .escape)
    #expect(player.lazyLoading == settings(810, 200, 1600, true))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test func `thresholds of any size can be shown and moved`() {
    for threshold in ["50000", "1e20", "1e300"] {
      var player = Player(
        testPage(front: "lazyLoad: { fetchThreshold: \(threshold) }"), columns: 200, rows: 40)
      #expect(player.screen.contains("fetch"))
      player.press("f", .left, .enter)
      #expect((player.model.visit.run.engine.distances?.fetch ?? 0) >= 49_990)
    }
  }

  @Test func `a typed value above the largest is held back and said so`() {
    var player = Player(testPage()).pressing("f", "2", "5", "0", "0", "0")
    #expect(player.screen.contains("at most 20000 pt"))
    player.press(.enter)
    #expect(player.lazyLoading?.fetchThreshold == 20_000)
    player.press("f", "2", "5", "0", "0", "0", .backspace, hides: "at most")
    player.press(.enter)
    #expect(player.lazyLoading?.fetchThreshold == 2500)
  }

  // MARK: - What if

  @Test func `the place a threshold came from stays in sight while it moves`() throws {
    var player = Player(try demoPage("harbour.md"), columns: 120, rows: 40)
    player.press(.pageDown, "f", .shiftLeft, .shiftLeft, .shiftLeft, wait: 500)
    expectGolden(player.canvas, "ghost-120x40")
    player.press(.enter, hides: "╌╌│")
  }

  @Test func `on the smallest screen the comparison leaves room for how to keep and to revert`()
    throws
  {
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

  @Test func `values are typed and shown in points or percent of the viewport`() {
    var player = Player(testPage()).pressing("f", "%", "5", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == .percent(50))
    player.press("f", "1", ".", ".", "5", .enter)
    #expect(player.lazyLoading?.fetchThreshold == .percent(1.5), "a second point is no digit")
    player.press("f", "%", "9", "0", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 900)
  }

  @Test func `a percent sign behind a number that is typed makes it percent, and points again`() {
    var player = Player(testPage()).pressing("f", "5", "0", "%")
    #expect(player.screen.contains("50▏ %"))
    player.press(.enter)
    #expect(player.lazyLoading?.fetchThreshold == .percent(50))
    player.press("f", "7", "5", "%", "0", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 750)
  }

  @Test func `a point alone is no number yet`() {
    var player = Player(testPage()).pressing("f", ".", .enter)
    #expect(player.lazyLoading == .standard)
    player.press("f", ".", "5", .enter)
    #expect(player.lazyLoading?.fetchThreshold == 0.5)
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
    var options = PlaygroundOptions()
    options.overrides.viewport = Size(width: 384, height: 400)
    var player = Player(testPage(), options: options)
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
    #expect(player.lazyLoading == player.model.visit.pages.top.pageLazyLoading)
    #expect(player.model.overlay == nil)
  }

  @Test func `a value that was typed counts before x, and before an order of the palette`() {
    var player = Player(testPage()).pressing("f", "9", "0", "0", "x")
    #expect(player.lazyLoading == settings(900, 200, 1600, true))
    player.press(.escape, "f", "7", "0", "0", ":")
    for letter in "display 100" { player.press(.character(letter)) }
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
    let isChanged = player.lazyLoading != player.model.visit.pages.top.pageLazyLoading
    #expect(player.screen.contains("z goes back") == isChanged)
    player.press("P", "1", shows: "already")
    var off = Player(testPage(front: "lazyLoad: off"))
    off.press("Z")
    #expect(off.screen.contains("this page has no lazy loading: it has no thresholds"))
  }

  // MARK: - The page's file

  @Test func `W shows what would change in the file, and Enter asks for it to be written`() throws {
    var player = Player(testPage()).pressing("W")
    #expect(player.screen.contains("these are the thresholds of the page's file"))
    player.press("f", "9", "0", "0", .enter, "W", golden: "writing-80x24")
    player.press(.escape)
    #expect(player.takeRequests() == [])
    player.press("W", .enter)
    let requests = player.takeRequests()
    guard case .write(let bytes, let over) = requests.first
    else { throw TestSupportError("no request to write: \(requests)") }
    #expect(over.bytes == Array(testPage().utf8))
    let page = Page.read(bytes, name: "page.md").page
    #expect(page.settings.lazyLoading == player.lazyLoading)
    player.send(.wrote(PageFile(location: "page.md", name: "page.md", bytes: bytes)))
    #expect(player.screen.contains("the thresholds are written into page.md"))
    player.press("Z")
    #expect(player.lazyLoading?.fetchThreshold == 900, "they are the page's own now")
    let file = PageFile(location: "page.md", name: "page.md", bytes: bytes)
    player.send(.wrote(file, problem: "/f: Input/output error"))
    #expect(player.screen.contains("the thresholds are written into page.md, but"))
  }

  @Test func `what is written counts for the same file under this page too`() throws {
    func file(_ name: String, _ text: String) -> PageFile {
      PageFile(location: name, name: name, bytes: Array(text.utf8))
    }
    var player = Player(testPage())
    player.send(.opened(file("q.md", testPage())))
    player.send(.opened(file("page.md", testPage())))
    player.press("f", "9", "0", "0", .enter, "W", .enter)
    guard case .write(let bytes, let over) = player.takeRequests().last
    else { throw TestSupportError("no request to write") }
    player.send(.wrote(PageFile(location: over.location, name: over.name, bytes: bytes)))
    player.press("[", "[")
    #expect(player.lazyLoading == .standard)
    player.press("W")
    guard player.model.overlay is WritingOverlay else {
      Issue.record("the file has other thresholds: \(player.model.shared.notice ?? "")")
      return
    }
  }

  @Test func `writing the page ends a recording of it, and says so`() throws {
    var player = Player(testPage())
    player.send(.recordingStarted(file: "session.jsonl", pages: ["page.md"]))
    player.press("f", "9", "0", "0", .enter, "W", .enter)
    #expect(player.model.visit.recording != nil)
    guard
      case .write(let bytes, let over)? = player.requests.first(where: { request in
        if case .write = request { true } else { false }
      })
    else { throw TestSupportError("no request to write") }
    player.send(.wrote(PageFile(location: over.location, name: over.name, bytes: bytes)))
    #expect(player.model.visit.recording == nil)
    #expect(player.requests.contains(.endRecording))
    #expect(
      player.model.shared.notice?.hasSuffix("the recording ended before: session.jsonl") == true)
  }

  @Test func `a page that was changed outside is read again, if nothing is lost by that`() {
    var player = Player(testPage(ads: 6, paragraphs: 6)).pressing(.pageDown)
    player.send(.pageChanged)
    #expect(player.takeRequests() == [.reopen(location: "page.md")])
    #expect(player.screen.contains("page.md was changed: read again"))
    player.press("f", "9")
    player.send(.pageChanged)
    #expect(player.takeRequests() == [], "a number is being typed")
    player.press(.escape)
    #expect(player.takeRequests() == [.reopen(location: "page.md")], "no more")
    player.press("?")
    player.send(.pageChanged)
    #expect(player.takeRequests() == [], "a text is being read")
    player.press(.escape)
    #expect(player.takeRequests() == [.reopen(location: "page.md")], "it was read")
  }

  @Test func `a page that was changed outside is offered, and opened at the same place`() {
    var player = Player(testPage(ads: 6, paragraphs: 6)).pressing("x", .pageDown, .pageDown)
    let position = player.position
    player.send(.pageChanged)
    #expect(player.screen.contains("page.md was changed: ^R reopens it"))
    player.press(.escape, shows: "^R open the changed page")
    player.press(.control("r"))
    #expect(player.takeRequests() == [.reopen(location: "page.md")])
    let new = testPage(ads: 6, paragraphs: 6) + "\nNews at the end.\n"
    player.send(.reopened(PageFile(location: "page.md", name: "page.md", bytes: Array(new.utf8))))
    #expect(player.position == position)
    #expect(!player.screen.contains("open the changed page"))
    player.press("G", shows: "News at the end.")
  }
}
