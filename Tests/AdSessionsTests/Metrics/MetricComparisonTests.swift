import AdSessions
import Testing

@Suite struct MetricComparisonTests {
  @Test(
    arguments: [
      // One percent of the blank time and one frame of a box are noise.
      (478, 479, .less, .pointSeconds, .same), (62, 346, .less, .pointSeconds, .worse),
      (346, 62, .less, .pointSeconds, .better), (0, 4, .less, .pointSeconds, .same),
      (0, 5, .less, .pointSeconds, .worse),
      // A frame is noise, more is not.
      (100, 117, .less, .milliseconds, .same), (100, 118, .less, .milliseconds, .worse),
      (4000, 4030, .less, .milliseconds, .same), (-4000, 1, .more, .milliseconds, .better),
      // One of few counts, and one of hundreds does not.
      (2, 5, .less, .count, .worse), (0, 1, .less, .count, .worse),
      (200, 201, .less, .count, .same),
      (3, 1, .none, .count, .same),
      // A rate of fewer than five things is neither better nor worse.
      (50, 100, .more, .percent(of: 4), .same), (40, 80, .more, .percent(of: 5), .better),
      (40, 40.5, .more, .percent(of: 500), .same),
    ]
      as [(Double, Double, MetricComparison.Direction, MetricComparison.Quantity, MetricComparison)]
  )
  func `noise is neither better nor worse`(
    old: Double, new: Double, direction: MetricComparison.Direction,
    quantity: MetricComparison.Quantity, expected: MetricComparison
  ) { #expect(MetricComparison(from: old, to: new, direction, in: quantity) == expected) }

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
