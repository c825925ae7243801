package import AdRendering

extension RGB {
  /// The usual look of a colour of the palette: xterm's.
  package init(palette color: UInt8) {
    let index = Int(color)
    switch color {
    case 0...15:
      let packed: Int = Self.terminalColors[index]
      self.init(UInt8(packed >> 16), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF))
    case 16...231:
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      self.init(levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6])
    default:
      let level = 8 + 10 * (color - 232)
      self.init(level, level, level)
    }
  }

  /// xterm's defaults.
  private static let terminalColors = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// 24 bits.
  package var packed: Int32 { Int32(red) << 16 | Int32(green) << 8 | Int32(blue) }

  /// As web pages write it: `#0087ff`.
  package var hexadecimal: String { "#" + String(packed | 1 << 24, radix: 16).dropFirst() }

  /// How much light it gives, 0…1: the relative luminance of WCAG 2.2.
  package var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// How well one of two colours is read on the other, 1…21: the contrast ratio of WCAG 2.2, which asks text for 4.5.
  package func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Black or white, whichever is read better on this colour: a contrast of at least 4.58 with any.
  package var readableText: Color {
    contrast(with: RGB(0, 0, 0)) > contrast(with: RGB(255, 255, 255))
      ? .palette(16) : .palette(231)
  }

  /// The light of each level of a screen's red, green or blue.
  private static let linear: [Double] = (0...255).map { level in
    let share = Double(level) / 255
    return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
  }

  /// `base` to the power of 2.4, for 0…1: Newton's way to the fifth root of its twelfth power.
  private static func power(_ base: Double) -> Double {
    let square = base * base
    let fourth = square * square
    let target = fourth * fourth * fourth
    var root = max(square, 1e-6)
    for _ in 0..<64 {
      let root4 = root * root * root * root
      root = (4 * root + target / root4) / 5
    }
    return root
  }

  /// Whether it has no hue.
  private var isGrey: Bool { red == green && green == blue }

  /// The colour of a part of the palette that looks most like this one, for a grey a grey; the first of equals.
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
    let mean = (Int(red) + Int(other.red)) / 2
    let (dr, dg, db) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return (512 + mean) * dr * dr / 256 + 4 * dg * dg + (767 - mean) * db * db / 256
  }
}
