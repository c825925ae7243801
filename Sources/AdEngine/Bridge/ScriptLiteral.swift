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
      if scalar == "<" || scalar == ">" || Scrubbing.isUnsafe(scalar) {
        literal += Scrubbing.escape(scalar, uppercase: true)
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
  }
}
