/// Writes values as literals of JavaScript and JSON, also in an inline `<script>` and on one line (D7).
package enum ScriptLiteral {
  /// A text, quotation marks included.
  ///
  /// Beside what JSON demands, `<` and `>` are escaped, which could end a script or open a comment in HTML; U+2028 and U+2029,
  /// which end a line of older JavaScript; and the control characters and marks of direction that a terminal might obey.
  package static func text(_ text: String) -> String {
    Scrubbing.literal(text, escaping: ["<", ">"], uppercase: true)
  }

  /// An array of texts, each escaped as ``text(_:)`` does.
  package static func list(_ texts: [String]) -> String {
    "[" + texts.map(text).joined(separator: ", ") + "]"
  }
}
