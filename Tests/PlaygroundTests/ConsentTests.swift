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
      var random = SeededGenerator(seed: seed)
      var player = asked(settings: PlaygroundSettings(isDebugEnabled: true))
      let keys: [Key] = [
        "c", "a", "d", "w", " ", .down, .down, .up, "s", "g", "q", .escape, .enter,
      ]
      for _ in 0..<100 {
        let key = random.pick(keys)
        if key != "q" || !(player.overlay is ConsentOverlay) { player.press(key) }
      }
      player.press(.escape, .escape, .escape)
      #expect(player.overlay == nil)
      let shown = count("onShowNotice", player)
      #expect(shown == count("onHideNotice", player), "seed \(seed)")
      notices += shown
    }
    #expect(notices > 100)
  }

  /// How often an event of the SDK is in the log.
  private func count(_ event: String, _ player: Player) -> Int {
    player.log.filter { $0.topic == .consent }.map { $0.text.ranges(of: event).count }
      .reduce(0, +)
  }

  @Test func `D3 policy and regulation change at once, and the policy goes on to other pages`() {
    var player = asked().pressing("d")
    #expect(player.engine.consentDecision == .hold)
    player.press("c", "s")
    #expect(player.engine.consentDecision == .limited)
    #expect(player.screen.contains("After a no, this page loads limited ads."))
    player.press(.escape)
    player.open("b.md", testPage())
    #expect(player.engine.policy == .determined)
    player.press("c", "s", "g")
    #expect(player.model.visit.consent.store.regulation == .none)
    #expect(player.engine.consentDecision == .allow)
    #expect(player.model.visit.settings.regulation == .none)
    player.press("g")
    #expect(player.engine.consent == .denied, "D36: the choice outlives it")
  }

  @Test func `D36 without a law nobody is asked`() {
    let player = asked(settings: PlaygroundSettings(regulation: .none))
    #expect(player.overlay == nil)
    #expect(player.engine.consentDecision == .allow)
  }

  @Test func `a page whose vendor nobody was told about asks again`() throws {
    var player = asked().pressing("a")
    player.open("b.md", testPage(front: "consent: { vendors: [12] }"))
    #expect(player.overlay is ConsentOverlay)
    #expect(player.engine.consent == .denied, "the string that there is says no such thing")
    player.press("a")
    #expect(player.engine.consent == .granted)
    let string = try #require(player.model.visit.consent.store.choice.string)
    #expect(string.content.disclosedVendors == [12, 755])
  }

  @Test(arguments: [
    ("adview:foo", false), ("adview:", false), ("ADVIEW:consent?x", false),
    ("adview:consent", true),
  ])
  func `of our own links adview:consent alone leads anywhere`(link: String, opens: Bool) {
    let player = Player("# A page\n\n[Consent](\(link))\n").pressing("n", .enter)
    #expect(player.overlay is ConsentOverlay == opens)
    #expect((player.notice?.contains("there is only adview:consent") == true) != opens)
    #expect(player.requests.isEmpty)
  }

  @Test func `the debug log has the events of the SDK, each once`() {
    let player = asked(settings: PlaygroundSettings(isDebugEnabled: true)).pressing("a")
    for name in ["onReady", "onShowNotice", "onNoticeClickAgree", "onConsentChanged"] {
      #expect(count(name, player) == 1, "\(name)")
    }
    #expect(player.log.contains { $0.topic == .consent && $0.text == "unset → granted" })
  }

  // MARK: - Properties

  @Test(.tags(.sweep))
  func `GATE-9 no request leaves without a yes under strict, whatever keys are pressed`() {
    var (fetches, held) = (0, 0)
    for seed in 1...Sweep.rounds(80) {
      var random = SeededGenerator(seed: seed)
      var player = asked(
        testPage(ads: 6, front: seed % 3 == 0 ? "consent: { vendors: [12] }" : "title: T"))
      let keys: [Key] = [
        "c", "a", "d", "w", " ", .down, .down, .up, "s", "g", .escape, .escape, "J", .pageDown,
        .pageUp, "r", "R", .down, .enter,
      ]
      for _ in 0..<150 { player.press(random.pick(keys), wait: Int64(random.number(0...300))) }
      var (status, policy) = (
        player.page.initialSetup.engine.consent, player.page.initialSetup.engine.policy
      )
      for event in player.events {
        switch event.content {
        case .input(.consentChanged(let new, _)): status = new
        case .input(.policyChanged(let new)): policy = new
        case .effect(.fetch):
          fetches += 1
          #expect(policy == .strict ? status == .granted : status != .unset, "seed \(seed)")
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
    var reader = Reader(testPage(), consent: .unset)
    reader.type("consent granted")
    let sentences = lines.flatMap { reader.type($0) }
    #expect(sentences.contains { $0.contains(words) }, "\(sentences)")
  }
}
