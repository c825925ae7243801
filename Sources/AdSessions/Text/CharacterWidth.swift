import AdEngine

/// The number of cells that a scalar takes, by a table of our own: the same in every locale and libc.
package enum CharacterWidth {
  /// The cells of a scalar: 0 for controls, combining marks and invisible ones; 2 for wide ones and emoji; 1 for the rest.
  package static func cells(_ scalar: Unicode.Scalar) -> Int { cells(scalar.value) }

  static func cells(_ value: UInt32) -> Int {
    // C0, DEL and C1 take none.
    if value < 0x300 { return value < 0x20 || 0x7F..<0xA0 ~= value ? 0 : 1 }
    if value >= 0x4E00, value <= 0xD7A3 {
      // The two large blocks of CJK text, without a search.
      if value <= 0x9FFF || value >= 0xAC00 { return 2 }
    }
    if contains(value, CharacterWidthTable.wide) { return 2 }
    return contains(value, CharacterWidthTable.zero) ? 0 : 1
  }

  private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
    // Counts the ranges that begin at or below the value; only the last of them can hold it.
    let count = (0..<ranges.count / 2).partitionPoint { ranges[$0 * 2] > value }
    return count > 0 && value <= ranges[count * 2 - 1]
  }
}
