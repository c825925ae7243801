/// A distance from the viewport as it is written: in points or in percent of the viewport's height, for each side of the
/// viewport.
///
/// A percentage is kept as such and resolved again whenever the viewport changes; 100% is one viewport away, as in Google
/// Publisher Tag's margins.
public struct Threshold: Hashable, Sendable {
  /// What is written for one side of the viewport.
  public enum Side: Hashable, Sendable {
    /// A distance in points.
    case points(Double)
    /// A percentage of the viewport's height, on a phone times ``LazyLoadingSettings/mobileScaling``.
    case percent(Double)
    /// Any distance: a slot is always near enough. Google Publisher Tag writes `null` or −1.
    case unlimited
  }

  /// The threshold on the side to which the page is travelled.
  public var ahead: Side
  /// The threshold on the other side.
  public var behind: Side

  /// Makes a threshold that is the same on both sides.
  public init(_ side: Side) { (ahead, behind) = (side, side) }

  private init(ahead: Side, behind: Side) { (self.ahead, self.behind) = (ahead, behind) }

  /// The same distance in points, whichever way the page is scrolled.
  public static func points(_ points: Double) -> Threshold { Threshold(.points(points)) }

  /// A percentage of the viewport's height, on a phone times ``LazyLoadingSettings/mobileScaling``.
  public static func percent(_ percent: Double) -> Threshold { Threshold(.percent(percent)) }

  /// Any distance: a slot is always near enough.
  public static let unlimited = Threshold(.unlimited)

  /// One threshold for the side of the viewport to which the page is travelled, and one for the other side.
  public static func directional(ahead: Side, behind: Side) -> Threshold {
    Threshold(ahead: ahead, behind: behind)
  }

  /// Whether the sides of the viewport differ.
  public var isDirectional: Bool { ahead != behind }

  /// Whether both numbers are finite and not negative.
  public var isValid: Bool { ahead.isValid && behind.isValid }

  /// Whether this is more than another threshold on one side at least; where units differ it is not.
  func isGreater(than other: Threshold) -> Bool {
    ahead.isGreater(than: other.ahead) || behind.isGreater(than: other.behind)
  }
}

extension Threshold.Side {
  /// Whether the number is finite and not negative.
  public var isValid: Bool {
    switch self {
    case .points(let number), .percent(let number): number.isFinite && number >= 0
    case .unlimited: true
    }
  }

  /// The distance in points in a viewport of this height, where percentages are multiplied by `scaling`.
  public func distance(height: Double, scaling: Double = 1) -> Double {
    switch self {
    case .points(let points): points
    case .percent(let percent):
      min(percent * scaling * height / 100, .greatestFiniteMagnitude)
    case .unlimited: .greatestFiniteMagnitude
    }
  }

  /// Whether this is more than another side; where units differ it is not.
  package func isGreater(than other: Threshold.Side) -> Bool {
    switch (self, other) {
    case (.points(let own), .points(let other)), (.percent(let own), .percent(let other)):
      own > other
    default: false
    }
  }
}

extension Threshold.Side: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A literal is a distance in points.
  public init(floatLiteral points: Double) { self = .points(points) }
  /// A literal is a distance in points.
  public init(integerLiteral points: Int) { self = .points(Double(points)) }
}

extension Threshold: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A literal is a distance in points.
  public init(floatLiteral points: Double) { self = .points(points) }
  /// A literal is a distance in points.
  public init(integerLiteral points: Int) { self = .points(Double(points)) }
}

extension Threshold.Side: CustomStringConvertible {
  /// The number, with a sign of percent where it is a percentage; `null` for any distance.
  public var description: String {
    switch self {
    case .points(let points):
      points == points.rounded() && points.magnitude < 1e15 ? "\(Int(points))" : "\(points)"
    case .percent(let percent):
      percent == percent.rounded() && percent.magnitude < 1e15
        ? "\(Int(percent))%" : "\(percent)%"
    case .unlimited: "null"
    }
  }
}

extension Threshold: CustomStringConvertible {
  /// What is written, for both sides where they differ.
  public var description: String {
    let (ahead, behind) = (ahead.description, behind.description)
    return ahead == behind ? ahead : "\(ahead) ahead and \(behind) behind"
  }
}
