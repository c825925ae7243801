import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// Pages that are left and come back to, as on a phone.
@Suite struct PageStackTests {
  private func fetches(_ model: Model, page: Int = 1) -> Int {
    model.visit.history.events.count { event in
      if event.page == page, case .effect(.fetch) = event.content { true } else { false }
    }
  }

  /// A person who has looked at the ads of a page, is on another, and comes back after a while.
  private func traveller(
    block: String, settings: PlaygroundSettings = PlaygroundSettings(consent: .granted)
  ) -> Player {
    var player = Player(testPage(ads: 3, block: block), settings: settings)
    player.press(.pageDown, after: 3000, wait: 3000)
    player.open("b.md", testPage(ads: 2))
    return player.waiting(60_000)
  }

  @Test func `S0.74 the ads of a page are there when it is come back to`() {
    var player = traveller(block: "size: 320x240")
    let before = fetches(player.model)
    #expect(before > 0 && fetches(player.model, page: 2) > 0)
    let position = player.model.visit.pages.below[0]
    #expect(player.page.page.slots.count == 2)
    player.press("[")
    #expect(player.page.page.slots.count == 3)
    #expect(player.page.slots == position.slots)
    player.wait(5000)
    #expect(fetches(player.model) == before)
    #expect(player.position > 0, "the page is where it was left")
    #expect(player.page.slots.contains { $0.ad == .impressed })
    player.press("[", shows: "this is the first page")
  }

  @Test func `S0.20 the ads of a page that is left are released, which says nothing of consent`() {
    let player = traveller(block: "size: 320x240", settings: .debugging).pressing("[")
    let released = player.log.map(\.text).filter { $0.contains("release") }
    #expect(!released.isEmpty)
    for line in released { #expect(!line.contains("no consent")) }
  }

  @Test func `S0.73 an ad that is renewed at each visit starts again`() {
    var player = traveller(block: "size: 320x240\nrenew: visit")
    let before = fetches(player.model)
    player.press("[")
    let again = fetches(player.model)
    #expect(again > before)
    #expect(player.page.slots.contains { $0.ad == .loading })
    player.press("w", shows: "renewed")
    player.press(.escape, wait: 5000)
    #expect(player.page.slots.contains { $0.ad == .impressed })
  }

  @Test func `what happens on a covered page is logged with its name, and takes its size there`() {
    var player = Player(
      testPage(
        ads: 2, front: "adServer: { latency: 900ms }",
        block: "size: 320x240\ncreative: { size: 300x100 }"), settings: .debugging
    ).waiting(100)
    player.open()
    player.wait(2000)
    #expect(player.log.contains { $0.text.hasPrefix("page.md: slot 1") })
    let covered = player.model.visit.pages.below[0]
    #expect(covered.layout.frame(ofSlot: 0).height == 100 && covered.slots[0].ad == .loaded)
    #expect(player.page.resizes.isEmpty)
    player.press("[")
    #expect(player.page.layout.frame(ofSlot: 0).height == 100)
    #expect(player.page.slots[0].ad == .impressed)
  }

  @Test func `thresholds, their undo list and the selection are a page's own`() {
    var player = Player(testPage(ads: 3)).pressing("f", .right, .enter, "n", "n", "n")
    let selection = player.page.selection
    player.open("b.md", testPage(ads: 1))
    #expect(player.lazyLoading?.fetchThreshold == 800 && player.page.selection == nil)
    player.press("z", shows: "no change of the thresholds to undo")
    player.press("[")
    #expect(player.lazyLoading?.fetchThreshold == 810 && player.page.selection == selection)
    player.press("z")
    #expect(player.lazyLoading?.fetchThreshold == 800)
  }

  @Test func `consent counts on every page, covered or not`() {
    var player = traveller(block: "size: 320x240").pressing("c", "d")
    #expect(player.model.visit.pages.below[0].slots.allSatisfy { $0.ad == .uninitialized })
    player.press("[", wait: 2000)
    #expect(player.page.slots.allSatisfy { $0.ad == .uninitialized })
  }

  @Test func `a choice by vendor counts on each page by what that page needs`() {
    let front = "consent: { vendors: [755] }"
    var player = Player(testPage(ads: 1, front: front), settings: PlaygroundSettings())
    player.press(.escape)
    player.open("b.md", testPage(ads: 1))
    player.press(.escape)
    // Yes to all purposes, no to the vendor of the page below.
    var model = player.model
    let purposes = model.visit.consent.store.purposes.map { ($0, ConsentStore.Answer.enabled) }
    model.visit.changeConsent {
      $0.setUserStatus(
        purposes: Dictionary(uniqueKeysWithValues: purposes), vendors: [755: .disabled], on: 0)
    }
    player = Player(model)
    #expect(player.engine.consent == .granted)
    #expect(player.model.visit.run[page: 1]?.engine.consent == .denied)
    player.wait(5000)
    #expect(fetches(player.model, page: 2) == 1 && fetches(player.model) == 0)
    player.press("[", wait: 5000)
    #expect(player.engine.consent == .denied && fetches(player.model) == 0)
  }

  @Test func `neither the pages under each other nor the places on one grow without bound`() {
    var player = Player(testPage(ads: 1))
    for number in 1...60 { player.open("\(number).md", testPage(ads: 1)) }
    let pages = player.model.visit.run.pages
    #expect(pages.count == SessionRun.maxPagesBelow + 1)
    #expect(player.model.visit.pages.below.map(\.number) == Array(pages.dropLast()))
    player.press("[", .backspace)
    #expect(player.page.file.name == "58.md")
    let text = String(repeating: "Text.\n\n", count: 60)
    var reader = Player("# Top\n\n[down](#down)\n\n\(text)## Down\n")
    for _ in 1...80 { reader.press("g", "n", .enter) }
    #expect(reader.page.places.count == OpenPage.maxPlaces)
    #expect(!reader.events.contains { $0.content == .opened })
  }

  @Test func `a life too long to remember is told, and goes on`() {
    var model = Player(testPage(ads: 2)).waiting(2000).pressing("j").model
    for number in 0..<VisitHistory.capacity {
      model.visit.history.append(
        RunEvent(at: model.visit.time, .input(.scrolled(to: Double(number % 2)))), isReplay: false)
    }
    let history = model.visit.history
    #expect(history.events.count <= VisitHistory.capacity && history.state == .cut)
    var old = Player(model)
    old.press("w", shows: "the history of these pages is full")
    old.press("S")
    #expect(old.requests.allSatisfy { if case .startRecording = $0 { false } else { true } })
    old.press("f", .right)
    #expect(old.whatIf == nil)
    old.send(.reopened(PageFile("page.md", testPage(ads: 2))))
    old.press("S")
    #expect(old.requests.contains { if case .startRecording = $0 { true } else { false } })
  }

  // MARK: - Replays

  /// A session that wanders over pages, made by a seed; nothing is decided in it.
  private func wandering(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var lines = [#"{"adview":1,"page":"page.md","viewport":{"width":384,"height":600}}"#]
    var time = 0
    var stack = [1]
    var count = 1
    for _ in 0..<random.number(10...90) {
      time += random.number(0...3) == 0 ? 0 : random.number(1...900)
      let cause: String
      switch random.number(0...11) {
      case 0, 1:
        count += 1
        stack.append(count)
        cause = #"{"open":"\#(["b.md", "c.md"][random.number(0...1)])"}"#
      case 2 where stack.count > 1, 3 where stack.count > 1:
        stack.removeLast()
        cause = #"{"back":true}"#
      case 4: cause = #"{"consent":"\#(["granted", "granted", "denied"][random.number(0...2)])"}"#
      case 5: cause = #"{"viewport":{"width":384,"height":\#(random.number(200...900))}}"#
      case 6: cause = #"{"active":\#(random.number(0...1) == 0)}"#
      default: cause = #"{"scroll":\#(random.number(0...2000))}"#
      }
      lines.append(#"{"at":\#(time),"in":\#(cause)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func wanderer(seed: Int) throws -> Replay {
    try replay(
      wandering(seed: UInt64(seed)),
      on: testPage(ads: 1 + seed % 4, block: "size: 320x240\nrenew: visit"),
      others: ["b.md": testPage(ads: 2), "c.md": testPage(ads: 5, front: "lazyLoad: off")])
  }

  @Test(.tags(.sweep))
  func `going to any moment of a session over pages shows what playing up to it shows`() throws {
    for seed in 1...Sweep.rounds(40) {
      let replay = try wanderer(seed: seed)
      var random = SeededGenerator(seed: UInt64(seed))
      func open() -> Model {
        Player(replay, settings: PlaygroundSettings(isDebugEnabled: true)).model
      }
      var seeker = open()
      for _ in 0..<10 {
        let moment = random.pick(replay.script.instants)
        seeker.seek { $0.seek(to: moment) }
        var straight = open()
        straight.visit.advance(to: moment)
        expectSame(seeker, straight, "seed \(seed), \(moment.milliseconds) ms")
        #expect(seeker.visit.run.report == straight.visit.run.report)
        #expect(view(seeker).width == 80)
      }
    }
  }

  @Test(.tags(.sweep)) func `a replay decides what a run without a screen decides`() throws {
    for seed in 1...Sweep.rounds(40) {
      let replay = try wanderer(seed: seed)
      var player = Player(replay)
      player.waitUntilIdle()
      var run = SessionRun(replay.script.setup, keepsHistory: true)
      for step in replay.script.steps { step.apply(to: &run) }
      run.advance(to: replay.end)
      #expect(run.drainHistory() == player.events, "seed \(seed)")
    }
  }
}
