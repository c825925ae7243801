import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// The consent store on the screen, and what comes of it (S0.8, S0.13–S0.16, S0.29; D3–D6).
@Suite struct ConsentTests {
  @Test func `the store says what was answered, and asks for nothing where no law does`() {
    var player = Player(
      testPage(), columns: 100, rows: 30, settings: PlaygroundSettings(consent: .unset))
    #expect(!player.screen.contains("So far:"))
    player.press("a", "c", shows: "So far: granted")
    player.press("g", shows: "No law asks for it here", hides: "Without a yes")
  }

  private func asked(
    _ page: String = testPage(), columns: Int = 80, rows: Int = 24,
    settings: PlaygroundSettings = PlaygroundSettings()
  ) -> Player { Player(page, columns: columns, rows: rows, settings: settings) }

  // MARK: - Screens

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the first question is three lines with three keys`(columns: Int, rows: Int) throws {
    var player = asked(columns: columns, rows: rows)
    let box = try #require(player.overlayBox)
    #expect(box.lines.count == 3)
    #expect(box.lines.last?.text == "a agree   d disagree")
    player.press("a")
    #expect(player.screen.contains("try: ↑↓ scroll"), "then what there is to do")
    player.press(.down, "c")
    #expect(
      player.overlayBox?.lines.contains { $0.text.contains("w takes it back") } != (columns < 60))
    player.press("d")
    #expect(!player.screen.contains("try:"), "said once")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the notice looks as it should`(columns: Int, rows: Int) throws {
    let player = Player(
      try demoPage("home.md"), columns: columns, rows: rows, settings: PlaygroundSettings())
    expectGolden(player.canvas, "consent/notice-\(columns)x\(rows)")
  }

  // MARK: - Choosing

  @Test func `what the store shows it hides, whatever keys are pressed`() {
    var notices = 0
    for seed in 1...40 {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = asked(settings: PlaygroundSettings(isDebugEnabled: true))
      let keys: [Key] = [
        "c", "a", "d", "w", " ", .down, .down, .up, "s", "g", "q", .escape, .enter,
      ]
      for _ in 0..<100 {
        let key = keys[random.number(0...keys.count - 1)]
        if key != "q" || !(player.model.overlay is ConsentOverlay) { player.press(key) }
      }
      player.press(.escape, .escape, .escape)
      #expect(player.model.overlay == nil)
      let events = player.model.visit.log.entries.filter { $0.topic == .consent }.map(\.text)
        .joined(separator: ", ")
      #expect(events.components(of: "onShowNotice") == events.components(of: "onHideNotice"))
      notices += events.components(of: "onShowNotice")
    }
    #expect(notices > 100)
  }

  @Test func `D3 policy and regulation change at once, and the policy goes on to other pages`() {
    var player = asked().pressing("d")
    #expect(player.model.visit.run.engine.consentDecision == .hold)
    player.press("c", "s")
    #expect(player.model.visit.run.engine.consentDecision == .limited)
    #expect(player.screen.contains("After a no, this page loads limited ads."))
    player.press(.escape)
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array(testPage().utf8))))
    #expect(player.model.visit.run.engine.policy == .determined)
    player.press("c", "s", "g")
    #expect(player.model.visit.consent.store.regulation == .none)
    #expect(player.model.visit.run.engine.consentDecision == .allow)
    #expect(player.model.visit.settings.regulation == .none)
    player.press("g")
    #expect(player.model.visit.run.engine.consent == .denied, "D36: the choice outlives it")
  }

  @Test func `D36 without a law nobody is asked`() {
    let player = asked(settings: PlaygroundSettings(regulation: .none))
    #expect(player.model.overlay == nil)
    #expect(player.model.visit.run.engine.consentDecision == .allow)
  }

  @Test func `a page whose vendor nobody was told about asks again`() throws {
    var player = asked().pressing("a")
    let page = testPage(front: "consent: { vendors: [12] }")
    player.send(.opened(PageFile(location: "b.md", name: "b.md", bytes: Array(page.utf8))))
    #expect(player.model.overlay is ConsentOverlay)
    #expect(
      player.model.visit.run.engine.consent == .denied,
      "the string that there is says no such thing")
    player.press("a")
    #expect(player.model.visit.run.engine.consent == .granted)
    #expect(
      try #require(player.model.visit.consent.store.choice.string).content.disclosedVendors == [
        12, 755,
      ])
  }

  @Test(arguments: ["adview:foo", "adview:", "ADVIEW:consent?x"])
  func `a link of our own that leads nowhere is told, and given to nobody`(link: String) {
    var player = Player("# A page\n\n[Consent](\(link))\n").pressing("n", .enter)
    #expect(player.model.shared.notice?.contains("there is only adview:consent") == true)
    #expect(player.takeRequests() == [])
  }

  @Test func `a link to adview:consent opens the store`() {
    let player = Player("# A page\n\n[Consent](adview:consent)\n").pressing("n", .enter)
    #expect(player.model.overlay is ConsentOverlay)
    #expect(player.requests.isEmpty)
  }

  @Test func `the debug log has the events of the SDK, each once`() {
    let player = asked(settings: PlaygroundSettings(isDebugEnabled: true)).pressing("a")
    let lines = player.model.visit.log.entries.filter { $0.topic == .consent }.map(\.text)
    let events = lines.joined(separator: ", ")
    for name in [
      "onReady", "onShowNotice", "onNoticeClickAgree", "onConsentChanged",
    ] { #expect(events.components(of: name) == 1, "\(name) in \(events)") }
    #expect(lines.contains("unset → granted"))
  }

  // MARK: - Properties

  @Test(.tags(.sweep))
  func `GATE-9 no request leaves without a yes under strict, whatever keys are pressed`() {
    var fetches = 0
    var held = 0
    for seed in 1...Sweep.rounds(80) {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = asked(
        testPage(ads: 6, front: seed % 3 == 0 ? "consent: { vendors: [12] }" : "title: T"))
      let keys: [Key] = [
        "c", "a", "d", "w", " ", .down, .down, .up, "s", "g", .escape, .escape, "J", .pageDown,
        .pageUp, "r", "R", .down, .enter,
      ]
      for _ in 0..<150 {
        player.press(keys[random.number(0...keys.count - 1)], wait: Int64(random.number(0...300)))
      }
      var status = player.model.visit.pages.top.initialSetup.engine.consent
      var policy = player.model.visit.pages.top.initialSetup.engine.policy
      for event in player.model.visit.history.events {
        switch event.content {
        case .input(.consentChanged(let new, _)): status = new
        case .input(.policyChanged(let new)): policy = new
        case .effect(.fetch):
          fetches += 1
          if policy == .strict {
            #expect(status == .granted, "seed \(seed)")
          } else {
            #expect(status != .unset, "seed \(seed)")
          }
        default: break
        }
        if status != .granted { held += 1 }
      }
    }
    #expect(fetches > Sweep.rounds(200) && held > Sweep.rounds(500))
  }

  @Test(arguments: [
    (["consent denied"], "granted → denied"), (["consent", "s"], "policy strict"),
    (["consent", "g"], "regulation gdpr → none"),
  ])
  func `--linear has words and keys for all of it`(lines: [String], words: String) {
    var reader = LinearPlayground(
      .page(PageFile(location: "page.md", name: "page.md", bytes: Array(testPage().utf8))),
      options: PlaygroundOptions(), settings: PlaygroundSettings(), at: 0)
    _ = reader.take("consent granted", at: 0)
    _ = reader.drainSentences()
    for line in lines { _ = reader.take(line, at: 0) }
    let sentences = reader.drainSentences()
    #expect(sentences.contains { $0.contains(words) }, "\(sentences)")
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let start = rest.firstIndex(where: { _ in true }) {
      if rest.hasPrefix(text) { count += 1 }
      rest = rest[rest.index(after: start)...]
    }
    return count
  }
}
