import AdEngine
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions

/// What is recorded can be replayed: the same decisions, whoever answers.
@Suite struct SessionRecorderTests {
  private func verdict(
    _ recording: RandomRecording,
    _ pages: (page: PageConfiguration, others: [String: PageConfiguration]), world: SessionWorld
  ) throws -> Verdict {
    var checker = try SessionChecker(recording.header, page: pages.page, world: world)
    for (path, page) in pages.others { checker.provide(page, as: path) }
    for (index, line) in recording.lines.enumerated() {
      try checker.receive(line, number: index + 2)
    }
    return checker.finish()
  }

  @Test(.tags(.sweep), arguments: 0..<20)
  func `random sessions decide the same when they are replayed`(part: Int) throws {
    var decided = 0
    for seed in (part * 500)..<(part * 500 + Sweep.rounds(500)) {
      let recording = try RandomRecording(seed: seed)
      let count = recording.decisions.count
      decided += count
      // Whatever the simulated world would say by now, the recorded answers decide.
      let foreign = recording.elsewhere(seed: UInt64(seed) &+ 77)
      let recorded = try verdict(recording, foreign, world: .recorded)
      let simulated = try verdict(recording, (recording.page, recording.others), world: .simulated)
      guard recorded.outcome == .passed, simulated.outcome == .passed else {
        Issue.record(
          "seed \(seed): \(CheckResult(recorded, file: "r").text) \(CheckResult(simulated, file: "s").text)"
        )
        continue
      }
    }
    #expect(decided > Sweep.rounds(2000))
  }

  /// 50 of them; all 500 in a deep run.
  @Test(.tags(.sweep))
  func `recordings over pages on each other with round latencies pass their own check`() throws {
    var deepest = 0
    for seed in 0..<Sweep.rounds(500) {
      let recording = try RandomRecording(seed: 70_000 + seed, isRound: true)
      deepest = max(deepest, recording.lines.map(\.page).max() ?? 1)
      let pages = (recording.page, recording.others)
      let recorded = try verdict(recording, pages, world: .recorded)
      let simulated = try verdict(recording, pages, world: .simulated)
      #expect(recorded.outcome == .passed, "seed \(seed): \(CheckResult(recorded, file: "r").text)")
      #expect(
        simulated.outcome == .passed, "seed \(seed): \(CheckResult(simulated, file: "s").text)")
    }
    #expect(deepest >= 3)
  }

  @Test(arguments: 0..<200)
  func `a recording is a file that reads back and runs to the same lines`(seed: Int) throws {
    let recording = try RandomRecording(seed: seed)
    var writer = SessionWriter()
    writer.write(recording.header)
    for line in recording.lines { writer.write(line) }
    let items = try readSession(writer.drain()).items
    #expect(items == [.header(recording.header)] + recording.lines.map { .line($0) })

    var player = try SessionPlayer(
      recording.header, page: recording.page, world: .recorded, keepsHistory: true)
    for (path, page) in recording.others { player.provide(page, as: path) }
    for (index, line) in recording.lines.enumerated() {
      try player.receive(line, number: index + 2)
    }
    player.finish()
    let decisions = player.run.history.compactMap { event -> SessionLine? in
      guard case .effect(let effect) = event.content,
        let decision = SessionDecision(effect, in: player.slots[event.page])
      else { return nil }
      return SessionLine(at: event.at, page: event.page, .decision(decision))
    }
    #expect(decisions == recording.decisions)
  }

  @Test(arguments: 0..<200)
  func `a session written anew by a check is the session`(seed: Int) throws {
    let recording = try RandomRecording(seed: seed)
    var writer = SessionWriter()
    writer.write(recording.header)
    for line in recording.lines { writer.write(line) }
    for world in SessionWorld.allCases {
      var checker = try SessionChecker(
        recording.header, page: recording.page, world: world, rewritten: recording.header)
      for (path, page) in recording.others { checker.provide(page, as: path) }
      // The decisions are made anew, and in the simulated world the answers too.
      for (index, line) in recording.lines.enumerated() {
        if case .decision = line.entry { continue }
        try checker.receive(line, number: index + 2)
      }
      _ = checker.finish()
      #expect(
        String(decoding: checker.drainRewritten(), as: UTF8.self)
          == String(decoding: writer.bytes, as: UTF8.self), "\(world)")
    }
  }

  @Test func `what a session may not hold is not recorded`() throws {
    let header = SessionHeader(.page("a.md", digest: nil))
    var recorder = SessionRecorder(header)
    var slots = SlotTable()
    let slot = slots.add("a", unit: "u")
    let inputs: [Engine.Input] = [
      .scrolled(to: .nan), .viewportResized(Size(width: -1, height: 5)), .woken, .pageClosed,
      .lazyLoadingChanged(LazyLoadingChange(displayThreshold: 900)), .clicked(SlotID(7)),
      .reloadRequested(SlotID(-1)), .slotAdded(slot, SlotFrame(y: 0, height: 100)),
      .slotMoved(slot, SlotFrame(y: 5, height: 100)), .slotRemoved(slot),
      .slotResized(slot, Size(width: 1, height: 1)),
      .answered(slot, generation: 0, .failed(.noFill)),
    ]
    for input in inputs {
      let line = recorder.line(for: RunEvent(at: .start, .input(input)), slots)
      #expect(line == nil, "\(input)")
    }
    let refused = RunEvent(at: .start, .effect(.refuse(.scroll(.nan))))
    #expect(recorder.line(for: refused, slots) == nil)
  }

  @Test func `a bare session records its frames`() {
    var recorder = SessionRecorder(SessionHeader(.slots([])))
    var slots = SlotTable()
    let slot = slots.add("a", unit: "u")
    let frame = SlotFrame(y: 900, height: 100)
    let size = Size(width: 300, height: 250)
    let inputs: [Engine.Input] = [
      .slotAdded(slot, frame), .slotMoved(slot, frame), .slotResized(slot, size),
      .slotRemoved(slot),
    ]
    let causes = inputs.map { recorder.line(for: RunEvent(at: .start, .input($0)), slots)?.entry }
    #expect(
      causes == [
        .cause(.slotFramed("a", frame, unit: "u")), .cause(.slotFramed("a", frame, unit: nil)),
        .cause(.slotResized("a", size)), .cause(.slotRemoved("a")),
      ])
  }

  @Test func `moments never go backwards`() {
    var recorder = SessionRecorder(SessionHeader(.slots([])))
    let moments = [-5, 10, 7, 12].map { time in
      recorder.line(for: .caption("c"), at: Instant(milliseconds: time)).at.milliseconds
    }
    #expect(moments == [0, 10, 10, 12])
  }
}
