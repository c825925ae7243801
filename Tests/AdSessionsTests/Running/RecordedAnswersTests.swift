import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// Answers of a recorded page under other settings.
@Suite struct RecordedAnswersTests {
  /// The page holds the ad of slot a back until 3000; that of slot b was requested before the recording began, and that of
  /// slot c was received and never rendered.
  private static let visit = """
    {"adview":1,"answers":"recorded","viewport":{"width":390,"height":500},"lazyLoad":{"fetchThreshold":500,"displayThreshold":100},"slots":[{"slot":"a","y":1100,"width":300,"height":250},{"slot":"b","y":600,"width":300,"height":250},{"slot":"c","y":2000,"width":300,"height":250}]}
    {"at":1,"in":{"scroll":0}}
    {"at":1,"in":{"world":{"slot":"b","generation":1,"loaded":{"width":300,"height":250}}}}
    {"at":990,"page":{"slot":"a","did":"requested"}}
    {"at":1000,"in":{"scroll":200}}
    {"at":1140,"page":{"slot":"a","did":"received"}}
    {"at":3000,"page":{"slot":"a","did":"rendered"}}
    {"at":3000,"in":{"scroll":500}}
    {"at":3000,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250}}}}
    {"at":4000,"in":{"scroll":1050}}
    {"at":4000,"page":{"slot":"c","did":"requested"}}
    {"at":4250,"page":{"slot":"c","did":"received"}}
    {"at":6000,"in":{"scroll":1051}}

    """

  private func recorded(_ text: String = visit) throws -> RecordedRun {
    let (header, lines) = try session(text)
    return try RecordedRun(header, lines: lines, page: nil)
  }

  private func latency(_ name: String, in recorded: RecordedRun) -> Int64? {
    recorded.fork.setup.slots.firstIndex { $0.name == name }.flatMap {
      recorded.replies.replies[.init(SlotID($0), generation: 1, page: 1)]?.latency
    }
  }

  /// What the run of the same text comes to under a change of the thresholds, its answers scheduled.
  private func answers(_ change: LazyLoadingChange) throws -> [String] {
    let (header, lines) = try session(Self.visit)
    let overrides = SettingOverrides(lazyLoading: change)
    var player = try SessionPlayer(
      header, overrides: overrides, replies: try recorded().replies(under: overrides),
      keepsHistory: true)
    try player.play(toTheEnd: lines)
    return player.decisions.compactMap { line in
      switch line.entry {
      case .decision(.fetch(let slot, _)): "\(slot) requested \(line.at.milliseconds)"
      case .decision(.adState(let slot, .loaded)): "\(slot) loaded \(line.at.milliseconds)"
      default: nil
      }
    }
  }

  @Test func `the latency is the time from the page's request to its response`() throws {
    #expect(
      try answers(LazyLoadingChange(fetchThreshold: .points(200))).prefix(4) == [
        "b requested 1", "b loaded 2", "a requested 3000", "a loaded 3150",
      ])
  }

  @Test func `settings that are the session's own change nothing`() throws {
    let recorded = [
      "b requested 1", "b loaded 1", "a requested 1000", "a loaded 3000", "c requested 4000",
    ]
    #expect(try answers(LazyLoadingChange()) == recorded)
    #expect(try answers(LazyLoadingChange(fetchThreshold: .points(500))) == recorded)
  }

  @Test func `the least change has the answers of the ad server, the one never rendered too`()
    throws
  {
    #expect(
      try answers(LazyLoadingChange(displayThreshold: .points(101))) == [
        "b requested 1", "b loaded 2", "a requested 1000", "a loaded 1150", "c requested 4000",
        "c loaded 4250",
      ])
  }

  @Test func `an ad that was requested before the recording says nothing of latencies`() throws {
    let recorded = try recorded()
    let others = SettingOverrides(lazyLoading: LazyLoadingChange(fetchThreshold: .points(1)))
    let replies = try #require(recorded.replies(under: others))
    #expect(replies.latencies == [150, 250])
    #expect(latency("b", in: recorded) == 0)
  }

  @Test func `without page lines the latency is that of the run's request`() throws {
    let lines = Self.visit.split(separator: "\n").filter { !$0.contains("did") }
    let recorded = try recorded(lines.joined(separator: "\n") + "\n")
    #expect(latency("a", in: recorded) == 2000)
    #expect(latency("b", in: recorded) == 0, "it was there at the beginning")
    #expect(latency("c", in: recorded) == nil)
  }
}
