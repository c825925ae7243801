/// The bytes of a text where they lie, which may be no UTF-8.
package typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

/// Reads scalars from untrusted bytes.
enum UTF8Reader {
  /// The scalar for bytes that cannot be read or shown.
  static let replacement: UInt32 = 0xFFFD

  /// Reads the scalar at `position` and advances; a mark stands for as many bytes as could have begun a scalar.
  @inline(__always)
  static func next(_ bytes: UTF8Bytes, _ position: inout Int) -> UInt32 {
    let first = bytes[position]
    position += 1
    if first < 0x80 { return UInt32(first) }
    return rest(of: first, bytes, &position)
  }

  private static func rest(of first: UInt8, _ bytes: UTF8Bytes, _ position: inout Int) -> UInt32 {
    var missing: Int
    var value: UInt32
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: (missing, value) = (1, UInt32(first & 0x1F))
    case 0xE0...0xEF:
      (missing, value) = (2, UInt32(first & 0x0F))
      // Neither over-long forms nor surrogates.
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      (missing, value) = (3, UInt32(first & 0x07))
      // Neither over-long forms nor anything above U+10FFFF.
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return replacement
    }
    while missing > 0 {
      guard position < bytes.count, second.contains(bytes[position]) else { return replacement }
      value = value << 6 | UInt32(bytes[position] & 0x3F)
      second = 0x80...0xBF
      position += 1
      missing -= 1
    }
    return value
  }
}
