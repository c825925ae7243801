/// A place in a text as people count it: line and column from 1 on; a column is a byte.
public struct TextPlace: Hashable, Sendable {
  /// Counted from 1.
  public let line: Int
  /// Counted from 1, in bytes.
  public let column: Int

  /// The place at an offset in bytes.
  public init(_ offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(max(0, offset))
    line = before.count { $0 == 0x0A } + 1
    column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
  }
}
