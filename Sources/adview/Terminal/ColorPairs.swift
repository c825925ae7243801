import CNcurses
import Playground

/// The colours of a character and behind it, as numbers of the terminal; -1 is the terminal's own.
struct ColorPair: Hashable {
  /// The colour of the character.
  var foreground: Int32
  /// The colour behind it.
  var background: Int32
}

extension ColorDepth {
  /// Two colours as this terminal has them.
  ///
  /// With few colours two different ones may become one, and what is written cannot be read; then
  /// the character turns black or white. Pictures made of blocks stay as they are.
  func pair(_ foreground: Color, on background: Color, isPicture: Bool) -> ColorPair {
    var pair = ColorPair(foreground: number(for: foreground), background: number(for: background))
    let isMerged = pair.foreground == pair.background && foreground != background
    if isMerged, !isPicture, let behind = UInt8(exactly: pair.background) {
      let isBright = RGB(palette: behind).brightness >= 128
      pair.foreground = number(for: isBright ? 0 : 15)
    }
    return pair
  }

  private func number(for color: Color) -> Int32 {
    switch color {
    case .standard: -1
    case .palette(let color): number(for: color)
    }
  }
}

/// The pairs that ncurses has been told of.
///
/// Numbers are given out once and never taken back: ncurses would repaint cells it still shows. When
/// they run out, which takes 63 pairs with eight colours, the background goes first.
struct ColorPairs {
  private let depth: ColorDepth
  private let limit: Int32
  private let hasDefaultColors: Bool
  private var numbers: [ColorPair: Int32] = [:]

  /// Starts with no pairs, for a terminal with this depth and this many pairs.
  init(depth: ColorDepth, limit: Int, hasDefaultColors: Bool) {
    self.depth = depth
    self.limit = Int32(clamping: limit)
    self.hasDefaultColors = hasDefaultColors
  }

  /// The number of the pair for a style, made if need be; 0 is the terminal's own colours.
  mutating func number(for style: Style, isPicture: Bool) -> Int32 {
    guard depth != .none else { return 0 }
    guard style.foreground != .standard || style.background != .standard else { return 0 }
    let wanted = depth.pair(style.foreground, on: style.background, isPicture: isPicture)
    let simpler = ColorPair(foreground: wanted.foreground, background: -1)
    return number(for: wanted) ?? number(for: simpler) ?? 0
  }

  private mutating func number(for pair: ColorPair) -> Int32? {
    if let known = numbers[pair] { return known }
    let number = Int32(numbers.count + 1)
    guard number < limit else { return nil }
    // Terminals without a way back to their own colours are white on black.
    let ownForeground: Int32 = hasDefaultColors ? -1 : 7
    let ownBackground: Int32 = hasDefaultColors ? -1 : 0
    nc_screen_make_pair(
      number,
      pair.foreground < 0 ? ownForeground : pair.foreground,
      pair.background < 0 ? ownBackground : pair.background)
    numbers[pair] = number
    return number
  }
}
