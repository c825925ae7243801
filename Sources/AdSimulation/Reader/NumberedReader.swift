/// One of many simulated readers of a page: the three kinds take turns, each reader with a seed of its own.
package struct NumberedReader: Hashable, Sendable {
  package let reader: Reader
  package let seed: UInt64
  /// How much of the page the reader sees before leaving, 0…1; drawn evenly.
  package let depth: Double

  package init(_ number: Int, seed: UInt64, leaves: ClosedRange<Double>) {
    reader = Reader.allCases[number % Reader.allCases.count]
    self.seed = seed &* 1_000_003 &+ UInt64(number)
    var draw = SeededDraw(
      seed: self.seed, unit: SeededDraw.number(for: "depth"), slot: 0, generation: 0)
    let share = Double(draw.number(in: 0...10_000)) / 10_000
    depth = leaves.lowerBound + share * (leaves.upperBound - leaves.lowerBound)
  }

  package init(_ reader: Reader, seed: UInt64, depth: Double) {
    (self.reader, self.seed, self.depth) = (reader, seed, depth)
  }
}
