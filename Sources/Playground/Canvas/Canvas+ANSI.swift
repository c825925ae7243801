import AdEngine
internal import AdRendering

extension Canvas {
  /// The rows with colours and attributes of ECMA-48; each ends in plain style, so that it can be cut out.
  package func ansi(_ theme: Theme) -> String {
    var text = ""
    for row in 0..<height { text += ansi(row: row, theme) + "\n" }
    return text
  }

  /// One row of it, without the end of the line.
  func ansi(row: Int, _ theme: Theme) -> String {
    var text = ""
    let end = lastVisible(row, theme) + 1
    for run in runs(ofRow: row, theme) where run.columns.lowerBound < end {
      let parameters = run.style.parameters
      if !parameters.isEmpty { text += "\u{1B}[\(parameters.joined(separator: ";"))m" }
      for column in run.columns.clamped(to: 0..<end) where !self[column, row].isContinuation {
        text += self[column, row].shown
      }
      if !parameters.isEmpty { text += "\u{1B}[0m" }
    }
    return text
  }

  /// The last column that is not just blank; -1 without any.
  private func lastVisible(_ row: Int, _ theme: Theme) -> Int {
    (0..<width).last { column in
      let cell = self[column, row]
      return cell.base != " " || cell.style(in: theme) != .plain
    } ?? -1
  }
}

extension Style {
  /// The parameters of SGR that set this style from plain.
  fileprivate var parameters: [String] {
    let numbers: [(attribute: TextAttributes, number: String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    return numbers.filter { attributes.contains($0.attribute) }.map(\.number)
      + foreground.parameters(base: 30) + background.parameters(base: 40)
  }
}

extension Color {
  /// The parameters for a colour; `base` is 30 for a character's, 40 for the one behind it.
  fileprivate func parameters(base: Int) -> [String] {
    switch self {
    case .standard, .role: []
    case .palette(let number) where number < 8: ["\(base + Int(number))"]
    case .palette(let number) where number < 16: ["\(base + 52 + Int(number))"]
    case .palette(let number): ["\(base + 8);5;\(number)"]
    case .rgb(let color): ["\(base + 8);2;\(color.red);\(color.green);\(color.blue)"]
    }
  }
}

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
