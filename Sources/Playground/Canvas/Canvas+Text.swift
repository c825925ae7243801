extension Canvas {
  /// The rows as text, without colours; blanks at the end of a row are left out.
  public var text: String {
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
