import AdEngine

/// The number of cells that a scalar takes: the same in every locale and libc.
package enum CharacterWidth {
  /// The cells of a scalar: 0 for controls, combining marks and invisible ones; 2 for wide ones and emoji; 1 for the rest.
  package static func cells(_ scalar: Unicode.Scalar) -> Int { cells(scalar.value) }

  @inline(__always)
  static func cells(_ value: UInt32) -> Int {
    0x20..<0x7F ~= value ? 1 : cellsBeyondASCII(value)
  }

  private static func cellsBeyondASCII(_ value: UInt32) -> Int {
    // C0, DEL and C1 take none.
    if value < 0x300 { return value < 0x20 || 0x7F..<0xA0 ~= value ? 0 : 1 }
    if value >= 0x4E00, value <= 0xD7A3 {
      // The two large blocks of CJK text, without a search.
      if value <= 0x9FFF || value >= 0xAC00 { return 2 }
    }
    // Dashes and quotation marks; arrows, mathematical signs, box drawing and blocks, of which screens are made.
    if 0x2010..<0x2028 ~= value { return 1 }
    if 0x2100..<0x231A ~= value || 0x2400..<0x25FD ~= value { return 1 }
    if contains(value, CharacterWidthTable.wide) { return 2 }
    guard let properties = Unicode.Scalar(value)?.properties else { return 1 }
    return properties.isEmojiPresentation ? 2 : takesNone(value, properties) ? 0 : 1
  }

  /// Combining marks and invisible scalars take none, as in wcwidth 0.7.0; marks of the category Mc take one, as in glibc.
  private static func takesNone(_ value: UInt32, _ properties: Unicode.Scalar.Properties) -> Bool {
    // Vowels and finals of Hangul, which join the syllable before; notes between lines; joiners of hieroglyphs.
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFFF0...0xFFFB, 0x13430...0x13440: return true
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
    // Counts the ranges that begin at or below the value; only the last of them can hold it.
    let count = (0..<ranges.count / 2).partitionPoint { ranges[$0 * 2] > value }
    return count > 0 && value <= ranges[count * 2 - 1]
  }
}
