package import AdRendering

/// A colour of a character, or behind it.
package enum Color: Hashable, Sendable {
  /// The terminal's own colour.
  case standard
  /// One of the 256 colours of terminals: 0–15 the terminal's, 16–231 a 6×6×6 cube, 232–255 greys.
  case palette(UInt8)
  /// Any colour, for terminals that have them all; others show the nearest.
  case rgb(RGB)
  /// What the theme gives to a part of the screen; without a theme the terminal's own.
  case role(Role)

  /// How it usually looks; `nil` where the terminal or the theme decides.
  package var look: RGB? {
    switch self {
    case .standard, .role: nil
    case .palette(let number): RGB(palette: number)
    case .rgb(let color): color
    }
  }
}

/// How a cell's character is set apart.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let italic = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)
  /// With foreground and background exchanged.
  package static let reverse = TextAttributes(rawValue: 16)
}

/// The look of a cell.
package struct Style: Hashable, Sendable {
  /// The colour of the character.
  package var foreground: Color
  /// The colour behind the character.
  package var background: Color
  /// How the character is set apart.
  package var attributes: TextAttributes

  /// Makes a style; by default the terminal's own colours and nothing else.
  package init(
    _ foreground: Color = .standard, on background: Color = .standard,
    _ attributes: TextAttributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  /// The terminal's own colours and nothing else.
  package static let plain = Style()
}
