import AdEngine

extension Canvas {
  /// The rows as text, without colours; blanks at the end of a row are left out.
  package var text: String {
    (0..<height).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<width {
        let cell = self[column, row]
        if cell.isContinuation { continue }
        line.append(cell.base)
        if cell.mark != "\0" { line.append(cell.mark) }
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n") + "\n"
  }
}

extension Cell {
  /// What may leave the program: the character with its mark, or a replacement for what a terminal might obey.
  var shown: String {
    var text = String.UnicodeScalarView()
    text.append(Scrubbing.isUnsafe(base) ? "\u{FFFD}" : base)
    if mark != "\0", !Scrubbing.isUnsafe(mark) { text.append(mark) }
    return String(text)
  }
}
