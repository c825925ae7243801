extension String {
  /// The text with blanks behind it, so that it takes at least `cells` cells.
  package func leftAligned(in cells: Int) -> String {
    self + String(repeating: " ", count: max(0, cells - Glyphs.cells(self)))
  }

  /// The text with blanks before it, so that it takes at least `cells` cells.
  package func rightAligned(in cells: Int) -> String {
    String(repeating: " ", count: max(0, cells - Glyphs.cells(self))) + self
  }

  package var withoutTrailingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
