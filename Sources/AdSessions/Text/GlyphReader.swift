import AdEngine

/// Reads glyphs from bytes: the rules by which text becomes cells; the ranges are those of Unicode 17.
enum GlyphReader {
  /// Reads the glyph at `position`, which must be before the end, and advances behind it.
  static func next(_ bytes: UTF8Bytes, _ position: inout Int) -> Glyph {
    let first = UTF8Reader.next(bytes, &position)
    if first < 0x7F, position == bytes.count || bytes[position] < 0x80 {
      return first < 0x20 ? replacement : glyph(first, 0, 1)
    }
    return cluster(first, bytes, &position)
  }

  private static let replacement = Glyph(base: "\u{FFFD}")

  private static func cluster(_ first: UInt32, _ bytes: UTF8Bytes, _ position: inout Int) -> Glyph {
    var base = shown(first)
    var mark: UInt32 = 0
    if isMark(base) { (base, mark) = (0x25CC, base) }
    // A line may be broken at a blank, and a control character is nothing to write on.
    let takesMarks = base != 0x20 && base != UTF8Reader.replacement
    while position < bytes.count, bytes[position] >= 0x80 {
      var next = position
      let scalar = UTF8Reader.next(bytes, &next)
      if takesMarks, isMark(scalar) {
        if mark == 0, let syllable = Hangul.syllable(base, scalar) {
          base = syllable
        } else if mark == 0 {
          mark = scalar
        }
      } else if isSelector(scalar) || isPictograph(base) && isModifier(scalar) {
        // Left out: the look of an emoji is the terminal's own.
      } else if scalar == 0x200D, isPictograph(base), next < bytes.count {
        guard isPictograph(UTF8Reader.next(bytes, &next)) else { break }
      } else {
        break
      }
      position = next
    }
    return glyph(base, mark, CharacterWidth.cells(base))
  }

  private static func glyph(_ base: UInt32, _ mark: UInt32, _ width: Int) -> Glyph {
    guard let base = Unicode.Scalar(base), let mark = Unicode.Scalar(mark) else {
      return replacement
    }
    return Glyph(base: base, mark: mark, width: width)
  }

  /// The scalar that is shown for another: itself, a letter of a flag, a hyphen, or the replacement mark.
  private static func shown(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x1_F1E6...0x1_F1FF: scalar - 0x1_F1E6 + 0x41
    case 0xAD: 0x2D
    default: Scrubbing.isUnsafe(scalar) ? UTF8Reader.replacement : scalar
    }
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    scalar >= 0x300 && CharacterWidth.cells(scalar) == 0 && !Scrubbing.isUnsafe(scalar)
  }

  /// The variation selectors, which choose between two looks of one character.
  private static func isSelector(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE_0100...0xE_01EF: true
    default: false
    }
  }

  /// Skin tones, and the tags of which regional flags are made.
  private static func isModifier(_ scalar: UInt32) -> Bool {
    (0x1_F3FB...0x1_F3FF).contains(scalar) || (0xE_0020...0xE_007F).contains(scalar)
  }

  private static func isPictograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2190...0x2BFF, 0x3030, 0x303D, 0x3297, 0x3299, 0x1_F000...0x1_FAFF: true
    default: false
    }
  }
}

/// The composition of Hangul syllables, by arithmetic (The Unicode Standard, § 3.12).
private enum Hangul {
  /// The syllable of `base` and the vowel or final consonant `next`, if they make one.
  static func syllable(_ base: UInt32, _ next: UInt32) -> UInt32? {
    if (0x1100...0x1112).contains(base), (0x1161...0x1175).contains(next) {
      return 0xAC00 + ((base - 0x1100) * 21 + next - 0x1161) * 28
    }
    if (0xAC00...0xD7A3).contains(base), (base - 0xAC00) % 28 == 0,
      (0x11A8...0x11C2).contains(next)
    {
      return base + next - 0x11A7
    }
    return nil
  }
}
