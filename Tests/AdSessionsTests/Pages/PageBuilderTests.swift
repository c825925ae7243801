import AdEngine
import AdPages
import AdSimulation
import Testing

@testable import AdSessions

private typealias Page = AdPages.Page

/// Pages in Swift as the demo app's README writes them, with `Page` in place of its containers (`S0.61`–`S0.75`), read as
/// the Markdown that they are written as.
@Suite struct PageBuilderTests {
  /// The page as it is read, without problems.
  private func read(_ page: Page) -> AdSessions.Page {
    let (read, problems) = AdSessions.Page.read(Array(page.markdown.utf8), name: "page.md")
    // What is odd for Markdown is mostly refused by the ad server, which is said.
    let others = problems.filter { !$0.sentence.hasPrefix("ad block: targeting: ") }
    #expect(others.map(\.description) == [], "\(page.markdown)")
    #expect(read.settings.lazyLoading == page.lazyLoading)
    #expect(read.slots.map(\.ad.adUnitId) == page.ads.map(\.adUnitId))
    return read
  }

  /// Opens the page in a phone's viewport, lets a person scroll to its end, and lets everything come to rest.
  private func life(of page: Page) throws -> SessionRun {
    let layout = PageLayout(read(page))
    var run = SessionRun(
      try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides()))
    for step in stride(from: 0, through: layout.height, by: 200) {
      run.scroll(to: step, at: Instant(milliseconds: Int64(step) * 10))
    }
    run.runUntilIdle()
    return run
  }

  private func loadStates(_ run: SessionRun) -> [AdLoadState] {
    run.engine.statuses().map(\.loadState)
  }

  @Test func `S0.61: lazy loading with the default distances`() throws {
    let page = Page("Demo") {
      // Your content with multiple WebAdViews
      WebAdView(adUnitId: "div-gpt-ad-mobile_1")
      // ... more content and ads
      WebAdView(adUnitId: "div-gpt-ad-mobile_2")
    }
    .lazyLoadAd()
    #expect(page.lazyLoading == .standard)
    #expect(read(page).slots.map(\.name) == ["1", "2"])
    #expect(loadStates(try life(of: page)) == [.displayed, .displayed])
  }

  @Test func `S0.62–S0.64 D38: distances and unloading are the app's, each may be left out`() throws
  {
    let text = Page("Demo") { Text("Your content") }
    let custom = text.lazyLoadAd(fetchThreshold: 800, displayThreshold: 200, unloadThreshold: 1600)
    let all = text.lazyLoadAd(
      fetchThreshold: 1000, displayThreshold: 300, unloadThreshold: 2000, unloadingEnabled: true)
    let pages = [
      custom, all, text.lazyLoadAd(unloadingEnabled: true), text.lazyLoadAd(fetchThreshold: 900),
    ]
    let expected = try [
      LazyLoadingSettings.standard,
      LazyLoadingSettings(
        fetchThreshold: 1000, displayThreshold: 300, unloadThreshold: 2000, unloadingEnabled: true),
      LazyLoadingSettings(unloadingEnabled: true), LazyLoadingSettings(fetchThreshold: 900),
    ]
    #expect(pages.map(\.lazyLoading) == expected)
  }

  @Test
  func `thresholds in percent, of sides and without a limit are written as a page reads them`() {
    let page = Page("Demo") { Text("Your content") }.lazyLoadAd(
      fetchThreshold: .directional(ahead: .percent(150), behind: 300),
      displayThreshold: .percent(50),
      unloadThreshold: .unlimited)
    #expect(read(page).settings.lazyLoading == page.lazyLoading)
    #expect(page.lazyLoading?.fetchThreshold.behind == .points(300))
  }

  @Test func `D20 D24: distances and bounds that cannot be are left out, and the page says so`() {
    let page = Page("Demo") { WebAdView(adUnitId: "a", minHeight: 600, maxHeight: 100) }
      .lazyLoadAd(fetchThreshold: 100, displayThreshold: 200)
    #expect(page.lazyLoading == .standard)
    #expect(
      page.problems == [
        "ad 1: maxHeight 100.0: expected at least minHeight, 600.0: the bounds are left out",
        "lazyLoadAd: thresholds fetch 100, display 200, unload 1600: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload",
      ])
  }

  @Test func `D15: without lazyLoadAd every ad loads at once`() throws {
    let page = Page("Demo") {
      WebAdView(adUnitId: "a")
      for number in 1...20 { Text("Paragraph \(number)") }
      WebAdView(adUnitId: "b")
    }
    let layout = PageLayout(read(page))
    let run = SessionRun(
      try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides()))
    #expect(loadStates(run) == [.displayed, .displayed])
  }

  @Test func `S0.66–S0.71, S0.98: units, labels, sizes and targeting as the seeds write them`()
    throws
  {
    let page = Page("Demo") {
      WebAdView(adUnitId: "div-gpt-ad-mobile_1")
        .showAdLabel(true)  // Optional: show the "annonce" label
      WebAdView(adUnitId: "div-gpt-ad-mobile_2", initialWidth: 300, initialHeight: 250)
        .customTargeting("categories", ["sports", "news", "entertainment"])
        .customTargeting("tags", ["breaking", "featured", "local"])
        .showAdLabel(true, text: "Annonce", font: .caption.bold())
      WebAdView(
        adUnitId: "div-gpt-ad-mobile_3",
        initialWidth: 320,
        initialHeight: 320,
        minWidth: 200,
        maxWidth: 400,
        minHeight: 100,
        maxHeight: 600
      )
      .customTargeting("section", "articles")
      .customTargeting("topics", ["tech", "mobile", "advertising"])
      .customTargeting("audience", "tech-savvy")
      .showAdLabel(true, text: "artikel forsætter efter annonce")
    }
    .lazyLoadAd()
    let read = read(page)
    #expect(
      read.slots.map { $0.ad.label?.text ?? "" } == [
        "annonce", "Annonce", "artikel forsætter efter annonce",
      ])
    #expect(WebAdView.defaultLabelText == DemoPublisher.label)
    #expect(PageLayout(read).frame(ofSlot: 1).size == Size(width: 300, height: 250))
    #expect(
      read.slots[2].ad.targeting.script.contains(
        #"setTargeting("topics", ["tech", "mobile", "advertising"])"#))
    #expect(read.slots.map(\.ad) == page.ads)
    #expect(page.problems == [])
    let run = try life(of: page)
    for status in run.engine.statuses() { #expect(status.generation == 1) }
  }

  @Test func `S0.73: an ad under another id is loaded anew, the others are kept`() throws {
    func page(_ key: Int) -> Page {
      Page("Demo") {
        WebAdView(adUnitId: "a")
        WebAdView(adUnitId: "b").id("main-\(key)")
      }
      .lazyLoadAd()
    }
    var run = try life(of: page(1))
    var live = DeclarativeView(read(page(1)))
    #expect(live.show(read(page(1))).inputs == [])
    let change = live.show(read(page(2)))
    #expect(change.warning == nil)
    #expect(change.changed == [1])
    for input in change.inputs { run.apply(input, at: run.now) }
    run.runUntilIdle()
    #expect(run.engine.statuses().map(\.generation) == [1, 2])
    #expect(run.engine.statuses().filter { !$0.isRendered } == [])
  }

  @Test func `D34: an id that changes all the time is a mistake, and is said to be one`() {
    func page(_ key: Int) -> AdSessions.Page {
      read(Page("Demo") { WebAdView(adUnitId: "a").id("key-\(key)") })
    }
    var live = DeclarativeView(page(0))
    let warnings = (1...5).map { key in live.show(page(key)).warning }
    #expect(warnings.map { $0 == nil } == [true, true, true, false, false])
    #expect(warnings[3]?.contains("its id has changed 4 times in a row") == true)
    #expect(live.show(page(5)).warning == nil)
    #expect(live.show(page(6)).warning == nil, "it was kept in between")
  }

  @Test func `what Markdown and YAML would take for a mark is text`() {
    let texts = [
      "# no heading", "- no list", "1. no list", "12) no list", "--- no rule", "*no* _emphasis_",
      "[no](link)", "<b>no tag</b>", "a & b &amp; c", "`no code`", "> no quotation",
      "=== no heading",
      "back\\slash", "~~~", "| a | b |", "+ plus", "  blanks   are\tfolded\n", "é 漢字 🚢",
    ]
    let page = Page("Title: \"x\" # y") {
      for text in texts { Text(text) }
      Heading("What # is ## this #", level: 9)
      Link("out [there]", destination: "https://example.org/a_(b)?c=<d>&e")
      WebAdView(adUnitId: "unit: \"a\" # b", maxWidth: 400, minHeight: 100)
        .customTargeting("key: a", ["x, y", "]", "\\", "{"])
        .customTargeting("yes", "no")
        .showAdLabel(true, text: "Label: {a}", font: .system(size: 12.5, weight: .light))
        .overflow(.preferFullAd).placeholder(.initial).collapse(.before)
    }
    let read = read(page)
    #expect(read.title == page.title)
    #expect(read.slots.map(\.ad) == page.ads)
    #expect(read.document.links.map(\.target) == ["https://example.org/a_(b)?c=<d>&e"])
    let shown = read.document.blocks.filter { $0.kind != .slot }.map(read.document.plainText)
    #expect(
      shown == texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        + ["What # is ## this #", "out [there]"])
  }

  @Test func `hostile texts, units and ids are shown scrubbed, and names stay unique`() {
    let page = Page("a\u{1B}[31mb") {
      Heading("Head\u{7}ing", level: 99)
      Text("x\u{1B}]0;t\u{7}\0y")
      Link("out\u{9B}", destination: "https://example.org/\u{1B}\n[")
      WebAdView(adUnitId: "u\u{1B}").id("7")
      WebAdView(adUnitId: "u\u{E0001}").id("top")
      WebAdView(adUnitId: "u").id("top")
    }
    let read = AdSessions.Page.read(Array(page.markdown.utf8), name: "page.md").page
    #expect(read.slots.map(\.name) == ["7", "top", "3"])
    let shown = [read.title] + read.slots.map(\.ad.adUnitId) + read.document.links.map(\.target)
    #expect(shown == shown.map(\.scrubbed))
  }
}
