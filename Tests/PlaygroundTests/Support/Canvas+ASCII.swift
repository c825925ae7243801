import Playground

extension Canvas {
  /// The same screen where there is nothing but ASCII: every character has its stand-in, and its style.
  var inASCII: Canvas {
    var canvas = self
    for row in 0..<height {
      for column in 0..<width {
        let base = self[column, row].base
        canvas[column, row].base = base == "\0" ? " " : asciiStandIn(for: base)
        canvas[column, row].mark = "\0"
      }
    }
    return canvas
  }
}
