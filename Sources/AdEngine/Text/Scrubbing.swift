/// The one table of what is never shown or written as it is: in sentences, on screens, in scripts, JSON and sessions.
package enum Scrubbing {
  /// Whether a scalar is replaced: a terminal might obey it, reorder text by it, or show nothing for it (Unicode 17).
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { isUnsafe(scalar.value) }

  /// The same of a scalar's value.
  package static func isUnsafe(_ value: UInt32) -> Bool {
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

  /// Whether nothing is drawn for a scalar in the text of a page: hyphens that are soft, joiners, marks of direction, word joiners,
  /// invisible operators, byte order marks (Unicode 17, `Default_Ignorable_Code_Point` apart from what selects or reorders).
  package static func drawsNothing(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B...0x200F, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
  }

  /// The text without what nothing is drawn for; joiners behind symbols, which may be emoji, stay.
  package static func withoutInvisible(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var last: UInt32 = 0
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          defer { last = scalar.value }
          return !drawsNothing(scalar.value) || scalar.value == 0x200D && last >= 0x2190
        }))
  }

  /// A text as a literal of JSON and JavaScript, quotation marks included.
  ///
  /// Beside what JSON demands, what is unsafe is escaped, and these scalars: with four hexadecimal digits for each unit of UTF-16.
  package static func literal(
    _ text: String, escaping others: Set<Unicode.Scalar> = [], uppercase: Bool = false
  ) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case let scalar where isUnsafe(scalar) || others.contains(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: uppercase)
          literal += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
