import AdEngine
import TestSupport
import Testing

@testable import AdSimulation

/// Somebody who reads a page to its end.
@Suite(.tags(.fast)) struct PersonWhoScrollsTests {
  private func steps(
    _ reader: Reader, seed: UInt64, bottom: Double = 6000
  ) -> [SimulatedReader.Step] {
    var person = SimulatedReader(reader.habits, seed: seed)
    var steps: [SimulatedReader.Step] = []
    while let step = person.next(bottom: bottom) { steps.append(step) }
    return steps
  }

  @Test(arguments: Reader.allCases)
  func `the page is read from its top to its end, in order of time`(reader: Reader) {
    for seed in 0..<50 {
      let steps = steps(reader, seed: UInt64(seed))
      #expect(steps.first == SimulatedReader.Step(at: .start, position: 0))
      #expect(steps.last?.position == 6000)
      for (step, next) in zip(steps, steps.dropFirst()) {
        #expect(next.at > step.at)
        #expect(next.position != step.position)
        #expect((0...6000).contains(next.position))
        #expect(next.position == next.position.rounded())
        // No jumps: the fastest fling there is.
        #expect(abs(next.position - step.position) <= 8000 * 0.016 + 1)
      }
    }
  }

  @Test(arguments: Reader.allCases)
  func `the same seed scrolls the same and another differently`(reader: Reader) {
    #expect(steps(reader, seed: 7) == steps(reader, seed: 7))
    #expect(steps(reader, seed: 7) != steps(reader, seed: 8))
  }

  @Test func `readers differ in what their names say`() {
    func median(_ reader: Reader) -> Int64 {
      let ends = (0..<21).map { steps(reader, seed: UInt64($0)).last?.at.milliseconds ?? 0 }
      return ends.sorted()[10]
    }
    #expect(median(.slow) > 3 * median(.skimmer))
    #expect(median(.skimmer) > 2 * median(.flinger))
  }

  @Test func `people pause, and go back now and then`() {
    let steps = steps(.slow, seed: 2)
    let pairs = Array(zip(steps, steps.dropFirst()))
    #expect(pairs.contains { $1.at - $0.at >= 2500 })
    #expect(pairs.contains { $1.position < $0.position })
  }

  @Test func `a page that fits the viewport is not scrolled, and one that shrinks has its end`() {
    #expect(steps(.slow, seed: 1, bottom: -200).count == 1)
    var person = SimulatedReader(Reader.skimmer.habits, seed: 1)
    var last = 0.0
    while let step = person.next(bottom: last > 1000 ? 1200 : 5000) { last = step.position }
    #expect((1000...1200).contains(last))
  }
}
