/// A distance from the viewport as it is written: in points, or in percent of the viewport's height.
///
/// A percentage is kept as such and resolved again whenever the viewport changes; 100 % is one viewport away, as in Google
/// Publisher Tag's margins.
public enum Threshold: Hashable, Sendable {
  /// So many points.
  case points(Double)
  /// So many percent of the viewport's height, on a phone times ``LazyLoadingSettings/mobileScaling``.
  case percent(Double)
  /// Any distance: a slot is always near enough. Google Publisher Tag writes `null` or −1.
  case unlimited
  /// One threshold for the side of the viewport to which the page is travelled, and one for the other side; neither of them
  /// distinguishes sides itself.
  indirect case directional(ahead: Threshold, behind: Threshold)

  /// The threshold on the side to which the page is travelled.
  public var ahead: Threshold {
    if case .directional(let ahead, _) = self { ahead } else { self }
  }

  /// The threshold on the other side.
  public var behind: Threshold {
    if case .directional(_, let behind) = self { behind } else { self }
  }

  /// Whether the sides of the viewport are distinguished.
  public var isDirectional: Bool {
    if case .directional = self { true } else { false }
  }

  /// Whether the number is finite and not negative.
  public var isValid: Bool {
    switch self {
    case .points(let number), .percent(let number): number.isFinite && number >= 0
    case .unlimited: true
    case .directional(let ahead, let behind):
      !ahead.isDirectional && !behind.isDirectional && ahead.isValid && behind.isValid
    }
  }

  /// The distance in points in a viewport of this height, where percentages are multiplied by `scaling`; of two sides that
  /// ahead.
  public func distance(height: Double, scaling: Double = 1) -> Double {
    switch self {
    case .points(let points): points
    case .percent(let percent):
      min(percent * scaling * height / 100, .greatestFiniteMagnitude)
    case .unlimited: .greatestFiniteMagnitude
    case .directional(let ahead, _):
      ahead.isDirectional ? .nan : ahead.distance(height: height, scaling: scaling)
    }
  }

  /// Whether this is more than another threshold on one side at least; where units differ it is not.
  func isGreater(than other: Threshold) -> Bool {
    switch (self, other) {
    case (.points(let own), .points(let other)), (.percent(let own), .percent(let other)):
      own > other
    case (.directional, _), (_, .directional):
      ahead.isGreater(than: other.ahead) || behind.isGreater(than: other.behind)
    default: false
    }
  }
}

extension Threshold: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// So many points.
  public init(floatLiteral points: Double) { self = .points(points) }
  /// So many points.
  public init(integerLiteral points: Int) { self = .points(Double(points)) }
}

extension Threshold: CustomStringConvertible {
  /// The number, with a sign of percent where it is a percentage; `null` for any distance.
  public var description: String {
    switch self {
    case .points(let points): "\(points)"
    case .percent(let percent):
      percent == percent.rounded() && percent.magnitude < 1e15
        ? "\(Int(percent))%" : "\(percent)%"
    case .unlimited: "null"
    case .directional(let ahead, let behind): "\(ahead) ahead and \(behind) behind"
    }
  }
}
