import AdSimulation

/// Sums over sessions, in groups of sessions that are resampled as one; of few sessions each is a group of its own.
package struct GroupedSums: Sendable {
  /// The most sessions that are groups of their own.
  package static let maxSessions = 1000
  /// The number of groups for more sessions.
  static let groupCount = 200

  private(set) var rows: [[Double]]
  private(set) var sizes: [Int]
  private(set) var columns: Int
  /// The keys of the rows, ascending, where each is a session.
  private var keys: [UInt64] = []
  private let isGrouped: Bool

  package init(columns: Int, sessions: Int) {
    self.columns = columns
    isGrouped = sessions > Self.maxSessions
    let groups = isGrouped ? Self.groupCount : sessions
    rows = []
    sizes = []
    rows.reserveCapacity(groups)
    if isGrouped {
      rows = Array(repeating: Array(repeating: 0, count: columns), count: groups)
      sizes = Array(repeating: 0, count: groups)
    }
  }

  /// How many sessions were added.
  package var count: Int { sizes.reduce(0, +) }

  /// Adds a session; `key` says which group it belongs to, wherever it stands among the sessions.
  package mutating func add(_ values: [Double], key: UInt64) {
    guard isGrouped else {
      // In the order of the keys: the order of the sessions changes neither the resamples nor a digit of a sum.
      let place = keys.indices.first {
        keys[$0] == key ? values.lexicographicallyPrecedes(rows[$0]) : keys[$0] > key
      }
      keys.insert(key, at: place ?? keys.count)
      rows.insert(values, at: place ?? rows.count)
      sizes.append(1)
      return
    }
    let group = Int(key % UInt64(rows.count))
    sizes[group] += 1
    for column in values.indices { rows[group][column] += values[column] }
  }

  mutating func add(_ values: [Double], sessions: Int, group: Int) {
    sizes[group] += sessions
    for column in values.indices { rows[group][column] += values[column] }
  }

  package func mean(_ column: Int) -> Double {
    rows.reduce(0) { $0 + $1[column] } / Double(max(1, count))
  }

  /// Other sums of the same sessions, each made of the sums of a group and the number of its column.
  func mapped(columns: Int, _ transform: ([Double], Int) -> Double) -> GroupedSums {
    var sums = self
    sums.columns = columns
    sums.rows = rows.map { row in (0..<columns).map { transform(row, $0) } }
    return sums
  }

  /// The groups that hold a session.
  var filled: (rows: [[Double]], sizes: [Int]) {
    let groups = sizes.indices.filter { sizes[$0] > 0 }
    return (groups.map { rows[$0] }, groups.map { sizes[$0] })
  }

  /// The share of all sessions that an event which none of so many shows, at least 2, may have: 1 − 0.025^(1/sessions), as
  /// a series whose result is bit-identical on every machine.
  static func unseenShare(of sessions: Double) -> Double {
    let exponent = -3.688_879_454_113_936_3 / sessions
    var (term, sum) = (1.0, 1.0)
    for divisor in stride(from: 1.0, through: 24, by: 1) {
      term *= exponent / divisor
      sum += term
    }
    return 1 - sum
  }

  /// Means with 95% intervals, never narrower than Clopper–Pearson's of an event that no session shows (3.6% of 100);
  /// `events` says what it changes in each column.
  package func estimates(_ events: [RareEvent]) -> [Estimate] {
    let (rows, sizes) = filled
    let count = Double(self.count)
    let unseen = Self.unseenShare(of: max(2, count))
    return (0..<columns).map { column in
      let mean = mean(column)
      guard rows.count > 1 else { return Estimate(mean: mean, interval: nil) }
      let squares = zip(rows, sizes).reduce(0) { sum, group in
        let error = group.0[column] - Double(group.1) * mean
        return sum + error * error
      }
      let scale = Double(rows.count) / Double(rows.count - 1)
      let sampling = 1.96 * (squares * scale).squareRoot() / count
      let event = events[column]
      let isAlike = sampling <= 1e-9 * mean.magnitude
      let rare = event.isAlwaysCounted || isAlike ? unseen * event.size : 0
      let width = (sampling * sampling + rare * rare).squareRoot()
      return Estimate(mean: mean, interval: (mean - width)...(mean + width))
    }
  }
}

/// The smallest event that a sample may have missed.
package struct RareEvent: Sendable {
  /// By how much it changes a session.
  var size: Double
  /// Whether it also widens the interval of a column in which sessions differ: a count jumps by whole events.
  var isAlwaysCounted = true
}

/// A mean over sessions, and how sure it is.
package struct Estimate: Hashable, Sendable {
  package var mean: Double
  /// Where the mean over all sessions of this kind lies, with 95% confidence; `nil` of a single session.
  package var interval: ClosedRange<Double>?

  /// Whether the mean over all sessions is above zero, or below; `nil` where the sessions cannot tell.
  var isPositive: Bool? {
    guard let interval, !interval.contains(0) else { return nil }
    return mean > 0
  }

  var notNegative: Estimate {
    Estimate(mean: mean, interval: interval.map { max(0, $0.lowerBound)...max(0, $0.upperBound) })
  }
}
