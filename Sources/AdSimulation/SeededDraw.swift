import AdEngine

/// The random numbers of one request (SplitMix64): they depend on the seed, the unit, the slot and the generation only.
package struct SeededDraw: RandomNumberGenerator {
  private var state: UInt64

  /// Begins the numbers of a request, or another `stream` of them that is independent of the first.
  package init(seed: UInt64, unit: UInt64, slot: Int, generation: Int, stream: UInt64? = nil) {
    state = Self.mixed(seed)
    state = Self.mixed(state ^ unit)
    state = Self.mixed(state ^ UInt64(truncatingIfNeeded: slot))
    state = Self.mixed(state ^ UInt64(truncatingIfNeeded: generation))
    if let stream { state = Self.mixed(state ^ stream) }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Draws a whole number in 0..<`count`; `count` is not 0.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// Draws one of `choices`, which are not empty.
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[index(below: choices.count)]
  }

  package mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(share() * Double(range.upperBound - range.lowerBound + 1))
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// The hash of a text (FNV-1a), equal on every machine.
  package static func number(for text: String) -> UInt64 { FNV1a.hash(text) }
}
