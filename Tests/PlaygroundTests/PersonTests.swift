import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct PersonTests {
  private func expectIdle(
    _ player: inout Player, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isIdle = player.waitUntilIdle()
    #expect(isIdle, sourceLocation: sourceLocation)
  }

  // MARK: - Scrolling

  @Test func `a row is twenty points, a screen the viewport less two rows`() {
    var player = Player(testPage(ads: 6)).pressing(.down, "j", .up)
    #expect(player.position == 20)
    player.press("g", .pageDown)
    #expect(player.position == player.model.visit.run.engine.viewport.size.height - 40)
    player.press("G")
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.down)
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.home)
    #expect(player.position == 0)
  }

  @Test func `J flings the page about a thousand points and K back again`() {
    var player = Player(testPage(ads: 12, paragraphs: 6)).pressing("J")
    expectIdle(&player)
    #expect((960.0...1000).contains(player.position), "\(player.position)")
    player.press("K")
    expectIdle(&player)
    #expect((0.0...40).contains(player.position), "\(player.position)")
  }

  @Test func `a second fling is faster, a key stops it, the end of the page too`() {
    var player = Player(testPage(ads: 12, paragraphs: 6)).pressing("J", "J").waiting(300)
    #expect(player.position > 700)
    player.press(.up)
    let stopped = player.position
    player.wait(1000)
    #expect(player.position == stopped)
    // The page grows while its ads come.
    for _ in 0..<2 {
      player.press("J", times: 8)
      expectIdle(&player)
    }
    #expect(player.position == player.model.visit.lowestScroll)
  }

  // MARK: - Links and ads

  @Test func `n and N walk the links and ads and bring them into view`() {
    var player = Player(testPage(ads: 4, paragraphs: 8))
    var seen: [FocusStop.Target] = []
    for _ in 0..<8 {
      player.press("n")
      if let selection = player.model.visit.pages.top.selection {
        seen.append(player.model.visit.pages.top.layout.stops[selection].target)
        let stop = player.model.visit.pages.top.layout.stops[selection]
        #expect(stop.y >= player.position)
        #expect(stop.y < player.model.visit.run.engine.viewport.maxY)
      }
    }
    #expect(seen == (0..<4).flatMap { [FocusStop.Target.link($0), FocusStop.Target.slot($0)] })
    player.press("n", shows: "no more links or ads below")
    player.press("N")
    #expect(player.model.top.selectedSlot == nil)
  }

  @Test func `enter follows a link, and the way back leads to the same place`() {
    var player = Player(testPage(ads: 4, paragraphs: 8)).pressing("n", "n", "n", .enter)
    let requests = player.takeRequests()
    #expect(requests == [.open(link: "other-2.md", from: "page.md")])
    let left = player.position
    let other = PageFile(location: "other-2.md", name: "other-2.md", bytes: Array("# Other".utf8))
    player.send(.opened(other))
    #expect(player.screen.contains("Other"))
    player.press("[", shows: "A test page")
    #expect(player.position == left)
    player.press("[", shows: "this is the first page")
  }

  @Test func `a link that leads nowhere says so, here and on the next page`() {
    let text = String(repeating: "\nMore text.\n", count: 60)
    var player = Player("One.\n\nTwo.\n\n[x]() [y](<>) [top](#)\n\(text)").pressing(.down, .down)
    for _ in 0..<2 {
      player.press("n", .enter)
      #expect(player.model.shared.notice == "this link leads nowhere: its address is empty")
      #expect(player.position > 0 && player.takeRequests() == [])
    }
    player.press("n", .enter)
    #expect(player.position == 0, "# alone is the top of the page")

    player = Player("[over](other.md#nowhere)")
    player.press("n", .enter)
    player.send(
      .opened(PageFile(location: "other.md", name: "other.md", bytes: Array("# Other\n".utf8))))
    #expect(player.model.shared.notice == "#nowhere: this page has no such heading")
  }

  @Test func `a link to a heading scrolls there, on this page and on the next`() {
    let rest = String(repeating: "\nMore text.\n", count: 60)
    var player = Player("[down](#the-end) [up](#nowhere)\n\(rest)\n## The end\n\(rest)")
    player.press("n", .enter)
    #expect(player.takeRequests() == [])
    #expect(player.position == player.model.visit.pages.top.layout.top(ofHeading: "the-end"))
    player.press("[")
    #expect(player.position == 0, "the way back is the way that led there")
    player.press("n", .enter, shows: "#nowhere: this page has no such heading")
    #expect(player.position == 0)

    player = Player("[over](other.md#the-end)")
    player.press("n", .enter)
    #expect(player.takeRequests() == [.open(link: "other.md#the-end", from: "page.md")])
    let other = "# Other\n\(rest)\n## The end\n\(rest)"
    player.send(.opened(PageFile(location: "other.md", name: "other.md", bytes: Array(other.utf8))))
    #expect(player.position == player.model.visit.pages.top.layout.top(ofHeading: "the-end"))
  }

  @Test(arguments: [true, false])
  func `the last row of a page can be read, however low the pane is`(isLogOpen: Bool) {
    var options = PlaygroundOptions()
    options.overrides.viewport = Size(width: 384, height: 844)
    let lines = (1...60).map { "Line \($0).\n" }.joined(separator: "\n")
    var player = Player(
      "\(lines)\n[the last](x.md)", columns: 80, rows: 24, options: options,
      settings: PlaygroundSettings(isDebugEnabled: isLogOpen, consent: .granted))
    player.press("G", shows: "the last", "100%", hides: "pt hidden below")
    #expect(player.screen.contains("pt hidden above"))
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.up, hides: "the last")
    #expect(player.position == player.model.visit.lowestScroll - 20, "the viewport moves at once")
    player.press("g")
    #expect(player.position == 0)
    #expect(player.screen.contains("Line 1."))
    while player.model.visit.pages.top.selection != player.model.visit.pages.top.layout.stops.count
      - 1
    {
      player.press("n")
    }
    #expect(player.screen.contains("the last"), "what is selected is shown")
  }

  @Test func `a link that is scrolled away is not selected any more, an ad is`() {
    var player = Player(testPage(ads: 4, paragraphs: 8)).pressing("n", .pageDown, .pageDown, .enter)
    #expect(player.takeRequests() == [])
    #expect(player.screen.contains("nothing is selected"))
    while player.model.top.selectedSlot == nil { player.press("n") }
    let slot = player.model.top.selectedSlot
    player.press("g")
    #expect(player.model.top.selectedSlot == slot)
  }

  @Test func `an ad that begins above the pane is the next stop while it is in view`() {
    var player = Player("# Top\n\n```ad\nunit: u\nsize: 320x600\n```\n\n\(testPage(ads: 0))")
    player.press(.down, times: 6, then: "n")
    #expect(player.model.top.selectedSlot == 0)
  }

  @Test func `the way back brings the selection and the thresholds of the page back`() {
    var player = Player(testPage(ads: 4, paragraphs: 8))
    player.press("f", "5", "0", "0", .enter, "n", "n", "n")
    let selection = player.model.visit.pages.top.selection
    player.press(.enter)
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array("# B".utf8))))
    player.press("[")
    #expect(player.model.visit.pages.top.selection == selection)
    #expect(player.lazyLoading?.fetchThreshold == 500)
    player.press("z")
    #expect(player.lazyLoading?.fetchThreshold == 800)
  }

  @Test func `a fling while time stands still is refused, not kept for later`() {
    var player = Player(testPage(ads: 12, paragraphs: 6)).pressing("p", "J", "J")
    #expect(player.screen.contains("time is paused: p resumes it"))
    player.press("p", wait: 2000)
    #expect(player.position == 0)
  }

  @Test func `a link that leads nowhere leaves the page as it is`() {
    var player = Player(testPage()).pressing("n", .enter)
    player.send(.openFailed("other-1.md: No such file or directory"))
    #expect(player.screen.contains("other-1.md: No such file or directory"))
    player.press("[", shows: "this is the first page")
  }

  @Test func `a page that is left by going back releases what it held`() {
    var player = Player(
      "# A\n", settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array(testPage().utf8))))
    player.press("[", after: 2000)
    let lines = player.takeRequests().flatMap { request -> [String] in
      if case .log(let lines) = request { lines } else { [] }
    }
    let fetched = lines.count { $0.contains("fetch, generation") }
    #expect(fetched > 0)
    #expect(lines.count { $0.contains("release, generation") } == fetched)
    expectIdle(&player)
  }

  // MARK: - The ladybug

  @Test func `with the ladybug off no line is written, with it on each transition has its numbers`()
  {
    var player = Player(testPage(ads: 8)).waiting(3000)
    player.press(.down, times: 20, wait: 3000)
    #expect(player.requests.isEmpty)
    player.press("b")
    let debugging = PlaygroundSettings(isDebugEnabled: true, consent: .granted)
    #expect(player.requests.first == .save(debugging))
    player.press(.end, wait: 3000)
    let lines = player.model.visit.log.entries.map(\.line)
    #expect(
      lines.contains { line in
        line.contains("lazy") && line.contains("notLoaded → fetched") && line.contains("  gap ")
          && line.contains("  viewport ") && line.contains("  frame ")
      }, "\(lines)")
  }

  @Test func `the ladybug changes nothing that is decided`() {
    func lives(isDebugEnabled: Bool) -> [SlotHistory] {
      var random = SeededGenerator(seed: 99)
      var player = Player(
        testPage(ads: 10, paragraphs: 5, front: "lazyLoad: { unloadingEnabled: true }"),
        settings: PlaygroundSettings(isDebugEnabled: isDebugEnabled, consent: .granted))
      for _ in 0..<300 {
        let keys: [Key] = [.down, .pageDown, .up, "J", "K", .pageUp, .end, .home, "n", "N", "r"]
        player.press(keys[random.number(0...keys.count - 1)], wait: Int64(random.number(0...700)))
      }
      return player.model.visit.pages.top.slots
    }
    #expect(lives(isDebugEnabled: false) == lives(isDebugEnabled: true))
  }

  @Test func `the log can be scrolled back and stays where it is while lines come`() {
    var player = Player(
      testPage(ads: 8), settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
    player.press(.end, wait: 3000)
    player.press(.backTab, .up, .up, .up)
    let shown = player.model.visit.log.visible(rows: 3).last
    #expect(player.model.visit.log.scrollback == 3)
    player.press("R", wait: 1000)
    #expect(player.model.visit.log.visible(rows: 3).last == shown)
    player.press("G")
    #expect(player.model.visit.log.scrollback == 0)
  }

  // MARK: - Consent

  @Test
  func `no ad is asked for before the person agrees, and every one is released on withdrawal`() {
    var player = Player(testPage(), settings: PlaygroundSettings()).waiting(3000)
    #expect(player.model.visit.pages.top.slots.allSatisfy { $0.ad == .uninitialized })
    player.press("a", wait: 3000)
    #expect(player.model.visit.pages.top.slots.contains { $0.ad != .uninitialized })
    #expect(
      player.requests == [
        .save(PlaygroundSettings(consent: player.model.visit.consent.store.choice))
      ])
    player.press("c", "d")
    #expect(player.model.visit.pages.top.slots.allSatisfy { $0.ad == .uninitialized })
    player.press("c", "w")
    #expect(player.model.visit.run.engine.consent == .unset)
  }

  @Test func `a choice given by option beats the remembered one and is not remembered`() {
    var options = PlaygroundOptions()
    options.overrides.consent = .denied
    let player = Player(testPage(), options: options)
    #expect(player.model.visit.run.engine.consent == .denied)
    #expect(player.model.visit.settings.consent == .granted)
    #expect(player.requests.isEmpty)
  }

  @Test func `a decision counts on every page from then on, whatever was given at the start`() {
    var options = PlaygroundOptions()
    options.overrides.consent = .granted
    var player = Player(testPage(), options: options).pressing("c", "d")
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: [])))
    #expect(player.model.visit.run.engine.consent == .denied)
  }

  // MARK: - Time

  @Test func `a paused playground stands still and goes on where it was`() {
    var player = Player(testPage()).waiting(50).pressing("p")
    let before = player.model.visit.time
    player.wait(60_000)
    #expect(player.model.visit.time == before)
    #expect(player.model.nextDeadline == nil)
    player.press("p", wait: 100)
    #expect(player.model.visit.time - before == 100)
  }

  @Test func `time goes as fast as it is told to`() {
    var player = Player(testPage()).pressing(">", ">").waiting(1000)
    #expect(player.model.visit.time == Instant(milliseconds: 4000))
    player.press("<", "<", "<", wait: 1000)
    #expect(player.model.visit.time == Instant(milliseconds: 4500))
  }

  @Test func `faster is faster and slower slower from any speed`() {
    for (speed, slower, faster) in [(100.0, 16.0, 100.0), (0.1, 0.1, 0.25), (3, 2, 4)] {
      var clock = SessionClock(startingAt: 0, speed: speed)
      clock.changeSpeed(-1)
      #expect(clock.speed == slower)
      clock = SessionClock(startingAt: 0, speed: speed)
      clock.changeSpeed(1)
      #expect(clock.speed == faster)
    }
  }

  @Test func `nothing is pending once all ads in reach have come`() {
    var player = Player(testPage())
    expectIdle(&player)
    #expect(player.model.nextDeadline == nil)
  }

  // MARK: - The viewport

  @Test(arguments: [nil, Size(width: 375, height: 667)])
  func `the viewport is a device's, and neither terminal nor panes change it`(asked: Size?) {
    var options = PlaygroundOptions()
    options.overrides.viewport = asked
    var player = Player(testPage(), columns: 80, rows: 24, options: options)
    let size = asked ?? Size(width: 390, height: 844)
    #expect(player.model.visit.run.engine.viewport.size == size)
    let before = player.model.visit.history.events.count
    player.press("b")
    player.send(.resized(columns: 120, rows: 44))
    player.press("b")
    player.send(.resized(columns: 40, rows: 10))
    #expect(player.model.visit.run.engine.viewport.size == size)
    #expect(player.model.visit.history.events.count == before, "nothing is decided")
  }

  @Test func `a page names its viewport, and its text fits it`() {
    let player = Player(testPage(front: "viewport: 320x568"), columns: 80, rows: 24)
    #expect(player.model.visit.run.engine.viewport.size == Size(width: 320, height: 568))
    #expect(player.model.visit.pages.top.layout.columns == 40)
    #expect(player.screen.contains("320×568 pt"))
  }

  @Test func `where the pane has no room for the viewport, a key shows its other end`() {
    let lines = (1...60).map { "Line \($0).\n" }.joined(separator: "\n")
    var player = Player(lines, columns: 80, rows: 24)
    player.shows("584 pt hidden below", "v other end")
    player.press("v")
    #expect(player.position == 0)
    #expect(player.screen.contains("584 pt hidden above"))
    player.press(.down)
    #expect(player.position == 20)
    #expect(
      player.screen.contains("584 pt hidden above"), "it stays while the page scrolls")
    player.press("v", shows: "584 pt hidden below")
    player.send(.resized(columns: 120, rows: 60))
    #expect(!player.screen.contains("v other end"))
    player.press("v")
    #expect(player.model.shared.notice == "the pane shows the whole viewport")
  }

  @Test func `a page that got shorter is not scrolled beyond its end`() {
    var player = Player(testPage(ads: 3), columns: 80, rows: 24).pressing(.end)
    player.send(.resized(columns: 80, rows: 60))
    #expect(player.position == player.model.visit.lowestScroll)
  }

  @Test func `r reloads the selected ad and R all of them`() {
    var player = Player(testPage()).waiting(3000).pressing("n", "n", "r").waiting(500)
    #expect(player.model.visit.run.engine.status(of: SlotID(0))?.generation == 2)
    #expect(player.model.visit.run.engine.status(of: SlotID(1))?.generation == 1)
    player.press("R", wait: 500)
    #expect(player.model.visit.run.engine.status(of: SlotID(0))?.generation == 3)
    #expect(player.model.visit.run.engine.status(of: SlotID(1))?.generation == 2)
  }
}
