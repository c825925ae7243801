import TestSupport

extension SeededGenerator {
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
