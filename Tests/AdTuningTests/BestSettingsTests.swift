import TestSupport
import Testing

@testable import AdTuning

@Suite struct BestSettingsTests {
  /// What nine settings are worth to a session: the fifth is best, by little; gains come rarely.
  private static func worth(_ draw: inout SeededGenerator) -> [Double] {
    let luck = Double(draw.number(0...3))
    return (0..<9).map { setting in
      let distance = Double((setting - 4) * (setting - 4))
      let gain: Double = draw.number(0...999) < 40 - 2 * Int(distance) ? 1 : 0
      return luck + gain - 0.001 * distance
    }
  }

  private static func sums(_ rows: [[Double]]) -> GroupedSums {
    var sums = GroupedSums(columns: 9, sessions: rows.count)
    for (index, row) in rows.enumerated() { sums.add(row, key: UInt64(index)) }
    return sums
  }

  private func ranking(
    _ rows: [[Double]], preference: [Double] = Array(repeating: 0, count: 9), step: Double = 1,
    seed: UInt64 = 1
  ) -> BestSettings {
    BestSettings(of: Self.sums(rows), preference: preference, step: step, seed: seed)
  }

  @Test func `the best of all sessions is among those that a sample cannot tell from its best`() {
    var draw = SeededGenerator(seed: 7)
    let population = (0..<4000).map { _ in Self.worth(&draw) }
    let means = (0..<9).map { column in population.reduce(0) { $0 + $1[column] } }
    let best = means.indices.max { means[$0] < means[$1] }
    var kept = 0
    for sample in 0..<40 {
      let rows = (0..<50).map { _ in draw.pick(population) }
      let ranking = ranking(rows, seed: UInt64(sample))
      #expect(ranking.isOpen[ranking.best])
      if let best, ranking.isOpen[best] { kept += 1 }
    }
    #expect(kept >= 38)
  }

  @Test func `what two settings alone do not tell apart, all of them together do not either`() {
    var draw = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      let rows = (0..<60).map { _ in (0..<9).map { 0.03 * Double($0) + Self.worth(&draw)[$0] } }
      let ranking = ranking(rows)
      let best = ranking.best
      for column in 0..<9 where !ranking.isOpen[column] {
        let change = Self.sums(rows).mapped(columns: 1) { row, _ in row[best] - row[column] }
          .estimates([RareEvent(size: 1)])[0]
        #expect(change.isPositive == true)
      }
    }
  }

  @Test func `a setting that every session finds worse is distinguished from the best`() {
    let rows = (0..<60).map { index in [1.0, 0.5, 1, -3, 1, 1, 1, 1, Double(index % 2)] }
    let ranking = ranking(rows, preference: [2, 0, 1, 0, 3, 3, 3, 3, 0], step: 0.1)
    #expect(ranking.best == 2, "of equal settings the preferred one")
    #expect(ranking.isOpen == [true, false, true, false, true, true, true, true, false])
    let deficit = ranking.deficits[1]
    #expect(deficit.mean == 0.5 && deficit.interval?.contains(0.5) == true)
    #expect(!ranking.isStable, "the parts of the sessions differ")
  }

  @Test func `the best is stable where each quarter of the sessions has the same`() {
    let clear = (0..<60).map { index in (0..<9).map { $0 == 4 ? 2 : Double(index % 2) } }
    #expect(ranking(clear).isStable)
    let mixed = (0..<60).map { index in (0..<9).map { $0 == index % 2 ? 2.0 : 0 } }
    #expect(!ranking(mixed).isStable)
    #expect(!ranking([clear[0]]).isStable, "one session has no quarters")
  }

  @Test func `what no session shows is not ruled out`() throws {
    var sums = GroupedSums(columns: 3, sessions: 100)
    for index in 0..<100 { sums.add([0, 0, index == 0 ? 1 : 0], key: UInt64(index)) }
    let events = [
      RareEvent(size: 1), RareEvent(size: 250, isAlwaysCounted: false), RareEvent(size: 1),
    ]
    let intervals = sums.estimates(events).compactMap(\.interval)
    // Clopper–Pearson of no event in 100: 1 − 0.025^(1/100).
    #expect(abs(intervals[0].upperBound - 0.036217) < 1e-6)
    #expect(abs(intervals[1].upperBound - 250 * 0.036217) < 1e-3)
    #expect(intervals[2].contains(0) && intervals[2].upperBound > 0.036)
  }

  @Test func `the order of a few sessions changes no digit`() {
    var draw = SeededGenerator(seed: 5)
    let rows = (0..<6).map { _ in (0..<9).map { _ in Double(draw.number(0...1000)) / 7 } }
    func results(_ order: [Int]) -> ([Estimate], [Estimate], [Bool]) {
      var sums = GroupedSums(columns: 9, sessions: 6)
      // Two sessions whose users did the same.
      for index in order { sums.add(rows[index], key: UInt64(max(1, index))) }
      let ranking = BestSettings(
        of: sums, preference: Array(repeating: 0, count: 9), step: 1, seed: 1)
      return (
        sums.estimates(Array(repeating: RareEvent(size: 1), count: 9)), ranking.deficits,
        ranking.isOpen
      )
    }
    #expect(results([0, 1, 2, 3, 4, 5]) == results([5, 3, 1, 4, 2, 0]))
  }

  @Test func `one session shows nothing`() {
    let ranking = ranking([[1, 2, 3, 4, 5, 6, 7, 8, 9]])
    #expect(ranking.isOpen.allSatisfy { $0 })
    #expect(ranking.deficits.allSatisfy { $0.interval == nil })
  }

  @Test func `many sessions are the same groups in whatever order they come`() {
    var draw = SeededGenerator(seed: 3)
    let rows = (0..<1500).map { _ in (0..<9).map { _ in Double(draw.number(0...8)) } }
    func estimates(_ order: [Int]) -> [Estimate] {
      var sums = GroupedSums(columns: 9, sessions: rows.count)
      for index in order { sums.add(rows[index], key: UInt64(index) &* 0x9E37_79B9) }
      return sums.estimates(Array(repeating: RareEvent(size: 1), count: 9))
    }
    let forth = estimates(Array(rows.indices))
    #expect(forth == estimates(rows.indices.reversed()))
    for (column, estimate) in forth.enumerated() {
      let mean = rows.reduce(0) { $0 + $1[column] } / 1500
      #expect(abs(estimate.mean - mean) < 1e-9)
      #expect(estimate.interval?.contains(mean) == true)
    }
  }

  /// 1 − 0.025^(1/n), from a table of Clopper–Pearson's upper limits for no event.
  @Test(arguments: [(2.0, 0.8418861), (10, 0.3084971), (50, 0.0711217), (100, 0.0362167)])
  func `an event that none of so many sessions shows may have this share`(
    sessions: Double, share: Double
  ) {
    #expect(abs(GroupedSums.unseenShare(of: sessions) - share) < 1e-7)
    #expect(GroupedSums.unseenShare(of: 1e9) > 0)
  }
}
