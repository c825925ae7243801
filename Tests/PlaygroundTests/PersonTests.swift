import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

@Suite struct PersonTests {
  // MARK: - Scrolling

  @Test func `a row is twenty points, a screen the viewport less two rows`() {
    var player = Player(testPage(ads: 6)).pressing(.down, "j", .up)
    #expect(player.position == 20)
    player.press("g", .pageDown)
    #expect(player.position == player.engine.viewport.size.height - 40)
    player.press("G")
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.down)
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.home)
    #expect(player.position == 0)
  }

  @Test func `J flings the page about a thousand points and K back again`() {
    var player = Player(testPage(ads: 12, paragraphs: 6)).pressing("J")
    player.waitUntilIdle()
    #expect((960.0...1000).contains(player.position), "\(player.position)")
    player.press("K")
    player.waitUntilIdle()
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
      player.waitUntilIdle()
    }
    #expect(player.position == player.model.visit.lowestScroll)
  }

  // MARK: - Links and ads

  @Test func `n and N walk the links and ads and bring them into view`() {
    var player = Player(testPage(ads: 4, paragraphs: 8))
    var seen: [FocusStop.Target] = []
    for _ in 0..<8 {
      player.press("n")
      guard let selection = player.page.selection else { continue }
      let stop = player.page.layout.stops[selection]
      seen.append(stop.target)
      #expect(stop.y >= player.position && stop.y < player.engine.viewport.maxY)
    }
    #expect(seen == (0..<4).flatMap { [FocusStop.Target.link($0), FocusStop.Target.slot($0)] })
    player.press("n", shows: "no more links or ads below")
    player.press("N")
    #expect(player.selectedSlot == nil)
  }

  @Test func `enter follows a link, and the way back leads to the same place`() {
    var player = Player(testPage(ads: 4, paragraphs: 8)).pressing("n", "n", "n", .enter)
    #expect(player.takeRequests() == [.open(link: "other-2.md", from: "page.md")])
    let left = player.position
    player.send(.openFailed("other-2.md: No such file or directory"))
    player.shows("A test page", "other-2.md: No such file or directory")
    player.open("other-2.md", "# Other")
    player.shows("Other")
    player.press("[", shows: "A test page")
    #expect(player.position == left)
    player.press("[", shows: "this is the first page")
  }

  @Test func `a link that leads nowhere says so, here and on the next page`() {
    let text = String(repeating: "\nMore text.\n", count: 60)
    var player = Player("One.\n\nTwo.\n\n[x]() [y](<>) [top](#)\n\(text)").pressing(.down, .down)
    for _ in 0..<2 {
      player.press("n", .enter)
      #expect(player.notice == "this link leads nowhere: its address is empty")
      #expect(player.position > 0 && player.takeRequests() == [])
    }
    player.press("n", .enter)
    #expect(player.position == 0, "# alone is the top of the page")

    player = Player("[over](other.md#nowhere)")
    player.press("n", .enter)
    player.open("other.md", "# Other\n")
    #expect(player.notice == "#nowhere: this page has no such heading")
  }

  @Test func `a link to a heading scrolls there, on this page and on the next`() {
    let rest = String(repeating: "\nMore text.\n", count: 60)
    var player = Player("[down](#the-end) [up](#nowhere)\n\(rest)\n## The end\n\(rest)")
    player.press("n", .enter)
    #expect(player.takeRequests() == [])
    #expect(player.position == player.page.layout.top(ofHeading: "the-end"))
    player.press("[")
    #expect(player.position == 0, "the way back is the way that led there")
    player.press("n", .enter, shows: "#nowhere: this page has no such heading")
    #expect(player.position == 0)

    player = Player("[over](other.md#the-end)")
    player.press("n", .enter)
    #expect(player.takeRequests() == [.open(link: "other.md#the-end", from: "page.md")])
    let other = "# Other\n\(rest)\n## The end\n\(rest)"
    player.open("other.md", other)
    #expect(player.position == player.page.layout.top(ofHeading: "the-end"))
  }

  @Test(arguments: [true, false])
  func `the last row of a page can be read, however low the pane is`(isLogOpen: Bool) {
    let lines = (1...60).map { "Line \($0).\n" }.joined(separator: "\n")
    var player = Player(
      "\(lines)\n[the last](x.md)", viewport: Size(width: 384, height: 844),
      settings: PlaygroundSettings(isDebugEnabled: isLogOpen, consent: .granted))
    player.press("G", shows: "the last", "100%", "pt hidden above", hides: "pt hidden below")
    #expect(player.position == player.model.visit.lowestScroll)
    player.press(.up, hides: "the last")
    #expect(player.position == player.model.visit.lowestScroll - 20, "the viewport moves at once")
    player.press("g", shows: "Line 1.")
    #expect(player.position == 0)
    while player.page.selection != player.page.layout.stops.count - 1 { player.press("n") }
    #expect(player.screen.contains("the last"), "what is selected is shown")
  }

  @Test func `a link that is scrolled away is not selected any more, an ad is`() {
    var player = Player(testPage(ads: 4, paragraphs: 8)).pressing("n", .pageDown, .pageDown, .enter)
    #expect(player.takeRequests() == [])
    #expect(player.screen.contains("nothing is selected"))
    while player.selectedSlot == nil { player.press("n") }
    let slot = player.selectedSlot
    player.press("g")
    #expect(player.selectedSlot == slot)
  }

  @Test func `an ad that begins above the pane is the next stop while it is in view`() {
    var player = Player("# Top\n\n```ad\nunit: u\nsize: 320x600\n```\n\n\(testPage(ads: 0))")
    player.press(.down, times: 6, then: "n")
    #expect(player.selectedSlot == 0)
  }

  @Test func `a fling while time stands still is refused, not kept for later`() {
    var player = Player(testPage(ads: 12, paragraphs: 6)).pressing("p", "J", "J")
    #expect(player.screen.contains("time is paused: p resumes it"))
    player.press("p", wait: 2000)
    #expect(player.position == 0)
  }

  @Test func `a page that is left by going back releases what it held`() {
    var player = Player("# A\n", settings: .debugging)
    player.open("b.md", testPage())
    player.press("[", after: 2000)
    let lines = player.takeRequests().flatMap(\.logged)
    let fetched = lines.count { $0.contains("fetch, generation") }
    #expect(fetched > 0)
    #expect(lines.count { $0.contains("release, generation") } == fetched)
    player.waitUntilIdle()
  }

  // MARK: - The ladybug

  @Test func `with the ladybug off no line is written, with it on each has its numbers`() {
    var player = Player(testPage(ads: 8)).waiting(3000)
    player.press(.down, times: 20, wait: 3000)
    #expect(player.requests.isEmpty)
    player.press("b")
    #expect(player.requests.first == .save(.debugging))
    player.press(.end, wait: 3000)
    let line = player.log.map(\.line).first { $0.contains("notLoaded → fetched") } ?? ""
    for part in ["lazy", "  gap ", "  viewport ", "  frame "] { #expect(line.contains(part)) }
  }

  @Test func `the ladybug changes nothing that is decided`() {
    func lives(_ settings: PlaygroundSettings) -> [SlotHistory] {
      var random = SeededGenerator(seed: 99)
      var player = Player(
        testPage(ads: 10, paragraphs: 5, front: "lazyLoad: { unloadingEnabled: true }"),
        settings: settings)
      for _ in 0..<300 {
        let keys: [Key] = [.down, .pageDown, .up, "J", "K", .pageUp, .end, .home, "n", "N", "r"]
        player.press(random.pick(keys), wait: Int64(random.number(0...700)))
      }
      return player.page.slots
    }
    #expect(lives(.debugging) == lives(PlaygroundSettings(consent: .granted)))
  }

  // MARK: - Consent

  @Test func `no ad is asked for before a person agrees, and all are released on withdrawal`() {
    var player = Player(testPage(), settings: PlaygroundSettings()).waiting(3000)
    #expect(player.page.slots.allSatisfy { $0.ad == .uninitialized })
    player.press("a", wait: 3000)
    #expect(player.page.slots.contains { $0.ad != .uninitialized })
    #expect(
      player.requests == [
        .save(PlaygroundSettings(consent: player.model.visit.consent.store.choice))
      ])
    player.press("c", "d")
    #expect(player.page.slots.allSatisfy { $0.ad == .uninitialized })
    player.press("c", "w")
    #expect(player.engine.consent == .unset)
  }

  @Test func `a choice given by option beats the remembered one and is not remembered`() {
    var options = PlaygroundOptions()
    options.overrides.consent = .denied
    let player = Player(testPage(), options: options)
    #expect(player.engine.consent == .denied)
    #expect(player.model.visit.settings.consent == .granted)
    #expect(player.requests.isEmpty)
  }

  @Test func `a decision counts on every page from then on, whatever was given at the start`() {
    var options = PlaygroundOptions()
    options.overrides.consent = .granted
    var player = Player(testPage(), options: options).pressing("c", "d")
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: [])))
    #expect(player.engine.consent == .denied)
  }

  // MARK: - Time

  @Test func `a paused playground stands still and goes on where it was`() {
    var player = Player(testPage()).waiting(50).pressing("p")
    let before = player.time
    player.wait(60_000)
    #expect(player.time == before)
    #expect(player.model.nextDeadline == nil)
    player.press("p", wait: 100)
    #expect(player.time - before == 100)
  }

  @Test func `time goes as fast as it is told to`() {
    var player = Player(testPage()).pressing(">", ">").waiting(1000)
    #expect(player.time == Instant(milliseconds: 4000))
    player.press("<", "<", "<", wait: 1000)
    #expect(player.time == Instant(milliseconds: 4500))
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

  // MARK: - The viewport

  @Test(arguments: [nil, Size(width: 375, height: 667)])
  func `the viewport is a device's, and neither terminal nor panes change it`(asked: Size?) {
    var player = Player(testPage(), viewport: asked)
    let size = asked ?? Size(width: 390, height: 844)
    #expect(player.engine.viewport.size == size)
    let before = player.events.count
    player.press("b")
    player.send(.resized(columns: 120, rows: 44))
    player.press("b")
    player.send(.resized(columns: 40, rows: 10))
    #expect(player.engine.viewport.size == size)
    #expect(player.events.count == before, "nothing is decided")
  }

  @Test func `a page names its viewport, and its text fits it`() {
    let player = Player(testPage(front: "viewport: 320x568"), columns: 80, rows: 24)
    #expect(player.engine.viewport.size == Size(width: 320, height: 568))
    #expect(player.page.layout.columns == 40)
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
    #expect(player.screen.contains("584 pt hidden above"), "it stays while the page scrolls")
    player.press("v", shows: "584 pt hidden below")
    player.send(.resized(columns: 120, rows: 60))
    #expect(!player.screen.contains("v other end"))
    player.press("v")
    #expect(player.notice == "the pane shows the whole viewport")
  }

  @Test func `a page that got shorter is not scrolled beyond its end`() {
    var player = Player(testPage(ads: 3), columns: 80, rows: 24).pressing(.end)
    player.send(.resized(columns: 80, rows: 60))
    #expect(player.position == player.model.visit.lowestScroll)
  }

  @Test func `r reloads the selected ad and R all of them`() {
    var player = Player(testPage()).waiting(3000).pressing("n", "n", "r").waiting(500)
    #expect(player.engine.status(of: SlotID(0))?.generation == 2)
    #expect(player.engine.status(of: SlotID(1))?.generation == 1)
    player.press("R", wait: 500)
    #expect(player.engine.status(of: SlotID(0))?.generation == 3)
    #expect(player.engine.status(of: SlotID(1))?.generation == 2)
  }
}
