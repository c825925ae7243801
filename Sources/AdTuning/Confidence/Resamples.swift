import AdSimulation

/// Resamples of groups of sessions, drawn with replacement: how often each group is in each of them.
///
/// The same resamples serve all settings, so that differences between settings are those of the same sessions.
struct Resamples: Sendable {
  /// For each resample the number of times that each group was drawn.
  let weights: [[Float]]

  init(of groups: Int, count: Int = 1000, seed: UInt64) {
    var draw = SeededDraw(
      seed: seed, unit: SeededDraw.number(for: "resamples"), slot: groups, generation: 0)
    weights = (0..<count).map { _ in
      var weights = [Float](repeating: 0, count: groups)
      for _ in 0..<groups {
        weights[Int(draw.next().multipliedFullWidth(by: UInt64(groups)).high)] += 1
      }
      return weights
    }
  }

  /// The mean of each column in each resample of groups, of which `rows` has the sums and `sizes` the sessions.
  func means(of rows: [[Float]], sizes: [Int]) -> [[Float]] {
    let columns = rows.first?.count ?? 0
    return weights.map { weights in
      var sums = [Float](repeating: 0, count: columns)
      var size: Float = 0
      for (group, weight) in weights.enumerated() where weight > 0 {
        size += weight * Float(sizes[group])
        rows[group].withUnsafeBufferPointer { row in
          for column in 0..<columns { sums[column] += weight * row[column] }
        }
      }
      return size > 0 ? sums.map { $0 / size } : sums
    }
  }
}
