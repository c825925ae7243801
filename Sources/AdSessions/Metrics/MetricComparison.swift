/// Whether a metric's value is better or worse than another, or the same: noise is neither.
package enum MetricComparison: Sendable {
  case better, worse, same

  /// Which way a metric should go.
  package enum Direction: Sendable {
    case less, more
    /// Neither way is better by itself.
    case none
  }

  /// What a metric is counted in, which decides from what difference on two values are not the same.
  package enum Quantity: Sendable {
    case count
    case milliseconds
    /// The height of blank boxes in points times seconds.
    case pointSeconds
    /// A rate in percent, of this total.
    case percent(of: Int)
    /// A layout shift score.
    case score

    /// What one frame (17 ms) or the last digit shown may change.
    fileprivate var noise: Double {
      switch self {
      case .count: 0
      case .milliseconds: 17
      // One frame of a box 250 points high.
      case .pointSeconds: 0.017 * 250
      case .percent: 1
      case .score: 0.005
      }
    }
  }

  /// A rate of fewer things is not compared: one ad would decide.
  package static let fewest = 5
  /// The share of the larger value up to which two values are the same.
  private static let noise = 0.01

  package init(from old: Double, to new: Double, _ direction: Direction, in quantity: Quantity) {
    let difference = abs(new - old)
    if case .percent(let count) = quantity, count < Self.fewest {
      self = .same
    } else if difference <= quantity.noise
      || difference < Self.noise * max(abs(old), abs(new))
    {
      self = .same
    } else {
      switch direction {
      case .less: self = new < old ? .better : .worse
      case .more: self = new > old ? .better : .worse
      case .none: self = .same
      }
    }
  }
}
