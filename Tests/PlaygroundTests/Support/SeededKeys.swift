@testable import Playground

/// Random keys, the same for the same seed.
struct SeededKeys {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }

  mutating func key() -> Key {
    let bindings = KeyMap.bindings
    let keys = bindings[number(0...bindings.count - 1)].keys
    // Where no key is named, any character counts.
    let letters: [Character] = ["f", "e", " ", "9", "0", "漢", "e\u{301}", "\u{202E}"]
    return keys.isEmpty
      ? .character(letters[number(0...letters.count - 1)]) : keys[number(0...keys.count - 1)]
  }
}
