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
    // One after the other in memory: they are gone through a thousand times.
    let values = Array(rows.joined())
    return weights.map { weights in
      var size: Float = 0
      for (group, weight) in weights.enumerated() { size += weight * Float(sizes[group]) }
      return [Float](unsafeUninitializedCapacity: columns) { sums, count in
        sums.initialize(repeating: 0)
        count = columns
        let sums = UnsafeMutableBufferPointer(rebasing: sums[..<columns])
        values.withUnsafeBufferPointer { values in
          for (group, weight) in weights.enumerated() where weight > 0 {
            let row = UnsafeBufferPointer(rebasing: values[(group * columns)...].prefix(columns))
            for column in 0..<columns { sums[column] += weight * row[column] }
          }
        }
        guard size > 0 else { return }
        for column in 0..<columns { sums[column] /= size }
      }
    }
  }
}
