import AdEngine
import AdSessions
import AdTuning
import Testing

@testable import Playground

@Suite struct PaletteTests {
  @Test func `the palette shows what fits, with the keys that do the same`() throws {
    let player = Player(try demoPage("home.md")).pressing(":", typing: "thr", then: .down)
    expectGolden(player.canvas, "palette-80x24")
  }

  @Test func `the palette fits the smallest screen`() throws {
    var player = Player(try demoPage("home.md"), columns: 40, rows: 10).pressing(.control("p"))
    player.press(typing: "a long text that does not fit into its row", golden: "palette-40x10")
  }

  @Test func `what matches is underlined in its own cells, whatever stands before it`() {
    var player = Player(testPage()).pressing("O")
    player.send(.found([FoundFile(.page, "日本語md.txt", preview: "")]))
    player.press(typing: "語md")
    let underlined = player.canvas.cells.filter { $0.style.attributes.contains(.underline) }
    // Above it the page's title is.
    #expect(underlined.map(\.base).filter { $0 != "\0" }.suffix(3) == ["語", "m", "d"])
  }

  @Test func `every command is in the palette, or left out for a reason`() {
    let places: [KeyContext] = [
      .article, .hits, .threshold, .log, .replay, .lab, .labSettings, .tuning,
    ]
    let listed = places.flatMap { PaletteEntry.commands(in: $0) }
    for binding in KeyMap.bindings {
      let isListed = listed.contains { $0.action == .command(binding.command) }
      #expect(isListed == binding.command.isAvailable(.palette), "\(binding.command)")
    }
    for context in places {
      let names = PaletteEntry.commands(in: context).map(\.name)
      #expect(Set(names).count == names.count, "two commands with one name: \(names)")
    }
  }

  @Test func `what is chosen does what its key does`() {
    for entry in PaletteEntry.commands(in: .article) {
      guard case .command(let command) = entry.action,
        let binding = KeyMap.bindings.first(where: { $0.command == command }),
        binding.context == .article || binding.context == .anywhere
      else { continue }
      var byKey = Player(testPage())
      var byPalette = byKey
      for count in 0..<2 {
        byKey.press(binding.keys[0])
        byPalette.press(":", typing: entry.name, then: .enter)
        // The tuning screen works a portion for each message.
        if command == .toggleTuning {
          byKey.waitUntilIdle()
          byPalette.waitUntilIdle()
        }
        let looksTheSame = byPalette.canvas == byKey.canvas
        #expect(looksTheSame, "\(entry.name), pressed \(count + 1) times")
        #expect(byPalette.requests == byKey.requests, "\(entry.name)")
        if command == .toggleTuning { break }
        // What covers the page, and a text that is typed, take the palette's key as well.
        guard byKey.model.keyContext == byKey.model.pageContext, byKey.model.keyContext != .search
        else { break }
      }
    }
  }

  @Test func `only keys that do the same from there are named`() {
    for context in [KeyContext.article, .hits, .threshold, .log, .replay] {
      let entries = PaletteEntry.commands(in: context)
      #expect(
        !entries.filter { $0.keys.isEmpty }.isEmpty, "the forms of copying have no key of their own"
      )
      for entry in entries where !entry.keys.isEmpty {
        guard case .command(let command) = entry.action else { continue }
        for binding in KeyMap.bindings where binding.keyNames.joined(separator: " ") == entry.keys {
          guard binding.command == command else { continue }
          for key in binding.keys {
            #expect(KeyMap.command(for: key, in: context) == command, "\(entry.name)")
          }
        }
      }
    }
  }

  @Test func `a command counts where the palette was opened`() {
    var player = Player(testPage()).pressing("u", ":", typing: "100 pt more", then: .enter)
    #expect(player.model.shownThresholds == settings(800, 200, 1700))
    player.press(.escape)
    #expect(player.lazyLoading == .standard)
    player.press(":", typing: "100 pt more", then: .enter)
    #expect(player.lazyLoading == .standard)
    #expect(player.screen.contains("none fits") && !player.screen.contains("Enter run"))
  }

  @Test func `what a command does counts more than where: consent opens the store`() {
    for typed in ["consent", "Consent"] {
      var player = Player(testPage()).pressing(":", typing: typed)
      let names = player.palette?.entries(in: .article).map(\.name) ?? []
      #expect(names.first == "consent settings: whether ads may load", "\(names.prefix(5))")
      player.press(.enter)
      #expect(player.overlay is ConsentOverlay)
    }
  }

  @Test func `a slot is found by its number, and why it is as it is`() {
    var player = Player(testPage(ads: 4)).waiting(2000)
    player.press(":", typing: "slot 3", shows: "go to slot 3", hides: "why slot 3")
    player.press(.enter)
    #expect(player.selectedSlot == 2)
    player.press(":", typing: "why slot 2", shows: "why slot 2")
    player.press(.enter)
    #expect((player.overlay as? WhyOverlay)?.slot == 1)
    player.press(.escape, ":", typing: "slot 9", hides: "go to slot")
  }

  @Test func `two numbers are thresholds that are compared, and z says where it goes back`() {
    var player = Player(testPage(ads: 4)).waiting(2000)
    player.press(":", typing: "compare 400/100", then: .enter)
    let pair = player.engine.lazyLoading.map { ($0.fetchPoints, $0.displayPoints) }
    #expect(pair?.0 == 400 && pair?.1 == 100)
    player.press("z", shows: "undone: back to fetch 800")
    player.press(":", typing: "100/400", hides: "compared with now")
  }

  @Test func `consent can be given from the palette`() {
    var player = Player(testPage(), settings: PlaygroundSettings(consent: .denied)).pressing(":")
    player.press(typing: "agree may", then: .enter)
    #expect(player.engine.consent == .granted)
  }

  @Test(
    "a threshold can be typed with its value",
    arguments: [
      ("fetch 900", 900, 200, 1600, false),
      ("FETCH 900 pt", 900, 200, 1600, false),
      ("fetch 100.5pt", 100.5, 100.5, 1600, false),
      ("display 1000", 1000, 1000, 1600, false),
      ("unload 1200", 800, 200, 1200, true),
      ("unload on", 800, 200, 1600, true),
      ("unload off", 800, 200, 1600, false),
      ("fetch 123456789", 20_000, 200, 1600, false),
    ] as [(String, Double, Double, Double, Bool)])
  func orders(text: String, fetch: Double, display: Double, unload: Double, unloading: Bool) {
    var player = Player(testPage()).pressing(":", typing: text, then: .enter)
    #expect(player.lazyLoading == settings(fetch, display, unload, unloading))
    #expect(player.palette == nil)
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test(
    "a threshold that is typed in percent of the viewport is kept as a percentage",
    arguments: [
      ("fetch 150%", LazyLoadingChange(fetchThreshold: .percent(150))),
      ("fetch 150 percent", LazyLoadingChange(fetchThreshold: .percent(150))),
      ("display 50 %", LazyLoadingChange(displayThreshold: .percent(50))),
      ("unload 200%", LazyLoadingChange(unloadThreshold: .percent(200), unloadingEnabled: true)),
      (
        "fetch behind 300",
        LazyLoadingChange(fetchThreshold: .directional(ahead: .points(800), behind: .points(300)))
      ),
      (
        "fetch behind 100 pt",
        LazyLoadingChange(
          fetchThreshold: .directional(ahead: .points(800), behind: .points(100)),
          displayThreshold: .directional(ahead: .points(200), behind: .points(100)))
      ),
      (
        "display behind 900",
        LazyLoadingChange(
          fetchThreshold: .directional(ahead: .points(800), behind: .points(900)),
          displayThreshold: .directional(ahead: .points(200), behind: .points(900)))
      ),
      (
        "unload behind 50%",
        LazyLoadingChange(
          unloadThreshold: .directional(ahead: .points(1600), behind: .percent(50)),
          unloadingEnabled: true)
      ),
      ("fetch after 300 ms", LazyLoadingChange(fetchAfter: 300)),
      ("fetch after 20", LazyLoadingChange(fetchAfter: 20)),
      ("horizontal margin 100", LazyLoadingChange(horizontalMargin: 100)),
      ("Horizontal Margin 50.5 pt", LazyLoadingChange(horizontalMargin: 50.5)),
      ("mobile scaling 1.5", LazyLoadingChange(mobileScaling: 1.5)),
    ])
  func units(text: String, change: LazyLoadingChange) throws {
    let player = Player(testPage(), viewport: Size(width: 384, height: 600))
      .pressing(":", typing: text, then: .enter)
    #expect(try player.lazyLoading == LazyLoadingSettings.standard.applying(change))
  }

  @Test func `where the viewport has no height, a share of it is refused`() {
    var player = Player(testPage(), viewport: Size(width: 384, height: 0))
    player.press(":", typing: "fetch 50%", then: .enter, shows: "the viewport has no height")
    #expect(player.lazyLoading == .standard)
    player.press("P", "2")
    #expect(player.lazyLoading == .standard)
  }

  @Test(
    "what is no value is no order",
    arguments: [
      "fetch", "fetch nan", "fetch -1", "fetch 0x10", "fetch 1e3", "fetch inf", "fetch .5",
      "fetch 5.", "fetch 1.2.3", "fetch 1234567890", "fetch on", "load 5", "fetch 5 5",
      "horizontal margin", "horizontal margin 10%", "mobile scaling 0", "mobile scaling x",
      "fetch behind", "fetch behind -1", "fetch after", "fetch after 1.5", "fetch after 5 s",
      "display after 5", "unload 5 km", "fetch ٣", "fetch %", "fetch 5 % %", "fetch 5 0%",
    ])
  func noOrders(text: String) {
    #expect(ThresholdOrder(text) == nil)
  }

  @Test func `an order that asks for too much says what there is`() {
    var player = Player(testPage()).pressing(":", typing: "display 30000")
    player.press(.enter, shows: "a display threshold set here is at most 20000 pt")
  }

  @Test func `without lazy loading an order is answered`() {
    var player = Player(testPage(front: "lazyLoad: off")).pressing(":", typing: "fetch 5")
    player.press(.enter, shows: "there are no thresholds")
  }

  @Test func `letters are text and not keys, and only quitting keys get through`() {
    var player = Player(testPage()).pressing(":", "q", "x", "?", ":", " ", "9")
    #expect(player.palette?.text == "qx?: 9")
    player.press(.backspace)
    #expect(player.palette?.text == "qx?: ")
    player.press(.control("u"))
    #expect(player.palette?.text == "")
    #expect(player.lazyLoading == .standard)
    player.press(.tab, .function(1), .escape)
    #expect(player.palette == nil)
    #expect(player.takeRequests() == [])
    player.press(":", .control("c"))
    #expect(player.takeRequests() == [.quit])
  }

  @Test func `text that a terminal might obey is not taken, nor more than fits`() {
    var palette = Palette()
    for character in "a\u{202E}\u{1B}\u{85}b\u{200B}" as String { palette.type(character) }
    #expect(palette.text == "ab")
    for _ in 0..<1000 { palette.type("漢") }
    #expect(palette.text.count == Palette.maxTextLength)
  }

  @Test func `the choice stays within what fits`() {
    var player = Player(testPage()).pressing(":")
    let count = player.paletteEntries.count
    player.press(.up, .control("p"), .pageUp)
    #expect(player.palette?.list.selected == 0)
    player.press(.control("n"), .pageDown)
    #expect(player.palette?.list.selected == 16)
    player.press(.pageDown, times: 20)
    #expect(player.palette?.list.selected == count - 1)
    #expect(player.screen.contains(" \(count) of \(count) "))
    player.press(typing: "quit")
    #expect(player.palette?.list.selected == 0)
    player.press(typing: "!!!", then: .enter)
    #expect(player.palette != nil)
  }
}
