package import AdSessions

/// The metrics that can be added up over slots and sessions.
extension Metric {
  package static let tuned: [Metric] = [
    .requests, .wastedFetches, .fetched, .displayed, .cameNear, .rendered, .wastedRenders,
    .impressed, .viewable, .leadTimes, .lateRenders, .refetches, .refreshes, .blankExposure,
    .liveAdSeconds,
    .shifts, .shiftScore,
  ]

  /// What a report says of each of ``tuned``, in their order and units.
  static func tunedValues(in report: MetricsReport) -> [Double] { readings.map { $0(report) ?? 0 } }

  /// Looked up once: reports are read by the thousand.
  private static let readings = tuned.map(\.definition.value)

  /// The metrics that choosing a setting looks at, in the order of their columns.
  package static let compared: [Metric] = [.requests, .wastedFetches, .viewable, .blankExposure]

  /// How many digits of a mean a session are shown behind the point.
  package var digits: Int {
    switch self {
    case .requests, .wastedFetches: 2
    case .blankExposure: 0
    default: 3
    }
  }

  /// Whole units in one of the metric's own: sixths of a point millisecond, milliseconds live, billionths of a shift.
  package var units: Double {
    switch self {
    case .blankExposure: 6000
    case .liveAdSeconds: 1000
    case .shiftScore: 1e9
    default: 1
    }
  }

  /// The smallest event that a sample may have missed: one of what is counted, or 250 pt blank for a second.
  var event: RareEvent {
    switch self {
    case .blankExposure: RareEvent(size: 250, isAlwaysCounted: false)
    case .liveAdSeconds: RareEvent(size: 1, isAlwaysCounted: false)
    case .shiftScore: RareEvent(size: 0.1, isAlwaysCounted: false)
    default: RareEvent(size: 1)
    }
  }

  /// Differences below this are about the same: one percent of what the metric is, and one frame of an ad's blank time.
  func noise(at mean: Double) -> Double {
    max(0.01 * mean.magnitude, self == .blankExposure ? 250.0 / 60 : 0)
  }

  package func value(in report: MetricsReport) -> Double { definition.value(report) ?? 0 }

  package func units(in report: MetricsReport) -> Int64 {
    Int64((value(in: report) * units).rounded())
  }
}
