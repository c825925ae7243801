internal import AdRendering

/// How many colours a terminal has, and which of them comes nearest to one of the palette.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  case none
  case eight
  /// The eight standard colours and their bright variants.
  case sixteen
  case palette
  /// Colours as red, green and blue, 24 bits.
  case direct

  /// The depth of a terminal that reports this number of colours.
  package init(colors: Int) {
    switch colors {
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    case 256: self = .palette
    default: self = .direct
    }
  }

  /// The nearest that this depth has to a colour: the terminal's own, one of the palette, or 24 bits.
  func nearest(to color: Color) -> Color {
    switch (color, self) {
    case (.standard, _), (.role, _), (_, .none): .standard
    case (.palette(let number), .eight): .palette(Self.nearestOfEight[Int(number)])
    case (.palette(let number), .sixteen): .palette(Self.nearestOfSixteen[Int(number)])
    case (.palette, .palette), (.palette, .direct), (.rgb, .direct): color
    case (.rgb(let color), .eight): .palette(color.nearest(among: 0...7))
    case (.rgb(let color), .sixteen): .palette(color.nearest(among: 0...15))
    // The first sixteen look as a user has set them.
    case (.rgb(let color), .palette): .palette(color.nearest(among: 16...255))
    }
  }

  /// The nearest colours of this depth; what could not be read then turns black or white, except in a picture.
  func nearest(to style: Style, isPicture: Bool) -> Style {
    let background = nearest(to: style.background)
    var foreground = nearest(to: style.foreground)
    if self == .eight || self == .sixteen, !isPicture, style.foreground != style.background,
      let front = foreground.look, let behind = background.look, front.contrast(with: behind) < 3
    {
      foreground = nearest(to: behind.readableText)
    }
    return Style(foreground, on: background, style.attributes)
  }

  private static let nearestOfEight: [UInt8] = (0...UInt8.max).map { color in
    // Bright colours keep their hue; bright black is a grey, and black text is none at all.
    switch color {
    case 9...15: color - 8
    default: RGB(palette: color).nearest(among: 0...7)
    }
  }

  private static let nearestOfSixteen: [UInt8] = (0...UInt8.max).map { color in
    color < 16 ? color : RGB(palette: color).nearest(among: 0...15)
  }
}
