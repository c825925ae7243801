/// Bytes that look random and are the same at every run.
struct SeededBytes: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// So many bytes, most of them the beginnings of something.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let dear: [UInt8] = [0xC3, 0xA9, 0xCC, 0x81, 0xE2, 0x80, 0x8D, 0xF0, 0x9F, 0x91, 0xA8, 0x1B]
    return (0..<count).map { _ in
      Bool.random(using: &self)
        ? dear.randomElement(using: &self) ?? 0 : UInt8.random(in: 0...255, using: &self)
    }
  }
}
