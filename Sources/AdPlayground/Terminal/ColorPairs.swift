import AdRendering
import CNcurses
import Playground

/// The colours of a character and behind it, as numbers of the terminal; -1 is the terminal's own.
struct ColorPair: Hashable {
  /// The colour of the character.
  var foreground: Int32
  /// The colour behind it.
  var background: Int32
}

extension ColorPair {
  /// The colours of a style that a theme has resolved, as a terminal of this depth numbers them.
  init(_ style: Style, _ depth: ColorDepth) {
    foreground = Self.number(for: style.foreground, depth)
    background = Self.number(for: style.background, depth)
  }

  private static func number(for color: Color, _ depth: ColorDepth) -> Int32 {
    switch color {
    case .standard, .role: return -1
    case .palette(let number):
      return depth == .direct ? direct(RGB(palette: number)) : Int32(number)
    case .rgb(let color):
      return direct(color)
    }
  }

  /// Colours as red, green and blue are their own number, but for the first eight: those are the palette's.
  private static func direct(_ color: RGB) -> Int32 { color.packed < 8 ? 0 : color.packed }
}

/// The pairs that ncurses has been given, never taken back; when they run out (63 with eight colours) backgrounds go first.
struct ColorPairs {
  private let depth: ColorDepth
  private let limit: Int32
  private let hasDefaultColors: Bool
  private var numbers: [ColorPair: Int32] = [:]

  init(depth: ColorDepth, limit: Int, hasDefaultColors: Bool) {
    self.depth = depth
    self.limit = Int32(clamping: limit)
    self.hasDefaultColors = hasDefaultColors
  }

  /// The number of the pair for a resolved style, made if need be; 0 is the terminal's own colours.
  mutating func number(for style: Style) -> Int32 {
    guard depth != .none else { return 0 }
    guard style.foreground != .standard || style.background != .standard else { return 0 }
    let wanted = ColorPair(style, depth)
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
      number, pair.foreground < 0 ? ownForeground : pair.foreground,
      pair.background < 0 ? ownBackground : pair.background)
    numbers[pair] = number
    return number
  }
}
