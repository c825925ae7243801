internal import AdEngine
internal import AdSessions

/// How thresholds are written and typed.
enum ThresholdUnit: String, CaseIterable, Sendable {
  /// Points along the scroll axis.
  case points = "pt"
  /// Hundredths of the viewport's height, as Google Publisher Tag has its margins.
  case percent = "%"

  var other: ThresholdUnit { self == .points ? .percent : .points }

  func words(_ number: Double) -> String { number.points + (self == .points ? " pt" : "%") }

  /// One of this unit in points, where 100% are `whole` points.
  func points(whole: Double) -> Double { self == .points ? 1 : whole / 100 }

  /// A distance in points as a number of this unit, where 100% are `whole` points; empty where that is 0.
  func number(_ points: Double, whole: Double) -> String {
    let number = self == .points ? points : (points * 100 / whole).rounded()
    return number.isFinite ? number.points : ""
  }

  /// So much of this unit as a threshold: what is a share of the viewport is kept as such.
  func threshold(_ number: Double) -> Threshold.Side {
    self == .points ? .points(number) : .percent(number)
  }
}
