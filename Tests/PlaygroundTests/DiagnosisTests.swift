import AdEngine
import AdSessions
import Testing

@testable import Playground

/// `D`: why is there no ad, no log, why is it slow, why does it flicker (S0.93–S0.97).
@Suite struct DiagnosisTests {
  /// The answers to a question after `D`, as they are on the screen.
  private func answers(_ player: inout Player, _ symptom: Symptom) throws -> [DiagnosisWords.Answer]
  {
    player.press(.escape, .escape, "D")
    guard case .diagnosis(let slot, let diagnosis) = player.model.overlay?.content else {
      throw NoDiagnosis()
    }
    let id = slot.map(Model.id(ofSlot:))
    let model = player.model
    return DiagnosisWords(diagnosis, of: model.diagnosed, slot: id) { model.name(of: $0) }
      .answers.filter { $0.symptom == symptom }
  }

  private struct NoDiagnosis: Error {}

  private func facts(_ player: inout Player, _ symptom: Symptom) throws -> String {
    try answers(&player, symptom).filter(\.isCause).map(\.fact).joined(separator: "; ")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the diagnosis looks as it should`(columns: Int, rows: Int) throws {
    var player = Player(
      try demoPage("home.md"), columns: columns, rows: rows, settings: PlaygroundSettings())
    player.press("d", "D")
    expectGolden(player.canvas, "diagnosis-\(columns)x\(rows)")
  }

  @Test func `S0_93 no ad: consent, what it lacks, distance, an answer that is awaited, a failure`()
    throws
  {
    var player = Player(testPage(), settings: PlaygroundSettings())
    #expect(try facts(&player, .noAd).contains("consent is unset under strict"))
    player.press(.escape, "c", "p", " ")
    player.press(.down, times: 2)
    player.press("d")
    #expect(
      try facts(&player, .noAd).contains("the TC string lacks: purposes 1, 3, 4 without consent"))
    player.press(.escape, "c", "s", .escape)
    #expect(try facts(&player, .noAd).contains("consent is denied under determined"))
    player.press(.escape, "c", "s", "a", .escape)
    #expect(try facts(&player, .noAd).contains("waits for the answer to generation"))
    var far = Player(testPage(ads: 1, paragraphs: 60))
    #expect(try facts(&far, .noAd).contains("fetch reaches 800"))
    var failing = Player(testPage(block: "creative: { fails: noFill, latency: 10ms }"))
    failing.wait(500)
    let answers = try answers(&failing, .noAd)
    #expect(answers.contains { $0.isCause && $0.fact.contains("no fill") })
    #expect(answers.contains { $0.advice?.contains("the ad server had nothing") == true })
    var empty = Player("# No ads\n")
    #expect(try facts(&empty, .noAd) == "the page has no ads")
  }

  @Test func `what why tells of a slot, the diagnosis tells too`() throws {
    for page in [testPage(), testPage(ads: 1, paragraphs: 60), testPage(front: "lazyLoad: off")] {
      var player = Player(page)
      player.press("w")
      guard case .why(let slot, let chain) = player.model.overlay?.content else {
        Issue.record("no chain")
        continue
      }
      let words = CauseWords(
        slot: Model.id(ofSlot: slot), load: player.model.slots[slot].load, now: player.model.time
      ) { "slot \($0.rawValue)" }
      let told = try answers(&player, .noAd).map(\.fact)
      for outlook in chain.outlooks { #expect(told.contains(words.text(of: outlook))) }
    }
  }

  @Test func `S0_94 no log: the ladybug`() throws {
    var player = Player(testPage())
    #expect(try facts(&player, .noLog) == "the ladybug is off: no log is made or written")
    player.press(.escape, "b")
    #expect(try facts(&player, .noLog) == "")
  }

  @Test func `S0_95 slow: lazy loading off, slow answers, late ads`() throws {
    var eager = Player(testPage(front: "lazyLoad: off"))
    eager.wait(20_000)
    #expect(try facts(&eager, .slow).contains("lazyLoad is off: 4 slots load at once"))
    var slow = Player(testPage(front: "adServer: { latency: 5s }"))
    slow.press(.pageDown, .pageDown)
    slow.wait(6000)
    let facts = try facts(&slow, .slow)
    #expect(facts.contains("took 5000 ms on average"))
    #expect(facts.contains("came after the slot was in view"))
    var fast = Player(testPage(block: "creative: { size: 320x320 }"))
    fast.wait(6000)
    #expect(try self.facts(&fast, .slow).contains("on average") == false)
  }

  @Test
  func `S0_97 flicker: slots that come and go, counted, and an unload zone that is too small`()
    throws
  {
    let front =
      "lazyLoad: { fetchThreshold: 100, displayThreshold: 50, unloadThreshold: 100, unloadingEnabled: true }"
    var player = Player(testPage(ads: 8, front: front))
    for _ in 0..<3 {
      player.press("G")
      player.wait(2500)
      player.press("g")
      player.wait(500)
    }
    let facts = try facts(&player, .flicker)
    #expect(facts.contains("was unloaded and fetched again 3× within 10 s"), "\(facts)")
    #expect(facts.contains("unload reaches 100, fetch 100"))
    player.press(.escape)
    player.press("R", "R", "R")
    #expect(try self.facts(&player, .flicker).contains("released in reach"))
    var calm = Player(testPage(front: "lazyLoad: { unloadingEnabled: true }"))
    calm.wait(2000)
    #expect(try self.facts(&calm, .flicker).contains("unload reaches") == false)
  }

  @Test func `every answer with something to change says what`() throws {
    var player = Player(testPage(), settings: PlaygroundSettings())
    for symptom in Symptom.allCases {
      for answer in try answers(&player, symptom) {
        #expect(answer.isCause == (answer.advice != nil) || answer.fact.hasPrefix("about to be"))
      }
    }
  }

  @Test func `the diagnosis stays true while it is shown`() {
    var player = Player(testPage())
    player.press("D")
    #expect(player.screen.contains("waits for the answer"))
    player.wait(3000)
    #expect(!player.screen.contains("waits for the answer"))
  }
}
