import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What the playground lives through is what a run without a screen lives through.
@Suite struct RunTests {
  @Test(.tags(.sweep), arguments: 1...Sweep.rounds(400))
  func `what happened on a page can be run again, to the same decisions`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var player = Player(
      testPage(ads: random.number(1...8), front: "adServer: { seed: \(seed), noFillRate: 0.2 }"))
    let setup = player.model.visit.pageSetup
    // Another page, and a replay on the tuning screen, would begin another history; and counting from now on is another
    // report.
    let others: [Command?] = [.back, .toggleTuning, .resetMetrics, .openChoices]
    for _ in 0..<80 {
      let key = random.key()
      guard !others.contains(KeyMap.command(for: key, in: player.model.keyContext)) else {
        continue
      }
      player.press(key, wait: Int64(random.number(0...400)))
    }
    var again = SessionRun(setup, keepsHistory: true)
    // The inputs of an instant are one step.
    var step: (at: Instant, inputs: [RunInput]) = (.start, [])
    for event in player.events {
      guard case .input(let input) = event.content, input.isPersons else { continue }
      if event.at != step.at {
        if !step.inputs.isEmpty { again.apply(step.inputs, at: step.at) }
        step = (event.at, [])
      }
      step.inputs.append(.input(input, page: 1))
    }
    if !step.inputs.isEmpty { again.apply(step.inputs, at: step.at) }
    again.advance(to: player.time)
    #expect(again.drainHistory() == player.events)
    #expect(again.report == player.model.visit.run.report)
  }

  /// A page with any of the rules that slots, loading and the ads beside the slots can have.
  private func page(_ random: inout SeededGenerator) -> String {
    let modes = [
      "on", "off", "{ requests: single }", "{ fetchThreshold: null }", "{ unloadingEnabled: true }",
    ]
    let fronts = ["recycle: 1", "screenBanner: b", "viewport: 700x500"]
    let rules = [
      "sizes: { 400x0: [300x250], 0x0: [] }", "sizes: { 600x0: [], 0x0: [320x50, 300x250] }",
      "size: fluid", "position: sticky", "refresh: 30s", "collapse: before",
      "renew: visit", "lazyLoad: off", "max: 300x200", "size: 300x250",
    ]
    var page = "---\nadServer: { latency: 300ms }\nlazyLoad: \(random.pick(modes))\n"
    for front in fronts where random.chance(25) { page += front + "\n" }
    page += "---\n"
    func block(_ rule: String) -> String { "```ad\nunit: u\n\(rule)\n```\n\n" }
    let pair = block("size: 150x100") + block("size: 150x100\nbeside: true")
    for _ in 1...random.number(1...6) {
      page += "Words.\n\n" + (random.chance(15) ? pair : block(random.pick(rules)))
    }
    return page
  }

  @Test(arguments: 1...Sweep.rounds(300))
  func `rules of a page, modes of loading, devices and terminals decide as a run does`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    let text = page(&random)
    let screens = [nil] + Device.all.map(\.screen)
    var options = PlaygroundOptions()
    options.overrides.viewport = random.pick(screens)
    func play(_ columns: Int, _ rows: Int) -> Player {
      Player(text, columns: columns, rows: rows, options: options)
        .pressing(.pageDown, .pageDown, .end, .home).waiting(9000)
    }
    let player = play(80, 24)
    #expect(play(40, 10).events == player.events, "\(text)")
    let (read, problems) = Page.read(Array(text.utf8), name: "page.md")
    #expect(problems.isEmpty, "\(text)")
    let layout = PageLayout(read, in: LayoutSpace(options.overrides))
    let setup = try RunSetup(page: PageConfiguration(layout), overrides: options.overrides)
    #expect(setup == player.page.initialSetup, "\(text)")
    for event in player.events where event.page == 1 {
      guard case .effect(.fetch(let slot, _)) = event.content else { continue }
      #expect(!layout.page.slots[slot.rawValue].isLeftOut, "\(text)")
    }
    // Another device is as if the page had been opened with it.
    let device = random.pick(Device.all)
    let chosen = player.pressing("O", typing: device.name, then: .enter)
    options.overrides.viewport = device.screen
    let other = PageLayout(read, in: LayoutSpace(options.overrides))
    #expect(chosen.page.layout.page.slots == other.page.slots, "\(text)")
    #expect(chosen.page.layout.columns == other.columns)
    for (number, slot) in other.page.slots.enumerated() where slot.isLeftOut {
      #expect(chosen.engine.status(of: SlotID(number)) == nil, "\(text)")
    }
  }

  @Test func `S1.24 a box grows in 200 ms, slowly at first and at last`() {
    let growing = ResizeAnimation(slot: 0, from: 100, to: 300, start: Instant(milliseconds: 1000))
    let rests = [900, 1000, 1050, 1100, 1150, 1200, 1300].map {
      growing.rest(at: Instant(milliseconds: $0))
    }
    #expect(rests == [-200, -200, -175, -100, -25, 0, 0])
    #expect(!growing.isOver(at: Instant(milliseconds: 1199)))
    #expect(growing.isOver(at: Instant(milliseconds: 1200)))
  }

  @Test func `D15 that a page is without lazy loading is logged once`() {
    var player = Player(testPage(front: "lazyLoad: off"), settings: .debugging)
    player.press(.pageDown, "r", "R", wait: 3000)
    let told = player.log.filter { $0.line.contains("without lazy loading") }
    #expect(told.count == 1)
  }

  @Test func `S0.38 the link at the end of the homepage opens the consent store`() throws {
    let player = Player(try demoPage("home.md")).pressing("G", "N", .enter)
    #expect(player.overlay is ConsentOverlay)
  }
}

extension Engine.Input {
  /// Whether a person, not the page or the world, is the cause.
  fileprivate var isPersons: Bool {
    switch self {
    case .slotAdded, .slotConstrained, .slotLazyLoadingChanged, .pageClosed, .woken: false
    default: !isFromWorld
    }
  }
}
