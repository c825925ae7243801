import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// Where ads and the page's own text lead, as a person meets it (`S0.10`, `S0.31`, D29, D32, D33).
@Suite struct LeavingTests {
  /// A page with one ad, which the page fixes, seen after a second.
  private func player(
    _ creative: String, text: String = "Text.", isDebugging: Bool = false
  ) -> Player {
    let page = """
      ---
      adServer: { latency: 100ms }
      ---
      \(text)

      ```ad
      unit: div-gpt-ad-mobile_1
      size: 320x240
      creative: { size: 320x240, \(creative) }
      ```

      The end.
      """
    return Player(
      page, columns: 100, rows: 40,
      settings: PlaygroundSettings(isDebugEnabled: isDebugging, consent: .granted)
    ).waiting(1000)
  }

  private func opened(_ player: inout Player) -> [String] {
    player.takeRequests().compactMap(\.opened)
  }

  @Test func `S0.10 o follows the ad's own link, and says so in the footer and in the log`() {
    var player = player("link: https://bridge.example/a", isDebugging: true).pressing("o")
    #expect(opened(&player) == ["https://bridge.example/a"])
    let words = "opens https://bridge.example/a: another host: bridge.example"
    #expect(player.notice == words)
    player.shows(" opens https://bridge.example/a: another host")
    #expect(player.log.contains { $0.line.hasSuffix("link    slot 1 mobile_1  \(words)") })
    #expect(player.page.slots[0].ad == .clicked)
    player.press("o")
    #expect(opened(&player) == ["https://bridge.example/a"], "an ad can be followed again")
  }

  @Test func `S0.89 the address of the ad's page is the template that the page names`() {
    let link = "https://adops.stepdev.dk/a"
    var own = player("link: \(link)").pressing("o")
    #expect(opened(&own).isEmpty, "the host of the seeds' template stays in the ad")
    let front = "adServer: { latency: 100ms }\ntemplate: https://other.example/t.html"
    var other = Player(testPage(front: front, block: "creative: { size: 320x240, link: \(link) }"))
    other.press(.pageDown, wait: 2000)
    other.press("o")
    #expect(opened(&other) == [link])
  }

  @Test(arguments: ["w", "D", "C", "i"] as [Key])
  func `what is selected counts while a part is in view, else the ad in the middle`(key: Key) {
    var player = Player(testPage(ads: 8)).waiting(1000)
    while player.selectedSlot == nil { player.press("n") }
    player.press(key)
    #expect(player.model.coveringSlot == 0)
    player.press(.escape)
    let bottom = player.page.layout.frame(ofSlot: 0).maxY
    // One point of it is in view, then none.
    for y in [bottom - 1, bottom] {
      var model = player.model
      model.scroll(to: y)
      player = Player(model)
      let expected = y < bottom ? 0 : player.model.nearestSlot
      #expect(player.selectedSlot == 0)
      player.press(key)
      #expect(player.model.coveringSlot == expected, "at \(y)")
      #expect(y < bottom || expected != 0)
      player.press(.escape)
    }
  }

  @Test func `r and o are about the ad in the middle when the selected one is far away`() {
    var player = Player(testPage(ads: 8)).waiting(1000)
    while player.selectedSlot == nil { player.press("n") }
    player.press("G", wait: 3000)
    let nearest = player.model.nearestSlot
    player.press("r")
    let reloaded = player.events.compactMap { event in
      if case .input(.reloadRequested(let slot)) = event.content { slot.rawValue } else { nil }
    }
    #expect(reloaded == [nearest] && nearest != 0)
    player.press("o", after: 3000)
    #expect(player.page.slots[0].ad != .clicked)
    let clicked = player.events.compactMap { event in
      if case .input(.clicked(let slot)) = event.content { slot.rawValue } else { nil }
    }
    #expect(clicked == [player.model.nearestSlot])
  }

  @Test func `D33 a link in a new window is reported twice and opened once`() {
    var player = player("link: https://bridge.example/, window: true").pressing("o").waiting(2000)
    #expect(opened(&player) == ["https://bridge.example/"])
    let reports = player.events.filter {
      if case .input(.navigationRequested) = $0.content { true } else { false }
    }
    #expect(reports.count == 2)
    #expect(player.engine.blockedNavigations(of: SlotID(0)) == 0)
  }

  @Test func `Enter shows the ad's link, and Enter there follows it`() {
    var player = player("link: tel:+15550142").pressing("n", .enter)
    player.shows("link         tel:+15550142", "Enter follow its link")
    player.press(.enter)
    #expect(opened(&player) == ["tel:+15550142"])
    #expect(player.overlay == nil)
    player.press(.enter, .escape)
    #expect(player.overlay == nil)
    player.press(.enter, "q")
    #expect(player.overlay == nil)
    #expect(opened(&player).isEmpty)
  }

  @Test func `an ad that was not seen cannot be followed, and the page says why`() {
    var player = Player(testPage(ads: 1, paragraphs: 1, front: "adServer: { latency: 1h }"))
    player.press("o")
    #expect(player.notice == "slot 1 mobile_1 is loading: only an ad that was seen can be followed")
    #expect(opened(&player).isEmpty)
  }

  @Test(arguments: ["redirect", "popup"])
  func `D32 what an ad tries by itself is blocked, told, and counted`(what: String) {
    var player = player(
      "\(what): [https://prizes.example/, https://more.example/]", isDebugging: true
    ).waiting(5000)
    #expect(opened(&player).isEmpty)
    #expect(player.notice?.hasSuffix("and nobody has touched the ad") == true)
    #expect(player.log.count { $0.text.contains("blocked https://prizes.example/: ") } == 1)
    player.press("n", .enter, shows: "blocked      2 navigations")
  }

  @Test(arguments: [
    "'javascript:alert(1)'", "'file:///etc/passwd'", "'http://127.0.0.1:8080/'", "'http://[::1]/'",
    "'http://router.local/'", "'https://a\\@b.example/'", "' '", "'data:text/html,x'",
  ])
  func `D29 what must not be opened is not, though a person touches it`(address: String) {
    var player = player("link: \(address)").pressing("o")
    #expect(opened(&player).isEmpty)
    #expect(player.notice?.hasPrefix("blocked ") == true, "\(player.notice ?? "")")
  }

  @Test func `a link that stays in the ad opens nothing, and that is said and logged`() {
    var player = player("link: /offer", isDebugging: true).pressing("o")
    #expect(opened(&player).isEmpty)
    let words = "stays in its ad, at https://adops.stepdev.dk/offer"
    #expect(player.notice?.hasPrefix(words) == true)
    #expect(player.log.contains { $0.text.contains(words) })
    #expect(player.engine.adPage(of: SlotID(0)).path == "/offer")
  }

  @Test(arguments: [
    ("https://bridge.example/x", "https://bridge.example/x"),
    ("//bridge.example", "https://bridge.example/"),
    ("mailto:a@b.dk", "mailto:a@b.dk"), ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
    ("http://localhost/", nil), ("data:text/html,x", nil), ("about:blank", nil),
  ])
  func `a link of the page's text leads out by the same rules`(link: String, opens: String?) {
    var player = player("media: display", text: "[a link](\(link))").pressing("n", .enter)
    #expect(opened(&player) == (opens.map { [$0] } ?? []))
    #expect(player.notice?.hasPrefix(opens == nil ? "blocked " : "opens ") == true)
    #expect(player.model.visit.run.pages == [1])
  }

  @Test func `a replay tells what was opened, and opens nothing`() throws {
    let session = """
      {"adview":1,"page":"page.md","viewport":{"width":384,"height":600},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":240}}}}
      {"at":900,"in":{"click":"1"}}
      {"at":900,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":"https://b.example/"}}}}

      """
    var player = Player(
      try replay(session, on: testPage(ads: 1, paragraphs: 1)), columns: 120, rows: 40,
      settings: .debugging
    ).waiting(3000)
    #expect(player.log.contains { $0.text.contains("opens https://b.example/: another host") })
    player.press("n", "n", "o", .enter)
    #expect(player.notice == Replay.refusal || player.overlay != nil)
    #expect(opened(&player).isEmpty)
  }

  @Test(.tags(.sweep), arguments: 1...Sweep.rounds(50))
  func `D32 whatever keys are pressed, one touch of an ad opens at most one thing`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let front = "adServer: { seed: \(seed), latency: 50ms, messageRate: 1, redirectRate: 1 }"
    var player = Player(testPage(ads: 4, front: front), columns: 100, rows: 40)
    // An ad may use the touch for a second, and then leave by itself (transient activation).
    var touched: Instant?
    for _ in 0..<120 {
      let key = random.number(0...3) == 0 ? "o" : random.key()
      let command = KeyMap.command(for: key, in: player.model.keyContext)
      switch command {
      case .followAd, .activate, .choose: touched = player.time
      default: break
      }
      player.press(key, wait: Int64(random.number(0...900)))
      let urls = opened(&player)
      guard !urls.isEmpty else { continue }
      #expect(urls.count == 1, "after \(key.label)")
      guard let touch = touched else {
        Issue.record("\(urls) opened without a touch, after \(key.label)")
        continue
      }
      #expect(player.time - touch <= UserActivation.lifetime + 900)
      touched = nil
    }
  }
}
