/// Writes values as literals of JavaScript and JSON, also in an inline `<script>` and on one line (D7).
package enum ScriptLiteral {
  /// A text, quotation marks included: escapes also `<` and `>`, U+2028 and U+2029, control characters and marks of direction.
  package static func text(_ text: String) -> String {
    Scrubbing.literal(text, escaping: ["<", ">"], uppercase: true)
  }

  package static func list(_ texts: [String]) -> String {
    "[" + texts.map(text).joined(separator: ", ") + "]"
  }
}
