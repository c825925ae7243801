/// Writes values as literals of JavaScript that are JSON as well.
///
/// A literal stays one wherever it is put: in a script, in an inline `<script>` of a page, on one line (D7).
package enum ScriptLiteral {
  /// A text, quotation marks included.
  ///
  /// Beside what JSON demands, `<` and `>` are escaped, which could end a script or open a comment in HTML; U+2028 and
  /// U+2029, which end a line of older JavaScript; and the control characters and marks of direction that a terminal
  /// might obey.
  package static func text(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars { append(scalar, to: &literal) }
    return literal + "\""
  }

  /// An array of texts, each escaped as ``text(_:)`` does.
  package static func list(_ texts: [String]) -> String {
    "[" + texts.map(text).joined(separator: ", ") + "]"
  }

  private static func append(_ scalar: Unicode.Scalar, to literal: inout String) {
    switch scalar {
    case "\"": literal += "\\\""
    case "\\": literal += "\\\\"
    case "\n": literal += "\\n"
    case "\r": literal += "\\r"
    case "\t": literal += "\\t"
    default:
      if mustEscape(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
  }

  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x3C, 0x3E, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      true
    default: false
    }
  }
}
