import AdEngine
import AdLab
import TestSupport
import Testing

@testable import AdSessions

/// Every combination of the lab's settings, driven at random moments.
@Suite struct LabPropertyTests {
  /// What must hold whatever happened.
  private func expectPossible(_ run: LabRun, _ comment: Comment) {
    let machine = run.machine
    // There is always a button that does something, and never Fetch and Present at once.
    #expect(machine.canFetch != machine.canReset, comment)
    #expect(!(machine.canFetch && machine.canPresent), comment)
    #expect((machine.failure != nil) == (machine.state == .failed), comment)
    switch machine.state {
    case .noAd, .fetching, .failed:
      #expect(!machine.canPresent && machine.banner == nil, comment)
    case .preloading:
      let places: [PreloadPlacement?] = [.behindViews, .outsideScreenBounds, .detachedParent]
      #expect(places.contains(machine.banner?.placement), comment)
    case .ready:
      #expect(!machine.settings[.autoPresent], comment)
      #expect(machine.canPresent, comment)
    case .timedOut: #expect(machine.canPresent, comment)
    case .presented: #expect(machine.banner?.placement == .presented, comment)
    }
    for record in run.records {
      if let autoplay = record.autoplay {
        #expect(
          (autoplay.timing == .seen) == (record.presentedAt.map { $0 <= autoplay.at } ?? false)
            || autoplay.at == record.presentedAt, comment)
      }
    }
  }

  /// Drives a run with random presses, and returns it as it was after each.
  private func drive(_ settings: PreloadSettings, seed: Int, each: (LabRun) -> Void) {
    var draw = SeededGenerator(seed: seed)
    var run = LabRun(LabSetup(settings, watchdog: 9_000, seed: UInt64(seed)))
    var now = Instant.start
    for _ in 0..<24 {
      now = now + Int64(draw.pick([0, 1, 90, 400, 1_200, 4_900, 5_000, 9_000, 12_000]))
      let input: PreloadInput =
        switch draw.number(0...9) {
        case 0...3: .fetchRequested
        case 4...5: .presentRequested
        case 6...7: .resetRequested
        default:
          .settingsChanged(PreloadChange(options: [draw.pick(PreloadOption.allCases): draw.flag()]))
        }
      run.apply(input, at: now)
      each(run)
    }
  }

  @Test(arguments: 0..<Int(SwitchPattern.combinations))
  func `no combination comes to an impossible state, and none needs a restart`(bits: Int) {
    let settings = PreloadSettings(
      unit: LabCreative.all[bits % LabCreative.all.count].unit,
      options: SwitchPattern.options(of: UInt16(bits)))
    for seed in 0..<2 {
      drive(settings, seed: bits * 2 + seed) { run in
        let comment = Comment(rawValue: "\(settings), seed \(seed), at \(run.now.milliseconds)")
        expectPossible(run, comment)
        // From every state that was reached, Reset and then Fetch lead to a new ad.
        var other = run
        let generation = other.machine.generation
        var refusals: [String?] = []
        if other.machine.canReset { refusals.append(other.apply(.resetRequested, at: other.now)) }
        refusals.append(other.apply(.fetchRequested, at: other.now))
        #expect(refusals.allSatisfy { $0 == nil }, comment)
        #expect(other.machine.state == .fetching, comment)
        #expect(other.machine.generation == generation + 1, comment)
        let isIdle = other.runUntilIdle()
        #expect(isIdle, comment)
        #expect(![.fetching, .preloading].contains(other.machine.state), comment)
      }
    }
  }

  @Test(arguments: 0..<60)
  func `a recorded life is the same life when it is checked, in both worlds`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    let unit = draw.pick(LabCreative.all).unit
    let settings = PreloadSettings(
      unit: unit, options: Set(PreloadOption.allCases.filter { _ in draw.flag() }))
    let setup = LabSetup(settings, watchdog: 9_000, seed: UInt64(seed))
    var last = LabRun(setup)
    drive(settings, seed: seed) { last = $0 }
    last.runUntilIdle()
    var recorder = LabRecorder(setup)
    for event in last.history { recorder.record(event) }
    recorder.end(at: last.now)
    let bytes = recorder.drainUnwritten()
    let (header, lines) = try SessionReader.session(in: bytes)
    for world in SessionWorld.allCases {
      let checker = try LabChecker(header, lines: lines, world: world)
      #expect(checker.verdict.hasPassed, "\(world)")
      #expect(checker.rewritten == bytes, "\(world)")
    }
  }
}
