import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// The consent store on the screen, and what comes of it (S0.8, S0.13–S0.16, S0.29; D3–D6).
@Suite struct ConsentTests {
  @Test func `the store says how much is answered, and asks for nothing where no law does`() {
    var player = Player(
      testPage(), columns: 100, rows: 30, settings: PlaygroundSettings(consent: .unset))
    #expect(!player.screen.contains("So far:"))
    player.press("p", .down, " ", .down, " ", "s", "c", shows: "So far: 2 of 12 answered.")
    player.press("g", shows: "No law asks for it here", hides: "Without a yes")
  }

  private func asked(
    _ page: String = testPage(), columns: Int = 80, rows: Int = 24,
    settings: PlaygroundSettings = PlaygroundSettings()
  ) -> Player { Player(page, columns: columns, rows: rows, settings: settings) }

  private func purposes(_ player: Player) throws -> [Int] {
    try #require(player.model.visit.consent.store.choice.string).content.purposeConsents.ids
  }

  // MARK: - Screens

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the first question is three lines with three keys`(columns: Int, rows: Int) throws {
    var player = asked(columns: columns, rows: rows)
    let box = try #require(player.overlayBox)
    #expect(box.lines.count == 3)
    #expect(box.lines.last?.text == "a agree   d disagree   p more")
    player.press("a")
    #expect(player.screen.contains("try: ↑↓ scroll"), "then what there is to do")
    player.press(.down, "c")
    #expect(
      player.overlayBox?.lines.contains { $0.text.contains("w takes it back") } != (columns < 60))
    player.press("d")
    #expect(!player.screen.contains("try:"), "said once")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the notice and the preferences look as they should`(columns: Int, rows: Int) throws {
    var player = Player(
      try demoPage("home.md"), columns: columns, rows: rows, settings: PlaygroundSettings())
    expectGolden(player.canvas, "consent/notice-\(columns)x\(rows)")
    player.press("p", .down, .down, " ", .down, " ", " ")
    expectGolden(player.canvas, "consent/preferences-\(columns)x\(rows)")
    expectGolden(player.canvas.inASCII.text, "consent/preferences-\(columns)x\(rows)-ascii.txt")
    expectGolden(
      player.canvas.looks(Theme(.dark, .none)),
      "consent/preferences-\(columns)x\(rows)-monochrome.txt")
    player.press("a", "c", "h", golden: "consent/script-\(columns)x\(rows)")
    player.press(.escape, "k", golden: "consent/keys-\(columns)x\(rows)")
  }

  @Test func `everything in the preferences can be reached and read on the smallest screen`() {
    var player = asked(columns: 40, rows: 10).pressing("p")
    var seen = player.screen
    for _ in 0..<20 {
      player.press(.down)
      #expect(player.screen.contains("▸"), "the chosen one is in view")
      seen += player.screen
    }
    for word in ["device", "statistics", "755", "strict", "gdpr", "handed", "IABTCF", "needed"] {
      #expect(seen.contains(word), "\(word)")
    }
    for _ in 0..<20 { player.press(.up) }
    #expect(player.screen.contains("May your data"))
  }

  // MARK: - Choosing

  @Test func `purposes are chosen one by one, count when saved, and are written down`() throws {
    var player = asked().pressing("p")
    // 1, 3 and 4 are needed; 2 is said no to, and 7 too.
    for answer in 1...11 {
      player.press(" ")
      if answer == 2 || answer == 7 { player.press(" ") }
      player.press(.down)
    }
    player.press(.enter)
    #expect(player.model.visit.run.engine.consent == .unset, "nothing counts before it is saved")
    player.press("s")
    #expect(player.model.visit.run.engine.consent == .granted)
    #expect(try purposes(player) == [1, 3, 4, 5, 6, 8, 9, 10, 11])
    let choice = player.model.visit.consent.store.choice
    #expect(player.model.visit.run.engine.handOff == choice.handOff)
    #expect(player.takeRequests() == [.save(PlaygroundSettings(consent: choice))])
    // Taking back what is needed takes the ads back.
    player.press("c", "p", .down, .down, " ", "s")
    #expect(player.model.visit.run.engine.consent == .denied)
    #expect(player.model.visit.run.engine.statuses().allSatisfy { !$0.isHeld })
  }

  @Test func `what is left open loads nothing and says so, and leaving saves nothing`() {
    var player = asked().pressing("p", " ", "s")
    #expect(player.model.visit.run.engine.consent == .unset)
    #expect(player.screen.contains("11 left undecided: no ad loads until all are decided"))
    player = asked()
    player.press("p", " ", .escape, "c", "p")
    #expect(player.model.preferences?.undecided == 12)
    #expect(player.requests.isEmpty)
  }

  @Test func `the texts of the store cover what is open, and lose nothing of it`() throws {
    var player = asked().pressing("p", " ", .down, times: 30)
    let draft = try #require(player.model.preferences)
    for last in [Key.up, .down] {
      player.press(last, .enter)
      #expect(player.model.preferences == nil)
      player.press(.escape)
      #expect(player.model.preferences?.purposes == draft.purposes)
      #expect(player.screen.contains("▸"))
    }
    player.press("q")
    #expect(player.model.overlay == nil, "q closes the preferences, and not the program")
    #expect(player.requests.isEmpty)
    player.press("c", "h", .escape, "k", "q")
    #expect(player.model.overlay is ConsentOverlay)
  }

  @Test func `the chosen one stays in view when the screen becomes smaller`() {
    var player = asked(columns: 120, rows: 60).pressing("p", .down, times: 30)
    player.send(.resized(columns: 40, rows: 10))
    #expect(player.screen.contains("▸"))
  }

  @Test func `what the store shows it hides, whatever keys are pressed`() {
    var notices = 0
    for seed in 1...40 {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = asked(settings: PlaygroundSettings(isDebugEnabled: true))
      let keys: [Key] = [
        "c", "a", "d", "p", "w", " ", .down, .down, .up, "s", "g", "h", "k", "q", .escape, .enter,
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
      #expect(
        events.components(of: "onShowPreferences") == events.components(of: "onHidePreferences"))
      notices += events.components(of: "onShowNotice")
    }
    #expect(notices > 100)
  }

  @Test func `all can be agreed or disagreed to in the preferences`() throws {
    var player = asked().pressing("p", "a")
    #expect(player.model.overlay == nil)
    #expect(try purposes(player).count == 11)
    player.press("c", "p", "d")
    #expect(player.model.visit.run.engine.consent == .denied)
  }

  @Test func `GATE-5 another choice of what is not needed hands the ads on the page anew`() {
    var player = asked().pressing("a").waiting(2000)
    let before = player.model.visit.run.engine.statuses().map(\.generation)
    // Purpose 11 is not needed.
    player.press("c", "p", .down, times: 10, then: " ", "s")
    #expect(player.model.visit.run.engine.consent == .granted)
    let after = player.model.visit.run.engine.statuses().map(\.generation)
    #expect(zip(before, after).contains { $0 < $1 })
    // GATE-6: the same again, saved, is nothing new.
    player.press("c", "p", "s")
    #expect(player.model.visit.run.engine.statuses().map(\.generation) == after)
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
    let player = asked(settings: PlaygroundSettings(isDebugEnabled: true)).pressing("p", " ", "a")
    let lines = player.model.visit.log.entries.filter { $0.topic == .consent }.map(\.text)
    let events = lines.joined(separator: ", ")
    for name in [
      "onReady", "onShowNotice", "onNoticeClickMoreInfo", "onShowPreferences",
      "onPreferencesClickPurposeAgree 1", "onPreferencesClickAgreeToAll", "onConsentChanged",
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
        "c", "a", "d", "p", "w", " ", .down, .down, .up, "s", "g", .escape, .escape, "J", .pageDown,
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
    ("consent purpose 3 no", "granted → denied"), ("consent policy determined", "policy strict"),
    ("consent regulation none", "regulation gdpr → none"),
    ("consent vendor 755 no", "nothing keeps"), ("consent keys", "IABTCF_TCString"),
    ("consent script", "Didomi.setUserStatus({"),
    ("consent preferences", "keep data on this device"),
    ("consent purpose 99 no", "there is no purpose 99: expected 1…11"),
    ("consent vendor 99 no", "vendor 99 is not asked about: expected 755"),
  ])
  func `--linear has words for all of it`(line: String, words: String) {
    var reader = LinearPlayground(
      PageFile(location: "page.md", name: "page.md", bytes: Array(testPage().utf8)),
      options: PlaygroundOptions(), settings: PlaygroundSettings(), at: 0)
    _ = reader.take("consent granted", at: 0)
    _ = reader.drainSentences()
    _ = reader.take(line, at: 0)
    if words == "nothing keeps" {
      // Vendor 755 is not needed: ads load anew by another hand-off.
      #expect(reader.drainSentences().contains { $0.contains("fetch, generation 2") })
    } else {
      let sentences = reader.drainSentences()
      #expect(sentences.contains { $0.contains(words) }, "\(sentences)")
    }
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
