internal import AdEngine
internal import AdSessions

/// How thresholds are written and typed.
enum ThresholdUnit: String, CaseIterable, Sendable {
  /// Points along the scroll axis.
  case points = "pt"
  /// Hundredths of the viewport's height, as Google Publisher Tag has its margins.
  case percent = "%"
  /// Heights of the viewport.
  case screens = "sc"

  /// The unit behind this one, and behind the last the first.
  var next: ThresholdUnit {
    let index = Self.allCases.firstIndex(of: self) ?? 0
    return Self.allCases[(index + 1) % Self.allCases.count]
  }

  /// What stands behind a number.
  var sign: String { rawValue }

  /// One of this unit in points, where 100% are `whole` points.
  func points(whole: Double) -> Double {
    switch self {
    case .points: 1
    case .percent: whole / 100
    case .screens: whole
    }
  }

  /// A distance in points as a number of this unit, where 100% are `whole` points; empty where that is 0.
  func number(_ points: Double, whole: Double) -> String {
    let one = self.points(whole: whole)
    guard one > 0, (points / one).isFinite else { return "" }
    switch self {
    case .points: return points.points
    case .percent: return (points / one).rounded().points
    case .screens:
      guard (points / one * 100).rounded() < 100_000 else { return (points / one).rounded().points }
      return (points / one).text(digits: 2)
    }
  }

  /// So much of this unit as a threshold: what is a share of the viewport is kept as such.
  func threshold(_ number: Double) -> Threshold.Side {
    switch self {
    case .points: .points(number)
    case .percent: .percent(number)
    case .screens: .percent((number * 10_000).rounded() / 100)
    }
  }
}
