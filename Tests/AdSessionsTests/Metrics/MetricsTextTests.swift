import AdEngine
import Testing

@testable import AdSessions

/// How a report is shown.
@Suite struct MetricsTextTests {
  private var report: MetricsReport {
    var report = MetricsReport()
    report.duration = 61_250
    report.distance = 12_345.6
    report.requests = 12
    report.fetched = 12
    report.displayed = 9
    report.cameNear = 9
    report.wastedFetches = 3
    report.unfinished = 1
    report.rendered = 8
    report.wastedRenders = 1
    report.impressed = 6
    report.viewable = 5
    report.failures = [1, 0, 2, 0, 0]
    report.leadTimes = [-420, 80, 900, 1500]
    report.lateRenders = 1
    report.blankExposure = 1234.5
    report.liveAdsPeak = 7
    report.liveAdSeconds = 98.7654
    report.refetches = 2
    report.shifts = 4
    report.shiftScore = 0.12345
    report.worstShift = 0.0999
    report.timeToFirstAd = 731
    return report
  }

  @Test func `the table is aligned`() {
    #expect(
      report.table == """
        blank time        1235 pt·s
        late renders         1       of 4 in view
        wasted requests      3       25% of requests
        viewable ads         5       63% of rendered
        requests            12       1.0 per 1000 pt
        failed               3       25% of requests, 1 no fill, 2 timeout
        lead time           80 ms    90% in −420…1500 ms
        live ads             7       at most, 98.8 ad·s
        layout shift      0.12       worst 0.10
        repeat requests      2
        wasted renders       1       13% of rendered
        near rate           75 %     9 of 12 came near
        first ad           731 ms
        unfinished           1
        slots fetched       12
        slots displayed      9
        rendered             8
        impressed            6
        distance         12346 pt
        duration          61.3 s

        """)
  }

  @Test func `nothing to show is shown as nothing`() {
    #expect(MetricsReport().table.contains("lead time           –\n"))
    #expect(MetricsReport().table.contains("first ad            –\n"))
    #expect(MetricsReport().json.contains("\"nearRate\":null"))
  }

  @Test func `the keys of the JSON are in alphabetical order`() throws {
    let expected = """
      {"blankExposure":1234.5,"cameNear":9,"displayed":9,"distance":12345.6,"duration":61250,\
      "failures":{"error":0,"network":0,"noFill":1,"rendering":0,"timeout":2},"fetched":12,"impressed":6,\
      "lateRenderRate":0.25,"lateRenders":1,"leadTimeP5":-420,"leadTimeP50":80,"leadTimeP95":1500,\
      "leadTimes":4,"liveAdSeconds":98.7654,"liveAdsPeak":7,"nearRate":0.75,"notPresented":0,"refetches":2,"rendered":8,"requests":12,\
      "requestsPer1000Points":0.9720062208398134,"shiftScore":0.12345,"shifts":4,\
      "timeToFirstAd":731,"unfinished":1,"viewable":5,"viewableRate":0.625,"wastedFetchRate":0.25,"wastedFetches":3,\
      "wastedRenderRate":0.125,"wastedRenders":1,"worstShift":0.0999}
      """
    #expect(report.json == expected)
  }
}
