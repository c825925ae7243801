import AdEngine
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions

/// What is recorded can be replayed: the same decisions, whoever answers.
@Suite struct SessionRecorderTests {
  /// Expects that a recording decides the same when it is replayed: with its own answers on these pages, which may be others by
  /// now, and with those of the simulated world on its own.
  private func expectSame(_ recording: RandomRecording, as seed: Int, elsewhere: UInt64?) throws {
    let own = (page: recording.page, others: recording.others)
    let foreign = elsewhere.map(recording.elsewhere(seed:)) ?? own
    for (world, pages) in [(SessionWorld.recorded, foreign), (.simulated, own)] {
      var checker = try SessionChecker(recording.header, page: pages.page, world: world)
      for (path, page) in pages.others { checker.provide(page, as: path) }
      let verdict = try checker.check(recording.numbered)
      #expect(verdict.outcome == .passed, "seed \(seed): \(CheckResult(verdict, file: "r").text)")
    }
  }

  @Test(.tags(.sweep), arguments: 0..<20)
  func `random sessions decide the same when they are replayed`(part: Int) throws {
    var decided = 0
    for seed in (part * 500)..<(part * 500 + Sweep.rounds(500)) {
      let recording = try RandomRecording(seed: seed)
      decided += recording.decisions.count
      try expectSame(recording, as: seed, elsewhere: UInt64(seed) &+ 77)
    }
    #expect(decided > Sweep.rounds(2000))
  }

  @Test(.tags(.sweep))
  func `recordings over pages on each other with round latencies pass their own check`() throws {
    var deepest = 0
    for seed in 0..<Sweep.rounds(500) {
      let recording = try RandomRecording(seed: 70_000 + seed, isRound: true)
      deepest = max(deepest, recording.lines.map(\.page).max() ?? 1)
      try expectSame(recording, as: seed, elsewhere: nil)
    }
    #expect(deepest >= 3)
  }

  @Test(arguments: 0..<200)
  func `a session that is read, and rewritten by a check, is the session`(seed: Int) throws {
    let recording = try RandomRecording(seed: seed)
    var writer = SessionWriter()
    writer.write(recording.header)
    for line in recording.lines { writer.write(line) }
    let text = String(decoding: writer.drain(), as: UTF8.self)
    let (header, lines) = try session(text)
    for world in SessionWorld.allCases {
      var checker = try SessionChecker(
        header, page: recording.page, world: world, rewritten: header)
      for (path, page) in recording.others { checker.provide(page, as: path) }
      // The decisions are made anew, and in the simulated world the answers too.
      _ = try checker.check(lines.filter { !$0.line.isDecision })
      #expect(String(decoding: checker.drainRewritten(), as: UTF8.self) == text, "\(world)")
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
