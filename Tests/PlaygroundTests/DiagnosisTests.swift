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
    let model = player.model
    let overlay = try #require(model.overlay as? DiagnosisOverlay)
    let (id, diagnosed) = (overlay.slot.map { SlotID($0) }, model.diagnosed)
    return DiagnosisWords(Diagnosis(diagnosed, slot: id), of: diagnosed, slot: id) {
      model.visit.pages.top.name(of: $0)
    }
    .answers.filter { $0.symptom == symptom }
  }

  private func facts(_ player: inout Player, _ symptom: Symptom) throws -> String {
    try answers(&player, symptom).filter(\.isCause).map(\.fact).joined(separator: "; ")
  }

  @Test func `S0.26 D names targeting that the ad server does not know`() {
    var player = Player(
      testPage(
        front: "knownTargeting: [section]", block: "size: 320x240\ntargeting: { colour: red }"))
    player.press("D", shows: "targeting: key \"colour\": not configured")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the diagnosis looks as it should`(columns: Int, rows: Int) throws {
    var player = Player(
      try demoPage("home.md"), columns: columns, rows: rows, settings: PlaygroundSettings())
    player.press("d", "D", golden: "diagnosis-\(columns)x\(rows)")
  }

  @Test func `S0_93 no ad: consent, what it lacks, distance, a late answer, a failure`() throws {
    var player = Player(testPage(), settings: PlaygroundSettings())
    #expect(try facts(&player, .noAd).contains("consent is unset under strict"))
    player.press(.escape, "c", "p", " ", .down, times: 2, then: "d")
    #expect(
      try facts(&player, .noAd).contains("the TC string lacks: purposes 1, 3, 4 without consent"))
    player.press(.escape, "c", "s", .escape)
    #expect(try facts(&player, .noAd).contains("consent is denied under determined"))
    player.press(.escape, "c", "s", "a", .escape)
    #expect(try facts(&player, .noAd).contains("waits for the answer to generation"))
    var far = Player(testPage(ads: 1, paragraphs: 60))
    #expect(try facts(&far, .noAd).contains("fetch reaches 800"))
    var failing = Player(testPage(block: "creative: { fails: noFill, latency: 10ms }")).waiting(500)
    let answers = try answers(&failing, .noAd)
    #expect(answers.contains { $0.isCause && $0.fact.contains("no fill") })
    #expect(answers.contains { $0.advice?.contains("the ad server had nothing") == true })
    var empty = Player("# No ads\n")
    #expect(try facts(&empty, .noAd) == "the page has no ads")
  }

  @Test func `what why tells of a slot, the diagnosis tells too`() throws {
    for page in [testPage(), testPage(ads: 1, paragraphs: 60), testPage(front: "lazyLoad: off")] {
      var player = Player(page).pressing("w")
      let slot = try #require((player.overlay as? WhyOverlay)?.slot)
      let chain = player.model.visit.causes(ofSlot: slot)
      let words = CauseWords(
        slot: SlotID(slot), load: player.page.slots[slot].load,
        now: player.time
      ) { "slot \($0.rawValue)" }
      let told = try answers(&player, .noAd).map(\.fact)
      for pendingCondition in chain.pendingConditions {
        #expect(told.contains(words.text(of: pendingCondition)))
      }
    }
  }

  @Test(arguments: [
    (#""viewport":{"width":384,"height":800},"#, #"{"active":true}"#, "scroll"),
    ("", #"{"scroll":0}"#, "viewport"),
  ])
  func `S0_96 no ad: a session in which nobody looked, and one without a viewport`(
    viewport: String, cause: String, expected: String
  ) throws {
    let slots = #""slots":[{"slot":"a","unit":"u","y":100,"height":250}]}"#
    let session = #"{"adview":1,\#(viewport)\#(slots)"# + "\n" + #"{"at":0,"in":\#(cause)}"# + "\n"
    var player = Player(try bareReplay(session), columns: 100, rows: 30)
    let facts = try facts(&player, .noAd)
    #expect(facts.contains(expected), "\(facts)")
  }

  @Test func `S0_94 no log: the ladybug`() throws {
    var player = Player(testPage())
    let off = try #require(try answers(&player, .noLog).first)
    #expect(off.fact == "the debug log is off: none is made or written")
    #expect(off.advice == "switch it on with b")
    #expect(!off.isCause, "it is no fault")
    player.press(.escape, "b")
    #expect(try facts(&player, .noLog) == "")
  }

  @Test func `S0_95 slow: lazy loading off, slow answers, late ads`() throws {
    var eager = Player(testPage(front: "lazyLoad: off")).waiting(20_000)
    #expect(
      try answers(&eager, .slow).contains {
        !$0.isCause && $0.fact == "lazyLoad is off: 4 slots load at once"
      })
    #expect(try answers(&eager, .slow).allSatisfy { $0.advice?.contains("lazyLoad") != true })
    var slow = Player(testPage(front: "adServer: { latency: 5s }"))
    slow.press(.pageDown, .pageDown, wait: 6000)
    let facts = try facts(&slow, .slow)
    #expect(facts.contains("took 5000 ms"))
    #expect(facts.contains("1 of 1 ad came after the slot had scrolled into view"))
    var fast = Player(testPage(block: "creative: { size: 320x320 }")).waiting(6000)
    #expect(try self.facts(&fast, .slow).contains("on average") == false)
  }

  @Test func `S0_97 flicker: slots that come and go, and a zone that is too small`() throws {
    let front =
      "lazyLoad: { fetchThreshold: 100, displayThreshold: 50, unloadThreshold: 100, unloadingEnabled: true }"
    var player = Player(testPage(ads: 8, front: front))
    for _ in 0..<3 {
      player.press("G", wait: 2500)
      player.press("g", wait: 500)
    }
    let facts = try facts(&player, .flicker)
    #expect(facts.contains("was unloaded and fetched again 3× within 10 s"), "\(facts)")
    #expect(facts.contains("unload reaches 100, fetch 100"))
    player.press(.escape, "g")
    for _ in 0..<3 { player.press("R", wait: 500) }
    #expect(try self.facts(&player, .flicker).contains("3 ads released in reach, by a reload"))
    var calm = Player(testPage(front: "lazyLoad: { unloadingEnabled: true }")).waiting(2000)
    #expect(try self.facts(&calm, .flicker).contains("unload reaches") == false)
  }

  @Test func `an ad in view from the outset is nothing that a threshold can help`() throws {
    let page = "---\nadServer: { latency: 3s }\n---\n```ad\nunit: div-gpt-ad-mobile_1\n```\n"
    var player = Player(page).waiting(6000)
    let answers = try answers(&player, .slow)
    #expect(!answers.contains { $0.advice?.contains("fetchThreshold") == true })
    #expect(
      answers.contains {
        $0.fact == "1 of 1 ad could not come earlier: the slot was in view from the outset"
      })
    #expect(
      answers.filter(\.isCause).map(\.advice) == [
        "they are simulated: adServer's latency in a page sets how long they take"
      ])
  }

  @Test func `late ads and wasted requests are advised about together`() throws {
    var player = Player(
      testPage(ads: 12, paragraphs: 5, front: "adServer: { latency: 3s }"), columns: 120, rows: 40)
    // Into view before the answer, and then past many that were requested meanwhile.
    player.press(.pageDown, wait: 4000)
    player.press("f", "9", "0", "0", "0", .enter, "G", wait: 4000)
    player.press(.escape, .escape)
    let diagnosis = Diagnosis(player.model.diagnosed)
    let answers = DiagnosisWords(diagnosis, of: player.model.diagnosed) { "\($0)" }.answers
    let advice = answers.compactMap(\.advice)
    #expect(advice.contains { $0.contains("'adview tune' weighs them") }, "\(answers)")
    #expect(!advice.contains { $0.hasPrefix("fetch later") || $0.hasPrefix("fetch earlier") })
  }

  @Test func `what is fetched ahead is no waste yet, nor is a slot out of reach`() {
    var player = Player(
      testPage(ads: 12, paragraphs: 1), columns: 120, rows: 40,
      viewport: Size(width: 384, height: 720))
    player.press(.escape, after: 3000)
    let diagnosed = player.model.diagnosed
    let answers = DiagnosisWords(Diagnosis(diagnosed), of: diagnosed) { "\($0)" }.answers
    #expect(answers.contains { $0.fact.contains("out of reach") })
    #expect(!answers.contains { $0.isCause && [.noAd, .slow].contains($0.symptom) }, "\(answers)")
  }

  @Test func `before consent nothing is asked for, and the wait for it is no lateness of the ad`()
    throws
  {
    var player = Player(testPage(ads: 2), settings: PlaygroundSettings()).waiting(60_000)
    let before = player.model.visit.run.report
    #expect((before.requests, before.blankExposure) == (0, 0))
    #expect(before.displayed > 0 && before.nearRate == nil, "no metric speaks of it")
    player.press("c", "a", wait: 2000)
    let after = player.model.visit.run.report
    #expect(after.leadTimes.allSatisfy { $0 > -1000 } && after.blankExposure < 200)
    #expect(try facts(&player, .slow) == "")
  }

  @Test func `a visit is no reload, and one page is told, not the whole way`() throws {
    let front = "# Home\n\n[on](other.md)\n\n"
    let block = "```ad\nunit: u\nsize: 320x200\nrenew: visit\ncreative: { size: 320x240 }\n```\n"
    var player = Player(front + block).waiting(5000)
    for _ in 0..<3 {
      player.press("n", .enter)
      player.open("other.md", "# Other\n\n\(block)\n")
      player.wait(5000)
      #expect(
        try answers(&player, .slow).contains { $0.fact.hasPrefix("1 ad response took") },
        "the other page's answers are not told here")
      #expect(try facts(&player, .flicker).contains("3 ads") == false)
      player.press(.escape, "[", wait: 5000)
    }
    let flicker = try facts(&player, .flicker)
    #expect(flicker.contains("3 ads released in reach, because the page was visited again"))
    #expect(!flicker.contains("reload"))
  }

  @Test func `one slot is told of, not its neighbours`() throws {
    var player = Player(
      testPage(ads: 8, paragraphs: 1, block: "size: 320x240\ncreative: { size: 320x300 }"))
    player.wait(5000)
    for _ in 0..<6 { player.press(.pageDown, wait: 2000) }
    player.press("g")
    let own = player.events.count { event in
      if case .effect(.fetch(SlotID(0), _)) = event.content { true } else { false }
    }
    #expect(try answers(&player, .slow).contains { $0.fact.hasPrefix("\(own) ad response") })
    #expect(player.model.visit.run.report.requests > own)
  }

  @Test func `every answer with something to change says what`() throws {
    var player = Player(testPage(), settings: PlaygroundSettings())
    for symptom in Symptom.allCases {
      for answer in try answers(&player, symptom) {
        let isExempt = ["about to be", "the debug log is off"].contains {
          answer.fact.hasPrefix($0)
        }
        #expect(answer.isCause == (answer.advice != nil) || isExempt)
      }
    }
  }

  @Test func `the diagnosis stays true while it is shown`() {
    var player = Player(testPage()).pressing("D")
    #expect(player.screen.contains("waits for the answer"))
    player.wait(3000, hides: "waits for the answer")
  }
}
