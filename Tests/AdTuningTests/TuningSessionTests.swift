import AdEngine
import AdSimulation
import Testing

@testable import AdSessions
@testable import AdTuning

@Suite struct TuningSessionTests {
  private static func read(_ text: String) throws -> TuningSession {
    let (header, lines) = try SessionReader.session(in: text.utf8)
    return try TuningSession(header, lines: lines, page: nil, name: "visit.jsonl")
  }

  /// A slot at 1,000 pt under a viewport of 500 pt, fetched at a gap of 300 and answered 700 ms later.
  private static let visit = """
    {"adview":1,"viewport":{"width":390,"height":500},"slots":[{"slot":"a","y":1000,"width":300,"height":250},{"slot":"b","y":5000,"width":300,"height":250}],"lazyLoad":{"fetchThreshold":300,"displayThreshold":100}}
    {"at":0,"in":{"scroll":0}}
    {"at":1000,"in":{"scroll":200}}
    {"at":1700,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}
    {"at":3000,"in":{"lazyLoad":{"fetchThreshold":100}}}
    {"at":3000,"in":{"scroll":700}}
    {"at":9000,"in":{"scroll":701}}

    """

  @Test func `a recorded answer comes as long after the request as it was recorded`() throws {
    let session = try Self.read(Self.visit)
    #expect(session.end.milliseconds == 9000)
    #expect(session.drawnAnswers == 1, "of slot b nobody knows anything")
    let early = session.report(under: try LazyLoadingSettings(800, 800))
    #expect(early.timeToFirstAd == 800, "fetched at once")
    let late = session.report(under: try LazyLoadingSettings(100, 100))
    #expect(late.timeToFirstAd == 3800, "fetched when it was near")
    let recorded = session.report(under: try LazyLoadingSettings(300, 100))
    #expect(recorded.timeToFirstAd == 3100, "fetched at 1000, displayed at 3000")
    #expect(recorded.duration == 9000)
  }

  @Test func `changes of the thresholds within a session count under its own settings alone`()
    throws
  {
    let session = try Self.read(
      """
      {"adview":1,"viewport":{"width":390,"height":500},"slots":[{"slot":"a","y":1000,"width":300,"height":250}],"lazyLoad":{"fetchThreshold":300,"displayThreshold":100}}
      {"at":0,"in":{"scroll":0}}
      {"at":500,"in":{"lazyLoad":{"fetchThreshold":100}}}
      {"at":1000,"in":{"scroll":200}}
      {"at":3000,"in":{"scroll":700}}
      {"at":3700,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":9000,"in":{"scroll":701}}

      """)
    #expect(session.report(under: .own).timeToFirstAd == 3800, "fetched when it was near")
    let farther = session.report(under: .thresholds(fetch: 300, display: 100))
    #expect(farther.timeToFirstAd == 3100, "fetched at 1000, displayed at 3000")
  }

  @Test func `a slot that comes later is answered, too`() throws {
    let session = try Self.read(
      """
      {"adview":1,"viewport":{"width":390,"height":500},"slots":[]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"slot":"a","frame":{"y":600,"width":300,"height":250},"unit":"u"}}
      {"at":500,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}
      {"at":9000,"in":{"scroll":701}}

      """)
    let report = session.report(under: .standard)
    #expect(report.requests == 1)
    #expect(report.failures(.noFill) == 1)
    #expect(throws: SessionTrace.TraceError.slots) { try SessionTrace(session) }
  }

  @Test func `readers are the same for a seed, and leave where they are told to`() throws {
    let (page, problems) = Page.read(
      PageSource(
        Array(
          (["# A page", "```ad\nunit: u\nsize: 300x250\ncreative: { size: 300x250 }\n```"]
            + Array(repeating: "Text and more text, until the page is long.", count: 150))
            .joined(separator: "\n\n").utf8), name: "page.md"))
    #expect(problems.isEmpty)
    let layout = PageLayout(page)
    let setup = try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides())
    for number in 0..<12 {
      let reader = TuningSession(reader: number, of: layout, setup, leaves: 0.5...0.5, seed: 4)
      let again = TuningSession(reader: number, of: layout, setup, leaves: 0.5...0.5, seed: 4)
      let positions = reader.steps.compactMap { step -> Double? in
        if case .scroll(let position, _) = step.action { position } else { nil }
      }
      #expect(positions.count == reader.steps.count)
      #expect(reader.end == again.end && reader.steps.count == again.steps.count)
      let deepest = try #require(positions.max()) + setup.engine.viewport.height
      #expect(deepest >= 0.5 * layout.height && deepest < 0.9 * layout.height)
      #expect(reader.setup.world?.seed != setup.world?.seed)
      #expect(try SessionTrace(reader).slots.count == 1)
    }
  }
}
