import Glibc
import Playground

/// What is shown of a cell's character.
struct FittedGlyph: Hashable {
  var base: Unicode.Scalar
  /// The mark that combines with it, or NUL.
  var mark: Unicode.Scalar
  /// Cells that it takes, at most those it was given; the rest stays blank.
  var width: Int
}

/// Fits characters into the canvas's cells: a replacement where ncurses counts others, as always for control characters.
struct GlyphFitting {
  /// How characters reach the terminal.
  let encoding: TextEncoding
  /// The cells that a character takes on the terminal, or a negative number.
  let width: (Unicode.Scalar) -> Int

  /// Fits a character and its mark into one or two cells.
  func fit(_ base: Unicode.Scalar, mark: Unicode.Scalar, cells: Int) -> FittedGlyph {
    if base.value &- 0x20 < 0x5F, cells == 1, mark == "\0" {
      return FittedGlyph(base: base, mark: "\0", width: 1)
    }
    switch encoding {
    case .ascii:
      return FittedGlyph(base: asciiStandIn(for: base), mark: "\0", width: 1)
    case .utf8:
      guard width(base) == cells else { return FittedGlyph(base: "\u{FFFD}", mark: "\0", width: 1) }
      return FittedGlyph(base: base, mark: combines(mark) ? mark : "\0", width: cells)
    }
  }

  /// Whether a mark changes nothing but the look; variation selectors change widths on some terminals.
  private func combines(_ mark: Unicode.Scalar) -> Bool {
    guard mark != "\0", mark.properties.generalCategory == .nonspacingMark else { return false }
    return !mark.properties.isVariationSelector && width(mark) == 0
  }
}

/// How characters reach the terminal.
enum TextEncoding: Hashable, Sendable {
  /// As they are.
  case utf8
  /// As stand-ins of ASCII; see `asciiStandIn(for:)`.
  case ascii

  /// Adopts the environment's locale for characters alone; a missing or plain C one becomes C.UTF-8.
  static func adopt() -> TextEncoding {
    if isAsciiRequested {
      _ = setlocale(LC_CTYPE, "")
      return .ascii
    }
    for name in ["", "C.UTF-8", "C.utf8"] {
      if setlocale(LC_CTYPE, name) != nil, isUTF8 { return .utf8 }
    }
    return .ascii
  }

  /// Whether `ADVIEW_ASCII=1` asks for stand-ins whatever the locale, for a font without frames and signs.
  static var isAsciiRequested: Bool { getenv("ADVIEW_ASCII").map { String(cString: $0) } == "1" }

  private static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
}
