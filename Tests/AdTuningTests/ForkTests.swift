import AdEngine
import AdSimulation
import Glibc
import TestSupport
import Testing

@testable import AdSessions
@testable import AdTuning

/// Sessions of any kinds of lines and settings: whoever asks what they amount to gets the same answer.
@Suite struct ForkTests {
  /// A random session, read.
  private struct Reading {
    let header: SessionHeader
    let lines: [(number: Int, line: SessionLine)]
    let page: PageConfiguration?
    let others: [String: PageConfiguration]

    init(_ bytes: [UInt8], _ visit: RandomVisit) throws {
      (header, lines) = try SessionReader.session(in: bytes)
      (page, others) = (visit.page, visit.others)
    }

    func world(_ overrides: SettingOverrides) -> SessionWorld {
      SessionWorld(of: header, lines: lines, overrides: overrides)
    }

    func replies(_ overrides: SettingOverrides) throws -> RecordedReplies? {
      guard overrides != SettingOverrides(), world(overrides) == .recorded else { return nil }
      return try RecordedRun(header, lines: lines, page: page, others: others)
        .replies(under: overrides)
    }

    private func player(
      _ overrides: SettingOverrides, keepsHistory: Bool = false
    ) throws -> SessionPlayer {
      var player = try SessionPlayer(
        header, page: page, overrides: overrides, world: world(overrides),
        replies: replies(overrides), keepsHistory: keepsHistory)
      for (path, page) in others { player.provide(page, as: path) }
      for (number, line) in lines { try player.receive(line, number: number) }
      player.advance(to: lines.last?.line.countedUntil ?? .start)
      return player
    }

    /// The way of `run`, `doctor` and `compare`: line by line.
    func played(_ overrides: SettingOverrides = SettingOverrides()) throws -> MetricsReport {
      try player(overrides).run.report
    }

    /// What happens as it was recorded.
    func history() throws -> [RunEvent] {
      try player(SettingOverrides(), keepsHistory: true).run.history
    }

    /// The way of `play`, of its comparison and of `snapshot`: step by step.
    func replayed(_ overrides: SettingOverrides = SettingOverrides()) throws -> MetricsReport {
      var reader = try ScriptReader(
        header, page: page, others: others, overrides: overrides, world: world(overrides),
        replies: replies(overrides))
      for (number, line) in lines { try reader.receive(line, number: number) }
      reader.finish()
      let script = reader.script
      var run = SessionRun(script.setup, keepsHistory: true)
      for step in script.steps { step.apply(to: &run) }
      run.advance(to: script.end)
      return run.report
    }

    /// The way of `tune`.
    func tuned(_ overrides: SettingOverrides = SettingOverrides()) throws -> TuningSession {
      try TuningSession(
        header, lines: lines, page: page, others: others, overrides: overrides, name: "visit")
    }
  }

  /// The kinds of lines and the settings of the format.
  private static let format: Set<String> = {
    var keys = Set(SessionCause.kinds.keys + SessionCause.changes.keys)
    keys.subtract(["slot", "unit", "lab"])
    keys.formUnion(SessionCause.answers.keys.map { "world.\($0)" })
    keys.subtract(["world.slot", "world.generation"])
    keys.formUnion(["world.bids", "page", "end", "slot.lazyLoad"])
    keys.formUnion(SessionSettings.keys.map { "header.\($0)" })
    keys.formUnion(LazyLoadingChange.keys.map { "lazyLoad.\($0)" })
    return keys
  }()

  /// 300 sessions, 100,000 in `.ci/deep`; `ADVIEW_VISIT` names one.
  private static let seeds =
    if let one = getenv("ADVIEW_VISIT").flatMap({ Int(String(cString: $0)) }) {
      one...one
    } else {
      1...(Sweep.isDeep ? 100_000 : 300)
    }

  private static func sessions(
    _ body: (Int, RandomVisit, Reading) throws -> Void
  ) throws -> (keys: Set<String>, count: Int) {
    var keys: Set<String> = []
    var count = 0
    for seed in seeds {
      let visit = RandomVisit(seed: seed)
      let reading = try Reading(Array(visit.text.utf8), visit)
      do {
        _ = try reading.played()
      } catch is SessionError {
        // Settings that do not go together: there is nothing to compare.
        continue
      }
      keys.formUnion(visit.keys)
      count += 1
      try body(seed, visit, reading)
    }
    return (keys, count)
  }

  @Test func `all ways of running a session give the same report`() throws {
    var unchanged = 0
    var traced = 0
    var whatIfs = 0
    let (keys, count) = try Self.sessions { seed, visit, reading in
      func expect(_ one: MetricsReport, _ other: MetricsReport, _ way: String) throws {
        try #require(one == other, "seed \(seed): \(way)\n\(visit.text)")
      }
      var draw = SeededGenerator(seed: seed, stream: 12)
      let own = try reading.played()
      try expect(own, try reading.replayed(), "a replay")
      let session = try reading.tuned()
      try expect(own, session.report(under: .own), "tune, the present settings")

      var change = LazyLoadingChange(fetch: Double(draw.number(0...20) * 100), display: 0)
      change.displayThreshold = .points(
        min(Double(draw.number(0...4) * 100), change.fetchThreshold?.points ?? 0))
      // A third at the session's own thresholds.
      if draw.chance(33), let settings = session.setup.engine.lazyLoading {
        change = LazyLoadingChange(fetch: settings.fetchPoints, display: settings.displayPoints)
        if settings.isInPoints, !settings.isDirectional { change = change.of(settings) }
      }
      let overrides = SettingOverrides(lazyLoading: change)
      let forked: MetricsReport
      do {
        forked = try reading.played(overrides)
      } catch is SessionPlayer.SetupError {
        return
      }
      if session.fork.isUnchanged(under: overrides) {
        unchanged += 1
        try expect(own, forked, "its own settings given as options")
      }
      try expect(forked, try reading.replayed(overrides), "a replay under \(change)")
      try expect(
        forked, session.report(under: .changed(change)), "a setting that is tried, \(change)")
      try expect(
        forked, try reading.tuned(overrides).report(under: .own), "tune under options \(change)")
      if let settings = try? (session.setup.engine.lazyLoading ?? .standard).applying(change),
        visit.kind == .ofPage, let whatIf = Self.whatIf(session, under: settings)
      {
        whatIfs += 1
        let all = session.report(under: .changed(LazyLoadingChange(to: settings)))
        try expect(all, whatIf, "what if, \(settings)")
      }
      guard let fetch = change.fetchThreshold?.points, let display = change.displayThreshold?.points
      else { return }
      let grid = SettingGrid(fetches: [fetch, 0, 500], displays: [display, 0, 100])
      let (response, trace, _) = SessionResponse.of(session, on: grid, Metric.tuned)
      if trace != nil { traced += 1 }
      let number = try #require(grid.number(fetch: fetch, display: display))
      for metric in Metric.tuned {
        try #require(
          response[metric][number] == metric.units(in: forked),
          "seed \(seed): the map, \(metric) under \(change)\n\(visit.text)")
      }
    }
    #expect(count > Self.seeds.count / 2, "most sessions are in order")
    if Self.seeds.count > 1 {
      #expect(Self.format.subtracting(keys) == [], "each kind of line and setting is generated")
      #expect(unchanged > count / 20 && traced > count / 50 && whatIfs > count / 50)
    }
  }

  /// The way of what if: a page that is open is run again with its history so far; `nil` of sessions that it is not for.
  private static func whatIf(
    _ session: TuningSession, under settings: LazyLoadingSettings
  ) -> MetricsReport? {
    // Positions of a session without decisions do not hold the adjustments that its run makes; those of a page do.
    guard let world = session.setup.world, world.recorded == nil, session.fork.setups.count == 1,
      !session.setup.engine.scrollAnchoring
    else { return nil }
    let history = session.fork.run(under: .own, keepsHistory: true).history
    guard history.allSatisfy({ $0.page == 1 }) else { return nil }
    var rerun = Rerun(session.setup, under: settings)
    // It is asked between steps, and a step has one time.
    let middle = history.isEmpty ? .start : history[history.count / 2].at
    rerun.catchUp(history.prefix { $0.at < middle })
    rerun.catchUp(history)
    return rerun.run(at: session.end).report(at: session.end)
  }

  /// The same session with the answers of the ad server in it, as it is recorded; `nil` where it ends before they have come.
  private static func recording(_ reading: Reading, _ visit: RandomVisit) throws -> Reading? {
    var header = reading.header
    header.answers = .recorded
    var checker = try SessionChecker(
      reading.header, page: reading.page, world: .simulated, rewritten: header)
    for (path, page) in reading.others { checker.provide(page, as: path) }
    for (number, line) in reading.lines { try checker.receive(line, number: number) }
    _ = checker.finish()
    let recording = try Reading(checker.drainRewritten(), visit)
    return recording.lines.last?.line.countedUntil == reading.lines.last?.line.countedUntil
      ? recording : nil
  }

  @Test func `a recording of simulated answers gives the figures of the ad server`() throws {
    var count = 0
    _ = try Self.sessions { seed, visit, reading in
      guard visit.kind == .ofPage, reading.world(SettingOverrides()) == .simulated,
        !visit.text.contains("scrollAnchoring"), let recording = try Self.recording(reading, visit)
      else { return }
      var draw = SeededGenerator(seed: seed, stream: 13)
      let display = Double(draw.number(0...6) * 100)
      let change = SettingOverrides(
        lazyLoading: LazyLoadingChange(
          fetch: display + Double(draw.number(0...15) * 100), display: display))
      // A request that is open at the end stays open, though it is made earlier. Positions are moved by what a recording
      // says of adjustments.
      guard try recording.replies(change)?.open.isEmpty != false,
        let simulated = try? reading.played(change)
      else { return }
      count += 1
      try #require(try reading.played() == recording.played(), "seed \(seed)\n\(visit.text)")
      try #require(
        try simulated == recording.played(change), "seed \(seed) under \(change)\n\(visit.text)")
    }
    #expect(Self.seeds.count == 1 || count > Self.seeds.count / 20)
  }

  /// Whether each ad does something only after its answer, and is answered only after its request.
  private static func isOrderly(_ history: [RunEvent]) -> Bool {
    var fetched: Set<[Int]> = []
    var answered: Set<[Int]> = []
    return history.allSatisfy { event in
      func ad(_ slot: SlotID, _ generation: Int) -> [Int] {
        [event.page, slot.rawValue, generation]
      }
      switch event.content {
      case .effect(.fetch(let slot, let generation)):
        fetched.insert(ad(slot, generation))
        return true
      case .input(.answered(let slot, let generation, _)):
        return fetched.contains(ad(slot, generation))
          && answered.insert(ad(slot, generation)).inserted
      case .input(.presentationFailed(let slot, let generation)),
        .input(.messaged(let slot, let generation, _)),
        .input(.navigationRequested(let slot, let generation, _)):
        return answered.contains(ad(slot, generation))
      default: return true
      }
    }
  }

  @Test func `other settings under which all is decided as before change no figure`() throws {
    var count = 0
    _ = try Self.sessions { seed, visit, reading in
      let session = try reading.tuned()
      // Where nothing is unloaded the distance of it decides nothing.
      guard !visit.text.contains(#""unloadingEnabled":true"#),
        session.fork.setups.allSatisfy({ $0.engine.lazyLoading?.unloadingEnabled == false }),
        // An answer that takes no time comes a millisecond after its request.
        session.setup.world?.recorded?.replies.values.contains(where: { $0.latency == 0 }) != true,
        Self.isOrderly(try reading.history())
      else { return }
      count += 1
      let change = LazyLoadingChange(unloadThreshold: .points(12_345))
      try #require(
        try reading.played() == session.report(under: .changed(change)),
        "seed \(seed)\n\(visit.text)")
    }
    #expect(Self.seeds.count == 1 || count > Self.seeds.count / 10)
  }

  @Test func `what is written otherwise is decided the same`() throws {
    _ = try Self.sessions { seed, visit, reading in
      guard seed.isMultiple(of: 5) || Self.seeds.count == 1 else { return }
      let own = try reading.played()
      let change = SettingOverrides(lazyLoading: LazyLoadingChange(fetch: 1000, display: 100))
      let forked = try? reading.played(change)
      func expectSame(_ text: String, _ way: String) throws {
        let other = try Reading(Array(text.utf8), visit)
        try #require(try other.played() == own, "seed \(seed): \(way)\n\(visit.text)")
        try #require((try? other.played(change)) == forked, "seed \(seed): \(way), fork")
      }
      try expectSame(visit.text.replacingLines("\r\n"), "CRLF")
      try expectSame("\u{FEFF}" + visit.text, "a byte order mark")
      try expectSame(visit.text.reversingKeys, "keys in another order")
      // A page is open from 0 on, and so are slots that load at once.
      if visit.kind == .bare, !visit.text.contains("\"off\"") {
        var shifted = try Reading(Array(visit.text.shifted(by: 5000).utf8), visit).played()
        shifted.duration -= 5000
        shifted.timeToFirstAd = shifted.timeToFirstAd.map { $0 - 5000 }
        try #require(shifted == own, "seed \(seed): 5 s later\n\(visit.text)")
      }
      // Where units are drawn by, a slot without one has its name.
      if visit.kind == .bare, reading.world(change) == .recorded {
        try expectSame(RandomVisit(seed: seed, prefix: "another ").text, "other names")
      }
    }
  }
}

extension String {
  /// With the time of each line behind the rest of it.
  fileprivate var reversingKeys: String {
    replacing(/\{("at":\d+),(.*)\}\n/) { "{\($0.2),\($0.1)}\n" }
  }

  /// With all that happens so many milliseconds later.
  fileprivate func shifted(by delay: Int) -> String {
    replacing(/(\{"at":|"end":)(\d+)/) { "\($0.1)\((Int($0.2) ?? 0) + delay)" }
  }

  fileprivate func replacingLines(_ end: String) -> String {
    split(separator: "\n").joined(separator: end) + end
  }
}

extension LazyLoadingChange {
  /// The same thresholds as these settings write them.
  fileprivate func of(_ settings: LazyLoadingSettings) -> LazyLoadingChange {
    LazyLoadingChange(
      fetchThreshold: settings.fetchThreshold, displayThreshold: settings.displayThreshold)
  }
}
