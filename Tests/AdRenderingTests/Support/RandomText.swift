/// Texts that look random and are the same at every run.
struct RandomText {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 on, less than `bound`.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// A text of up to eight scalars of any kind.
  mutating func text() -> String {
    var text = ""
    for _ in 0..<below(9) {
      let limits = [0x80, 0x800, 0x1_0000, 0x11_0000]
      text.unicodeScalars.append(
        Unicode.Scalar(UInt32(below(limits[below(limits.count)]))) ?? "\u{FFFD}")
    }
    return text
  }
}
