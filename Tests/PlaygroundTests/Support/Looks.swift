@testable import Playground

extension Canvas {
  /// The screen with its look, for people to read: the text, the same cells as letters, and what each letter means.
  ///
  /// A letter stands for a style as the theme shows it; a dot is plain.
  func looks(_ theme: Theme) -> String {
    let names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    var letters: [Style: Character] = [.plain: "."]
    var styles: [Style] = []
    var rows: [String] = []
    for row in 0..<height {
      var line = ""
      for column in 0..<width {
        let style = self[column, row].style(in: theme)
        if letters[style] == nil {
          letters[style] = names.dropFirst(styles.count).first ?? "?"
          styles.append(style)
        }
        line.append(letters[style] ?? "?")
      }
      rows.append(line)
    }
    let meanings = styles.map { "\(letters[$0] ?? "?")  \($0.words)" }
    return text + "\n" + rows.joined(separator: "\n") + "\n\n"
      + meanings.joined(separator: "\n") + "\n"
  }
}

extension Style {
  /// The style in words.
  var words: String {
    let names: [(attribute: TextAttributes, name: String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    return
      (["\(foreground.words) on \(background.words)"]
      + names.filter { attributes.contains($0.attribute) }.map(\.name)).joined(separator: ", ")
  }
}

extension Color {
  var words: String {
    switch self {
    case .standard: "own"
    case .palette(let number): String(number)
    case .rgb(let color): color.hexadecimal
    case .role(let role): "\(role)"
    }
  }
}
