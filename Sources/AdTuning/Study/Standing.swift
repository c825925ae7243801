/// How a setting compares with the present one, by the value of a session.
package enum Standing: String, Hashable, Sendable {
  case better
  case worse
  /// Less than one percent apart.
  case same
  /// The sessions cannot tell.
  case unknown

  /// With fewer sessions there is no verdict: how often the intervals hold was not measured for them (`CoverageTests`).
  package static let minSessions = 50

  /// The share of a value up to which another is about the same.
  static let noise = 0.01

  /// The verdict on a difference in value to settings of which a session is worth `value`.
  init(_ change: Estimate, over value: Double, sessions: Int) {
    let noise = Self.noise * value.magnitude
    guard sessions >= Self.minSessions, let interval = change.interval else {
      self = .unknown
      return
    }
    switch change.isPositive {
    case nil:
      self = -noise <= interval.lowerBound && interval.upperBound <= noise ? .same : .unknown
    case .some where change.mean.magnitude < noise: self = .same
    case true?: self = .better
    case false?: self = .worse
    }
  }
}
