import AdSessions
import Testing

@Suite struct MetricComparisonTests {
  @Test(
    arguments: [
      (478, 479, .same), (62, 346, .worse), (346, 62, .better), (0, 4, .same), (0, 5, .worse),
    ] as [(Double, Double, MetricComparison)])
  func `one percent of the blank time and one frame of a box are noise`(
    old: Double, new: Double, expected: MetricComparison
  ) { #expect(MetricComparison(from: old, to: new, .less, in: .pointSeconds) == expected) }

  @Test func `a frame is noise, more is not`() {
    #expect(MetricComparison(from: 100, to: 117, .less, in: .milliseconds) == .same)
    #expect(MetricComparison(from: 100, to: 118, .less, in: .milliseconds) == .worse)
    #expect(MetricComparison(from: 4000, to: 4030, .less, in: .milliseconds) == .same)
    #expect(MetricComparison(from: -4000, to: 1, .more, in: .milliseconds) == .better)
  }

  @Test func `one of few counts, and one of hundreds does not`() {
    #expect(MetricComparison(from: 2, to: 5, .less, in: .count) == .worse)
    #expect(MetricComparison(from: 0, to: 1, .less, in: .count) == .worse)
    #expect(MetricComparison(from: 200, to: 201, .less, in: .count) == .same)
    #expect(MetricComparison(from: 3, to: 1, .none, in: .count) == .same)
  }

  @Test func `a rate of fewer than five things is neither better nor worse`() {
    #expect(MetricComparison(from: 50, to: 100, .more, in: .percent(of: 4)) == .same)
    #expect(MetricComparison(from: 40, to: 80, .more, in: .percent(of: 5)) == .better)
    #expect(MetricComparison(from: 40, to: 40.5, .more, in: .percent(of: 500)) == .same)
  }

  @Test(
    arguments: [
      ((12, 7), (9, 6), .same), ((9, 2), (11, 2), .same), ((12, 6), (6, 3), .same),
      ((12, 6), (12, 7), .worse), ((9, 2), (20, 3), .same), ((9, 2), (9, 1), .better),
      ((10, 5), (10, 2), .better), ((3, 3), (3, 0), .same),
    ] as [((requests: Int, failed: Int), (requests: Int, failed: Int), MetricComparison)])
  func `failed requests are better or worse where number and share are, of five requests or more`(
    old: (requests: Int, failed: Int), new: (requests: Int, failed: Int),
    expected: MetricComparison
  ) {
    func report(_ counts: (requests: Int, failed: Int)) -> MetricsReport {
      var report = MetricsReport()
      report.requests = counts.requests
      report.failures[0] = counts.failed
      return report
    }
    #expect(Metric.failed.compare(report(old), with: report(new)) == expected)
  }
}
