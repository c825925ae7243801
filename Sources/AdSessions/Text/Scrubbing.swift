/// The one rule by which text from pages, ads and files is made safe for any terminal.
package enum Scrubbing {
  /// Whether a scalar is replaced: a terminal might obey it, reorder text by it, or show nothing for it.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    isUnsafe(scalar.value)
  }

  static func isUnsafe(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
    case 0..<0x34F: false
    case 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5: true  // joiners and fillers
    case 0x180B...0x180F: true  // Mongolian selectors
    case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true  // zero width, lines, bidi
    case 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0: true  // fillers, selectors, byte order mark
    case 0xFDD0...0xFDEF, 0xFFF0...0xFFFB: true  // no characters, annotations
    case 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A: true  // shorthand and musical formats
    case 0xE_0000...0xE_0FFF: true  // tags and further selectors
    default: value & 0xFFFE == 0xFFFE  // no characters
    }
  }
}

extension StringProtocol {
  /// This text with everything a terminal might obey, reorder or hide replaced by a visible mark; see ``Glyphs``.
  ///
  /// All text that is printed outside the screen is scrubbed.
  package var scrubbed: String { scrubbed(keepingLines: false) }

  /// This text, made safe; `keepingLines` leaves line feeds and tabs as they are.
  package func scrubbed(keepingLines: Bool) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
    var bytes = Array(utf8)
    bytes.scrub(keepingLines: keepingLines)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Replaces untrusted bytes by the UTF-8 of their glyphs.
  mutating func scrub(keepingLines: Bool) {
    var clean: [UInt8] = []
    clean.reserveCapacity(count)
    withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        if keepingLines, byte == 0x0A || byte == 0x09 {
          clean.append(byte)
          position += 1
        } else {
          clean.append(GlyphReader.next(bytes, &position))
        }
      }
    }
    self = clean
  }

  /// Appends a glyph as UTF-8.
  mutating func append(_ glyph: Glyph) {
    UTF8Reader.append(glyph.base.value, to: &self)
    if glyph.mark != "\0" { UTF8Reader.append(glyph.mark.value, to: &self) }
  }
}
