import AdEngine
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// What a session decided is shown again, and nothing that a person does changes it.
@Suite struct ReplayTests {
  private static let demos = [
    "ad-links", "consent", "failures", "layout-shift", "navigation", "slow-network", "thresholds",
    "unloading",
  ]

  private static func play(
    _ replay: Replay, columns: Int = 80, rows: Int = 24, isDebugEnabled: Bool = true
  ) -> Player {
    Player(
      replay, columns: columns, rows: rows,
      settings: PlaygroundSettings(isDebugEnabled: isDebugEnabled))
  }

  // MARK: - Any moment is exact

  /// All that a session decides must be the same in both, and what comes of it.
  private func expectSameCourse(_ one: Model, _ other: Model, _ comment: Comment) {
    expectSame(one, other, comment)
    expectSameRun(one, other, comment)
    #expect(one.visit.replay?.next == other.visit.replay?.next, comment)
  }

  /// The engines are the same in all that can be asked of them, and go on the same.
  private func expectSameRun(_ one: Model, _ other: Model, _ comment: Comment) {
    let slots = one.visit.pages.top.page.slots.indices.map { SlotID($0) }
    var (run, otherRun) = (one.visit.run, other.visit.run)
    #expect(run.engine.viewport == otherRun.engine.viewport, comment)
    #expect(run.engine.lazyLoading == otherRun.engine.lazyLoading, comment)
    #expect(run.engine.consent == otherRun.engine.consent, comment)
    #expect(slots.map(run.engine.status) == slots.map(otherRun.engine.status), comment)
    #expect(run.nextDueTime == otherRun.nextDueTime && run.now == otherRun.now, comment)
    #expect(run.report == otherRun.report, comment)
    run.runUntilIdle()
    otherRun.runUntilIdle()
    #expect(run.drainHistory() == otherRun.drainHistory() && run.report == otherRun.report, comment)
  }

  private func expectExactSeeks(_ replay: Replay, seed: Int) {
    var random = SeededGenerator(seed: seed)
    var seeker = Self.play(replay).model
    for _ in 0..<12 {
      var moment = random.pick(replay.script.instants)
      if random.flag() { moment = moment + Int64(random.number(-80...80)) }
      seeker.seek { $0.seek(to: moment) }
      var straight = Self.play(replay).model
      straight.visit.advance(to: max(.start, min(moment, replay.end)))
      expectSameCourse(seeker, straight, "seed \(seed), \(moment.milliseconds) ms")
    }
  }

  @Test(.tags(.sweep)) func `going to any moment shows what playing up to it shows`() throws {
    for seed in 1...Sweep.rounds(100) {
      let ads = 1 + seed % 7
      let page = testPage(ads: ads, front: "adServer: { seed: \(seed), noFillRate: 0.2 }")
      let session = randomSession(seed: UInt64(seed), ads: ads)
      expectExactSeeks(try replay(session, on: page), seed: seed)
    }
  }

  @Test(arguments: demos)
  func `going to any moment of a demo shows what playing up to it shows`(name: String) throws {
    expectExactSeeks(try demoReplay("\(name).jsonl"), seed: name.count)
  }

  @Test func `checkpoints of a session with many slots hold a limited number of them`() throws {
    let slots = 12_000
    var lines = [#"{"adview":1,"viewport":{"width":390,"height":844},"slots":[]}"#]
    for slot in 0..<slots {
      let frame = #"{"y":\#(slot * 400),"width":320,"height":250}"#
      lines.append(#"{"at":\#(slot),"in":{"slot":"\#(slot)","unit":"u","frame":\#(frame)}}"#)
    }
    let replay = try bareReplay(lines.joined(separator: "\n") + "\n")
    var seeker = Player(replay).model
    seeker.seek { $0.seek(to: replay.end) }
    #expect(seeker.visit.pages.top.slots.count == slots)
    let held = (seeker.visit.replay?.checkpoints.all ?? []).map(\.visit.pages.top.slots.count)
    #expect(held.count > 2 && held.reduce(0, +) <= ReplayCheckpoints.maxSlots, "\(held)")
  }

  @Test func `a long session keeps few checkpoints and stays exact`() throws {
    var lines = [#"{"adview":1,"page":"page.md","viewport":{"width":384,"height":500}}"#]
    for step in 0..<18_000 {
      lines.append(#"{"at":\#(step * 16),"in":{"scroll":\#(step * 7 % 1900)}}"#)
    }
    let replay = try replay(lines.joined(separator: "\n") + "\n", on: testPage())
    var seeker = Self.play(replay, isDebugEnabled: false).model
    seeker.seek { $0.seek(to: replay.end) }
    let checkpoints = seeker.visit.replay?.checkpoints.all ?? []
    #expect((2...ReplayCheckpoints.capacity).contains(checkpoints.count))
    for moment in [144_000, 287_000, 16, 225_000] {
      seeker.seek { $0.seek(to: Instant(milliseconds: Int64(moment))) }
      var straight = Self.play(replay, isDebugEnabled: false).model
      straight.visit.advance(to: Instant(milliseconds: Int64(moment)))
      expectSameCourse(seeker, straight, "\(moment) ms")
    }
  }

  @Test(arguments: demos)
  func `played by the clock, a demo decides what is written in it`(name: String) throws {
    let replay = try demoReplay("\(name).jsonl")
    var player = Self.play(replay)
    player.waitUntilIdle()
    #expect(player.time == replay.end && player.model.visit.clock.isPaused)
    var slots = SessionSlots(replay.script.setup)
    for step in replay.script.steps {
      if case .open(let opening, let setup) = step.action { slots.open(opening.path, setup) }
    }
    let decided = player.events.compactMap { event -> SessionLine? in
      guard case .effect(let effect) = event.content else { return nil }
      return SessionDecision(effect, in: slots[event.page]).map {
        SessionLine(at: event.at, page: event.page, .decision($0))
      }
    }
    let lines = try readSession(demoPage("\(name).jsonl")).lines.map(\.line)
    #expect(decided == lines.filter { if case .decision = $0.entry { true } else { false } })
  }

  @Test func `how often the playground is woken, and how large it is, decides nothing`() throws {
    let replay = try demoReplay("layout-shift.jsonl")
    var calm = Self.play(replay)
    calm.waitUntilIdle()
    var random = SeededGenerator(seed: 3)
    var restless = Self.play(replay)
    while restless.model.nextDeadline != nil {
      restless.wait(Int64(random.number(1...400)))
      restless.send(.resized(columns: random.number(1...200), rows: random.number(1...60)))
      restless.press(random.pick(["n", "N", "w", .escape, .up, .down, ">", "<"]), .escape)
    }
    expectSameCourse(calm.model, restless.model, "at the end")
  }

  // MARK: - Keys

  @Test func `time plays, stands still, goes faster, and stops at the end`() throws {
    var player = Self.play(try demoReplay("thresholds.jsonl")).waiting(1000)
    #expect(player.time.milliseconds == 1000)
    player.press(" ", wait: 5000)
    #expect(player.time.milliseconds == 1000 && player.screen.contains("00:01.000"))
    player.press("p", ">", ">", wait: 1000)
    #expect(player.time.milliseconds == 5000)
    player.wait(60_000)
    #expect(player.screen.contains("■ end") && player.model.nextDeadline == nil)
    player.press(" ", wait: 500)
    #expect(player.time.milliseconds == 2000 && !player.model.visit.clock.isPaused)
  }

  @Test func `a step goes to where something happens, and stays there`() throws {
    var player = Self.play(try demoReplay("thresholds.jsonl")).pressing(.home, .right)
    #expect(player.time.milliseconds == 1464 && player.model.visit.clock.isPaused)
    player.press(.right)
    #expect(player.time.milliseconds == 1564)
    player.press(.left, .left, .left)
    #expect(player.time == .start && player.notice == "this is the beginning")
    player.press(.end)
    let end = player.time
    player.press(.right)
    #expect(player.time == end && player.notice == "this is the end")
    player.press(.home, .shiftRight)
    #expect(player.time.milliseconds == 2500 && player.screen.contains("Slot 2 is far below"))
    player.press(.shiftRight, .shiftRight, .shiftLeft)
    #expect(player.time.milliseconds == 6000)
    player.press(.pageUp)
    #expect(player.time.milliseconds == 1000)
  }

  @Test func `what would change a decision is refused with a sentence`() throws {
    let replay = try demoReplay("unloading.jsonl")
    let untouched = Self.play(replay).waiting(7000)
    for binding in KeyMap.bindings where !binding.command.runs(on: .replay) {
      let player = Self.play(replay).waiting(7000)
      var model = player.model
      model.perform(binding.command, binding.keys[0])
      #expect(model.shared.notice == Replay.refusal, "\(binding.command)")
      expectSameCourse(model, untouched.model, "\(binding.command)")
    }
  }

  /// Commands by which other thresholds come into force, or that lead to one.
  private static let deciding: Set<Command> = [
    .pickFetch, .pickDisplay, .pickUnload, .openPresets, .choosePreset, .toggleUnloading,
    .toggleRequests, .toggleAuctions, .undo, .pageThresholds, .nextPane, .previousPane, .focusPane,
    .openPalette, .openChoices, .toggleTuning,
  ]

  @Test(.tags(.sweep)) func `random keys and sizes change nothing but the moment`() throws {
    for seed in 1...(Sweep.isDeep ? 15 : 3) {
      let replay = try demoReplay("\(Self.demos[seed % Self.demos.count]).jsonl")
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Self.play(replay)
      for _ in 0..<150 {
        let key = random.key()
        let command = KeyMap.command(for: key, in: player.model.keyContext, on: player.model.stage)
        if let command, Self.deciding.contains(command) { continue }
        player.press(key, wait: Int64(random.number(0...300)))
        if random.number(0...9) == 0 {
          player.send(.resized(columns: random.number(1...200), rows: random.number(1...60)))
        }
        _ = player.canvas
      }
      var straight = Self.play(replay).model
      straight.visit.advance(to: player.time)
      expectSameRun(straight, player.model, "seed \(seed)")
      #expect(straight.visit.history.events == player.events, "seed \(seed)")
      #expect(
        !player.requests.contains { request in
          switch request {
          case .log, .write, .open, .reopen: true
          default: false
          }
        }, "seed \(seed)")
    }
  }

  @Test func `the log is that of the moment, also when it is opened late`() throws {
    let replay = try demoReplay("thresholds.jsonl")
    var late = Self.play(replay, isDebugEnabled: false).waiting(5000)
    #expect(late.log.isEmpty)
    late.press("b")
    let last = late.log.last?.text
    #expect(last == "slot 2 mobile_2  resize 300×250 → 320×320")
    late.press(.home)
    #expect(late.log.allSatisfy { $0.time == .start })
  }

  @Test func `every hint in the footer is true, and the palette has commands alone`() throws {
    var player = Self.play(try demoReplay("consent.jsonl"), columns: 200, rows: 40)
    player.expectTrueFooter()
    let hinted = Footer(player.model).hints.flatMap(\.commands)
    player.press(":")
    #expect(player.paletteCommands.count == player.paletteEntries.count)
    #expect((hinted + player.paletteCommands).allSatisfy { $0.runs(on: .replay) })
  }

  // MARK: - Other settings, other sessions

  @Test func `thresholds given from outside beat those of the session`() throws {
    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 3000
    let player = Self.play(try demoReplay("thresholds.jsonl", options: options)).pressing(.end)
    #expect(player.lazyLoading?.fetchThreshold == 3000 && player.lazyLoading?.displayThreshold == 0)
    #expect(player.page.slots.allSatisfy { $0.load != .notLoaded })
  }

  @Test func `under other thresholds nothing waits for an answer to another request`() throws {
    for name in Self.demos where name != "failures" {
      var options = PlaygroundOptions()
      options.overrides.lazyLoading.fetchThreshold = 0
      options.overrides.lazyLoading.displayThreshold = 0
      let player = Self.play(try demoReplay("\(name).jsonl", options: options)).pressing(.end)
      var run = player.model.visit.run
      run.runUntilIdle()
      #expect(run.report.unfinished == 0, "\(name)")
    }
  }

  @Test(arguments: [#"{"at":1,"in":{"click":"nobody"}}"#, #"{"at":0,"in":{"open":"other.md"}}"#])
  func `a line that does not fit is refused with its number`(line: String) {
    #expect {
      _ = try replay(#"{"adview":1,"page":"page.md"}"# + "\n" + line + "\n", on: testPage())
    } throws: { error in
      if case SessionPlayer.SetupError.session(let error) = error { error.line == 2 } else { false }
    }
  }

  private static let whole = #"{"adview":1,"page":"page.md"}"#

  @Test(arguments: [
    (whole, #"{"at":0,"in":{"scroll":1e300}}"#), (whole, #"{"at":0,"in":{"scroll":-1e300}}"#),
    (whole, #"{"at":9007199254740991,"in":{"caption":"late"}}"#),
    (
      whole,
      #"{"at":9,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":1e300,"height":9}}}}"#
    ),
    (
      whole,
      #"{"at":9,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":9,"height":1e12}}}}"#
    ),
    (whole, #"{"at":5,"in":{"viewport":{"width":0,"height":0}}}"#),
    (whole, #"{"at":5,"in":{"viewport":{"width":1e300,"height":1e300}}}"#),
    (whole, #"{"at":5,"in":{"caption":"\u001b[31m \#(String(repeating: "long ", count: 300))"}}"#),
    (whole, ""),
    (#"{"adview":1,"slots":[]}"#, #"{"at":5,"in":{"scroll":1e300}}"#),
    (
      #"{"adview":1,"viewport":{"width":0,"height":0},"slots":[{"slot":"a","y":-1e300,"height":1}]}"#,
      #"{"at":5,"in":{"scroll":1e300}}"#
    ),
    (
      #"{"adview":1,"viewport":{"width":1e300,"height":1e300},"slots":[{"slot":"\u001b[31m","y":5,"height":1e300}]}"#,
      #"{"at":5,"in":{"scroll":1e300}}"#
    ),
  ])
  func `whatever a session says can be looked at`(header: String, line: String) throws {
    let session = header + "\n" + (line.isEmpty ? "" : line + "\n")
    let replay = try header == Self.whole ? replay(session, on: testPage()) : bareReplay(session)
    for (columns, rows) in [(80, 24), (120, 40), (40, 10), (1, 1)] {
      var player = Self.play(replay, columns: columns, rows: rows)
      player.shows(hides: "\u{1B}")
      player.press(.right, .end, .shiftLeft, .left, "n", "w", .escape, "/", "a", .enter, .escape)
      player.press(.pageUp, .home, " ", wait: 1000, hides: "\u{1B}")
    }
  }

  // MARK: - Looks

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `a replay looks as it should`(columns: Int, rows: Int) throws {
    var player = Self.play(
      try demoReplay("thresholds.jsonl"), columns: columns, rows: rows, isDebugEnabled: rows == 40)
    player.press(" ", after: 4200, golden: "replay-\(columns)x\(rows)")
  }

  @Test func `a caption can be read whole on the smallest screen`() throws {
    for name in Self.demos {
      let replay = try demoReplay("\(name).jsonl")
      var player = Self.play(replay, columns: 40, rows: 10, isDebugEnabled: false)
      for caption in replay.script.captions.map(\.text) {
        if player.model.visit.caption != caption { player.press(.shiftRight) }
        try #require(player.model.visit.caption == caption)
        // What an ad opens is said over the caption.
        guard player.notice == nil else { continue }
        let screen = player.screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(screen.contains(caption), "\(name): \(caption)")
      }
    }
  }
}
