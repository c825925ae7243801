import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// Pages that lie on each other, as on a phone.
@Suite struct NavigationTests {
  private static let header =
    #"{"adview":1,"page":"home.md","viewport":{"width":384,"height":800}}"#

  private func page(
    _ tops: [Double], latency: Int64 = 400, renews: Bool = false, fetch: Double = 800
  ) -> PageConfiguration {
    var page = PageConfiguration(
      slots: tops.enumerated().map { number, top in
        var slot = RunSlot("\(number + 1)", unit: "u", frame: SlotFrame(y: top, height: 250))
        slot.ad.creative = CreativeSettings(size: Size(width: 320, height: 250), media: .display)
        if renews && number == 0 { slot.renewal = .visit }
        return slot
      })
    page.settings.adServer = AdServerSettings(seed: 5, latency: latency...latency)
    page.settings.lazyLoading = try? LazyLoadingSettings.standard.applying(
      LazyLoadingChange(fetchThreshold: .points(fetch)))
    return page
  }

  private func play(
    _ lines: String, first: PageConfiguration, others: [String: PageConfiguration] = [:]
  ) throws -> [String] {
    try SessionPlayer(playing: Self.header + "\n" + lines, on: first, opening: others).decided
  }

  @Test func `S0.74 ads persist across navigation, and those that are renewed begin anew`() throws {
    let lines = """
      {"at":0,"in":{"scroll":0}}
      {"at":3000,"in":{"open":"a.md"}}
      {"at":3000,"in":{"scroll":0}}
      {"at":9000,"in":{"back":true}}
      """
    let other = ["a.md": page([0])]
    let kept = try play(lines, first: page([0, 400]), others: other)
    #expect(kept.filter { $0.contains("\"fetch\":") && !$0.contains("\"page\"") }.count == 2)
    #expect(kept.last == #"{"at":9000,"page":2,"out":{"slot":"1","release":1}}"#)
    let renewed = try play(lines, first: page([0, 400], renews: true), others: other)
    #expect(
      renewed.filter { $0.hasPrefix("{\"at\":9000,\"out\"") } == [
        #"{"at":9000,"out":{"slot":"1","load":"notLoaded","gap":-250}}"#,
        #"{"at":9000,"out":{"slot":"1","release":1}}"#,
        #"{"at":9000,"out":{"slot":"1","load":"fetched","gap":-250}}"#,
        #"{"at":9000,"out":{"slot":"1","fetch":2}}"#,
        #"{"at":9000,"out":{"slot":"1","ad":"loading"}}"#,
        #"{"at":9000,"out":{"slot":"1","load":"displayed","gap":-250}}"#,
      ])
  }

  @Test func `what a covered page asked for arrives, and is seen when the page is back`() throws {
    let decided = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"open":"a.md"}}
      {"at":5000,"in":{"back":true}}
      """, first: page([0]), others: ["a.md": page([])])
    #expect(
      decided.suffix(4) == [
        #"{"at":400,"out":{"slot":"1","ad":"loaded"}}"#,
        #"{"at":500,"out":{"slot":"1","render":1}}"#,
        #"{"at":5000,"out":{"slot":"1","ad":"impressed"}}"#,
        #"{"at":6000,"out":{"slot":"1","viewable":true}}"#,
      ])
  }

  @Test func `consent that is withdrawn on one page is withdrawn on all`() throws {
    let decided = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"open":"a.md"}}
      {"at":1000,"in":{"scroll":0}}
      {"at":2000,"in":{"consent":"denied"}}
      """, first: page([0]), others: ["a.md": page([0])])
    #expect(
      decided.suffix(2) == [
        #"{"at":2000,"page":2,"out":{"slot":"1","release":1}}"#,
        #"{"at":2000,"out":{"slot":"1","release":1}}"#,
      ])
  }

  @Test func `a page is opened with what the line says, and else with its own settings`() throws {
    let others = ["a.md": page([1200], fetch: 300)]
    func fetches(_ opening: String) throws -> Bool {
      try play(
        """
        {"at":0,"in":{"open":\(opening)}}
        {"at":0,"in":{"scroll":0}}
        """, first: page([]), others: others
      ).contains { $0.contains("\"fetch\":1") }
    }
    #expect(try !fetches(#""a.md""#))
    #expect(try fetches(#"{"page":"a.md","lazyLoad":{"fetchThreshold":400}}"#))
    #expect(try fetches(#"{"page":"a.md","lazyLoad":"off"}"#))
  }

  @Test(arguments: [
    (#"{"at":0,"in":{"back":true}}"#, SessionLineError.noPageBefore),
    (#"{"at":0,"in":{"open":"b.md"}}"#, .noSuchPage("b.md")),
    (#"{"at":0,"page":2,"in":{"click":"1"}}"#, .unknownPage(2)),
  ])
  func `a way that leads nowhere is refused`(line: String, problem: SessionLineError) throws {
    #expect(throws: SessionError(line: 2, problem)) {
      try play(line, first: page([0]), others: ["a.md": page([])])
    }
  }

  @Test func `of too many pages the first is closed, and the way back ends after it`() throws {
    var lines = #"{"at":0,"in":{"scroll":0}}"# + "\n"
    for number in 1...SessionRun.maxPagesBelow + 1 {
      lines += #"{"at":\#(number * 1000),"in":{"open":"a.md"}}"# + "\n"
    }
    let others = ["a.md": page([])]
    let decided = try play(lines, first: page([0]), others: others)
    #expect(decided.last == #"{"at":21000,"out":{"slot":"1","release":1}}"#)
    for _ in 1...SessionRun.maxPagesBelow { lines += #"{"at":30000,"in":{"back":true}}"# + "\n" }
    _ = try play(lines, first: page([0]), others: others)
    #expect(throws: SessionError.self) {
      try play(lines + #"{"at":30000,"in":{"back":true}}"#, first: page([0]), others: others)
    }
  }

  @Test func `the metrics are those of all pages`() throws {
    let setup = try RunSetup(page: page([0, 400]), overrides: SettingOverrides())
    let other = try RunSetup(page: page([0]), overrides: SettingOverrides())
    func at(_ moment: Int64) -> Instant { Instant(milliseconds: moment) }
    var run = SessionRun(setup)
    run.scroll(to: 0, at: .start)
    run.advance(to: at(2000))
    let blank = run.report.blankExposure
    run.open(other, at: at(2000))
    run.scroll(to: 0, at: at(2000))
    run.advance(to: at(4000))
    #expect(run.report.requests == 3)
    #expect(run.report.rendered == 3)
    #expect(run.report.liveAds == 3)
    #expect(run.report.liveAdsPeak == 3)
    #expect(run.report.blankExposure == blank + 250 * 0.5, "only what is on the screen is seen")
    run.goBack(at: at(4000))
    run.runUntilIdle()
    #expect(run.report.liveAds == 2)
    #expect(run.report.liveAdsPeak == 3)
    #expect(run.report.liveAdSeconds == 3.5 * 2 + 1.5)
    #expect(run.report.duration == 4000)
    #expect(run.report.viewable == 3)
  }
}
