import AdSimulation

/// Which settings cannot be distinguished from the best of the sample (multiple comparisons with the best, one-sided,
/// largest studentized difference); every variance counts one more session that gains a viewable ad and one that loses one.
///
/// What two settings by themselves do not tell apart (``Standing``) all of them together do not either.
package struct BestSettings: Sendable {
  /// The setting with the highest mean, among the columns.
  package let best: Int
  /// For each column how much less than the best it is worth, a session; two-sided intervals for all columns together.
  package let deficits: [Estimate]
  /// Which columns cannot be distinguished from the best with 95% confidence.
  package let isOpen: [Bool]
  /// Whether each quarter of the sessions by itself has the same best setting.
  package let isStable: Bool

  /// `preference` decides between equals (lowest is best); `step` is what one viewable ad more or less changes.
  package init(of values: GroupedSums, preference: [Double], step: Double, seed: UInt64) {
    let means = (0..<values.columns).map(values.mean)
    func winner(among values: [Double]) -> Int {
      values.indices.max { left, right in
        (values[left], -preference[left]) < (values[right], -preference[right])
      } ?? 0
    }
    let best = winner(among: means)
    self.best = best
    let (rows, sizes) = values.filled
    isStable =
      rows.count > 3
      && (0...3).allSatisfy { quarter in
        var sums = [Double](repeating: 0, count: values.columns)
        for number in stride(from: quarter, to: rows.count, by: 4) {
          for column in sums.indices { sums[column] += rows[number][column] }
        }
        return winner(among: sums) == best
      }
    let differences = rows.map { row in row.map { row[best] - $0 } }
    let count = Double(max(1, sizes.reduce(0, +)))
    let groups = Double(rows.count)
    let deficits = means.map { means[best] - $0 }
    var squares = [Double](repeating: 0, count: values.columns)
    for (row, size) in zip(differences, sizes) {
      for column in squares.indices {
        let error = row[column] - Double(size) * deficits[column]
        squares[column] += error * error
      }
    }
    let scale = groups > 1 ? groups / (groups - 1) : 1
    let errors = squares.map { ($0 * scale + 2 * step * step).squareRoot() / count }
    var (oneSided, twoSided) = (Double.infinity, Double.infinity)
    if rows.count > 1 {
      let resampled = Resamples(of: rows.count, seed: seed)
        .means(of: differences.map { $0.map(Float.init) }, sizes: sizes)
      /// What the largest of the columns' errors stays below in 95% of the resamples, in standard errors.
      func limit(_ size: (Double) -> Double) -> Double {
        let largest = resampled.map { means in
          means.indices.reduce(0) {
            max($0, size(Double(means[$1]) - deficits[$1]) / errors[$1])
          }
        }.sorted()
        return largest[largest.count * 95 / 100]
      }
      (oneSided, twoSided) = (limit { $0 }, limit(abs))
    }
    let pairs = values.mapped(columns: values.columns) { $0[best] - $0[$1] }
      .estimates(Array(repeating: RareEvent(size: step), count: values.columns))
    isOpen = deficits.indices.map {
      deficits[$0] <= oneSided * errors[$0] || pairs[$0].isPositive == nil
        || deficits[$0] < Standing.noise * means[$0].magnitude
    }
    self.deficits = deficits.indices.map { column in
      let pair = pairs[column].interval.map { ($0.upperBound - $0.lowerBound) / 2 } ?? .infinity
      let width = max(twoSided * errors[column], pair)
      return Estimate(
        mean: deficits[column],
        interval: width < .infinity
          ? (deficits[column] - width)...(deficits[column] + width) : nil)
    }
  }
}

/// How often each group is in each resample, drawn with replacement; the same resamples serve all settings.
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
