import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

/// The ads that stand in no slot, in sessions and runs (`S3.6`).
@Suite struct ScreenAdSessionTests {
  private static let front = """
    ---
    adServer: { latency: 500ms, seed: 4 }
    screenBanner: { unit: low, creative: { media: display } }
    interstitial: { unit: full, creative: { media: display } }
    ---
    """

  private func page(_ text: String = front + "\n# Title\n\nWords.\n") -> PageConfiguration {
    PageConfiguration(PageLayout(Page.read(Array(text.utf8), name: "page.md").page))
  }

  /// What a session comes to in the simulated world: its decisions as lines, and what is counted.
  private func play(
    _ lines: String, consent: String = "granted", on page: PageConfiguration? = nil
  ) throws -> (decisions: [String], report: MetricsReport) {
    let player = try SessionPlayer(
      playing: """
        {"adview":1,"page":"page.md","viewport":{"width":384,"height":700},"consent":"\(consent)"}
        \(lines)

        """, on: page ?? self.page(), opening: ["next.md": self.page("# Next\n\nWords.\n")])
    return (player.decided, player.run.report)
  }

  @Test func `what was never shown is not closed, only given up`() throws {
    let (unseen, _) = try play(
      #"""
      {"at":10,"in":{"load":"interstitial"}}
      {"at":4000,"in":{"close":"interstitial"}}
      """#)
    #expect(unseen.last == #"{"at":4000,"out":{"slot":"interstitial","release":1}}"#)
    #expect(!unseen.contains { $0.contains("closed") })
  }

  @Test func `a banner is requested, seen for a second, and counted`() throws {
    let (decisions, report) = try play(#"{"at":10,"in":{"load":"screenBanner"}}"#)
    #expect(
      decisions.filter { !$0.contains(#""load":"#) } == [
        #"{"at":10,"out":{"slot":"screenBanner","fetch":1}}"#,
        #"{"at":10,"out":{"slot":"screenBanner","ad":"loading"}}"#,
        #"{"at":510,"out":{"slot":"screenBanner","ad":"loaded"}}"#,
        #"{"at":610,"out":{"slot":"screenBanner","render":1}}"#,
        #"{"at":610,"out":{"slot":"screenBanner","ad":"impressed"}}"#,
        #"{"at":1610,"out":{"slot":"screenBanner","viewable":true}}"#,
      ])
    #expect((report.requests, report.impressed, report.viewable, report.shifts) == (1, 1, 1, 0))
    #expect(report.wastedFetches == 0)
  }

  @Test func `an interstitial waits until it is shown, and ends when it is closed`() throws {
    let (decisions, report) = try play(
      """
      {"at":0,"in":{"scroll":0}}
      {"at":0,"in":{"load":"interstitial"}}
      {"at":3000,"in":{"show":"interstitial"}}
      {"at":3000,"in":{"active":false}}
      {"at":3000,"in":{"open":"next.md"}}
      {"at":5000,"in":{"close":"interstitial"}}
      {"at":5000,"in":{"active":true}}
      {"at":6000,"in":{"back":true}}
      {"at":6100,"in":{"load":"interstitial"}}
      """)
    let times = decisions.filter {
      $0.contains(#""slot":"interstitial""#) && !$0.contains(#""load":"#)
    }
    #expect(
      times == [
        #"{"at":0,"out":{"slot":"interstitial","fetch":1}}"#,
        #"{"at":0,"out":{"slot":"interstitial","ad":"loading"}}"#,
        #"{"at":500,"out":{"slot":"interstitial","ad":"loaded"}}"#,
        #"{"at":3100,"out":{"slot":"interstitial","render":1}}"#,
        #"{"at":3100,"out":{"slot":"interstitial","ad":"impressed"}}"#,
        #"{"at":4100,"out":{"slot":"interstitial","viewable":true}}"#,
        #"{"at":5000,"out":{"slot":"interstitial","ad":"closed"}}"#,
        #"{"at":5000,"out":{"slot":"interstitial","release":1}}"#,
        #"{"at":6100,"out":{"slot":"interstitial","fetch":2}}"#,
        #"{"at":6100,"out":{"slot":"interstitial","ad":"loading"}}"#,
        #"{"at":6600,"out":{"slot":"interstitial","ad":"loaded"}}"#,
      ])
    #expect((report.requests, report.rendered, report.viewable) == (2, 1, 1))
    #expect(report.wastedFetches == 1, "the second was never shown")
  }

  @Test func `one that is shown too early is not shown later`() throws {
    let (decisions, _) = try play(
      """
      {"at":0,"in":{"load":"interstitial"}}
      {"at":400,"in":{"show":"interstitial"}}
      """)
    #expect(decisions.contains { $0.contains(#""ad":"loaded""#) })
    #expect(!decisions.contains { $0.contains("render") })
  }

  @Test func `consent holds them back as it does ads in slots`() throws {
    let (decisions, _) = try play(
      """
      {"at":0,"in":{"load":"screenBanner"}}
      {"at":0,"in":{"load":"interstitial"}}
      {"at":2000,"in":{"consent":"granted"}}
      {"at":4000,"in":{"consent":"denied"}}
      """, consent: "unset")
    let fetches = decisions.filter { $0.contains("fetch\"") }
    #expect(fetches.count == 2 && fetches.allSatisfy { $0.hasPrefix(#"{"at":2000,"#) })
    let releases = decisions.filter { $0.contains("release") }
    #expect(releases.count == 2 && releases.allSatisfy { $0.hasPrefix(#"{"at":4000,"#) })
  }

  @Test func `a banner under another page is not in view, and is again on the way back`() throws {
    let (decisions, _) = try play(
      """
      {"at":0,"in":{"load":"screenBanner"}}
      {"at":100,"in":{"open":"next.md"}}
      {"at":9000,"in":{"back":true}}
      """)
    let viewable = decisions.filter { $0.contains("viewable") }
    #expect(viewable == [#"{"at":10000,"out":{"slot":"screenBanner","viewable":true}}"#])
  }

  @Test func `a session without their lines decides nothing about them`() throws {
    let (decisions, report) = try play(#"{"at":0,"in":{"scroll":0}}"#)
    #expect(decisions == [] && report.requests == 0)
  }

  @Test func `what a run of a page decides about them passes its check in both worlds`() throws {
    var recorded = RecordingRun(
      SessionHeader(
        .page("page.md", digest: nil), answers: .recorded, viewport: Size(width: 384, height: 700),
        settings: SessionSettings(consent: .granted)),
      try RunSetup(page: page(), overrides: SettingOverrides()))
    recorded.apply(.scrolled(to: 0), at: Instant(milliseconds: 20))
    let bytes = recorded.finish()
    #expect(recorded.run.report.requests == 2)
    for world in SessionWorld.allCases {
      let (header, lines) = try SessionReader.session(in: bytes)
      var checker = try SessionChecker(header, page: page(), world: world)
      let verdict = try checker.check(lines)
      #expect(
        verdict.hasPassed && verdict.expected > 8, "\(CheckResult(verdict, file: "session").text)")
    }
  }

  @Test func `a page without such an ad is told so`() throws {
    #expect(throws: SessionError.self) {
      try play(#"{"at":0,"in":{"load":"interstitial"}}"#, on: page("# Title\n"))
    }
    #expect(throws: SessionError.self) { try play(#"{"at":0,"in":{"load":"1"}}"#) }
  }

  @Test func `no slot of the page takes their names`() {
    let (page, problems) = Page.read(
      Array((Self.front + "\n```ad\nunit: a\nid: interstitial\n```\n").utf8), name: "page.md")
    #expect(page.slots.map(\.name) == ["1"])
    #expect(problems.count == 1)
    let (other, none) = Page.read(Array("```ad\nunit: a\nid: interstitial\n```\n".utf8), name: "p")
    #expect(other.slots.map(\.name) == ["interstitial"] && none.isEmpty)
  }
}
