import AdEngine
import AdRendering
import AdSimulation
import Testing

@testable import AdSessions

/// Auctions in runs: recorded, run again, and run under other settings.
@Suite struct AuctionRunTests {
  /// A bare session: bids of slot 1 after 250 ms, none of slot 2.
  private let bare = """
    {"adview":1,"viewport":{"width":400,"height":800},"lazyLoad":{"auction":{"threshold":2000,"timeout":600,"expires":5000}},"slots":[{"slot":"1","y":1000,"height":250},{"slot":"2","y":2500,"height":250}]}
    {"at":0,"in":{"scroll":0}}
    {"at":250,"in":{"world":{"slot":"1","auction":1,"bids":true}}}
    {"at":700,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":250}}}}
    {"at":3000,"in":{"scroll":1600}}
    {"at":3400,"in":{"scroll":1610}}

    """

  private func decisions(
    _ text: String, _ overrides: SettingOverrides = SettingOverrides()
  ) throws -> [String] {
    let (header, lines) = try session(text)
    let replies = try RecordedRun(header, lines: lines, page: nil).replies(under: overrides)
    var player = try SessionPlayer(
      header, overrides: overrides, replies: replies, keepsHistory: true)
    try player.play(toTheEnd: lines)
    return player.decided
  }

  @Test func `a bare session holds its bids`() throws {
    let lines = try decisions(bare)
    #expect(lines.contains(#"{"at":250,"out":{"slot":"1","fetch":1}}"#))
    #expect(lines.contains(#"{"at":600,"out":{"slot":"2","auction":1,"outcome":"timeout"}}"#))
    #expect(lines.contains(#"{"at":3000,"out":{"slot":"2","fetch":1}}"#))
  }

  @Test func `under other settings bids come as long after their auction as they were recorded`()
    throws
  {
    var overrides = SettingOverrides()
    overrides.lazyLoading.auction = .before(try AuctionSettings(threshold: 0, timeout: 300))
    overrides.lazyLoading.fetchThreshold = 200
    let lines = try decisions(bare, overrides)
    #expect(lines.contains(#"{"at":250,"out":{"slot":"1","fetch":1}}"#))
    #expect(lines.contains(#"{"at":3000,"out":{"slot":"2","auction":1}}"#))
    #expect(
      lines.contains(#"{"at":3300,"out":{"slot":"2","auction":1,"outcome":"timeout"}}"#),
      "none were recorded")
  }

  @Test func `auctions that a recording knows nothing of have the bids of the simulated world`()
    throws
  {
    let plain = bare.split(separator: "\n").filter { !$0.contains("bids") }.joined(separator: "\n")
      .replacing(
        #""lazyLoad":{"auction":{"threshold":2000,"timeout":600,"expires":5000}},"#, with: "")
    var overrides = SettingOverrides()
    overrides.lazyLoading.auction = .before(try AuctionSettings(threshold: 2000, timeout: 60_000))
    let lines = try decisions(plain + "\n", overrides)
    #expect(lines.filter { $0.contains("auction") }.count == 2)
    #expect(lines.filter { $0.contains("fetch\":1") }.count == 2)
    #expect(!lines.contains { $0.contains("timeout") })
  }

  @Test func `a rerun says what a life without auctions would have come to`() throws {
    var engine = Engine.Configuration()
    engine.viewport = Size(width: 384, height: 800)
    engine.consent = .granted
    engine.lazyLoading = try LazyLoadingSettings(auction: .before(.standard))
    let setup = RunSetup(
      engine: engine,
      slots: (0..<10).map {
        RunSlot("\($0)", unit: "u", frame: SlotFrame(y: Double($0) * 900, height: 320))
      },
      world: AdServerSettings(seed: 3))
    func live(_ setup: RunSetup) -> SessionRun {
      var run = SessionRun(setup, keepsHistory: true)
      for step in 0..<200 {
        run.scroll(to: Double(step * 30), at: Instant(milliseconds: Int64(step) * 50))
      }
      return run
    }
    var first = live(setup)
    var rerun = Rerun(setup, under: .standard)
    rerun.catchUp(first.drainHistory())
    var plain = setup
    plain.engine.lazyLoading = .standard
    #expect(rerun.run(at: first.now).report(at: first.now) == live(plain).report)
    #expect(first.report.auctions > 5)
  }
}
