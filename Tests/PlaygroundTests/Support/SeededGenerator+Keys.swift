import TestSupport

@testable import Playground

extension SeededGenerator {
  /// A key that means something somewhere, or any character.
  mutating func key() -> Key {
    let bindings = KeyMap.bindings
    let keys = bindings[below(bindings.count)].keys
    // Where no key is named, any character counts.
    let letters: [Character] = ["f", "e", " ", "9", "0", "漢", "e\u{301}", "\u{202E}"]
    return keys.isEmpty ? .character(pick(letters)) : pick(keys)
  }
}
