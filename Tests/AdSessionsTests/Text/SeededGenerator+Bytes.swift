import TestSupport

extension SeededGenerator {
  /// So many bytes, half of them of those that begin something or are parts of characters.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let notable: [UInt8] = [0xC3, 0xA9, 0xCC, 0x81, 0xE2, 0x80, 0x8D, 0xF0, 0x9F, 0x91, 0xA8, 0x1B]
    return (0..<count).map { _ in flag() ? pick(notable) : UInt8(number(0...255)) }
  }
}
