/// Random numbers (SplitMix64): the same seed gives the same numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Numbers of a seed; those of another stream have nothing to do with them.
  package init(seed: some BinaryInteger, stream: UInt64 = 1) {
    // Mixed, or the numbers of a seed would be those of the seed before, one later.
    state = Self.mixed(Self.mixed(UInt64(truncatingIfNeeded: seed)) ^ stream)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A whole number of a range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A whole number from 0 on, less than `bound`, which is not 0.
  package mutating func below(_ bound: Int) -> Int { number(0...(bound - 1)) }

  /// True so many times out of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// True every other time.
  package mutating func flag() -> Bool { chance(50) }

  /// One of several, of which there is at least one.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }
}
