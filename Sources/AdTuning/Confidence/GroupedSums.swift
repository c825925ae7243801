/// Sums over sessions, in groups of sessions that are resampled as one; of few sessions each is a group of its own.
package struct GroupedSums: Sendable {
  /// So many sessions at most are groups of their own.
  package static let maxSessions = 1000
  /// The number of groups for more sessions.
  static let groupCount = 200

  /// For each group the sum of each column.
  private(set) var rows: [[Double]]
  /// How many sessions each group has.
  private(set) var sizes: [Int]
  private(set) var columns: Int
  private let isGrouped: Bool

  /// Begins sums of so many columns for so many sessions.
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
      rows.append(values)
      sizes.append(1)
      return
    }
    let group = Int(key % UInt64(rows.count))
    sizes[group] += 1
    for column in values.indices { rows[group][column] += values[column] }
  }

  /// Adds the sums of several sessions that are of one group.
  mutating func add(_ values: [Double], sessions: Int, group: Int) {
    sizes[group] += sessions
    for column in values.indices { rows[group][column] += values[column] }
  }

  /// The mean of a column over the sessions.
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

  /// Whether a column is more than another in the mean with 95 % confidence, or less; `nil` where they cannot be
  /// distinguished.
  ///
  /// Their variance counts one more session that gains a `step` and one that loses one, since a small sample has no rare
  /// gains.
  func isMore(_ column: Int, than other: Int, _ step: Double) -> Bool? {
    let (rows, sizes) = filled
    guard rows.count > 1 else { return nil }
    let count = Double(self.count)
    let difference = mean(column) - mean(other)
    let squares = zip(rows, sizes).reduce(0) { sum, group in
      let error = group.0[column] - group.0[other] - Double(group.1) * difference
      return sum + error * error
    }
    let scale = Double(rows.count) / Double(rows.count - 1)
    let error = (squares * scale + 2 * step * step).squareRoot() / count
    guard difference.magnitude > 1.96 * error else { return nil }
    return difference > 0
  }

  /// The mean of each column with the interval that holds it with 95 % confidence: the middle 95 % of the resamples.
  package func estimates(seed: UInt64) -> [Estimate] {
    let (rows, sizes) = filled
    guard rows.count > 1 else {
      return (0..<columns).map { Estimate(mean: mean($0), interval: nil) }
    }
    let means = Resamples(of: rows.count, seed: seed)
      .means(of: rows.map { $0.map(Float.init) }, sizes: sizes)
    return (0..<columns).map { column in
      let sorted = means.map { Double($0[column]) }.sorted()
      return Estimate(
        mean: mean(column),
        interval: sorted[sorted.count * 25 / 1000]...sorted[sorted.count * 975 / 1000])
    }
  }
}

/// A mean over sessions, and how sure it is.
package struct Estimate: Hashable, Sendable {
  /// The mean over the sessions.
  package var mean: Double
  /// Where the mean over all sessions of this kind lies, with 95 % confidence; `nil` of a single session.
  package var interval: ClosedRange<Double>?
}
