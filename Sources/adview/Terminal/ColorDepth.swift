/// How many colours a terminal has, and which of them comes nearest to one of the palette.
enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// None, or none wanted.
  case none
  /// The eight of old.
  case eight
  /// The eight and their bright sisters.
  case sixteen
  /// The whole palette.
  case palette
  /// Colours as red, green and blue: numbers from 8 on are 24 bits.
  case direct

  /// The depth of a terminal that says it has so many colours.
  init(colors: Int) {
    switch colors {
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    case 256: self = .palette
    default: self = .direct
    }
  }

  /// The terminal's number for a colour of the palette.
  func number(for color: UInt8) -> Int32 {
    switch self {
    case .none: 0
    case .eight: Int32(Self.nearestOfEight[Int(color)])
    case .sixteen: Int32(Self.nearestOfSixteen[Int(color)])
    case .palette: Int32(color)
    case .direct: color < 8 ? Int32(color) : RGB(palette: color).packed
    }
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

/// A colour as red, green and blue.
struct RGB: Hashable, Sendable {
  /// Red, 0–255.
  let red: Int
  /// Green, 0–255.
  let green: Int
  /// Blue, 0–255.
  let blue: Int

  /// The usual look of a colour of the palette.
  init(palette color: UInt8) {
    let index = Int(color)
    switch color {
    case 0...15:
      let packed = Self.terminalColors[index]
      red = packed >> 16
      green = packed >> 8 & 0xFF
      blue = packed & 0xFF
    case 16...231:
      let levels = [0, 95, 135, 175, 215, 255]
      red = levels[(index - 16) / 36]
      green = levels[(index - 16) / 6 % 6]
      blue = levels[(index - 16) % 6]
    default:
      let level = 8 + 10 * (index - 232)
      (red, green, blue) = (level, level, level)
    }
  }

  /// xterm's defaults.
  private static let terminalColors = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// 24 bits.
  var packed: Int32 { Int32(red << 16 | green << 8 | blue) }

  /// How bright it looks, 0–255.
  var brightness: Int { (299 * red + 587 * green + 114 * blue) / 1000 }

  /// Whether it has no hue.
  var isGrey: Bool { red == green && green == blue }

  /// The colour of a part of the palette that looks most like this one, for a grey a grey; the first
  /// of equals.
  func nearest(among candidates: ClosedRange<UInt8>) -> UInt8 {
    var best = candidates.lowerBound
    for candidate in candidates where !isGrey || RGB(palette: candidate).isGrey {
      if distance(to: candidate) < distance(to: best) { best = candidate }
    }
    return best
  }

  /// The square of the distance as eyes see it, nearly: red counts more where it is bright.
  private func distance(to color: UInt8) -> Int {
    let other = RGB(palette: color)
    let mean = (red + other.red) / 2
    let (dr, dg, db) = (red - other.red, green - other.green, blue - other.blue)
    return (512 + mean) * dr * dr / 256 + 4 * dg * dg + (767 - mean) * db * db / 256
  }
}
