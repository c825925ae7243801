import AdEngine
import AdSessions
import AdSimulation
import Testing

@testable import Playground

/// What is chosen inside: devices, networks, seeds, readers, and what is opened.
@Suite struct ChoiceTests {
  private func choose(_ text: String, _ player: inout Player) {
    player.press("O", typing: text, then: .enter)
  }

  @Test func `O asks the shell for files and lists what can be chosen`() {
    var player = Player(testPage()).pressing("O")
    #expect(player.takeRequests() == [.find(from: "page.md")])
    let file = FoundFile(.session, "visit.jsonl", preview: "a session of page.md")
    player.send(.found([file]))
    player.shows("session visit.jsonl", "a session of page.md")
    player.press(.enter)
    #expect(player.takeRequests() == [.openFound(file)])
  }

  @Test func `what an update has recorded is written before another session is opened`() throws {
    var player = Player(testPage(), columns: 120, rows: 40)
    player.send(.recordingStarted(file: "s.jsonl", pages: ["page.md"]))
    player.send(.found([FoundFile(.demo, "thresholds", preview: "")]))
    player.press("O")
    // The answers of some seconds are due in the update that opens the demo.
    var model = player.model
    let requests = model.update(.key(.enter), at: player.now + 5000)
    let recorded = requests.firstIndex { if case .record = $0 { true } else { false } }
    let opened = requests.firstIndex { if case .openFound = $0 { true } else { false } }
    #expect(try #require(recorded) < #require(opened))
  }

  @Test func `the list looks as it should`() throws {
    var player = Player(try demoPage("home.md"))
    player.press("O", typing: "net", then: .down, .down, golden: "choices-80x24")
  }

  @Test func `a device is the viewport, and no device is the page’s own`() {
    var player = Player(testPage())
    let pane = player.engine.viewport.size
    choose("iphone-se", &player)
    #expect(player.engine.viewport.size == Size(width: 375, height: 667))
    #expect(player.screen.contains("iphone-se"))
    player.send(.resized(columns: 200, rows: 60))
    #expect(player.engine.viewport.size.height == 667, "whatever the terminal is")
    player.send(.resized(columns: 80, rows: 24))
    choose("device none", &player)
    #expect(player.engine.viewport.size == pane)
  }

  @Test func `under a network the page starts over, and answers take longer`() throws {
    var player = Player(testPage(), columns: 120, rows: 40)
    player.waitUntilIdle()
    let slot = SlotID(0)
    #expect(player.engine.status(of: slot)?.adState != .loading)
    choose("network 3g", &player)
    #expect(player.screen.contains("network 3g"))
    player.wait(4000)
    #expect(player.engine.status(of: slot)?.adState == .loading)
    player.wait(200)
    #expect(player.engine.status(of: slot)?.ad != nil)
    player.press("w", shows: "latency + 4000 ms")
  }

  @Test func `offline every request fails`() {
    var player = Player(testPage())
    choose("offline", &player)
    player.wait(100)
    #expect(player.report.failed > 0)
    #expect(player.page.slots[0].failure == .network)
  }

  @Test func `another seed is another world`() {
    var player = Player(testPage(front: "adServer: { latency: 1..9000 }"), columns: 100)
    choose("seed 42", &player)
    #expect(player.page.initialSetup.world?.seed == 42)
    #expect(player.screen.contains("seed 42"))
  }

  @Test func `a simulated reader scrolls until the user does`() {
    var player = Player(testPage(ads: 8))
    choose("flinger", &player)
    player.wait(5000)
    let position = player.position
    #expect(position > 0)
    player.press(.up)
    #expect(player.model.visit.pages.motion.reader == nil)
    let stayed = player.position
    player.wait(5000)
    #expect(player.position == stayed)
  }

  @Test func `a reader inside reads as the reader of a run does`() throws {
    var player = Player(testPage(ads: 8))
    choose("skimmer", &player)
    player.waitUntilIdle()
    #expect(player.position == player.model.visit.lowestScroll)
    #expect(player.model.visit.pages.motion.reader == nil)
  }

  @Test func `a replay is decided again under a device, the recording beside it`() throws {
    var player = Player(try demoReplay("thresholds.jsonl"), columns: 120, rows: 40)
    choose("iphone-se", &player)
    #expect(player.replay?.recorded != nil)
    #expect(player.engine.viewport.size == Size(width: 375, height: 667))
    choose("device none", &player)
    #expect(player.replay?.recorded == nil)
  }

  @Test func `a device has the slots that its size mapping gives, live and in a replay`() throws {
    let page = """
      ```ad
      unit: a
      ```

      ```ad
      unit: b
      sizes: { 768x0: [728x90], 0x0: [] }
      ```
      """
    func sizes(_ player: Player) -> [Size?] {
      (0..<2).map { player.engine.status(of: SlotID($0))?.frame.size }
    }
    let (ad, wide) = (Size(width: 320, height: 320), Size(width: 728, height: 90))
    func tryDevices(_ player: inout Player) {
      #expect(sizes(player) == [ad, nil])
      choose("ipad-pro-11", &player)
      #expect(sizes(player) == [ad, wide])
      choose("device none", &player)
      #expect(sizes(player) == [ad, nil])
    }
    var live = Player(page)
    tryDevices(&live)
    var again = Player(
      try replay(
        #"""
        {"adview":1,"page":"page.md"}
        {"at":0,"in":{"scroll":0}}
        {"at":3000,"end":true}
        """#, on: page))
    tryDevices(&again)
  }

  @Test(arguments: [("latency", "network wifi"), ("device", "device none"), ("3g", "network 3g")])
  func `what can be chosen is found in the palette, too`(text: String, name: String) {
    let player = Player(testPage()).pressing(":", typing: text)
    #expect(player.paletteEntries.contains { $0.name.hasPrefix(name) })
  }

  @Test func `opening something else ends a recording, and says so`() {
    var player = Player(testPage()).pressing("S")
    player.send(.recordingStarted(file: "visit.jsonl", pages: ["page.md"]))
    _ = player.takeRequests()
    var next = Player(testPage(ads: 2)).model
    let requests = next.replace(player.model)
    #expect(requests.contains(.endRecording))
    #expect(requests.contains { if case .record = $0 { true } else { false } })
    #expect(next.shared.notice?.contains("visit.jsonl") == true)
  }
}
